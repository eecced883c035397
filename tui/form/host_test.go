package form

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"elicit/forms"
	"elicit/internal/screentest"
	"elicit/tui/theme"
)

// host is the smallest program around a form: it gives it the whole screen and
// keeps what was submitted.
type host struct {
	*Model
	submitted *int
}

func (h host) Init() tea.Cmd { return h.Model.Init() }

func (h host) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		h.SetSize(msg.Width, msg.Height)
	case Submitted:
		*h.submitted++
		_, issues := h.form.Content(h.Answers())
		cmd := h.ShowIssues(issues)
		return h, cmd
	case tea.KeyPressMsg:
		if msg.String() == "esc" {
			h.Escape()
			return h, nil
		}
	}
	return h, h.Model.Update(msg)
}

func (h host) View() tea.View {
	v := tea.NewView(h.Model.View())
	v.AltScreen, v.MouseMode = true, tea.MouseModeCellMotion
	return v
}

// parse reads a schema that must be answerable.
func parse(t testing.TB, schema string) *forms.Form {
	t.Helper()
	f, refusal := forms.Parse(forms.Request{Schema: json.RawMessage(schema)}, forms.Tester)
	if refusal != nil {
		t.Fatalf("refused: %v", refusal)
	}
	return f
}

// clock is a time that moves only when a test says so.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

// newModel is a form of a size, for tests that call it directly.
func newModel(t testing.TB, schema string, w, h int) *Model {
	t.Helper()
	m := New(parse(t, schema), Options{Theme: theme.New(true, true), Now: (&clock{}).now})
	m.SetSize(w, h)
	return m
}

// start shows a form on a terminal.
func start(t testing.TB, f *forms.Form, o Options, w, h int) (*screentest.Screen, *Model) {
	t.Helper()
	if o.Theme == nil {
		o.Theme = theme.New(true, true)
	}
	m := New(f, o)
	return screentest.Start(t, host{m, new(int)}, w, h), m
}

// press presses keys given by their names and types everything else, and runs
// no commands: it returns the messages of those that have one at once.
func press(t testing.TB, m *Model, keys ...string) (submitted bool) {
	t.Helper()
	for _, k := range keys {
		for _, msg := range keyPresses(k) {
			if cmd := m.Update(msg); cmd != nil {
				if _, ok := cmd().(Submitted); ok {
					submitted = true
					m.Resume() // as its host does
				}
			}
		}
	}
	return submitted
}

var named = map[string]rune{
	"enter": tea.KeyEnter, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
	"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
	"backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "esc": tea.KeyEscape,
}

// keyPresses are the presses of a key's name such as "alt+enter", or else of
// each character.
func keyPresses(name string) []tea.KeyPressMsg {
	var mod tea.KeyMod
	rest := name
	for prefix, m := range map[string]tea.KeyMod{"ctrl+": tea.ModCtrl, "alt+": tea.ModAlt, "shift+": tea.ModShift} {
		if after, ok := strings.CutPrefix(rest, prefix); ok {
			mod, rest = m, after
		}
	}
	if code, ok := named[rest]; ok {
		return []tea.KeyPressMsg{{Code: code, Mod: mod}}
	}
	if mod != 0 {
		return []tea.KeyPressMsg{{Code: rune(rest[0]), Mod: mod}}
	}
	if name == "space" {
		return []tea.KeyPressMsg{{Code: tea.KeySpace, Text: " "}}
	}
	var presses []tea.KeyPressMsg
	for _, r := range name {
		presses = append(presses, tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	return presses
}

// content is what would be sent, or the issues in words.
func content(t testing.TB, m *Model) string {
	t.Helper()
	c, issues := m.form.Content(m.Answers())
	if issues != nil {
		return "issues: " + issues.Error()
	}
	return string(c)
}

// read reads a file of testdata.
func read(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func pasteOf(text string) tea.PasteMsg { return tea.PasteMsg{Content: text} }
