package question

import (
	"slices"
	"strings"

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
// while [Queue.Current] is not nil. The queue hands outcomes to the person, by
// the elicitation's ID: a key can only ever answer the question on screen.
type Queue struct {
	person *Person
	o      Options
	panes  []Pane
	at     int
	hidden bool   // the person looks at something else
	alert  string // stands in the last row until the next key
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

// SetShown tells whether the person looks at the questions.
func (q *Queue) SetShown(shown bool) { q.hidden = !shown }

// Alert shows one drawn fact in the place of the keys until the next key: another
// server asks, say. It answers nothing and takes no key.
func (q *Queue) Alert(fact string) { q.alert = fact }

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
		if _, clicked := msg.(tea.MouseClickMsg); clicked {
			q.alert = ""
		}
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
	q.alert = ""
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
	p := q.Current()
	if p == nil {
		return ""
	}
	view := p.View()
	if cut := strings.LastIndexByte(view, '\n'); q.alert != "" && cut >= 0 {
		view = view[:cut+1] + fit(" "+q.alert, q.w)
	}
	return view
}

// otherQuestion switches between open questions; see Queue.press.
var otherQuestion = bind("alt+right alt+left", "alt+→", "other question")

// Bindings are the keys of the question on screen.
func (q *Queue) Bindings() []key.Binding {
	p := q.Current()
	if p == nil {
		return nil
	}
	bs := p.Bindings()
	if len(q.panes) > 1 {
		bs = append(bs, otherQuestion)
	}
	return bs
}
