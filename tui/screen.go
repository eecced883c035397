package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// screen is a full-screen view between the header and the key line.
type screen interface {
	// Title names the screen in a word or two of the client.
	Title() string
	// Actions are what can be done here, in the order of the key line.
	Actions(m *Model) []action
	// Update takes keys that no action took, and every other message.
	Update(m *Model, msg tea.Msg) tea.Cmd
	View(m *Model) string
	Resize(m *Model, w, h int)
	SetTheme(m *Model)
	// Capturing reports whether letters are text here.
	Capturing() bool
}

// top is the screen that takes the keys.
func (m *Model) top() screen {
	if n := len(m.screens); n > 0 {
		return m.screens[n-1]
	}
	return m.home
}

func (m *Model) push(s screen) {
	s.Resize(m, m.w, m.bodyHeight())
	m.screens = append(m.screens, s)
}

// pop goes back by one screen.
func (m *Model) pop() {
	if n := len(m.screens); n > 0 {
		m.left(m.screens[n-1])
		m.screens = m.screens[:n-1]
	}
	if len(m.screens) == 0 {
		m.home.refresh(m)
	}
}

func (m *Model) removeScreens(gone func(screen) bool) {
	for _, s := range m.screens {
		if gone(s) {
			m.left(s)
		}
	}
	m.screens = slices.DeleteFunc(m.screens, gone)
	if len(m.screens) == 0 {
		m.home.refresh(m)
	}
}
