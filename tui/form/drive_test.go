package form

import (
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"elicit/forms"
	"elicit/tui/theme"
)

// anyKey are keys that a form makes something of.
var anyKey = []string{
	"enter", "tab", "shift+tab", "up", "down", "left", "right", "home", "end", "pgup", "pgdown", "space", "backspace",
	"delete", "esc", "alt+enter", "ctrl+j", "alt+up", "alt+down", "alt+delete", "ctrl+a", "ctrl+e", "ctrl+k", "ctrl+u", "ctrl+w",
	"ctrl+r", "ctrl+x", "ctrl+t", "ctrl+y", "alt+d", "ctrl+s", "ctrl+home", "ctrl+end", "alt+1", "alt+7", "alt+8",
	"/", "a", "e", "j", "k", "y", "n", "1", "2", "9", "-", ".", "日", "\u0301",
}

// TestNoKeysBreakAForm presses keys at random, with resizes, clicks and all that
// a parent may do, and looks at every frame. The seeds are fixed.
func TestNoKeysBreakAForm(t *testing.T) {
	f := parse(t, read(t, "every-kind.json"))
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 1))
		m := New(f, Options{Theme: theme.New(true, true), Now: (&clock{}).now, Previous: forms.Answers{
			"seats": {State: forms.Set, Text: "12"}, "features": {State: forms.Set, Picks: []int{0, 3}},
		}})
		w, h := 80, 24
		m.SetSize(w, h)
		var done []string
		for range 400 {
			k := anyKey[r.IntN(len(anyKey))]
			done = append(done, k)
			press(t, m, k)
			switch r.IntN(30) {
			case 0:
				w, h = 1+r.IntN(120), 1+r.IntN(40)
				m.SetSize(w, h)
			case 1:
				m.Update(tea.MouseClickMsg{X: r.IntN(w), Y: r.IntN(h), Button: tea.MouseLeft})
			case 2:
				m.Update(tea.MouseWheelMsg{Button: tea.MouseWheelUp + tea.MouseButton(r.IntN(2))})
			case 3:
				m.Escape()
			case 4:
				m.Update(tea.PasteMsg{Content: "a\nb\r\x1b[31mc"})
			case 5:
				_, issues := f.Content(m.Answers())
				m.ShowIssues(issues)
			case 6:
				m.SetState(r.IntN(9), forms.State(r.IntN(3)))
			case 7:
				m.SetAnswers(m.Answers())
			}
			frameFits(t, m, w, h)
			if n := strings.Count("\n"+ansi.Strip(m.View()), "\n▸"); n > 1 {
				t.Fatalf("%d fields look focused after %q:\n%s", n, done, m.View())
			}
			if strings.ContainsAny(ansi.Strip(m.View()), "\x1b\r") {
				t.Fatalf("a control character is on the screen after %q", done)
			}
		}
	}
}

func TestAnswersSurviveBeingSetAgain(t *testing.T) {
	m := newModel(t, read(t, "every-kind.json"), 80, 24)
	want := forms.Answers{
		"plan":     {State: forms.Set, Picks: []int{1}},
		"team":     {State: forms.Set, Text: "a\tb\x1b"},
		"seats":    {State: forms.Default},
		"discount": {State: forms.Set, Text: "0.10"},
		"notify":   {State: forms.Set},
		"email":    {State: forms.Set},
		"features": {State: forms.Set, Picks: []int{}},
		"invite":   {State: forms.Set, Items: []string{"", "x", ""}},
		"region":   {State: forms.Set, Picks: []int{10}},
	}
	m.SetAnswers(want)
	for name, a := range m.Answers() {
		w := want[name]
		if a.State != w.State || a.Text != w.Text || a.Yes != w.Yes || len(a.Picks) != len(w.Picks) || strings.Join(a.Items, "|") != strings.Join(w.Items, "|") {
			t.Errorf("%s is %+v, want %+v", name, a, w)
		}
	}
	if len(m.Answers()) != len(want) {
		t.Errorf("%d answers, want %d", len(m.Answers()), len(want))
	}
}

func TestAnyStateCanBeChosenOnPurpose(t *testing.T) {
	m := newModel(t, read(t, "every-kind.json"), 80, 24)
	for i, q := range m.form.Questions() {
		m.SetState(i, forms.Omitted)
		if a := m.Answers()[q.Name]; a.State != forms.Omitted {
			t.Errorf("%s cannot be omitted: %+v", q.Name, a)
		}
		m.SetState(i, forms.Default)
		if a := m.Answers()[q.Name]; (a.State == forms.Default) != q.HasDefault {
			t.Errorf("%s (default %t) is left to its default: %+v", q.Name, q.HasDefault, a)
		}
		m.SetState(i, forms.Set)
		if a, set := m.Answers()[q.Name]; set != (q.HasDefault || m.fields[i].canBeEmpty()) || set && a.State != forms.Set {
			t.Errorf("%s is set on purpose: %+v", q.Name, a)
		}
	}
}

func TestTheHeightDoesNotDependOnTheFocus(t *testing.T) {
	m := newModel(t, read(t, "every-kind.json"), 80, 10)
	want := m.Height()
	for range m.fields {
		press(t, m, "tab")
		m.fields[m.focus].issues = nil // one at a field left takes a row, rightly
		for _, f := range m.fields {
			f.issues, f.unmeasured = nil, true
		}
		if got := m.Height(); got != want {
			t.Errorf("with the focus on %d the height is %d, was %d", m.Focused(), got, want)
		}
	}
	m.SetSize(80, want)
	frameFits(t, m, 80, want)
	if strings.ContainsAny(ansi.Strip(m.View()), "┃") {
		t.Errorf("the form scrolls although it has the height it asked for:\n%s", m.View())
	}
}

func TestALongLabelIsReadInFull(t *testing.T) {
	long := strings.Repeat("very ", 30) + "END"
	m := newModel(t, `{"type":"object","properties":{"p":{"type":"string","enum":["`+long+`","short"]},"z":{"type":"string"}}}`, 60, 24)
	press(t, m, "down")
	if !strings.Contains(m.View(), "END") {
		t.Errorf("the end of the label under the cursor is not shown:\n%s", m.View())
	}
	press(t, m, "down")
	if strings.Contains(m.View(), "END") {
		t.Errorf("the label is shown in full although the cursor is elsewhere:\n%s", m.View())
	}
}

func TestALongListSaysWhichPartOfItIsShown(t *testing.T) {
	m := newModel(t, optionsSchema(1000), 80, 40)
	for _, c := range []struct{ keys, want string }{
		{"down", "1–9 of 1000"}, {"end", "991–1000 of 1000"}, {"home", "1–9 of 1000"}, {"/ 99", "1–10 of 19"},
	} {
		press(t, m, strings.Fields(c.keys)...)
		if !strings.Contains(ansi.Strip(m.View()), " "+c.want) {
			t.Errorf("after %s it does not say %s:\n%s", c.keys, c.want, ansi.Strip(m.View()))
		}
	}
}

func TestALongDescriptionIsFoldedAndUnfolds(t *testing.T) {
	long := strings.Repeat("word ", 500) + "END"
	m := newModel(t, pair(`{"type":"string","description":"`+long+`"}`), 80, 24)
	if strings.Contains(m.View(), "END") || !strings.Contains(ansi.Strip(m.View()), "alt+d reads on") {
		t.Errorf("a long description is not folded:\n%s", m.View())
	}
	press(t, m, "alt+d")
	for range 20 {
		if strings.Contains(m.View(), "END") {
			return
		}
		m.Update(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	}
	t.Errorf("the end of the description is not reached:\n%s", m.View())
}

func TestWhereColourIsOffTheFocusIsMarked(t *testing.T) {
	m := New(parse(t, texts(3)), Options{Theme: theme.New(true, false)})
	m.SetSize(60, 12)
	press(t, m, "tab")
	if !strings.Contains(ansi.Strip(m.View()), "▸2  f2") {
		t.Errorf("no marker:\n%s", ansi.Strip(m.View()))
	}
}
