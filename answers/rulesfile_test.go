package answers

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elicit/mcpclient"
)

func TestMistakesInAnAnswersFileAreNamedWithTheirLine(t *testing.T) {
	for _, test := range []struct{ file, want string }{
		{"rules:\n  - sever: x\n    action: accept", `:2: unknown key "sever"`},
		{"rules: []\nothervise: park", `:2: unknown key "othervise"`},
		{"rules: []\notherwise: explode", `:2: otherwise must be one of: prompt, park`},
		{"rules:\n  - action: maybe", `:2: action must be`},
		{"rules:\n  - tool: x", `:2: the rule has neither action nor content`},
		{"rules:\n  - action: decline\n    content: {a: 1}", `:2: content only goes with`},
		{"rules:\n  - mode: url\n    content: {a: 1}", `:2: a URL question takes no content`},
		{"rules:\n  - mode: carrier pigeon\n    action: cancel", `:2: mode must be`},
		{"rules:\n  - message: /(/\n    action: cancel", `:2: message: error parsing regexp`},
		{"rules:\n  - fields: seats\n    action: cancel", `:2: fields must be a list`},
		{"rules:\n  - action: cancel\n    round: 0", `:3: round must be a whole number`},
		{"rules:\n  - action: cancel\n    nth: first", `:3: nth must be a whole number`},
		{"rules:\n  - action: cancel\n    confirmed: 1", `:3: confirmed must be true or false`},
		{"rules:\n  - action: cancel\n    tool: [a]", `:3: tool must be a text`},
		{"rules:\n  - content: 5", `:2: content must be a mapping`},
		{"rules:\n  - content:\n      a: 1_000", `:3: "1_000" is not a number`},
		{"rules:\n  - content:\n      a: 0x1F", `:3: "0x1F" is not a number`},
		{"rules:\n  - content:\n      a: .inf", `:3: ".inf" is not a number`},
		{"rules:\n  - content:\n      a: 1\n      a: 2", `:4: not YAML`},
		{"rules:\n  - content:\n      a: !!binary x", `:3: tag is not supported`},
		{"rules:\n  - content:\n      a: *x", `:3: there is no anchor "x"`},
		{"rules: 5", `:1: rules must be a list`},
		{"rules:\n  - 5", `:2: a rule must be a mapping`},
		{"5", `:1: it must be a list of rules`},
		{"", `:1: it must hold exactly one YAML document`},
		{"rules: [\n", `not YAML`},
		{"- action: cancel\n---\n- action: cancel", `exactly one YAML document`},
		{"{\n\"rules\": [\n{\"sever\": 1}]}", `:3: unknown key "sever"`},
		{"{\n\"rules\": [],\n\"rules\": []}", `:3: "rules" is there twice`},
		{"{\n\"rules\": [\n}", `:3: not JSON`},
		{"\xff", `:1: it is not UTF-8 text`},
	} {
		r, err := ReadRules(strings.NewReader(test.file))
		if err == nil {
			t.Errorf("%q is taken as %+v", test.file, r)
			continue
		}
		if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q gives the error\n  %v, want\n  %s", test.file, err, test.want)
		}
	}
}

func TestEveryMistakeIsToldAtOnce(t *testing.T) {
	_, err := ReadRules(strings.NewReader("rules:\n  - sever: x\n    action: no\notherwise: x\n"))
	wantEqual(t, "the number of errors", len(strings.Split(fmt.Sprint(err), "\n")), 3)
}

func TestServerWordsInAnErrorCannotReachTheTerminal(t *testing.T) {
	_, err := ReadRules(strings.NewReader("\"a\\e[31m\": 1"))
	if err == nil || strings.ContainsRune(err.Error(), '\x1b') {
		t.Errorf("the error is %q", err)
	}
}

func TestAnchorsAndBlockTextsWork(t *testing.T) {
	r := rulesOf(t, "- content: {text: &greeting hello}\n  tool: other\n- content:\n    text: *greeting\n- content:\n    text: |\n      a\n      b\n")
	wantEqual(t, "the content", string(answered(t, asked(mcpclient.Legacy, kindsSchema), r).Content), `{"text":"hello"}`)
}

func TestAnAliasBombIsRefused(t *testing.T) {
	var b strings.Builder
	b.WriteString("- content:\n    a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n")
	for i := 1; i < 12; i++ {
		fmt.Fprintf(&b, "    a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 10), ","))
	}
	if _, err := ReadRules(strings.NewReader(b.String())); err == nil {
		t.Error("it is taken")
	}
}

func FuzzAnswersFile(f *testing.F) {
	for _, seed := range []string{
		"rules:\n  - tool: a\n    content: {x: 0.10, y: [1, true, null]}\notherwise: park\n",
		`{"rules":[{"message":"/a/","content":{"x":{"file":"y"}}}]}`,
		"- &a {content: {k: *a}}", "? a\n: b", "a: >-\n  x", "- !!str 1", "\t", "[", "{a: [1, 2", "--- |\n x\n...",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ReadRules(strings.NewReader(string(data)))
		if (r == nil) == (err == nil) {
			t.Fatalf("rules %v and error %v", r, err)
		}
		if err != nil {
			for _, c := range err.Error() {
				if c != '\n' && (c < 0x20 || c == 0x7f || (c >= 0x80 && c < 0xa0)) {
					t.Fatalf("the error %q has a control character", err)
				}
			}
		}
	})
}

func TestTheRulesInTheDocumentationAreRead(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "answers.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(page), "```yaml\n")
	example, _, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatal("there are none")
	}
	r, err := ReadRules(strings.NewReader(example))
	if err != nil {
		t.Fatal(err)
	}
	wantEqual(t, "the number of rules", len(r.Unused()), 3)
	wantEqual(t, "what is done otherwise", r.Otherwise(), FailTheCall)
}
