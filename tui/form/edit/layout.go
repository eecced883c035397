package edit

import (
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"elicit/internal/safetext"
)

// Layout is a text wrapped into rows of at most a width.
type Layout struct {
	Rows      []Row
	CursorRow int
	CursorCol int // in cells
}

// Row is one row, cleaned for drawing.
type Row struct {
	cells []cell
	end   int // offset after the last cell, before a line break
}

// cell is a grapheme cluster as it is drawn.
type cell struct {
	at    int // byte offset in the text
	text  string
	width int
}

// Layout wraps the text by cells, never by words: what a person types must not
// move about while they type it. The cursor always has a cell of its own.
// A text that was never drawn has no width yet, and no rows but its lines.
func (b *Buffer) Layout(width int) Layout {
	if width <= 0 {
		width = math.MaxInt
	} else {
		width = max(width, 2)
		b.width = width
	}
	return b.wrap(width)
}

// Measure is the rows of Layout, without any effect on what a row is to keys.
func (b *Buffer) Measure(width int) []Row { return b.wrap(max(width, 2)).Rows }

func (b *Buffer) wrap(width int) Layout {
	w := wrapper{width: width, cursor: b.at}
	for i := 0; i < len(b.text); {
		cluster := clusterAt(b.text, i)
		if cluster == "\n" || cluster == "\r\n" {
			w.lineBreak(i)
		} else {
			w.add(newCell(i, cluster))
		}
		i += len(cluster)
	}
	w.lineBreak(len(b.text))
	return w.layout
}

// wrapper fills rows from left to right.
type wrapper struct {
	layout Layout
	row    Row
	used   int // cells of the row
	width  int
	cursor int // byte offset
}

func (w *wrapper) add(c cell) {
	if w.used+c.width > w.width {
		w.flush(c.at)
	}
	w.mark(c.at)
	w.row.cells = append(w.row.cells, c)
	w.used += c.width
}

// lineBreak ends the row at an offset. A cursor that stands behind a full row
// is drawn on a row of its own.
func (w *wrapper) lineBreak(at int) {
	if w.used >= w.width && w.cursor == at {
		w.flush(at)
	}
	w.mark(at)
	w.flush(at)
}

func (w *wrapper) mark(at int) {
	if at == w.cursor {
		w.layout.CursorRow, w.layout.CursorCol = len(w.layout.Rows), w.used
	}
}

func (w *wrapper) flush(end int) {
	w.row.end = end
	w.layout.Rows = append(w.layout.Rows, w.row)
	w.row, w.used = Row{}, 0
}

func newCell(at int, cluster string) cell {
	if c := cluster[0]; len(cluster) == 1 && c >= ' ' && c <= '~' {
		return cell{at: at, text: cluster, width: 1}
	}
	text := safetext.Of(cluster).Line()
	return cell{at: at, text: text, width: ansi.StringWidth(text)}
}

// String is the row as it may be drawn.
func (r Row) String() string {
	var s strings.Builder
	for _, c := range r.cells {
		s.WriteString(c.text)
	}
	return s.String()
}

// Split is the row before the cursor, under it (a blank at the end) and after.
func (r Row) Split(col int) (before, under, after string) {
	var left, right strings.Builder
	used := 0
	for _, c := range r.cells {
		switch {
		case used < col:
			left.WriteString(c.text)
		case used == col && under == "":
			under = c.text
		default:
			right.WriteString(c.text)
		}
		used += c.width
	}
	if under == "" {
		under = " "
	}
	return left.String(), under, right.String()
}

// offset is where in the text a cell of the layout is.
func (l Layout) offset(row, col int) int {
	used := 0
	for _, c := range l.Rows[row].cells {
		if used+c.width > col {
			return c.at
		}
		used += c.width
	}
	return l.Rows[row].end
}
