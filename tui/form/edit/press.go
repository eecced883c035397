package edit

import (
	tea "charm.land/bubbletea/v2"
)

// Outcome says what a key did to a buffer.
type Outcome int

// What a key can do. Ignored keys are free for other uses: a letter never is,
// a move beyond the first or last row is.
const (
	Ignored Outcome = iota
	Moved
	Changed
)

// Press takes a key. Keys that make line breaks are not among them; see
// [Buffer.Insert].
func (b *Buffer) Press(k tea.KeyPressMsg) Outcome {
	if k.Text != "" && k.Mod&^tea.ModShift == 0 {
		b.Insert(k.Text)
		return Changed
	}
	if edit, ok := edits[k.String()]; ok {
		if edit(b) {
			return Changed
		}
		return Moved
	}
	if move, ok := moves[k.String()]; ok {
		b.at = move(b)
		return Moved
	}
	switch k.String() {
	case "up":
		return b.rowMove(-1)
	case "down":
		return b.rowMove(1)
	}
	return Ignored
}

var moves = map[string]func(*Buffer) int{
	"left":       func(b *Buffer) int { return b.prev(b.at) },
	"right":      func(b *Buffer) int { return b.next(b.at) },
	"ctrl+b":     func(b *Buffer) int { return b.prev(b.at) },
	"ctrl+f":     func(b *Buffer) int { return b.next(b.at) },
	"home":       (*Buffer).lineStart,
	"end":        (*Buffer).lineEnd,
	"ctrl+a":     (*Buffer).lineStart,
	"ctrl+e":     (*Buffer).lineEnd,
	"ctrl+left":  (*Buffer).wordLeft,
	"ctrl+right": (*Buffer).wordRight,
	"alt+left":   (*Buffer).wordLeft,
	"alt+right":  (*Buffer).wordRight,
	"alt+b":      (*Buffer).wordLeft,
	"alt+f":      (*Buffer).wordRight,
}

var edits = map[string]func(*Buffer) bool{
	"backspace":     func(b *Buffer) bool { return b.cut(b.prev(b.at), b.at) },
	"ctrl+h":        func(b *Buffer) bool { return b.cut(b.prev(b.at), b.at) },
	"delete":        func(b *Buffer) bool { return b.cutAhead(b.next(b.at)) },
	"ctrl+w":        func(b *Buffer) bool { return b.cut(b.wordLeft(), b.at) },
	"alt+backspace": func(b *Buffer) bool { return b.cut(b.wordLeft(), b.at) },
	"ctrl+delete":   func(b *Buffer) bool { return b.cutAhead(b.wordRight()) },
	"ctrl+u":        func(b *Buffer) bool { return b.cut(b.lineStart(), b.at) },
	"ctrl+k":        func(b *Buffer) bool { return b.cutAhead(b.lineEnd()) },
}

func (b *Buffer) cutAhead(to int) bool { return b.cut(b.at, to) }

// rowMove moves the cursor one row up or down, to the nearest column.
func (b *Buffer) rowMove(by int) Outcome {
	l := b.Layout(b.width)
	to := l.CursorRow + by
	if to < 0 || to >= len(l.Rows) {
		return Ignored
	}
	b.at = l.offset(to, l.CursorCol)
	return Moved
}

// Click puts the cursor at a cell of the last layout.
func (b *Buffer) Click(row, col int) {
	l := b.Layout(b.width)
	if row >= 0 && row < len(l.Rows) {
		b.at = l.offset(row, max(col, 0))
	}
}
