package answers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// ReadRules reads an answers file, YAML or JSON:
//
//	rules:
//	  - server: booking          # the configured name
//	    tool: book_table         # or prompt: NAME, or resource: URI
//	    key: seats               # of a modern server's inputRequests
//	    message: /how many/      # exact, or a regular expression between slashes
//	    fields: [seats, note]    # exactly these properties
//	    fingerprint: sha256:…
//	    round: 1
//	    nth: 1                   # the n-th question that meets all of the above
//	    action: accept           # or decline, cancel
//	    content:
//	      seats: 2
//	      note: {file: note.txt} # or {env: NAME}: read by the form's kind
//	otherwise: decline           # or prompt, park, cancel, fail
//
// A rule with content need not say accept. Accept without content takes the
// form as it stands untouched; defaults: true begins with that and lays content
// over it. mode: url, and url, are for URL questions, which only a rule that
// says so accepts. confirmed: true lets through what looks like a credential,
// asIs: true what does not fit the form, to test a server's own checks.
//
// A reader with a Name, such as an *os.File, is named in errors, and the files
// that values come from are relative to it. Every error of the file is told,
// with its line.
func ReadRules(file io.Reader) (*Rules, error) {
	f := &rulesFile{name: "the answers file"}
	if named, ok := file.(interface{ Name() string }); ok {
		f.dir = filepath.Dir(named.Name())
		f.name = safetext.Of(filepath.Base(named.Name())).Line()
	}
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", f.name, err)
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("%s is larger than %d bytes", f.name, maxFile)
	}
	root, err := parseNodes(data)
	if err != nil {
		return nil, f.located(err)
	}
	rules := f.rules(root)
	if len(f.errs) > 0 {
		return nil, errors.Join(f.errs...)
	}
	return rules, nil
}

func parseNodes(data []byte) (*node, error) {
	if !utf8.Valid(data) {
		return nil, wrong(1, "it is not UTF-8 text")
	}
	if start := bytes.TrimSpace(data); len(start) > 0 && (json.Valid(start) || start[0] == '{') {
		n, err := parseJSON(data)
		if err == nil || json.Valid(start) {
			return n, err
		}
		if y, yamlErr := parseYAML(data); yamlErr == nil { // YAML in flow style
			return y, nil
		}
		return nil, err
	}
	return parseYAML(data)
}

// rulesFile reads rules out of a file's nodes.
type rulesFile struct {
	name string // drawable
	dir  string
	errs []error
}

func (f *rulesFile) located(err error) error {
	if at, ok := errors.AsType[*lineError](err); ok {
		return fmt.Errorf("%s:%d: %s", f.name, at.line, at.text)
	}
	return fmt.Errorf("%s: %w", f.name, err)
}

func (f *rulesFile) failf(line int, format string, args ...any) {
	if len(f.errs) < maxIssues {
		f.errs = append(f.errs, f.located(wrong(line, format, args...)))
	}
}

func (f *rulesFile) rules(root *node) *Rules {
	r := &Rules{by: ByRules}
	if root.kind == nodeList {
		f.list(r, root)
		return r
	}
	if root.kind != nodeMap {
		f.failf(root.line, "it must be a list of rules, or a mapping with rules and otherwise, not %s", root.kind)
		return r
	}
	for _, m := range root.members {
		switch m.name {
		case "rules":
			f.list(r, m.value)
		case "otherwise":
			r.otherwise = f.policy(m.value)
		default:
			f.unknown(m, "rules", "otherwise")
		}
	}
	return r
}

func (f *rulesFile) unknown(m member, known ...string) {
	f.failf(m.line, "unknown key %s; there are: %s", quote(m.name), strings.Join(known, ", "))
}

func (f *rulesFile) policy(n *node) Policy {
	if n.kind != nodeString || !slices.Contains(Policies(), n.text) {
		f.failf(n.line, "otherwise must be one of: %s", strings.Join(Policies(), ", "))
	}
	return Policy(n.text)
}

func (f *rulesFile) list(r *Rules, n *node) {
	if n.kind == nodeNull {
		return
	}
	if n.kind != nodeList {
		f.failf(n.line, "rules must be a list, not %s", n.kind)
		return
	}
	for _, item := range n.items {
		if item.kind != nodeMap {
			f.failf(item.line, "a rule must be a mapping, not %s", item.kind)
			continue
		}
		r.rules = append(r.rules, f.rule(item))
	}
}

func (f *rulesFile) rule(n *node) *rule {
	r := &rule{label: fmt.Sprintf("%s:%d", f.name, n.line)}
	given := false
	for _, m := range n.members {
		switch m.name {
		case "action":
			r.action = f.action(m.value)
		case "content":
			given = true
			r.entries = f.content(m.value)
		case "defaults":
			r.defaults = f.flag(m)
		case "confirmed":
			r.confirmed = f.flag(m)
		case "asIs":
			r.asIs = f.flag(m)
		default:
			f.criterion(&r.match, m)
		}
	}
	f.complete(r, n.line, given)
	return r
}

// complete fills in what goes without saying, and finds what contradicts.
func (f *rulesFile) complete(r *rule, line int, given bool) {
	switch {
	case r.action == "" && given:
		r.action = mcpclient.Accept
	case r.action == "":
		f.failf(line, "the rule has neither action nor content")
	case given && r.action != mcpclient.Accept:
		f.failf(line, "content only goes with the action accept")
	}
	if r.action == mcpclient.Accept && !given {
		r.defaults = true
	}
	if r.match.url != nil && r.match.mode == "" {
		r.match.mode = mcpclient.ModeURL
	}
	if given && r.match.mode == mcpclient.ModeURL {
		f.failf(line, "a URL question takes no content")
	}
	if given && r.entries == nil {
		r.entries = []entry{}
	}
}

func (f *rulesFile) content(n *node) []entry {
	if n.kind != nodeMap {
		f.failf(n.line, "content must be a mapping of properties to values, not %s", n.kind)
		return nil
	}
	var entries []entry
	for _, m := range n.members {
		entries = append(entries, f.entry(m))
	}
	return entries
}

// entry reads one value. A mapping with file or env as its only key says where
// the value comes from; no form takes a mapping as a value.
func (f *rulesFile) entry(m member) entry {
	v := m.value
	if v.kind == nodeMap && len(v.members) == 1 && v.members[0].value.kind == nodeString {
		from := v.members[0].value.text
		switch v.members[0].name {
		case "env":
			return entry{name: m.name, env: from}
		case "file":
			if !filepath.IsAbs(from) {
				from = filepath.Join(f.dir, from)
			}
			return entry{name: m.name, file: from}
		}
	}
	return entry{name: m.name, raw: v.json()}
}
