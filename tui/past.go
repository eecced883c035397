package tui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/safetext"
	"elicit/tui/pane"
)

// maxPast bounds the calls of one target whose arguments are remembered.
const maxPast = 50

// past are the arguments of a call that was made in this session.
type past struct {
	args    json.RawMessage
	at      time.Time
	verdict string // how the latest call with them ended; empty while it runs
}

// keepArguments remembers what a target was called with, the latest first and
// each once.
func (s *server) keepArguments(key string, args json.RawMessage, at time.Time) *past {
	p := &past{args: args, at: at}
	older := slices.DeleteFunc(s.past[key], func(o *past) bool { return bytes.Equal(o.args, args) })
	older = older[:min(len(older), maxPast-1)]
	s.past[key] = append([]*past{p}, older...)
	return p
}

// lastArguments are those of the target's latest call; nil when there was none.
func (s *server) lastArguments(key string) json.RawMessage {
	if all := s.past[key]; len(all) > 0 {
		return all[0].args
	}
	return nil
}

// What is filled in already is never there without a word on where it comes
// from.
const (
	typedBefore = "typed before, not sent"
	asLastTime  = "as last time"
)

// opening is the text that the JSON editor of a target without a form opens
// with.
func (a *arguments) opening(last json.RawMessage) string {
	if text := a.target.server.texts[a.target.Key()]; text != "" {
		a.from = typedBefore
		return text
	}
	if last != nil {
		a.from = asLastTime
	}
	return indented(last)
}

// fill takes up the arguments of a past call; those that no longer fit the form
// are taken as JSON.
func (a *arguments) fill(m *Model, p *past) tea.Cmd {
	a.from = "as in the call at " + p.at.Format("15:04:05")
	if a.form != nil {
		if got, issues := a.form.Answers(p.args); issues == nil {
			a.fields.SetAnswers(got)
			a.json = nil
			a.Resize(m, a.w, a.h)
			return nil
		}
	}
	a.json = newJSONEditor(m.theme, a.target.Schema(), indented(p.args))
	a.Resize(m, a.w, a.h)
	return m.own(a, a.json.focus())
}

// pastList offers the arguments of past calls to be taken up again.
type pastList struct {
	into *arguments
	all  []*past
	view *pane.View
}

func (m *Model) openPast(a *arguments) {
	l := &pastList{into: a, all: a.target.server.past[a.target.Key()]}
	items := make(pane.Items, len(l.all))
	for i, p := range l.all {
		plain := string(safetext.EscapeJSON(p.args))
		items[i] = pane.Item{Plain: plain, Draw: func(width int) string { return m.pastRow(p, plain, width) }}
	}
	l.view = pane.New(m.theme, items)
	l.view.SetCursor(0)
	m.overlay = l
}

func (m *Model) pastRow(p *past, args string, width int) string {
	verdict := p.verdict
	if verdict == "" {
		verdict = "running"
	}
	head := m.theme.Faint.Render(fmt.Sprintf("%s  %-9s ", p.at.Format("15:04:05"), verdict))
	if width < 50 {
		head = "" // what was sent tells one from the other
	}
	return pane.Cut(head+m.theme.Text.Render(args), width)
}

// Update chooses.
func (l *pastList) Update(m *Model, msg tea.Msg) tea.Cmd {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch k.String() {
		case "esc", "alt+h":
			m.overlay = nil
			return nil
		case "enter":
			m.overlay = nil
			if i := l.view.Cursor(); i >= 0 && i < len(l.all) {
				return l.into.fill(m, l.all[i])
			}
			return nil
		}
	}
	if click, ok := msg.(tea.MouseClickMsg); ok {
		if i := l.view.ItemAt(m.boxRow(l.height(m), click.Y)); i >= 0 {
			m.overlay = nil
			return l.into.fill(m, l.all[i])
		}
		return nil
	}
	l.view.Update(msg)
	return nil
}

func (l *pastList) height(m *Model) int { return max(min(len(l.all), m.bodyHeight()-2), 1) }

// View draws the list over the screen.
func (l *pastList) View(m *Model, below string) string {
	width := min(max(m.w-8, 30), m.w)
	l.view.SetSize(width-4, l.height(m))
	return m.box(below, "called before with", strings.Split(l.view.View(), "\n"), width)
}

// Hints are the list's own keys.
func (l *pastList) Hints() []hint {
	return []hint{{"enter", "take"}, {"↑↓", "choose"}, {"esc", "close"}}
}
