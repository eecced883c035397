package question

import (
	"fmt"
	"strings"

	"elicit/internal/safetext"
	"elicit/tui/theme"
)

// message is the server's message above the form: as many rows as it is given,
// the rest by scrolling, so that a long one never pushes the form away.
type message struct {
	text  safetext.Text
	first int // the row at the top

	shown, total int // of the last drawing
}

// scroll moves by n rows.
func (m *message) scroll(n int) { m.first += n }

// height is how many rows the whole message takes.
func (m *message) height(w int) int {
	if m.text.Empty() {
		return 0
	}
	return len(wrap(strings.TrimRight(m.text.String(), "\n "), w-3))
}

// rows draws the message on exactly h rows.
func (m *message) rows(w, h int, t *theme.Theme) []string {
	if h <= 0 || m.text.Empty() {
		return nil
	}
	all := serverRows(m.text, w, t)
	m.total, m.shown = len(all), h
	m.first = max(0, min(m.first, len(all)-h))
	rows := block(all[m.first:], w, h)
	if len(all) > h {
		rows[h-1] = ends(fit(rows[h-1], w-m.moreWidth(w)), t.Faint.Render(m.more(w)+" "), w)
	}
	return rows
}

func (m *message) more(w int) string {
	if w < 60 || m.shown < 2 {
		return "…more"
	}
	return fmt.Sprintf("… rows %d–%d of %d, alt+m reads all", m.first+1, m.first+m.shown, m.total)
}

func (m *message) moreWidth(w int) int { return len([]rune(m.more(w))) + 3 }
