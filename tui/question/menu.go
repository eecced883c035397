package question

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/tui/theme"
)

// item is one entry of the menu behind ctrl+o.
type item struct {
	key, does, note string
	act             func() tea.Cmd
}

// menu lists what else can be done, each entry with a key of its own.
type menu struct {
	title string
	items []item
	at    int
	first int
	leave func()
}

func (m *menu) key(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "esc", "ctrl+o", "q":
		m.leave()
		return nil
	case "down", "tab", "ctrl+n":
		m.at = (m.at + 1) % len(m.items)
		return nil
	case "up", "shift+tab", "ctrl+p":
		m.at = (m.at + len(m.items) - 1) % len(m.items)
		return nil
	case "enter":
		return m.run(m.at)
	}
	for i, x := range m.items {
		if msg.String() == x.key {
			return m.run(i)
		}
	}
	return nil
}

func (m *menu) run(i int) tea.Cmd {
	m.leave()
	return m.items[i].act()
}

func (m *menu) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		m.at = max(0, min(len(m.items)-1, m.at+wheelRows(msg)/3))
	case tea.MouseClickMsg:
		if i := m.first + msg.Y - menuHead; msg.Y >= menuHead && i < len(m.items) {
			return m.run(i)
		}
	}
	return nil
}

// menuHead is the number of rows above the items.
const menuHead = 2

func (m *menu) rows(w, h int, t *theme.Theme) []string {
	room := max(h-menuHead, 1)
	m.first = max(min(m.first, m.at), m.at-room+1, 0)
	rows := []string{" " + t.Strong.Render(m.title), ""}
	for i := m.first; i < min(m.first+room, len(m.items)); i++ {
		rows = append(rows, m.row(i, w, t))
	}
	return block(rows, w, h)
}

func (m *menu) row(i, w int, t *theme.Theme) string {
	x := m.items[i]
	if i == m.at {
		return ends(t.Select.Render(" ▸ "+x.key+"  "+x.does), t.Faint.Render(x.note+" "), w)
	}
	return ends("   "+t.Key.Render(x.key)+"  "+x.does, t.Faint.Render(x.note+" "), w)
}

func (m *menu) bindings() []key.Binding {
	return []key.Binding{bind("enter", "enter", "do it"), bind("up down", "↑/↓", "choose"), bind("esc", "esc", "back")}
}
