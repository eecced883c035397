package form

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"elicit/forms"
)

func TestAnEarlierEmptyListIsNotOfferedOnceTaken(t *testing.T) {
	for name, p := range map[string]string{
		"list":    `{"type":"array","items":{"type":"string"}}`,
		"choices": `{"type":"array","items":{"type":"string","enum":["a","b"]}}`,
	} {
		f := parse(t, pair(p))
		previous, issues := f.Answers(forms.Content(`{"p":[]}`))
		if issues != nil {
			t.Fatal(issues)
		}
		m := New(f, Options{Previous: previous})
		m.SetSize(100, 24)
		if view := ansi.Strip(m.View()); !strings.Contains(view, "last:") {
			t.Errorf("%s: the earlier answer is not offered:\n%s", name, view)
		}
		press(t, m, "ctrl+y")
		if view := ansi.Strip(m.View()); strings.Contains(view, "last:") || content(t, m) != `{"p":[]}` {
			t.Errorf("%s: what was taken is offered again, or was not taken:\n%s", name, view)
		}
	}
}
