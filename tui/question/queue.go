package question

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/forms"
	"elicit/tui/theme"
)

// Queue is every open question in the order it was asked, across servers. It
// keeps each one's screen, so that a half-filled form survives switching.
//
// The program forwards every message to [Queue.Update] and draws [Queue.View]
// while [Queue.Current] is not nil. The queue hands outcomes to the person.
type Queue struct {
	person *Person
	o      Options
	panes  []Pane
	at     int
	w, h   int
	kept   map[string]forms.Answers // by server and fingerprint: of forms that nobody waited for any more
}

// NewQueue makes an empty queue that answers through p.
func NewQueue(p *Person, o Options) *Queue {
	q := &Queue{person: p, kept: map[string]forms.Answers{}}
	previous := o.Previous
	o.Previous = func(c answers.Case) forms.Answers {
		if a := q.kept[keptKey(c)]; a != nil {
			return a
		}
		if previous == nil {
			return nil
		}
		return previous(c)
	}
	q.o = o.withDefaults()
	return q
}

func keptKey(c answers.Case) string {
	if c.Form == nil {
		return ""
	}
	return c.Server + "\x00" + c.Form.Fingerprint()
}

// Len is the number of open questions.
func (q *Queue) Len() int { return len(q.panes) }

// Waiting is the number of open questions of one server.
func (q *Queue) Waiting(server string) int {
	n := 0
	for _, p := range q.panes {
		if p.Server() == server {
			n++
		}
	}
	return n
}

// Current is the question on screen, nil when none is open.
func (q *Queue) Current() Pane {
	if len(q.panes) == 0 {
		return nil
	}
	return q.panes[q.at]
}

// Panes are the open questions in the order they were asked.
func (q *Queue) Panes() []Pane { return slices.Clone(q.panes) }

// Show puts the question id on screen and reports whether it is open.
func (q *Queue) Show(id string) bool {
	i := q.find(id)
	if i >= 0 {
		q.at = i
	}
	return i >= 0
}

// Next puts the following question on screen, after the last the first.
func (q *Queue) Next() { q.step(1) }

// Previous puts the preceding question on screen.
func (q *Queue) Previous() { q.step(-1) }

func (q *Queue) step(by int) {
	if n := len(q.panes); n > 0 {
		q.at = (q.at + by + n) % n
	}
}

func (q *Queue) find(id string) int {
	return slices.IndexFunc(q.panes, func(p Pane) bool { return p.ID() == id })
}

// Update takes every message of the program: the questions' own are handled
// here, keys, mouse and pastes go to the question on screen, the rest to all.
func (q *Queue) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case Asked:
		return q.add(New(msg.Case, q.o))
	case RefusedAsked:
		return q.add(NewRefused(msg.E, msg.R, q.o))
	case Withdrawn:
		return q.withdraw(msg)
	case Decided:
		return q.decided(msg.ID, msg.Decision)
	case RefusalSeen:
		return q.decided(msg.ID, msg.Decision)
	case Closed:
		q.remove(msg.ID)
		return nil
	case tea.KeyMsg, tea.MouseMsg, tea.PasteMsg:
		if p := q.Current(); p != nil {
			return p.Update(msg)
		}
		return nil
	}
	cmds := make([]tea.Cmd, 0, len(q.panes))
	for _, p := range q.panes {
		cmds = append(cmds, p.Update(msg))
	}
	return tea.Batch(cmds...)
}

func (q *Queue) add(p Pane) tea.Cmd {
	p.SetSize(q.w, q.h)
	q.panes = append(q.panes, p)
	q.place()
	return p.Init()
}

func (q *Queue) withdraw(msg Withdrawn) tea.Cmd {
	if i := q.find(msg.ID); i >= 0 {
		q.panes[i].Withdraw(msg.Why)
	}
	return nil
}

func (q *Queue) decided(id string, d answers.Decision) tea.Cmd {
	q.person.Decided(id, d)
	q.remove(id)
	return nil
}

func (q *Queue) remove(id string) {
	i := q.find(id)
	if i < 0 {
		return
	}
	q.panes = slices.Delete(q.panes, i, i+1)
	if q.at > i || q.at == len(q.panes) && q.at > 0 {
		q.at--
	}
	q.place()
}

func (q *Queue) place() {
	for i, p := range q.panes {
		p.SetPlace(i+1, len(q.panes))
	}
}

// SetSize gives every question its cells.
func (q *Queue) SetSize(w, h int) {
	q.w, q.h = w, h
	for _, p := range q.panes {
		p.SetSize(w, h)
	}
}

// SetTheme changes the styles.
func (q *Queue) SetTheme(t *theme.Theme) {
	q.o.Theme = t
	for _, p := range q.panes {
		p.SetTheme(t)
	}
}

// View draws the question on screen.
func (q *Queue) View() string {
	if p := q.Current(); p != nil {
		return p.View()
	}
	return ""
}

// Bindings are the keys of the question on screen.
func (q *Queue) Bindings() []key.Binding {
	if p := q.Current(); p != nil {
		return p.Bindings()
	}
	return nil
}
