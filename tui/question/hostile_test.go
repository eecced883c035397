package question

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"elicit/forms"
	"elicit/internal/safetext"
)

// hostile is what a server may send to act on the terminal, or to look like the
// client.
const hostile = "\x1b]0;owned\x07\x1b]52;c;b3duZWQ=\x07\x1b[2J\x1b[H\x1b[31mred\r▌admin▐ asks\u202eevil\u0085\x9b1m\x1bPq\x1b\\ \U000e0041\u200b end"

func hostileSchema(t *testing.T) string {
	t.Helper()
	q := func(s string) string { b, _ := json.Marshal(s); return string(b) }
	return fmt.Sprintf(`{"type":"object","properties":{
		"a":{"type":"string","title":%[1]s,"description":%[1]s,"default":%[1]s},
		"c":{"type":"string","title":"Pick","oneOf":[{"const":%[1]s,"title":%[1]s},{"const":"b","title":"B"}]}}}`, q(hostile))
}

func TestHostileWordsStayInTheBody(t *testing.T) {
	atEachSize(t, func(t *testing.T, w, h int) {
		t.Helper()
		calm, wild := start(t, w, h), start(t, w, h)
		calm.open(formCase(t, "Hello.", `{"type":"object","properties":{"a":{"type":"string","title":"A"},"c":{"type":"string","enum":["a","b"]}}}`))
		c := formCase(t, hostile, hostileSchema(t))
		wild.open(c)
		wild.Settle()
		for x := range w {
			a, b := calm.Cell(x, 0), wild.Cell(x, 0)
			if !a.Equal(&b) {
				t.Fatalf("the header changed at column %d: %q became %q", x, a.Content, b.Content)
			}
		}
		harmless(t, wild)
	})
}

func TestHostileWordsInEveryOtherPlaceAreMarked(t *testing.T) {
	for name, keys := range map[string][]any{
		"review": {"ctrl+s"}, "schema": {"ctrl+o", 's'}, "request": {"ctrl+o", 'r'}, "editor": {"ctrl+o", 'j'},
		"menu": {"ctrl+o"}, "message": {"ctrl+o", 'm'}, "findings": {"ctrl+o", 'f'},
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t, 100, 30)
			c := formCase(t, hostile, hostileSchema(t))
			c.Target, c.Key = safetext.Of(hostile), hostile
			c.Params = json.RawMessage(fmt.Sprintf("{%q:\"\x7f\u0085\u202e\"}", "a"))
			r.open(c)
			r.Press(keys...)
			r.Settle()
			harmless(t, r)
		})
	}
}

// The file that names the servers may be a stranger's too: it comes with a
// project.
func TestAHostileNameOfAServerIsMarked(t *testing.T) {
	for name, keys := range map[string][]any{
		"review": {"ctrl+s"}, "schema": {"ctrl+o", 's'}, "request": {"ctrl+o", 'r'}, "message": {"ctrl+o", 'm'},
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t, 100, 30)
			c := formCase(t, "Which?", hostileSchema(t))
			c.Server = "a billing " + hostile
			r.open(c)
			r.Press(keys...)
			r.Settle()
			harmless(t, r)
		})
	}
}

func TestAHostileRefusalIsMarked(t *testing.T) {
	r := start(t, 100, 30)
	e := elicitation(hostile, `{"properties":{"`+strings.Repeat("a", 300)+`":{}}}`)
	r.refuse(e, &forms.Refusal{Profile: "tester", Rule: "credential", Property: hostile, Advice: hostile, Rules: []string{"x@" + hostile}})
	r.Settle()
	harmless(t, r)
}

func TestAHostileAddressIsMarkedAndNotOpened(t *testing.T) {
	r := start(t, 100, 30)
	a := r.open(urlCase("https://example.com/"+hostile, false))
	r.WaitFor("cannot be opened")
	r.Press('o', 'a', 'y', 'Q')
	r.Settle()
	harmless(t, r)
	a.undecided()
	if len(r.opened) > 0 {
		t.Fatal("it was opened")
	}
}

// harmless checks that nothing of what hostile wants has happened.
func harmless(t *testing.T, r *run) {
	t.Helper()
	if title := r.Title(); title != "" {
		t.Errorf("the title became %q", title)
	}
	if clip := r.Clipboard(); clip != "" {
		t.Errorf("the clipboard became %q", clip)
	}
	text := r.Text()
	for _, c := range text {
		if c != '\n' && safetext.Clean(string(c)) != string(c) && c != '\uFFFD' {
			t.Errorf("the screen shows %U", c)
		}
	}
	for row := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(row, "▌admin▐") {
			t.Errorf("a row begins with a false badge:\n%s", text)
		}
	}
	if !strings.Contains(r.Rows()[0], " billing ") {
		t.Errorf("the badge is gone: %q", r.Rows()[0])
	}
}

func TestURLsInAMessageNeverBecomeLinks(t *testing.T) {
	r := start(t, 80, 24)
	r.open(formCase(t, "Go to https://evil.example/login now", planSchema))
	r.Settle()
	if strings.Contains(r.Output(), "\x1b]8;") {
		t.Fatal("a hyperlink was written")
	}
	x, y := r.Find("https://evil.example")
	if cell := r.Cell(x, y); cell.Link.URL != "" {
		t.Fatalf("the cell links to %s", cell.Link.URL)
	}
}

func TestALongMessageNeverPushesTheFormAway(t *testing.T) {
	message := strings.Repeat("A line of the message.\n", 300) + "the end"
	atEachSize(t, func(t *testing.T, w, h int) {
		t.Helper()
		r := start(t, w, h)
		r.open(formCase(t, message, planSchema))
		r.WaitFor("Plan *")
		r.WaitFor("more")
		r.Press("alt+m")
		r.WaitFor("The message of billing")
		r.Press("end")
		r.WaitFor("the end")
		r.Press("esc")
		r.WaitFor("Plan *")
	})
}
