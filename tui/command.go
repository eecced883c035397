package tui

import (
	"encoding/json"
	"strings"

	"charm.land/lipgloss/v2"

	"elicit/answers"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// outcomeWord says what became of a question, in the past tense.
func outcomeWord(good, neutral, bad lipgloss.Style, r answers.Record) (string, lipgloss.Style) {
	if r.Refusal != nil {
		return "refused", bad
	}
	switch r.Outcome.Action {
	case mcpclient.Accept:
		return "accepted", good
	case mcpclient.Decline:
		return "declined", neutral
	case mcpclient.Cancel:
		return "cancelled", neutral
	case mcpclient.Ask, mcpclient.Refuse:
	}
	return "left open", neutral
}

// commandOf is a call as a command for a shell, with the answers it was given.
func commandOf(s *server, method, target string, args json.RawMessage, records []answers.Record) string {
	sub := map[string]string{mcpclient.MethodTool: "call", mcpclient.MethodPrompt: "prompt", mcpclient.MethodResource: "read"}[method]
	words := []string{"elicit", sub, quote(target)}
	if s.Protocol != "" && s.Protocol != "auto" {
		words = append(words, "--protocol", quote(s.Protocol))
	}
	if s.Profile.Name != "" && s.Profile.Name != "tester" {
		words = append(words, "--profile", quote(s.Profile.Name))
	}
	if len(args) > 0 && string(args) != "{}" && method != mcpclient.MethodResource {
		words = append(words, argumentWords(args)...)
	}
	for _, r := range records {
		words = append(words, answerWords(r)...)
	}
	words = append(words, "--")
	for _, c := range s.Command {
		words = append(words, quote(c))
	}
	return strings.Join(words, " ")
}

// argumentWords writes each member as k:=JSON, which needs no schema to be
// read back exactly.
func argumentWords(args json.RawMessage) []string { return memberWords(args, "", ":=") }

func memberWords(object json.RawMessage, flag, between string) []string {
	var words []string
	d := json.NewDecoder(strings.NewReader(string(object)))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return words
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return words
		}
		if flag != "" {
			words = append(words, flag)
		}
		key, _ := name.(string)
		words = append(words, quote(key+between+string(value)))
	}
	return words
}

func answerWords(r answers.Record) []string {
	switch r.Outcome.Action {
	case mcpclient.Accept:
		return memberWords(r.Outcome.Content, "--answer", ":=")
	case mcpclient.Decline:
		return []string{"--on-ask", "decline"}
	case mcpclient.Cancel:
		return []string{"--on-ask", "cancel"}
	case mcpclient.Ask, mcpclient.Refuse: // never went over the wire
	}
	return nil
}

// quote makes one word of a POSIX shell. What a terminal would act on never
// gets as far as a clipboard: it is written as $'…' escapes.
func quote(word string) string {
	if word != "" && strings.IndexFunc(word, unsafeInShell) < 0 {
		return word
	}
	if safetext.Of(word).String() != word {
		inner := strings.Trim(safetext.JSONString(word), `"`)
		return "$'" + strings.ReplaceAll(strings.ReplaceAll(inner, `\"`, `"`), "'", `\'`) + "'"
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func unsafeInShell(r rune) bool {
	safe := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	return !safe && !strings.ContainsRune("_-./:=@%+,", r)
}
