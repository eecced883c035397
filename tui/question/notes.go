package question

import (
	"fmt"

	"elicit/tui/theme"
)

// notes are what the program has to say of a question, below the server's
// words: one fact a paragraph, and never so many that the form goes away.
type notes []string

// noteRows is how many rows they may take on a screen of h rows.
func noteRows(h int) int {
	switch {
	case h >= tallHeight:
		return 6
	case h >= roomyHeight:
		return 3
	}
	return 1
}

func (n notes) height(w, h int) int {
	rows := 0
	for _, fact := range n {
		rows += len(wrap(fact, w-4))
	}
	return min(rows, noteRows(h))
}

// rows draws the notes on exactly h rows.
func (n notes) rows(w, h int, t *theme.Theme) []string {
	if h <= 0 {
		return nil
	}
	var all []string
	for _, fact := range n {
		mark := "△ "
		for _, row := range wrap(fact, w-4) {
			all = append(all, " "+t.Warning.Render(mark)+t.Text.Render(row))
			mark = "  "
		}
	}
	rows := block(all, w, h)
	if hidden := len(all) - h; hidden > 0 {
		more := fmt.Sprintf("… %d more rows", hidden)
		switch {
		case w < 60:
			more = "…"
		case hidden == 1:
			more = "… 1 more row"
		}
		rows[h-1] = ends(fit(rows[h-1], w-len([]rune(more))-2), t.Faint.Render(more+" "), w)
	}
	return rows
}
