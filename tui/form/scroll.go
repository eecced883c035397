package form

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"elicit/tui/theme"
)

// follow scrolls as little as needed to have the focused field in the window:
// all of it, or when it is too high, the row of its cursor.
func (m *Model) follow(total int) {
	if !m.scroll.follow || m.focus >= len(m.fields) {
		return
	}
	rows := m.fields[m.focus].draw()
	from := m.scroll.starts[m.focus]
	to := from + len(rows.rows)
	cursor := from + rows.cursor
	if m.focus == len(m.fields)-1 {
		to += len(m.general)
	}
	if to-from > m.h {
		// Below the cursor stand an issue and the next option: keep two rows.
		to = min(to, max(cursor+3, from+m.h))
		from = to - m.h
		from = min(from, cursor)
	}
	top := m.scroll.top
	top = max(top, to-m.h)
	top = min(top, from)
	m.scroll.top = min(top, max(total-m.h, 0))
}

// scrollBy moves the window without moving the focus.
func (m *Model) scrollBy(rows int) {
	total := m.measure()
	m.scroll.follow = false
	m.scroll.top = min(max(m.scroll.top+rows, 0), max(total-m.h, 0))
	m.stale = true
}

// fieldAt is the field at a row of the window, and which of its rows that is.
func (m *Model) fieldAt(y int) (at *field, row int, ok bool) {
	m.measure()
	y += m.scroll.top
	for i, f := range slices.Backward(m.fields) {
		if start := m.scroll.starts[i]; y >= start {
			return f, y - start, y < start+len(f.draw().rows)
		}
	}
	return nil, 0, false
}

// scrollBar shows which part of the form is in the window.
type scrollBar struct {
	rail, thumb string
	from, to    int
}

func newScrollBar(t *theme.Theme, top, h, total int) scrollBar {
	if total <= h {
		return scrollBar{rail: " ", thumb: " "}
	}
	size := max(h*h/total, 1)
	from := top * (h - size) / max(total-h, 1)
	return scrollBar{rail: t.Rule.Render("│"), thumb: t.Faint.Render("┃"), from: from, to: from + size}
}

func (b scrollBar) at(y int) string {
	if y >= b.from && y < b.to {
		return b.thumb
	}
	return b.rail
}

// fitted is a row of exactly width cells.
func fitted(row string, width int) string {
	n := lipgloss.Width(row)
	if n > width {
		row = ansi.Truncate(row, width, "…")
		n = lipgloss.Width(row)
	}
	return row + strings.Repeat(" ", max(width-n, 0))
}
