package form

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/forms"
	"elicit/tui/form/edit"
)

// entry is a text, an integer or a number: something typed.
type entry struct {
	text    edit.Buffer
	lines   bool // may hold line breaks
	writing bool // enter breaks the line
}

// restRows is how many rows of a long value a field shows that is not focused.
const restRows = 3

func (e *entry) press(k tea.KeyPressMsg) effect {
	if e.lines {
		switch k.String() {
		case "alt+enter", "shift+enter", "ctrl+j":
			e.writing = true
			e.text.Insert("\n")
			return changed
		case "enter":
			if e.writing {
				e.text.Insert("\n")
				return changed
			}
		}
	}
	return edited(e.text.Press(k))
}

// edited is what an outcome in a buffer is to the form.
func edited(o edit.Outcome) effect {
	return [...]effect{edit.Ignored: ignored, edit.Moved: moved, edit.Changed: changed}[o]
}

func (e *entry) paste(text string) effect {
	if !e.lines {
		text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
	}
	e.text.Insert(text)
	return changed
}

func (e *entry) click(row, col int) effect {
	e.text.Click(row, col)
	return moved
}

func (e *entry) value() forms.Answer { return forms.Answer{Text: e.text.Text()} }
func (e *entry) some() bool          { return e.text.Text() != "" }
func (e *entry) capturing() bool     { return true }

func (e *entry) set(a forms.Answer) {
	e.text.Set(a.Text)
	e.writing = false
}

func (e *entry) escape() bool {
	was := e.writing
	e.writing = false
	return was
}

func (e *entry) draw(s space) drawing {
	if !e.some() && !s.focused {
		return drawing{rows: []string{s.placeholder(`""  empty text`)}}
	}
	l := e.text.Layout(s.width)
	d := drawing{cursor: l.CursorRow}
	for i, row := range l.Rows {
		if !s.focused && i == restRows && len(l.Rows) > restRows+1 {
			d.rows = append(d.rows, s.theme.Faint.Render(more(len(l.Rows)-i, "row", "rows")))
			break
		}
		d.rows = append(d.rows, s.typed(row, s.focused && i == l.CursorRow, l.CursorCol))
	}
	if !e.some() && s.state == forms.Set {
		d.rows[0] += s.theme.Faint.Render(` ""  empty text`)
	}
	if e.writing {
		d.rows = append(d.rows, s.theme.Faint.Render("enter breaks the line, esc or tab ends"))
	}
	return d
}

func (e *entry) height(s space) int {
	rows := len(e.text.Measure(s.width))
	if !s.focused {
		rows = min(rows, restRows+1)
	}
	if e.writing {
		rows++
	}
	return rows
}

func (e *entry) bindings() []key.Binding {
	if !e.lines {
		return nil
	}
	if e.writing {
		return []key.Binding{binding("enter", "new line"), binding("esc", "done")}
	}
	return []key.Binding{key.NewBinding(key.WithKeys("alt+enter", "shift+enter", "ctrl+j"), key.WithHelp("alt+enter", "new line"))}
}

// typed draws a row of typed text, with the cursor when it is there.
func (s space) typed(row edit.Row, cursor bool, col int) string {
	if !cursor {
		return s.theme.Text.Render(row.String())
	}
	before, under, after := row.Split(col)
	return s.theme.Text.Render(before) + s.theme.Text.Reverse(true).Render(under) + s.theme.Text.Render(after)
}

// placeholder stands where there is no value to draw.
func (s space) placeholder(empty string) string {
	switch {
	case s.state == forms.Set:
		return s.theme.Faint.Render(empty)
	case s.needed:
		return s.theme.Faint.Render("no answer yet")
	}
	return s.theme.Faint.Render("no answer")
}
