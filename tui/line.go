package tui

import (
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"elicit/tui/theme"
)

// lineInput asks for one line in the key line's place, such as what to search
// for or where to save.
type lineInput struct {
	label  string
	input  textinput.Model
	typed  func(string) tea.Cmd // after each change; nil: not wanted
	done   func(string) tea.Cmd // on enter
	undone func() tea.Cmd       // on esc; nil: nothing
}

func newTextInput(t *theme.Theme, value string) textinput.Model {
	in := textinput.New()
	in.Prompt = ""
	in.SetValue(value)
	in.CursorEnd()
	s := textinput.DefaultStyles(t.Dark)
	s.Focused.Text, s.Focused.Placeholder, s.Focused.Prompt = t.Text, t.Faint, t.Accent
	s.Cursor.Blink = false
	in.SetStyles(s)
	in.Focus()
	return in
}

// askLine opens a line input.
func (m *Model) askLine(label, value string, typed, done func(string) tea.Cmd, undone func() tea.Cmd) {
	l := &lineInput{label: label, input: newTextInput(m.theme, value), typed: typed, done: done, undone: undone}
	l.input.SetWidth(max(m.w-len(label)-6, 8))
	m.overlay = l
}

func (l *lineInput) Update(m *Model, msg tea.Msg) tea.Cmd {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch k.String() {
		case "enter":
			m.overlay = nil
			return l.done(l.input.Value())
		case "esc":
			m.overlay = nil
			if l.undone != nil {
				return l.undone()
			}
			return nil
		}
	}
	was := l.input.Value()
	var cmd tea.Cmd
	l.input, cmd = l.input.Update(msg)
	if l.typed != nil && l.input.Value() != was {
		return tea.Batch(cmd, l.typed(l.input.Value()))
	}
	return cmd
}

// View draws the line over the screen's last row.
func (l *lineInput) View(m *Model, below string) string {
	row := " " + m.theme.Accent.Render(l.label) + " " + l.input.View()
	return fit(below, m.w, m.bodyHeight()-1) + "\n" + row
}

// Hints are the keys while the line is open.
func (l *lineInput) Hints() []hint { return []hint{{"enter", "take"}, {"esc", "leave"}} }
