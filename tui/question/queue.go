package question

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/forms"
	"elicit/mcpclient"
	"elicit/tui/theme"
)

// Queue is every open question in the order it was asked, across servers. It
// keeps each one's screen, so that a half-filled form survives switching.
//
// The program forwards every message to [Queue.Update] and draws [Queue.View]
// while [Queue.Current] is not nil. The queue hands outcomes to the person, by
// the elicitation's ID: a key can only ever answer the question on screen.
type Queue struct {
	person *Person
	o      Options
	panes  []Pane
	at     int
	w, h   int

	kept     map[string]forms.Answers // of forms that nobody waited for any more, by question
	declined map[string]bool          // questions that were just declined, by call and question
}

// NewQueue makes an empty queue that answers through p.
func NewQueue(p *Person, o Options) *Queue {
	q := &Queue{person: p, kept: map[string]forms.Answers{}, declined: map[string]bool{}, w: 80, h: 24}
	previous := o.Previous
	o.Previous = func(c answers.Case) forms.Answers {
		if a := q.kept[sameQuestion(c)]; a != nil {
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

// sameQuestion is equal for two cases when a person would see the same.
func sameQuestion(c answers.Case) string {
	what := c.URL.Raw()
	if c.Form != nil {
		what = c.Form.Fingerprint()
	}
	return c.Server + "\x00" + what
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

// Update takes every message of the program: the questions' own facts are
// handled here, keys, mouse and pastes go to the question on screen, what a
// question sent to itself goes to that one, and the rest to all.
func (q *Queue) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case Asked, RefusedAsked, Withdrawn, Decided, RefusalSeen, Closed:
		return q.fact(msg)
	case addressed:
		if i := q.find(msg.id); i >= 0 {
			return q.update(q.panes[i], msg.msg)
		}
		return nil
	case tea.KeyPressMsg:
		return q.press(msg)
	case tea.KeyMsg, tea.MouseMsg, tea.PasteMsg:
		if p := q.Current(); p != nil {
			return q.update(p, msg)
		}
		return nil
	}
	cmds := make([]tea.Cmd, 0, len(q.panes))
	for _, p := range q.panes {
		cmds = append(cmds, q.update(p, msg))
	}
	return tea.Batch(cmds...)
}

func (q *Queue) update(p Pane, msg tea.Msg) tea.Cmd { return address(p.ID(), p.Update(msg)) }

// press gives a key to the question on screen; two of them switch.
func (q *Queue) press(msg tea.KeyPressMsg) tea.Cmd {
	p := q.Current()
	switch {
	case p == nil:
		return nil
	case len(q.panes) > 1 && msg.String() == "alt+right":
		q.Next()
		return nil
	case len(q.panes) > 1 && msg.String() == "alt+left":
		q.Previous()
		return nil
	}
	return q.update(p, msg)
}

func (q *Queue) fact(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case Asked:
		s := New(msg.Case, q.o)
		s.offerStop = q.declined[msg.Case.CallID+"\x00"+sameQuestion(msg.Case)]
		return q.add(s)
	case RefusedAsked:
		return q.add(NewRefused(msg.E, msg.R, q.o))
	case Withdrawn:
		q.withdraw(msg)
	case Decided:
		q.decided(msg)
	case RefusalSeen:
		q.person.Decided(msg.ID, msg.Decision)
		q.remove(msg.ID)
	case Closed:
		q.remove(msg.ID)
	}
	return nil
}

func (q *Queue) add(p Pane) tea.Cmd {
	p.SetTheme(q.o.Theme)
	p.SetSize(q.w, q.h)
	q.panes = append(q.panes, p)
	q.place()
	return address(p.ID(), p.Init())
}

// withdraw tells a question that nobody waits for it. One that the person does
// not look at and has not touched goes away by itself.
func (q *Queue) withdraw(msg Withdrawn) {
	i := q.find(msg.ID)
	if i < 0 {
		return
	}
	p := q.panes[i]
	q.keep(p)
	if i != q.at && p.untouched() {
		q.remove(msg.ID)
		return
	}
	p.Withdraw(msg.Why)
}

// keep remembers what was filled in, to be offered when the same question comes
// back.
func (q *Queue) keep(p Pane) {
	if s, ok := p.(*Screen); ok && !s.untouched() {
		q.kept[sameQuestion(s.c)] = s.Answers()
	}
}

func (q *Queue) decided(msg Decided) {
	i := q.find(msg.ID)
	if i < 0 {
		return
	}
	s, _ := q.panes[i].(*Screen)
	sent := q.person.Decided(msg.ID, msg.Decision)
	if s != nil {
		q.remember(s, msg.Decision.Action, sent)
	}
	if msg.Stays && sent {
		return
	}
	if s != nil && !sent && s.stopped.IsZero() {
		s.Withdraw(nil) // the server gave up in the same moment
	}
	if sent {
		q.remove(msg.ID)
	}
}

func (q *Queue) remember(s *Screen, a mcpclient.Action, sent bool) {
	same := sameQuestion(s.c)
	if sent && a == mcpclient.Accept {
		delete(q.kept, same)
	} else {
		q.keep(s)
	}
	q.declined[s.c.CallID+"\x00"+same] = a == mcpclient.Decline
}

// CallFinished lets the questions of a call go that only waited for the person
// to be done with a page.
func (q *Queue) CallFinished(callID string) {
	for _, p := range q.Panes() {
		if s, ok := p.(*Screen); ok && s.c.CallID == callID && s.decided && s.stays && s.stopped.IsZero() {
			q.remove(s.ID())
		}
	}
	for key := range q.declined {
		if len(key) > len(callID) && key[:len(callID)+1] == callID+"\x00" {
			delete(q.declined, key)
		}
	}
}

func (q *Queue) remove(id string) {
	i := q.find(id)
	if i < 0 {
		return
	}
	wasCurrent := i == q.at
	q.panes = slices.Delete(q.panes, i, i+1)
	if q.at > i || q.at == len(q.panes) && q.at > 0 {
		q.at--
	}
	q.place()
	if p := q.Current(); p != nil && wasCurrent {
		p.arm() // it comes up under keys that were meant for the one before
	}
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
	p := q.Current()
	if p == nil {
		return nil
	}
	bs := p.Bindings()
	if len(q.panes) > 1 {
		bs = append(bs, bind("alt+right alt+left", "alt+→/←", "other question"))
	}
	return bs
}
