package pane

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Cut shortens a drawn row to width cells; what was cut shows as "…".
func Cut(row string, width int) string {
	if width <= 0 {
		return ""
	}
	return ansi.Truncate(row, width, "…")
}

// Pad makes a drawn row exactly width cells wide.
func Pad(row string, width int) string {
	row = Cut(row, width)
	if n := width - ansi.StringWidth(row); n > 0 {
		return row + strings.Repeat(" ", n)
	}
	return row
}

// Width is the number of cells of a drawn row.
func Width(row string) int { return ansi.StringWidth(row) }

// Wrap breaks plain text into rows of at most width cells, at blanks where it
// can.
func Wrap(text string, width int) []string {
	return strings.Split(ansi.Wrap(text, max(width, 1), ""), "\n")
}

func strip(row string) string { return ansi.Strip(row) }

// span is a piece of a row in one style.
type span struct {
	text  string
	style lipgloss.Style
}

// lay draws spans as rows of at most width cells. Rows after the first are
// indented by hang cells. Every row's styles end with the row, so that they
// cannot leak into what stands beside it.
func lay(spans []span, width, hang int) []string {
	width = max(width, 1)
	hang = min(hang, width/2)
	var rows []string
	var row strings.Builder
	room := width
	for _, s := range spans {
		for rest := s.text; rest != ""; {
			part := ansi.Truncate(rest, room, "")
			if part == "" {
				if room >= width-hang && len(rows) > 0 || room == width {
					break // one character wider than the whole row
				}
				rows = append(rows, row.String())
				row.Reset()
				row.WriteString(strings.Repeat(" ", hang))
				room = width - hang
				continue
			}
			row.WriteString(s.style.Render(part))
			room -= ansi.StringWidth(part)
			rest = rest[len(part):]
		}
	}
	return append(rows, row.String())
}

// mark splits a span at the places where needle (lower case) stands, so that
// they can be drawn in style on.
func mark(s span, needle string, on lipgloss.Style) []span {
	if needle == "" {
		return []span{s}
	}
	low := strings.ToLower(s.text)
	if len(low) != len(s.text) {
		return []span{s} // lower case has other lengths: the places would be wrong
	}
	var out []span
	for from := 0; ; {
		at := strings.Index(low[from:], needle)
		if at < 0 {
			return append(out, span{s.text[from:], s.style})
		}
		at += from
		if at > from {
			out = append(out, span{s.text[from:at], s.style})
		}
		out = append(out, span{s.text[at : at+len(needle)], on})
		from = at + len(needle)
	}
}
