package question

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/theme"
)

// ErrStopped ends a call that the person stopped from a question.
var ErrStopped = errors.New("stopped by you")

// mode is what differs between a form and a URL.
type mode interface {
	init() tea.Cmd
	key(msg tea.KeyPressMsg) tea.Cmd
	update(msg tea.Msg) tea.Cmd
	verbs() []string // what the server does, from the longest to the shortest wording
	height(w int) int
	rows(w, h int) []string // between the message and the key line
	setSize(w, h int)
	setTheme(t *theme.Theme)
	bindings() []key.Binding
	withdrawn() layer // what is shown once nobody waits for the answer
	untouched() bool
}

// Screen is one question: a form or a URL. It sends [Decided] once, or
// [Closed] when nobody waited for the answer any more.
type Screen struct {
	c    answers.Case
	o    Options
	w, h int

	head    header
	opened  time.Time
	stopped time.Time // when the server stopped waiting; zero while it waits
	guard   guard
	message message
	notes   notes
	mode    mode
	layers  layers
	note    string // one fact about the last thing done, until the next key
	decided bool   // keys no longer count
	stays   bool   // decided, and yet still of use to the person

	offerStop bool // the same question was declined a moment ago
}

// New makes the screen of a case that passed its profile.
func New(c answers.Case, o Options) *Screen {
	o = o.withDefaults()
	s := &Screen{c: c, o: o, head: header{e: c.Elicitation}, message: message{text: c.Message}}
	if o.Notes != nil {
		s.notes = o.Notes(c)
	}
	s.guard.quiet = o.Quiet
	s.opened = o.Now()
	if !c.Asked.IsZero() {
		s.opened = c.Asked // the server's clock runs since then
	}
	if c.Mode == mcpclient.ModeURL || c.Form == nil {
		s.mode = newURLMode(s)
	} else {
		s.mode = newFormMode(s)
	}
	s.SetSize(80, 24)
	return s
}

// ID is the elicitation's.
func (s *Screen) ID() string { return s.c.ID }

// Server is the configured name of the server that asks.
func (s *Screen) Server() string { return s.c.Server }

// Message is what the server says.
func (s *Screen) Message() safetext.Text { return s.c.Message }

// Case is what is asked.
func (s *Screen) Case() answers.Case { return s.c }

// Answers are what the person gave so far; nil in URL mode.
func (s *Screen) Answers() forms.Answers {
	if m, ok := s.mode.(*formMode); ok {
		return m.fields.Answers()
	}
	return nil
}

// Kept is what the person filled in and nobody was sent; nil when nothing was.
func (s *Screen) Kept() json.RawMessage {
	m, ok := s.mode.(*formMode)
	if !ok || m.untouched() || s.decided && s.stopped.IsZero() {
		return nil
	}
	return m.f.Preview(m.fields.Answers())
}

// Init starts the clock and the form, and arms the type-ahead guard.
func (s *Screen) Init() tea.Cmd {
	s.arm()
	return tea.Batch(s.mode.init(), s.tick(), s.guard.wait())
}

// arm makes the screen ignore keys until the keyboard rested: it came up
// without the person's doing.
func (s *Screen) arm() { s.guard.arm(s.o.Now()) }

func (s *Screen) untouched() bool { return s.mode.untouched() && len(s.layers) == 0 }

type ticked struct{}

func (s *Screen) tick() tea.Cmd {
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return ticked{} })
}

// Update takes every message.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case ticked:
		if s.decided && !s.stays || !s.stopped.IsZero() {
			return nil
		}
		return s.tick()
	case rested:
		if s.guard.open(s.o.Now()) {
			return nil
		}
		return s.guard.wait()
	case tea.KeyPressMsg:
		return s.key(msg)
	case tea.PasteMsg:
		if s.guard.blocks(s.o.Now()) {
			return nil
		}
		if top := s.layers.top(); top != nil {
			return top.update(msg)
		}
	case tea.MouseMsg:
		return s.mouse(msg)
	}
	return s.broadcast(msg)
}

func (s *Screen) broadcast(msg tea.Msg) tea.Cmd {
	cmd := s.mode.update(msg)
	if top := s.layers.top(); top != nil {
		cmd = tea.Batch(cmd, top.update(msg))
	}
	return cmd
}

func (s *Screen) key(msg tea.KeyPressMsg) tea.Cmd {
	if s.decided && !s.stays || s.guard.blocks(s.o.Now()) {
		return nil
	}
	s.note = ""
	if top := s.layers.top(); top != nil {
		return top.key(msg)
	}
	switch msg.String() {
	case "alt+m":
		s.showMessage()
		return nil
	case "shift+up":
		s.message.scroll(-1)
		return nil
	case "shift+down":
		s.message.scroll(1)
		return nil
	}
	return s.mode.key(msg)
}

// decide tells the outcome, once.
func (s *Screen) decide(d answers.Decision) tea.Cmd {
	if s.decided {
		return nil
	}
	s.decided = true
	s.layers.clear()
	d.By = answers.ByPerson
	return fact(Decided{ID: s.c.ID, Decision: d})
}

func fact(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }

// dismiss closes the question without a choice, which is cancel, or decline
// under a profile that says so (DESIGN.md §4.5).
func (s *Screen) dismiss() tea.Cmd {
	if s.c.Form != nil && s.c.Form.Profile.DismissDeclines && !s.o.Kept {
		return s.decide(answers.Decision{Action: mcpclient.Decline})
	}
	return s.decide(answers.Decision{Action: mcpclient.Cancel})
}

// stop cancels the question and ends its call.
func (s *Screen) stop() tea.Cmd {
	return s.decide(answers.Decision{Action: mcpclient.Cancel, End: ErrStopped})
}

// Withdraw tells that nobody waits for the answer any more. What was typed is
// kept and can be copied; nothing is sent into the void (DESIGN.md §4.8).
func (s *Screen) Withdraw(why error) {
	if !s.stopped.IsZero() || s.decided && s.stays {
		return
	}
	s.stopped, s.decided, s.stays = s.o.Now(), true, true
	s.layers.clear()
	over := s.mode.withdrawn()
	if g, ok := over.(*gone); ok {
		g.why = why
	}
	s.layers.push(over)
}

// showMessage opens the whole message as a page.
func (s *Screen) showMessage() {
	s.layers.push(s.page("The message of "+s.c.Server, s.c.Message.Raw(), func(w int, t *theme.Theme) []string {
		return serverRows(s.c.Message, w, t)
	}))
}

func (s *Screen) page(title, original string, body func(int, *theme.Theme) []string) *pager {
	return &pager{title: title, copy: original, body: body, leave: s.layers.pop, told: s.tell}
}

// tell shows one fact until the next key.
func (s *Screen) tell(note string) { s.note = note }

// SetPlace tells the question's place in the queue of open questions.
func (s *Screen) SetPlace(place, of int) { s.head.place, s.head.of = place, of }

// SetTheme changes the styles.
func (s *Screen) SetTheme(t *theme.Theme) {
	s.o.Theme = t
	s.mode.setTheme(t)
}

// SetSize gives the screen its cells.
func (s *Screen) SetSize(w, h int) {
	s.w, s.h = max(w, 10), max(h, 4)
	s.layout()
}

// Bindings are the keys that count now.
func (s *Screen) Bindings() []key.Binding {
	bs := s.lineBindings()
	if m, ok := s.mode.(*formMode); ok && s.layers.top() == nil {
		bs = append(bs, m.directBindings()...)
	}
	return bs
}

// lineBindings are those of the key line.
func (s *Screen) lineBindings() []key.Binding {
	if top := s.layers.top(); top != nil {
		return top.bindings()
	}
	bs := s.mode.bindings()
	if s.head.of > 1 {
		bs = slices.Insert(bs, min(3, len(bs)), otherQuestion)
	}
	if s.message.total > s.message.shown {
		bs = append(bs, bind("alt+m", "alt+m", "whole message"), bind("shift+up shift+down", "shift+↑/↓", "scroll message"))
	}
	return bs
}

// clock is how long the question has been open.
func (s *Screen) clock() string {
	if !s.stopped.IsZero() {
		return "gave up after " + Clock(s.stopped.Sub(s.opened))
	}
	return Clock(s.o.Now().Sub(s.opened))
}

// View draws the screen.
func (s *Screen) View() string { return strings.Join(s.draw(), "\n") }
