package draw

import "strings"

// run is a stretch of one row in one style, the unit in which text is drawn.
type run struct {
	x, width int // in cells
	text     string
	style    Style
}

// runs cuts a row into runs. A wide or many-rune cell is a run of its own: that
// keeps it on the grid whatever a viewer's font makes of it.
func runs(row []Cell) []run {
	var out []run
	for x := 0; x < len(row); {
		c := row[x]
		if c.Width == 0 {
			x++
			continue
		}
		r := run{x: x, width: c.Width, text: c.Text, style: c.Style}
		x += c.Width
		for !alone(c) && x < len(row) && row[x].Width == 1 && !alone(row[x]) && row[x].Style == r.style {
			r.text += row[x].Text
			r.width++
			x++
		}
		out = append(out, r)
	}
	return out
}

func alone(c Cell) bool { return c.Width > 1 || len([]rune(c.Text)) > 1 }

// trim drops the blanks at both ends of a run, which draw nothing unless they
// are decorated.
func (r run) trim() run {
	if r.style.Underline || r.style.Strike {
		return r
	}
	left := strings.TrimLeft(r.text, " ")
	r.x += len(r.text) - len(left)
	r.width -= len(r.text) - len(left)
	r.text = strings.TrimRight(left, " ")
	r.width -= len(left) - len(r.text)
	return r
}
