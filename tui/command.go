package tui

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
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

// command is an elicit command for a POSIX shell. What would not fit into words
// stands in documents below it, each read through a descriptor of its own.
type command struct {
	words     []string
	documents []string
}

// commandOf is a call as a command that makes it again, with the answers that it
// was given.
func commandOf(s *server, method, target string, args json.RawMessage, records []answers.Record) string {
	sub := map[string]string{mcpclient.MethodTool: "call", mcpclient.MethodPrompt: "prompt", mcpclient.MethodResource: "read"}[method]
	c := &command{words: []string{"elicit", sub, quote(target)}}
	switch method {
	case mcpclient.MethodTool:
		c.toolArguments(s, target, args)
	case mcpclient.MethodPrompt:
		c.promptArguments(args)
	}
	c.answers(records)
	c.server(s)
	return c.String()
}

// String is the command line, with its documents.
func (c *command) String() string {
	var b strings.Builder
	b.WriteString(strings.Join(c.words, " "))
	for i := range c.documents {
		b.WriteString(" " + fd(i) + "<<'" + documentEnd + "'")
	}
	for _, d := range c.documents {
		b.WriteString("\n" + strings.TrimRight(d, "\n") + "\n" + documentEnd)
	}
	return b.String()
}

const documentEnd = "END_OF_ELICIT"

// fd is the descriptor of a document: the first that a shell does not use.
func fd(i int) string { return string(rune('3' + i)) }

// document puts text below the command and gives the name by which it is read.
func (c *command) document(text string) string {
	c.documents = append(c.documents, text)
	return "/dev/fd/" + fd(len(c.documents)-1)
}

// server says how the server is reached, in the words that it was reached by.
func (c *command) server(s *server) {
	flags := s.Flags
	if flags == nil {
		flags = []string{"--server", s.Name}
		if s.Protocol != "" && s.Protocol != "auto" {
			flags = append(flags, "--protocol", s.Protocol)
		}
		if s.Profile.Name != "" && s.Profile.Name != "tester" {
			flags = append(flags, "--profile", s.Profile.Name)
		}
		flags = append(append(flags, "--"), s.Command...)
	}
	for _, f := range flags {
		c.words = append(c.words, quote(f))
	}
}

// plainName is a name that NAME:=JSON and --answer take without a second
// meaning.
var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*$`)

// toolArguments writes each member as NAME:=JSON, which needs no schema to be
// read back exactly, or the whole object where a name would be misread.
func (c *command) toolArguments(s *server, tool string, args json.RawMessage) {
	if len(args) == 0 || string(args) == "{}" {
		return
	}
	members, plain := membersOf(args)
	if plain {
		for _, m := range members {
			c.words = append(c.words, quote(m.name+":="+m.value))
		}
	} else {
		c.words = append(c.words, "--args", c.document(string(safetext.EscapeJSON(args))))
	}
	for _, t := range s.tools {
		if t.Name.Raw() != tool {
			continue
		}
		if problems, err := checkArguments(t.InputSchema, args); err != nil || len(problems) > 0 {
			c.words = append(c.words, "--unchecked")
		}
	}
}

// promptArguments writes NAME=VALUE: a prompt's arguments are always text.
func (c *command) promptArguments(args json.RawMessage) {
	members, _ := membersOf(args)
	for _, m := range members {
		var text string
		if json.Unmarshal([]byte(m.value), &text) == nil {
			c.words = append(c.words, quote(m.name+"="+text))
		}
	}
}

// answers gives the answers in the shortest way that gives the same again.
func (c *command) answers(records []answers.Record) {
	told := slices.DeleteFunc(slices.Clone(records), func(r answers.Record) bool {
		return r.Refusal != nil || r.Outcome.Action == mcpclient.Ask || r.Outcome.Action == mcpclient.Refuse
	})
	if len(told) == 0 {
		return
	}
	if action := told[0].Outcome.Action; action != mcpclient.Accept && !slices.ContainsFunc(told, func(r answers.Record) bool { return r.Outcome.Action != action }) {
		c.words = append(c.words, "--on-ask", string(action))
		return
	}
	if flags, ok := answerFlags(told); ok {
		c.words = append(c.words, flags...)
		return
	}
	for i := range told {
		told[i].Decision.By = answers.ByPerson // rules are written of a person's answers
	}
	var rules bytes.Buffer
	if answers.SaveRules(&rules, told) == nil {
		c.words = append(c.words, "--answers", c.document(rules.String()))
	}
}

// answerFlags are the answers as --answer flags; false when those would say
// something else: they answer every form that has one of the properties, and
// fill in the defaults of the rest.
func answerFlags(records []answers.Record) (flags []string, ok bool) {
	values := map[string]string{}
	for _, r := range records {
		members, plain := membersOf(r.Outcome.Content)
		if r.Outcome.Action != mcpclient.Accept || r.Case.Form == nil || !plain || len(members) == 0 || r.Decision.Unchecked || r.Decision.Confirmed {
			return nil, false
		}
		for _, m := range members {
			if had, given := values[m.name]; given && had != m.value {
				return nil, false
			} else if given {
				continue
			}
			values[m.name] = m.value
			flags = append(flags, "--answer", quote(m.name+":="+m.value))
		}
	}
	for _, r := range records {
		if !saysAll(r, values) {
			return nil, false
		}
	}
	return flags, true
}

// saysAll reports whether a form that is answered from values gets what the
// record says, and no more.
func saysAll(r answers.Record, values map[string]string) bool {
	members, _ := membersOf(r.Outcome.Content)
	for _, p := range r.Case.Form.Properties {
		name := p.Name.Raw()
		given := slices.ContainsFunc(members, func(m member) bool { return m.name == name })
		_, flagged := values[name]
		if !given && (flagged || p.Default != nil) {
			return false
		}
	}
	return true
}

// member is one name of a JSON object and its value as JSON, drawable.
type member struct{ name, value string }

// membersOf are an object's members in order. Plain means that each name occurs
// once and is read back as it is written.
func membersOf(object json.RawMessage) (members []member, plain bool) {
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	plain = true
	seen := map[string]bool{}
	for d.More() {
		token, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return members, false
		}
		name, _ := token.(string)
		plain = plain && plainName.MatchString(name) && !seen[name]
		seen[name] = true
		members = append(members, member{name: name, value: string(safetext.EscapeJSON(value))})
	}
	return members, plain
}

// quote makes one word of a POSIX shell. What a terminal would act on never
// gets as far as a clipboard: it is written as $'…' escapes, which every shell
// of today reads.
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
