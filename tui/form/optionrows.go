package form

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/tui/form/pick"
)

// openList is how many options a list may have and yet stay open when the
// focus is elsewhere, and openRoom how high the window must be for that.
const (
	openList = 6
	openRoom = 16
	longList = 10 // rows of a longer list that are shown at once
)

// drawList draws the rows around the cursor; mark gives the box before an
// option and whether it is picked.
func (o *optionList) drawList(s space, mark func(int) (string, bool), summary string) drawing {
	if o.foldsAway(s) {
		o.page = 0
		return s.folded(summary)
	}
	d := drawing{}
	if o.list.Filtering() {
		d.rows = append(d.rows, o.filterRow(s))
	}
	o.before = len(d.rows)
	var to int
	o.top, to = o.list.Window(o.listRoom(s))
	o.page = to - o.top
	cut := false
	for row := o.top; row < to; row++ {
		at := s.focused && row == o.list.Row()
		text, shortened := o.optionRow(s, o.list.Rows()[row], at, mark)
		d.rows = append(d.rows, text)
		cut = cut || at && shortened
	}
	d.cursor = o.before + o.list.Row() - o.top
	if o.page < len(o.list.Rows()) {
		d.rows = append(d.rows, o.placeRow(s))
	}
	if i, ok := o.list.At(); ok && cut {
		d.rows = append(d.rows, s.fullLabel(o.options[i])...)
	}
	return d
}

// listRoom is how many rows of the list are drawn at once: all of a short list
// where it fits, with a row to spare for an issue.
func (o *optionList) listRoom(s space) int {
	room := s.left - 1
	if o.list.Filtering() {
		room--
	}
	if len(o.list.Rows()) > room {
		room-- // for the row that says which part is shown
	}
	if len(o.options) > shortList {
		room = min(room, longList)
	}
	return max(room, 2)
}

// placeRow says which part of the list is shown, and how to see less of it.
func (o *optionList) placeRow(s space) string {
	row := "  " + s.theme.Faint.Render(o.place())
	if s.focused && !o.list.Filtering() {
		row += s.theme.Faint.Render("   ") + s.theme.Key.Render("/") + s.theme.Faint.Render(" filters, letters jump")
	}
	return ansi.Truncate(row, s.width, "…")
}

// place is the part of the list that is shown.
func (o *optionList) place() string {
	first, last := o.top+1, o.top+o.page
	if o.lead && !o.list.Filtering() { // "no answer" is a row, and no option
		first, last = max(first-1, 1), last-1
	}
	return fmt.Sprintf("%d–%d of %d", first, last, o.list.Matches())
}

func (o *optionList) filterRow(s space) string {
	found := "no option has that"
	if n := o.list.Matches(); n > 0 {
		found = fmt.Sprintf("%d of %d", n, len(o.options))
	}
	text := safetext.Of(o.list.Filter()).Line()
	text = ansi.TruncateLeft(text, max(lipgloss.Width(text)-s.width/2, 0), "…")
	row := s.theme.Key.Render("/ ") + s.theme.Text.Render(text) +
		s.theme.Text.Reverse(true).Render(" ") + "  " + s.theme.Faint.Render(found)
	return ansi.Truncate(row, s.width, "…")
}

// optionRow draws an option, and says whether something of it did not fit.
func (o *optionList) optionRow(s space, i int, at bool, mark func(int) (string, bool)) (row string, cut bool) {
	label, style := s.theme.Foreign, s.theme.Foreign
	pointer := "  "
	if at {
		label, pointer = s.theme.Select, s.theme.Accent.Render("▸ ")
	}
	box, picked := mark(i)
	if picked {
		style = s.theme.Accent
	}
	row = pointer + s.theme.Faint.Render(o.number(i)) + style.Render(box)
	if i == pick.None {
		if !at {
			label = s.theme.Faint
		}
		return row + label.Render("no answer"), false
	}
	option := o.options[i]
	left := s.width - lipgloss.Width(row)
	text := ansi.Truncate(option.Label, left, "…")
	row += label.Render(text)
	column := min(o.labelWidth(), left*2/3)
	gap := max(column-lipgloss.Width(text), 0) + 2
	left -= lipgloss.Width(text) + gap
	cut = text != option.Label
	if option.Value == option.Label {
		return row, cut
	}
	if left < 4 {
		return row, true
	}
	value := ansi.Truncate(option.Value, left, "…")
	return row + strings.Repeat(" ", gap) + s.theme.Faint.Render(value), cut || value != option.Value
}

// number is the digit that picks an option, in a list short enough.
func (o *optionList) number(i int) string {
	switch {
	case len(o.options) > shortList:
		return ""
	case i == pick.None:
		return "  "
	}
	return fmt.Sprintf("%d ", i+1)
}

// listHeight is the rows of drawList, but for the label in full.
func (o *optionList) listHeight(s space) int {
	if o.foldsAway(s) {
		return 1
	}
	rows := min(len(o.list.Rows()), o.listRoom(s))
	if rows < len(o.list.Rows()) {
		rows++
	}
	if o.list.Filtering() {
		rows++
	}
	return rows
}

// foldsAway reports whether the list shows its answer alone.
func (o *optionList) foldsAway(s space) bool {
	return !s.focused && (len(o.options) > openList || s.room < openRoom)
}

// fullLabel is the whole of an option whose row was cut, behind the bar of
// server words.
func (s space) fullLabel(o pick.Option) []string {
	text := o.Label
	if o.Value != o.Label {
		text += "\n" + o.Value
	}
	rows := s.behindBar(text)
	if limit := max(s.room-5, 1); len(rows) > limit {
		rows = append(rows[:limit-1], s.theme.Faint.Render(more(len(rows)-limit+1, "row", "rows")))
	}
	return rows
}

// folded is a list that is not focused: its answer in at most two rows.
func (s space) folded(summary string) drawing {
	if summary == "" {
		return drawing{rows: []string{s.placeholder("none of them")}}
	}
	rows := strings.Split(ansi.Wrap(summary, s.width, ""), "\n")
	if len(rows) > 2 {
		rows = []string{rows[0], ansi.Truncate(rows[1], s.width-1, "") + "…"}
	}
	style := s.theme.Foreign
	if s.state == forms.Default {
		style = s.theme.Text
	}
	for i := range rows {
		rows[i] = style.Render(rows[i])
	}
	return drawing{rows: rows}
}
