package form

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"elicit/forms"
)

// texts is a schema of n texts.
func texts(n int) string {
	var p []string
	for i := range n {
		p = append(p, fmt.Sprintf(`"f%d":{"type":"string","description":"the field number %d"}`, i+1, i+1))
	}
	return `{"type":"object","properties":{` + strings.Join(p, ",") + `}}`
}

func TestKeysMoveBetweenFields(t *testing.T) {
	for _, c := range []struct {
		keys string
		want int
	}{
		{"enter", 1},
		{"tab", 1},
		{"down", 1},
		{"tab tab shift+tab", 1},
		{"down up", 0},
		{"up", 0},
		{"shift+tab", 11},
		{"ctrl+end", 11},
		{"ctrl+end tab", 0},
		{"ctrl+end ctrl+home", 0},
		{"alt+5", 4},
		{"alt+9 alt+2", 1},
		{"alt+1 alt+2", 11},
		{"alt+1 x alt+2", 1},
		{"alt+0", 0},
		{"3", 0},
		{"pgdown", 3},
	} {
		m := newModel(t, texts(12), 80, 12)
		press(t, m, strings.Fields(c.keys)...)
		if m.Focused() != c.want {
			t.Errorf("%s: the focus is on %d, want %d", c.keys, m.Focused(), c.want)
		}
	}
}

func TestADigitGoesToAFieldWhereItMeansNothingElse(t *testing.T) {
	m := newModel(t, `{"type":"object","properties":{"a":{"type":"boolean"},"b":{"type":"string"},"c":{"type":"boolean"}}}`, 80, 24)
	press(t, m, "3")
	if m.Focused() != 2 {
		t.Errorf("3 on a boolean went to %d", m.Focused())
	}
	press(t, m, "2", "3")
	if m.Focused() != 1 || m.Answers()["b"].Text != "3" {
		t.Errorf("3 in a text went to %d and left %q", m.Focused(), m.Answers()["b"].Text)
	}
}

func TestEnterOnTheLastFieldSubmits(t *testing.T) {
	m := newModel(t, texts(2), 80, 24)
	if press(t, m, "enter") || !press(t, m, "enter") {
		t.Error("the form is not submitted by enter on its last field alone")
	}
	if m.Focused() != 1 || !strings.Contains(m.View(), "▸") {
		t.Error("the form is gone or has lost its focus after it was submitted")
	}
}

func TestCtrlSSubmitsFromAnywhere(t *testing.T) {
	if m := newModel(t, texts(3), 80, 24); !press(t, m, "ctrl+s") {
		t.Error("ctrl+s does not submit")
	}
}

func TestAFormWithoutPropertiesIsDrawnAndSubmitted(t *testing.T) {
	m := newModel(t, `{"type":"object","properties":{}}`, 40, 3)
	frameFits(t, m, 40, 3)
	if !press(t, m, "x", "enter") || len(m.Answers()) != 0 {
		t.Error("enter does not submit a form without properties")
	}
	m.SetState(0, forms.Set)
	m.Focus(3)
	if m.Capturing() || m.Escape() || m.NextIssue() != nil || m.ShowIssues(nil) != nil {
		t.Error("a form without properties claims to have a field")
	}
}

func TestARequiredFieldMayBeLeftAndSaysWhatIsMissing(t *testing.T) {
	m := newModel(t, `{"type":"object","properties":{"a":{"type":"integer","maximum":50},"b":{"type":"string"}},"required":["a","b"]}`, 80, 24)
	if strings.Contains(m.View(), "✗") {
		t.Fatal("a fresh form shows issues")
	}
	press(t, m, "5", "1")
	if strings.Contains(m.View(), "✗") {
		t.Fatal("an issue shows while the field is typed for the first time")
	}
	press(t, m, "tab")
	if m.Focused() != 1 || strings.Count(m.View(), "✗") != 1 {
		t.Fatalf("after leaving an invalid field:\n%s", m.View())
	}
	press(t, m, "shift+tab", "backspace")
	if strings.Count(m.View(), "✗") != 1 { // that of b, which was left too
		t.Errorf("the issue stays while it is corrected:\n%s", m.View())
	}
}

func TestIssuesShowAllAtOnceAtTheirFields(t *testing.T) {
	m := newModel(t, texts(40), 60, 20)
	m.ShowIssues(&forms.Issues{List: []forms.Issue{
		{Property: "f3", Rule: "required", Text: "needs an answer!"},
		{Property: "f30", Rule: "required", Text: "here too"},
		{Rule: "content", Text: "as a whole"},
	}, More: 2})
	if m.Focused() != 2 || !strings.Contains(m.View(), "✗ needs an answer!") {
		t.Errorf("focus on %d:\n%s", m.Focused(), m.View())
	}
	m.NextIssue()
	if n := strings.Count("\n"+ansi.Strip(m.View()), "\n▸"); n != 1 {
		t.Errorf("%d fields look focused:\n%s", n, m.View())
	}
	if m.Focused() != 29 || !strings.Contains(m.View(), "✗ here too") {
		t.Errorf("focus on %d:\n%s", m.Focused(), m.View())
	}
	m.NextIssue()
	if m.Focused() != 2 {
		t.Errorf("the next issue after the last is at %d", m.Focused())
	}
	press(t, m, "ctrl+end")
	for _, want := range []string{"as a whole", "and 2 more"} {
		if !strings.Contains(m.View(), want) {
			t.Errorf("%q is not shown:\n%s", want, m.View())
		}
	}
}

func TestTheFocusedFieldIsAlwaysVisible(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {40, 12}, {40, 6}, {40, 3}, {20, 2}, {10, 1}, {3, 5}} {
		m := newModel(t, texts(30), size[0], size[1])
		for i := range 60 {
			frameFits(t, m, size[0], size[1])
			if size[1] >= 6 && !strings.Contains(ansi.Strip(m.View()), "▸") {
				t.Fatalf("%v: the focus on field %d is not visible:\n%s", size, m.Focused(), m.View())
			}
			press(t, m, []string{"tab", "shift+tab"}[i/30])
		}
	}
}

func TestResizingKeepsAnswersAndFocus(t *testing.T) {
	m := newModel(t, read(t, "every-kind.json"), 80, 24)
	press(t, m, "2", "tab", "Lovelace")
	before := m.Answers()
	for _, size := range [][2]int{{20, 3}, {200, 60}, {1, 1}, {80, 24}} {
		m.SetSize(size[0], size[1])
		frameFits(t, m, size[0], size[1])
	}
	if m.Focused() != 1 || m.Answers()["team"].Text != before["team"].Text {
		t.Errorf("after resizing the focus is on %d with %+v", m.Focused(), m.Answers())
	}
}

func TestAClickFocusesAndPicks(t *testing.T) {
	m := newModel(t, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string","enum":["red","green"]},"c":{"type":"boolean"}}}`, 80, 24)
	clickOn(t, m, "green")
	if m.Focused() != 1 || content(t, m) != `{"b":"green"}` {
		t.Errorf("a click on green: focus %d, %s", m.Focused(), content(t, m))
	}
	clickOn(t, m, "○ yes")
	if m.Focused() != 2 || content(t, m) != `{"b":"green","c":true}` {
		t.Errorf("a click on yes: focus %d, %s", m.Focused(), content(t, m))
	}
	clickOn(t, m, "1  a")
	if m.Focused() != 0 || content(t, m) != `{"b":"green","c":true}` {
		t.Errorf("a click on a title: focus %d, %s", m.Focused(), content(t, m))
	}
}

func clickOn(t *testing.T, m *Model, what string) {
	t.Helper()
	for y, row := range strings.Split(ansi.Strip(m.View()), "\n") {
		if before, _, ok := strings.Cut(row, what); ok {
			m.Update(tea.MouseClickMsg{X: ansi.StringWidth(before), Y: y, Button: tea.MouseLeft})
			return
		}
	}
	t.Fatalf("%q is not on the screen:\n%s", what, m.View())
}

func TestTheWheelScrollsWithoutMovingTheFocus(t *testing.T) {
	m := newModel(t, texts(30), 60, 12)
	for range 10 {
		m.Update(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	}
	if m.Focused() != 0 || strings.Contains(ansi.Strip(m.View()), "▸") {
		t.Errorf("the wheel did not scroll:\n%s", m.View())
	}
	press(t, m, "x")
	if !strings.Contains(ansi.Strip(m.View()), "▸") || m.Answers()["f1"].Text != "x" {
		t.Errorf("typing does not come back to the focused field:\n%s", m.View())
	}
}

func TestEscapeLeavesWhatTheFieldHasOfItsOwn(t *testing.T) {
	m := newModel(t, pair(`{"type":"string","enum":["red","green"]}`), 80, 24)
	if m.Escape() || m.Capturing() {
		t.Error("a list that is not filtered has nothing to leave")
	}
	press(t, m, "/", "gr")
	if !m.Capturing() || !m.Escape() || m.Capturing() || m.Escape() {
		t.Error("esc does not leave the filter, or leaves it twice")
	}
	m = newModel(t, pair(`{"type":"string"}`), 80, 24)
	press(t, m, "a", "alt+enter", "b")
	if !m.Escape() || m.Escape() {
		t.Error("esc does not leave the writing of lines, or leaves it twice")
	}
	press(t, m, "enter")
	if m.Focused() != 1 || m.Answers()["p"].Text != "a\nb" {
		t.Errorf("after esc enter went to %d and the text is %q", m.Focused(), m.Answers()["p"].Text)
	}
}

func TestAFilterWithoutMatchesPicksNothing(t *testing.T) {
	m := newModel(t, pair(`{"type":"string","enum":["red","green"]}`), 80, 24)
	press(t, m, "/", "zzz", "down", "enter", "left")
	m.Escape()
	press(t, m, "tab")
	if got := content(t, m); got != `{}` {
		t.Errorf("sends %s", got)
	}
}
