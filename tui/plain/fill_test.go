package plain

import (
	"errors"
	"io"
	"strings"
	"testing"

	"elicit/forms"
	"elicit/mcpclient"
)

func TestFillGivesContent(t *testing.T) {
	c := formCase(t, forms.Tester, "", it(`{"type":"string"}`, true))
	var out strings.Builder
	p := New(NewConsole(strings.NewReader("x\nyes\n"), &out), Options{})
	content, action, err := p.Fill(t.Context(), c.Form, nil)
	if err != nil || action != mcpclient.Accept || string(content) != `{"it":"x"}` {
		t.Fatalf("%s %s %v", action, content, err)
	}
}

func TestPickTakesNumbersAndWords(t *testing.T) {
	for lines, want := range map[string]int{"2\n": 1, "b\n": 1, "9\nzz\n1\n": 0} {
		c := NewConsole(strings.NewReader(lines), io.Discard)
		if i, err := c.Pick(t.Context(), "Which?", []string{"a", "b"}); err != nil || i != want {
			t.Errorf("%q picks %d, %v", lines, i, err)
		}
	}
	if _, err := NewConsole(strings.NewReader(""), io.Discard).Pick(t.Context(), "Which?", []string{"a"}); !errors.Is(err, io.EOF) {
		t.Errorf("the end of the input gives %v", err)
	}
}
