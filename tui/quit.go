package tui

import (
	tea "charm.land/bubbletea/v2"

	"elicit/tui/question"
)

// confirm asks before something typed would be lost.
type confirm struct {
	title string
	words string
	yes   string
	run   func() tea.Cmd
}

// quit ends the program. It asks first only when a half-filled form would be
// lost; asked a second time it ends at once.
func (m *Model) quit() tea.Cmd {
	lost := m.wouldLose()
	if _, asked := m.overlay.(*confirm); lost == "" || asked {
		return tea.Quit
	}
	m.overlay = &confirm{title: "quit", words: lost, yes: "quit and lose it", run: func() tea.Cmd { return tea.Quit }}
	return nil
}

// wouldLose says what a person would lose by leaving now, empty for nothing.
func (m *Model) wouldLose() string {
	for _, p := range m.queue.Panes() {
		if s, ok := p.(*question.Screen); ok && halfFilled(s) {
			return "A question is half answered. Its server will be told cancel."
		}
	}
	for _, s := range m.screens {
		if c, ok := s.(interface{ Changed() bool }); ok && c.Changed() {
			return "The arguments that were typed have not been sent."
		}
	}
	return ""
}

// halfFilled reports whether a question's form holds anything that a fresh one
// would not.
func halfFilled(s *question.Screen) bool {
	f := s.Case().Form
	return f != nil && string(f.Preview(s.Answers())) != string(f.Preview(f.Initial()))
}

func (c *confirm) Update(m *Model, msg tea.Msg) tea.Cmd {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil
	}
	switch k.String() {
	case "y", "enter":
		m.overlay = nil
		return c.run()
	case "n", "esc", "q":
		m.overlay = nil
	}
	return nil
}

// View draws the question over the screen.
func (c *confirm) View(m *Model, below string) string {
	return m.box(below, c.title, []string{"", m.theme.Warning.Render(c.words), ""}, min(66, m.w))
}

// Hints are the two answers.
func (c *confirm) Hints() []hint { return []hint{{"y", c.yes}, {"n", "stay"}} }
