package form

import (
	"fmt"
	"strings"
)

// draw draws the entries around the cursor's.
func (l *freeList) draw(s space) drawing {
	if !s.focused {
		return l.drawResting(s)
	}
	room := max(s.room-5, 1)
	from := min(max(l.at-room/2, 0), max(len(l.rows)-room, 0))
	to := min(from+room, len(l.rows))
	d := drawing{}
	l.clicks = l.clicks[:0]
	if from > 0 {
		d.rows, l.clicks = append(d.rows, s.theme.Faint.Render(more(from, "entry above", "entries above"))), append(l.clicks, from-1)
	}
	for i := from; i < to; i++ {
		rows, cursor := l.drawEntry(s, i)
		if i == l.at {
			d.cursor = len(d.rows) + cursor
		}
		for range rows {
			l.clicks = append(l.clicks, i)
		}
		d.rows = append(d.rows, rows...)
	}
	if to < len(l.rows) {
		d.rows, l.clicks = append(d.rows, s.theme.Faint.Render(more(len(l.rows)-to, "entry below", "entries below"))), append(l.clicks, to)
	}
	return d
}

// drawEntry draws one entry with its number.
func (l *freeList) drawEntry(s space, i int) (rows []string, cursor int) {
	width := l.numberWidth()
	layout := l.rows[i].Layout(s.width - width)
	at := s.focused && i == l.at
	number, pointer := s.theme.Faint, "  "
	if at {
		number, pointer = s.theme.Key, s.theme.Accent.Render("▸ ")
	}
	for n, row := range layout.Rows {
		lead := strings.Repeat(" ", width)
		if n == 0 {
			lead = pointer + number.Render(fmt.Sprintf("%*d. ", width-4, i+1))
		}
		rows = append(rows, lead+s.typed(row, at && n == layout.CursorRow, layout.CursorCol))
	}
	if l.rows[i].Text() == "" {
		rows[0] += s.theme.Faint.Render(" " + l.emptyWord(i))
	}
	return rows, layout.CursorRow
}

func (l *freeList) emptyWord(i int) string {
	switch {
	case l.pending && i == len(l.rows)-1:
		return "new entry"
	case l.numeric:
		return "empty"
	}
	return `""  empty text`
}

// drawResting draws the first entries of a list that is not focused.
func (l *freeList) drawResting(s space) drawing {
	l.clicks = l.clicks[:0]
	n := l.entries()
	if n == 0 {
		return drawing{rows: []string{s.placeholder("[]  an empty list")}}
	}
	d := drawing{}
	for i := range min(n, restRows) {
		rows, _ := l.drawEntry(s, i)
		d.rows, l.clicks = append(d.rows, rows[0]), append(l.clicks, i)
	}
	if n > restRows {
		d.rows = append(d.rows, s.theme.Faint.Render(more(n-restRows, "entry", "entries")))
	}
	return d
}

func (l *freeList) click(row, col int) effect {
	if row < 0 || row >= len(l.clicks) {
		return moved
	}
	first := row
	for first > 0 && l.clicks[first-1] == l.clicks[row] {
		first--
	}
	l.at = l.clicks[row]
	l.row().Click(row-first, col-l.numberWidth())
	return moved
}
