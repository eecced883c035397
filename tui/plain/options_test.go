package plain

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"elicit/forms"
)

func TestManyOptionsAreSaidInPartsAndFound(t *testing.T) {
	var options []string
	for i := range 1000 {
		options = append(options, fmt.Sprintf("town %03d", i))
	}
	raw, _ := json.Marshal(options)
	d, out := decide(t, formCase(t, forms.Tester, "?", it(`{"type":"string","enum":`+string(raw)+`}`, true)), ":more\n99\nyes\n")
	if string(d.Content) != `{"it":"town 098"}` {
		t.Errorf("content %s", d.Content)
	}
	if !strings.Contains(out, "  40) town 039\n960 more: ") || strings.Contains(out, "town 040") {
		t.Errorf("it said\n%s", out)
	}
	d, out = decide(t, formCase(t, forms.Tester, "?", it(`{"type":"string","enum":`+string(raw)+`}`, true)), "N 77\nnowhere\ntown 777\nyes\n")
	if string(d.Content) != `{"it":"town 777"}` || !strings.Contains(out, "Found:\n  771) town 770\n") || !strings.Contains(out, `there is no option "nowhere"`) {
		t.Errorf("content %s, it said\n%s", d.Content, out)
	}
}

func TestCommandsOfAQuestion(t *testing.T) {
	schema := it(`{"type":["string","null"],"title":"Note"}`, false)
	for line, want := range map[string]string{
		":findings": "nullable@it: null is named as a value, and is never sent\n",
		":schema":   `"title": "Note"`,
		":help":     ":decline   say no to the whole question\n",
		":more":     "That was all.\n",
		":2":        "no such command",
	} {
		d, out := decide(t, formCase(t, forms.Tester, "?", schema), line+"\n:done\n:1\nx\n"+line+"\nyes\n")
		if string(d.Content) != `{"it":"x"}` || !strings.Contains(out, want) {
			t.Errorf("%s: content %s, it said\n%s", line, d.Content, out)
		}
	}
}

// shut is a reader of the output that went away.
type shut struct{}

func (shut) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWhoDoesNotHearIsNotWaitedFor(t *testing.T) {
	r, w := io.Pipe()
	defer func() { _ = w.Close() }()
	c := NewConsole(r, shut{})
	c.Say("hello")
	if _, err := c.Ask(t.Context(), "answer> "); !errors.Is(err, io.EOF) {
		t.Errorf("the answer is %v", err)
	}
}
