package form

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"elicit/forms"
	"elicit/tui/theme"
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

func TestAFoldedAnswerEndsInOneMark(t *testing.T) {
	s := space{theme: theme.New(true, false), width: 10}
	for _, second := range []string{"bbb", "bbbbbbbb", "bbbbbbbbb", "bbbbbbbbbb"} {
		rows := s.folded("aaaaaaaaaa " + second + " cccccccccc").rows
		last := ansi.Strip(rows[len(rows)-1])
		if len(rows) != 2 || strings.Count(last, "…") != 1 || lipgloss.Width(last) > s.width {
			t.Errorf("%q is folded to %q", second, rows)
		}
	}
}

func TestAFormWithoutFieldsFitsANarrowWindow(t *testing.T) {
	m := newModel(t, `{"type":"object","properties":{}}`, 7, 2)
	for row := range strings.SplitSeq(m.View(), "\n") {
		if n := lipgloss.Width(row); n != 7 {
			t.Errorf("a row has %d cells: %q", n, row)
		}
	}
}

func TestEveryFindingIsExplainedInWords(t *testing.T) {
	m := newModel(t, one(`{"type":"string","pattern":"(?=a)"}`, false), 120, 24)
	m.ToggleFindings()
	if view := ansi.Strip(m.View()); !strings.Contains(view, "pattern-unknown: the pattern cannot be checked") {
		t.Errorf("the finding is not explained:\n%s", view)
	}
}
