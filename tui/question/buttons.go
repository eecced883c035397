package question

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"elicit/tui/theme"
)

// buttonRow is a row of buttons: for the mouse, and to show the three outcomes
// to somebody who does not know the keys.
type buttonRow struct {
	names []string
	at    int
	y     int      // the row where it was drawn; -1 when it was not
	spans [][2]int // columns of each button
}

func (b *buttonRow) step(by int) { b.at = (b.at + by + len(b.names)) % len(b.names) }

// draw is the row; focused marks the button that enter would press.
func (b *buttonRow) draw(w, y int, focused bool, t *theme.Theme) string {
	b.y, b.spans = y, nil
	var row strings.Builder
	gap := "   "
	if w < 48 {
		gap = " "
	}
	row.WriteString(gap)
	x := len(gap)
	for i, name := range b.names {
		label := "[ " + name + " ]"
		style := t.Faint
		if focused && i == b.at {
			label, style = "[▸"+name+" ]", t.Select
		}
		b.spans = append(b.spans, [2]int{x, x + ansi.StringWidth(label)})
		row.WriteString(style.Render(label) + gap)
		x += ansi.StringWidth(label) + len(gap)
	}
	return row.String()
}

// hit is the button at a cell, or -1.
func (b *buttonRow) hit(x, y int) int {
	if y != b.y {
		return -1
	}
	for i, span := range b.spans {
		if x >= span[0] && x < span[1] {
			return i
		}
	}
	return -1
}
