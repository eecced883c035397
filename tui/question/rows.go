package question

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"elicit/internal/safetext"
	"elicit/tui/theme"
)

// fit cuts a drawn row to w cells.
func fit(row string, w int) string { return ansi.Truncate(row, max(w, 0), "…") }

// wrap breaks drawable text into rows of at most w cells.
func wrap(text string, w int) []string {
	return strings.Split(ansi.Wrap(text, max(w, 1), ""), "\n")
}

// block makes exactly h rows of at most w cells.
func block(rows []string, w, h int) []string {
	out := make([]string, h)
	for i := range out {
		if i < len(rows) {
			out[i] = fit(rows[i], w)
		}
	}
	return out
}

// pad fills a row with blanks up to w cells.
func pad(row string, w int) string {
	return row + strings.Repeat(" ", max(0, w-ansi.StringWidth(row)))
}

// ends puts left and right at the ends of a row of w cells; right gives way.
func ends(left, right string, w int) string {
	gap := w - ansi.StringWidth(left) - ansi.StringWidth(right)
	if right == "" || gap < 1 {
		return fit(left, w)
	}
	return left + strings.Repeat(" ", gap) + right
}

// beside puts two blocks of rows side by side with a rule between them; the
// left one takes w cells.
func beside(left, right []string, w int, t *theme.Theme) []string {
	out := make([]string, max(len(left), len(right)))
	at := func(rows []string, i int) string {
		if i < len(rows) {
			return rows[i]
		}
		return ""
	}
	for i := range out {
		out[i] = pad(fit(at(left, i), w), w) + t.Rule.Render(" │ ") + at(right, i)
	}
	return out
}

// serverRows are a server's words behind the bar.
func serverRows(text safetext.Text, w int, t *theme.Theme) []string {
	rows := wrap(strings.TrimRight(text.String(), "\n "), w-3)
	for i, row := range rows {
		rows[i] = " " + t.Bar.Render("│") + " " + t.Foreign.Render(row)
	}
	return rows
}

// indented are the client's words, wrapped and set in by one cell; behind a mark
// the rows that follow are set in further.
func indented(text string, w int, style lipgloss.Style) []string {
	hang := ""
	if strings.HasPrefix(text, "⚠ ") || strings.HasPrefix(text, "✗ ") {
		hang = "  "
	}
	rows := wrap(text, w-2-len(hang))
	for i, row := range rows {
		if i > 0 {
			row = hang + row
		}
		rows[i] = " " + style.Render(row)
	}
	return rows
}

// facts is a list of names and what they are, the names in one column.
func facts(w int, t *theme.Theme, pairs ...[2]string) []string {
	col := 0
	for _, p := range pairs {
		col = max(col, ansi.StringWidth(p[0]))
	}
	var rows []string
	for _, p := range pairs {
		if p[1] == "" {
			continue
		}
		head := pad(p[0], col)
		for _, row := range wrap(p[1], w-col-6) {
			rows = append(rows, "   "+t.Faint.Render(pad(head, col))+"  "+row)
			head = ""
		}
	}
	return rows
}

// wrapStyled breaks a styled row into rows of at most w cells.
func wrapStyled(row string, w int) []string {
	return strings.Split(ansi.Hardwrap(row, max(w, 1), true), "\n")
}
