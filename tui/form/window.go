package form

import (
	"slices"
	"strings"
)

// scroll is which part of the form is in the window.
type scroll struct {
	top    int   // first row shown
	follow bool  // keep the focused field in the window
	starts []int // first row of each field, and the end of the last
	from   int   // fields drawn last: [from, to)
	to     int
}

// airy is the height from which a blank row stands between fields.
const airy = 9

// gap is the blank rows between fields.
func (m *Model) gap() int {
	if m.h < airy {
		return 0
	}
	return 1
}

// fieldWidth leaves room for the scroll bar, whether there is one or not:
// nothing moves sideways when it comes.
func (m *Model) fieldWidth() int {
	if m.w == 0 {
		return usualWidth
	}
	return max(m.w-2, 1)
}

// usualWidth is assumed until the width is known.
const usualWidth = 78

func (m *Model) numberWidth() int {
	if len(m.fields) > 99 {
		return 3
	}
	if len(m.fields) > 9 {
		return 2
	}
	return 1
}

// asideColumn is where the words beside a title begin, the same for all fields.
func (m *Model) asideColumn() int { return min(max(m.fieldWidth()/3, 12), 28) }

// View is the form in exactly the cells of SetSize.
func (m *Model) View() string {
	if m.huh == nil {
		return m.emptyView()
	}
	if m.stale {
		m.layout()
		m.huh.Update(redraw{})
		m.stale = false
	}
	return exactly(m.huh.View(), m.w, m.h)
}

func (m *Model) emptyView() string {
	return exactly(m.theme.Faint.Render("nothing to fill in"), m.w, m.h)
}

// exactly is a view in w by h cells: huh takes blanks off its last row.
func exactly(view string, w, h int) string {
	rows := strings.Split(view, "\n")
	for len(rows) < h {
		rows = append(rows, "")
	}
	rows = rows[:max(h, 0)]
	for i, row := range rows {
		rows[i] = fitted(row, w)
	}
	return strings.Join(rows, "\n")
}

// Height is the rows that the whole form would like to have at the present
// width. It is the same whichever field is focused, so that a screen laid out
// by it stays where it is while the focus moves.
func (m *Model) Height() int {
	all, more := 0, 0
	for _, f := range m.fields {
		rest, extra := f.naturally()
		all += rest + 1
		more = max(more, extra)
	}
	return max(all-1, 0) + more + len(m.general)
}

// measure notes where each field begins and returns the rows of all. Fields
// that did not change are not drawn again for it.
func (m *Model) measure() int {
	m.scroll.starts = m.scroll.starts[:0]
	at := 0
	for _, f := range m.fields {
		m.scroll.starts = append(m.scroll.starts, at)
		at += len(f.draw().rows) + m.gap()
	}
	at -= m.gap()
	at += len(m.general)
	m.scroll.starts = append(m.scroll.starts, at)
	return at
}

// layout decides which rows are in the window and hands each field its own.
func (m *Model) layout() {
	total := m.measure()
	m.follow(total)
	m.scroll.top = min(max(m.scroll.top, 0), max(total-m.h, 0))
	for _, f := range m.fields[m.scroll.from:m.scroll.to] {
		f.drop()
	}
	bar := newScrollBar(m.theme, m.scroll.top, m.h, total)
	m.scroll.from, m.scroll.to = 0, 0
	y := 0
	for i, f := range m.fields {
		if m.scroll.starts[i] >= m.scroll.top+m.h {
			break
		}
		rows := m.visible(i)
		if len(rows) == 0 {
			continue
		}
		if m.scroll.to == 0 {
			m.scroll.from = i
		}
		m.scroll.to = i + 1
		f.shown = m.finish(rows, y, bar)
		y += len(rows)
	}
	m.fill(y, bar)
}

// visible are the rows of a field, and of the gap after it, in the window.
func (m *Model) visible(i int) []string {
	start := m.scroll.starts[i]
	rows := m.fields[i].draw().rows
	end := start + len(rows)
	if i < len(m.fields)-1 && m.gap() > 0 {
		rows = append(slices.Clip(rows), "")
		end++
	} else if i == len(m.fields)-1 && len(m.general) > 0 {
		rows = append(slices.Clip(rows), m.generalRows()...)
		end += len(m.general)
	}
	from, to := max(start, m.scroll.top), min(end, m.scroll.top+m.h)
	if from >= to {
		return nil
	}
	return rows[from-start : to-start]
}

func (m *Model) generalRows() []string {
	rows := make([]string, len(m.general))
	for i, text := range m.general {
		rows[i] = m.theme.Error.Render("✗ " + text)
	}
	return rows
}

// finish brings rows to the window's width, with the scroll bar at their end.
func (m *Model) finish(rows []string, y int, bar scrollBar) string {
	var b strings.Builder
	for i, row := range rows {
		b.WriteString(fitted(row, m.fieldWidth()))
		if m.w > 2 {
			b.WriteString(" " + bar.at(y+i))
		}
		if y+i < m.h-1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// fill adds the blank rows below the last field.
func (m *Model) fill(y int, bar scrollBar) {
	if m.scroll.to == 0 || y >= m.h {
		return
	}
	m.fields[m.scroll.to-1].shown += m.finish(make([]string, m.h-y), y, bar)
}
