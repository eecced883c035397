package form

import (
	"fmt"
	"math"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"elicit/forms"
)

// indent is where everything below a field's title begins, and widest the
// cells beyond which a header's end does not go: a state far from its title
// would belong to nothing.
const (
	indent = 4
	widest = 96
	// asideRows bounds what stands beside a title: formats and patterns in it
	// are as long as a server likes.
	asideRows = 3
	// ample is a height at which nothing is left out.
	ample = 100
)

// draw draws all rows of the field, if they are not drawn already.
func (f *field) draw() drawing {
	if !f.stale {
		return f.rows
	}
	s := f.space(f.model.h, f.focused)
	rows := f.header(s)
	rows = append(rows, indented(f.description(s))...)
	s.left = max(s.room-len(rows), 0)
	value := f.editor.draw(s)
	d := drawing{cursor: len(rows) + value.cursor, value: len(rows)}
	rows = append(rows, indented(value.rows)...)
	rows = append(rows, indented(f.remarks(s))...)
	d.rows = rows
	f.rows, f.stale = d, false
	return d
}

// space is what the field's own rows have when the form has room rows.
func (f *field) space(room int, focused bool) space {
	return space{
		theme: f.model.theme, width: max(f.model.fieldWidth()-indent, 4), room: room,
		focused: focused, state: f.state, needed: f.question.Required,
	}
}

// naturally are the rows that the field takes where there is room enough: at
// rest, and how many more while it is focused.
func (f *field) naturally() (rest, more int) {
	if f.unmeasured {
		f.rest = f.height(f.space(ample, false))
		f.more = max(f.height(f.space(ample, true))-f.rest, 0)
		f.unmeasured = false
	}
	return f.rest, f.more
}

func (f *field) height(s space) int {
	above := len(f.header(s)) + len(f.description(s))
	s.left = max(s.room-above, 0)
	return above + f.editor.height(s) + len(f.remarks(s))
}

func indented(rows []string) []string {
	for i := range rows {
		rows[i] = strings.Repeat(" ", indent) + rows[i]
	}
	return rows
}

// header is the title with what is asked and the state, on one row where that
// fits.
func (f *field) header(s space) []string {
	m := f.model
	width := m.fieldWidth()
	title, lead := f.title(s), f.lead(s)
	state := f.stateWords()
	aside := f.aside()
	room := width - lipgloss.Width(lead) - lipgloss.Width(title)
	gap := max(m.asideColumn()-lipgloss.Width(title), 2)
	end := min(width, widest)
	if gap+lipgloss.Width(aside)+2+lipgloss.Width(state) <= room {
		row := lead + title + strings.Repeat(" ", gap) + aside
		return []string{row + strings.Repeat(" ", max(end-lipgloss.Width(row)-lipgloss.Width(state), 2)) + state}
	}
	return f.tallHeader(s, lead, aside, state)
}

// tallHeader has the title on rows of its own, a very long one folded like a
// description.
func (f *field) tallHeader(s space, lead, aside, state string) []string {
	width := f.model.fieldWidth()
	rows := wrapped(f.title(s), max(width-lipgloss.Width(lead), 1))
	for i := range rows {
		if i > 0 {
			lead = strings.Repeat(" ", indent)
		}
		rows[i] = lead + rows[i]
	}
	if limit := max(s.room/4, 2); len(rows) > limit && (!s.focused || !f.model.unfolded) {
		rows = rows[:limit]
		rows[limit-1] = ansi.Truncate(rows[limit-1], width-1, "") + "…"
	}
	last := rows[len(rows)-1]
	if left := min(width, widest) - lipgloss.Width(last) - lipgloss.Width(state); left >= 2 {
		rows[len(rows)-1] = last + strings.Repeat(" ", left) + state
		state = ""
	}
	below := strings.TrimSpace(aside + "  " + state)
	if ansi.Strip(below) == "" || s.room < 4 {
		return rows
	}
	more := wrapped(below, width-indent)
	if len(more) > asideRows && !f.model.unfolded {
		more = append(more[:asideRows-1], ansi.Truncate(more[asideRows-1], width-indent-1, "")+"…")
	}
	return append(rows, indented(more)...)
}

// lead is the pointer and the field's number, by which it can be reached.
func (f *field) lead(s space) string {
	number := fmt.Sprintf("%*d", f.model.numberWidth(), f.index+1)
	if len(f.model.fields) == 1 {
		number = " "
	}
	if s.focused {
		return f.model.theme.Accent.Render("▸"+number) + "  "
	}
	return " " + f.model.theme.Faint.Render(number) + "  "
}

// title is the server's title; the star and the wire name are the client's.
func (f *field) title(s space) string {
	t := f.model.theme
	style := t.Foreign.Bold(true)
	if s.focused {
		style = t.Accent.Bold(true)
	}
	text := style.Render(f.question.Title)
	if f.question.Required {
		text += t.Warning.Render(" *")
	}
	if f.model.wireNames {
		text += " " + t.Faint.Render("("+f.question.Name+")")
	}
	return text
}

// aside is what is asked for, in the client's words.
func (f *field) aside() string {
	t := f.model.theme
	var parts []string
	if f.question.Constraint != "" && f.question.Kind != forms.KindBoolean { // its row says it all
		parts = append(parts, t.Faint.Render(f.question.Constraint))
	}
	if f.hasPreset && f.state != forms.Default {
		parts = append(parts, t.Faint.Render("default: "+ansi.Truncate(f.question.DefaultText, 24, "…")))
	}
	if f.offersPrevious() {
		parts = append(parts, t.Accent.Render("last: ")+t.Text.Render(ansi.Truncate(f.previousText, 24, "…")))
	}
	if n := len(f.question.Findings); n > 0 {
		parts = append(parts, t.Warning.Render("△"))
	}
	return strings.Join(parts, t.Faint.Render("  "))
}

// stateWords say what of the field would be sent.
func (f *field) stateWords() string {
	t := f.model.theme
	switch {
	case f.state == forms.Set:
		return t.Success.Render("● set")
	case f.state == forms.Default:
		return t.Accent.Render("⌁ default")
	case f.question.Required:
		return t.Warning.Render("○ needed")
	}
	return t.Faint.Render("○ omitted")
}

// description is the server's, behind the bar. A long one is folded, so that
// it never pushes away what it describes.
func (f *field) description(s space) []string {
	limit := f.descriptionRows(s)
	text := f.question.Description
	if text == "" || limit == 0 {
		return nil
	}
	if most := (min(limit, 1000) + 1) * s.width * 4; len(text) > most && limit < math.MaxInt32 {
		text = strings.ToValidUTF8(text[:most], "") // no need to wrap what is not shown
	}
	rows := s.behindBar(text)
	if len(rows) <= limit {
		return rows
	}
	hint := s.theme.Bar.Render("│") + " " + s.theme.Faint.Render("…")
	if s.focused {
		hint += s.theme.Faint.Render(" ") + s.theme.Key.Render("alt+d") + s.theme.Faint.Render(" reads on")
	}
	return append(rows[:limit-1], ansi.Truncate(hint, s.width, "…"))
}

// descriptionRows is how many rows a description may have.
func (f *field) descriptionRows(s space) int {
	switch {
	case s.focused && f.model.unfolded:
		return math.MaxInt32
	case s.focused:
		return min(max(s.room/3, 2), 8)
	case s.room < 8:
		return 0
	case s.room < 16:
		return 2
	}
	return 4
}

// remarks are the rows below the value: issues, notes, findings explained.
func (f *field) remarks(s space) []string {
	var rows []string
	say := func(style lipgloss.Style, mark, text string) {
		for i, row := range wrapped(text, s.width-2) {
			if i > 0 {
				mark = " "
			}
			rows = append(rows, style.Render(mark+" "+row))
		}
	}
	for _, issue := range f.issues {
		say(s.theme.Error, "✗", issue.Text)
	}
	if f.note != "" {
		say(s.theme.Warning, "!", f.note)
	}
	if f.model.findings {
		for _, finding := range f.question.Findings {
			say(s.theme.Warning, "△", explain(finding))
		}
	}
	return rows
}

// drop forgets what was drawn.
func (f *field) drop() { f.shown = "" }
