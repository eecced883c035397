package form

import (
	tea "charm.land/bubbletea/v2"
)

// wheelRows is how far one turn of the wheel scrolls.
const wheelRows = 3

func (m *Model) wheel(msg tea.MouseWheelMsg) {
	if msg.Button == tea.MouseWheelUp {
		m.scrollBy(-wheelRows)
	}
	if msg.Button == tea.MouseWheelDown {
		m.scrollBy(wheelRows)
	}
}

// click focuses the field that is clicked, and picks what is under the pointer
// when the click meets the field's value.
func (m *Model) click(msg tea.MouseClickMsg) tea.Cmd {
	if msg.Button != tea.MouseLeft || msg.X < 0 || msg.X >= m.w || msg.Y < 0 || msg.Y >= m.h {
		return nil
	}
	f, row, ok := m.fieldAt(msg.Y)
	if !ok {
		return nil
	}
	rows := f.draw()
	m.scroll.follow = false // what is clicked must not move away under the pointer
	cmd := m.moveTo(f.index)
	if row >= rows.value && msg.X >= indent {
		f.take(f.editor.click(row-rows.value, msg.X-indent))
	}
	m.stale = true
	return cmd
}
