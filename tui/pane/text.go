package pane

import (
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
)

// longest is the number of bytes of one line that are laid out together: a
// line of many megabytes becomes many items.
const longest = 4096

// Text is cleaned text, wrapped as it becomes visible.
type Text struct {
	all    string
	starts []int // of each item; item i ends where item i+1 starts
	style  lipgloss.Style
	marked string
	found  lipgloss.Style
}

// NewText takes text that is safe to draw.
func NewText(text string, style, found lipgloss.Style) *Text {
	t := &Text{all: text, style: style, found: found}
	for at := 0; ; {
		t.starts = append(t.starts, at)
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text) - at
		}
		for end > longest {
			cut := at + longest
			for cut > at && !utf8.RuneStart(text[cut]) {
				cut--
			}
			t.starts = append(t.starts, cut)
			end -= cut - at
			at = cut
		}
		at += end + 1
		if at > len(text) {
			return t
		}
	}
}

// Len is the number of lines.
func (t *Text) Len() int { return len(t.starts) }

// Text is line i.
func (t *Text) Text(i int) string {
	end := len(t.all)
	if i+1 < len(t.starts) {
		end = t.starts[i+1]
	}
	return strings.TrimSuffix(t.all[t.starts[i]:end], "\n")
}

// Mark marks needle wherever it stands.
func (t *Text) Mark(needle string) { t.marked = strings.ToLower(needle) }

// Rows is line i, wrapped.
func (t *Text) Rows(i, width int) []string {
	rows := Wrap(t.Text(i), width)
	for k, r := range rows {
		rows[k] = strings.Join(lay(mark(span{r, t.style}, t.marked, t.found), width, 0), "")
	}
	return rows
}
