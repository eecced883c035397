package answers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"

	"elicit/mcpclient"
)

// SaveRules writes what a person just answered as rules that ReadRules reads
// (--save-answers FILE). Each rule is bound to its exact question by the
// fingerprint. Records that no person decided, and refused or withdrawn ones,
// are left out.
func SaveRules(w io.Writer, records []Record) error {
	saved := savedRules(records)
	var b bytes.Buffer
	b.WriteString("# Answers as rules: replay them with --answers FILE.\n" +
		"# A fingerprint binds a rule to exactly the question that was answered; without\n" +
		"# that line, it also answers the question after its server changed it.\n")
	if len(saved) == 0 {
		b.WriteString("rules: []\n")
	} else {
		b.WriteString("rules:\n")
	}
	for _, s := range saved {
		s.write(&b)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// saved is a rule to write; nth is 0 when it is the only one for its question.
type saved struct {
	Record
	match string // the lines that say which question it is for
	nth   int
}

func savedRules(records []Record) []*saved {
	var all []*saved
	byMatch := map[string][]*saved{}
	for _, r := range records {
		if !worthSaving(r) {
			continue
		}
		s := &saved{Record: r, match: matchLines(r.Case)}
		all = append(all, s)
		byMatch[s.match] = append(byMatch[s.match], s)
	}
	for _, same := range byMatch {
		for i, s := range same {
			if len(same) > 1 {
				s.nth = i + 1
			}
		}
	}
	return all
}

func worthSaving(r Record) bool {
	switch r.Outcome.Action {
	case mcpclient.Accept, mcpclient.Decline, mcpclient.Cancel:
		return r.byPerson() && r.Refusal == nil
	default:
		return false
	}
}

func matchLines(c Case) string {
	var b strings.Builder
	line := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "    %s: %s\n", key, quoteYAML(value))
		}
	}
	line("server", c.Server)
	switch c.Method {
	case mcpclient.MethodTool:
		line("tool", c.Target.Raw())
	case mcpclient.MethodPrompt:
		line("prompt", c.Target.Raw())
	case mcpclient.MethodResource:
		line("resource", c.Target.Raw())
	}
	line("key", c.Key)
	if c.Form == nil {
		line("mode", string(mcpclient.ModeURL))
		line("url", exactPattern(c.URL.Raw()))
	}
	line("fingerprint", c.Fingerprint())
	return b.String()
}

// exactPattern keeps a text that looks like a regular expression from being
// read as one.
func exactPattern(s string) string {
	if len(s) > 1 && strings.HasPrefix(s, "/") && strings.HasSuffix(s, "/") {
		return "/^" + regexp.QuoteMeta(s) + "$/"
	}
	return s
}

func (s *saved) write(b *bytes.Buffer) {
	fmt.Fprintf(b, "  # %s\n", short(s.Case.Message.Line()))
	fmt.Fprintf(b, "  - %s", strings.TrimPrefix(s.match, "    "))
	if s.nth > 0 {
		fmt.Fprintf(b, "    nth: %d\n", s.nth)
	}
	fmt.Fprintf(b, "    action: %s\n", s.Outcome.Action)
	if s.Decision.Confirmed {
		b.WriteString("    confirmed: true\n")
	}
	if s.Decision.Unchecked {
		b.WriteString("    asIs: true\n")
	}
	if s.Case.Form == nil || s.Outcome.Action != mcpclient.Accept {
		return
	}
	writeContent(b, s.Outcome.Content)
}

// writeContent writes the members with their values as JSON, which is YAML.
func writeContent(b *bytes.Buffer, content json.RawMessage) {
	o := members(content)
	if len(o) == 0 {
		b.WriteString("    content: {}\n")
		return
	}
	b.WriteString("    content:\n")
	for _, m := range o {
		fmt.Fprintf(b, "      %s: %s\n", quoteYAML(m.name), flowYAML(m.value))
	}
}
