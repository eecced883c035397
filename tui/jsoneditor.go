package tui

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"

	"elicit/internal/safetext"
	"elicit/tui/pane"
	"elicit/tui/theme"
)

// jsonEditor is a text area for the arguments as JSON, checked against the
// tool's input schema.
type jsonEditor struct {
	area     textarea.Model
	schema   json.RawMessage
	first    string // the text it opened with
	problems []string
	unread   error // the schema itself cannot be read
	slow     bool  // checking takes too long to be done with every key
	w, h     int
}

func newJSONEditor(t *theme.Theme, schema json.RawMessage, text string) *jsonEditor {
	e := &jsonEditor{area: textarea.New(), schema: schema, first: text}
	e.area.Prompt = ""
	e.area.ShowLineNumbers = true
	e.area.MaxHeight = 0
	e.area.CharLimit = 0
	e.style(t)
	e.area.SetValue(text)
	e.area.MoveToBegin()
	e.area.CursorDown() // to where the first member goes
	e.area.CursorEnd()
	e.check()
	return e
}

func (e *jsonEditor) style(t *theme.Theme) {
	s := textarea.DefaultStyles(t.Dark)
	s.Cursor.Blink = false
	for _, st := range []*textarea.StyleState{&s.Focused, &s.Blurred} {
		st.Base, st.Text, st.CursorLine = t.Text, t.Text, t.Text
		st.LineNumber, st.CursorLineNumber, st.EndOfBuffer = t.Faint, t.Accent, t.Faint
	}
	e.area.SetStyles(s)
}

func (e *jsonEditor) focus() tea.Cmd { return e.area.Focus() }

func (e *jsonEditor) changed() bool { return e.area.Value() != e.first }

func (e *jsonEditor) setSize(w, h int) {
	e.w, e.h = w, h
	e.area.SetWidth(max(w, 4))
	e.area.SetHeight(max(h-e.noteRows(), 1))
}

// noteRows is how many rows the problems get.
func (e *jsonEditor) noteRows() int { return min(6, max(e.h/3, 1)) }

func (e *jsonEditor) update(msg tea.Msg) tea.Cmd {
	was := e.area.Value()
	var cmd tea.Cmd
	e.area, cmd = e.area.Update(msg)
	if e.area.Value() != was {
		e.check()
	}
	return cmd
}

// A large text, or one whose schema takes long, is checked only when it is sent,
// so that typing stays smooth.
const (
	largeText = 64 << 10
	slowCheck = 500 * time.Millisecond
)

func (e *jsonEditor) check() {
	if e.area.Length() > largeText {
		e.slow = true
	}
	if e.slow {
		e.problems, e.unread = nil, nil
		return
	}
	began := time.Now()
	e.problems, e.unread = checkArguments(e.schema, []byte(e.area.Value()))
	e.slow = time.Since(began) > slowCheck
}

// content is the text as one line of JSON, or why it cannot be sent.
func (e *jsonEditor) content() (json.RawMessage, error) {
	text := []byte(e.area.Value())
	e.problems, e.unread = checkArguments(e.schema, text)
	if len(e.problems) > 0 {
		return nil, errors.New(e.problems[0])
	}
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// raw is the text as it stands, for sending although it does not fit.
func (e *jsonEditor) raw() (json.RawMessage, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(e.area.Value())); err != nil {
		return nil, fmt.Errorf("this is not JSON: %w", err)
	}
	if !strings.HasPrefix(b.String(), "{") {
		return nil, errNoObject
	}
	return b.Bytes(), nil
}

func (e *jsonEditor) edited(m *Model, msg edited) tea.Cmd {
	if msg.err != nil {
		return m.notify(safetext.Of(msg.err.Error()).Line())
	}
	e.area.SetValue(strings.TrimRight(msg.text, "\n"))
	e.check()
	return nil
}

func (e *jsonEditor) view(t *theme.Theme) string {
	var notes []string
	for i, p := range e.problems {
		if i == e.noteRows()-1 && len(e.problems) > i+1 {
			notes = append(notes, t.Error.Render(fmt.Sprintf("  and %d more", len(e.problems)-i)))
			break
		}
		notes = append(notes, pane.Cut(t.Error.Render("✗ "+p), e.w))
	}
	switch {
	case e.unread != nil:
		notes = append(notes, pane.Cut(t.Warning.Render("not checked: "+safetext.Of(e.unread.Error()).Line()), e.w))
	case e.slow && len(notes) == 0:
		notes = append(notes, pane.Cut(t.Faint.Render("checked when it is sent"), e.w))
	case len(notes) == 0:
		notes = append(notes, t.Success.Render("✔ fits the tool's input schema"))
	}
	return fit(e.area.View(), e.w, max(e.h-e.noteRows(), 1)) + "\n" + fit(strings.Join(notes, "\n"), e.w, e.noteRows())
}
