package question

import (
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/forms"
	"elicit/mcpclient"
	"elicit/tui/theme"
)

const quietPeriod = 425 * time.Millisecond

// Screen is one question: a form or a URL.
type Screen struct {
	c answers.Case
	o Options
}

// New makes the screen of a case that passed its profile.
func New(c answers.Case, o Options) *Screen { return &Screen{c: c, o: o.withDefaults()} }

// ID is the elicitation's.
func (s *Screen) ID() string { return s.c.ID }

// Server is the configured name of the server that asks.
func (s *Screen) Server() string { return s.c.Server }

// Init starts the clock and the form.
func (s *Screen) Init() tea.Cmd { return nil }

// Update takes every message.
func (s *Screen) Update(tea.Msg) tea.Cmd { return nil }

// View draws the screen.
func (s *Screen) View() string { return "" }

// SetSize gives the screen its cells.
func (s *Screen) SetSize(int, int) {}

// SetTheme changes the styles.
func (s *Screen) SetTheme(t *theme.Theme) { s.o.Theme = t }

// SetPlace tells the place in the queue.
func (s *Screen) SetPlace(int, int) {}

// Bindings are the keys of this screen.
func (s *Screen) Bindings() []key.Binding { return nil }

// Withdraw tells that nobody waits for the answer any more.
func (s *Screen) Withdraw(error) {}

// Answers are what the person gave so far.
func (s *Screen) Answers() forms.Answers { return nil }

// Refused is the screen of a question that its profile refused.
type Refused struct {
	e mcpclient.Elicitation
	r *forms.Refusal
	o Options
}

// NewRefused makes the screen of a refusal.
func NewRefused(e mcpclient.Elicitation, r *forms.Refusal, o Options) *Refused {
	return &Refused{e: e, r: r, o: o.withDefaults()}
}

// ID is the elicitation's.
func (r *Refused) ID() string { return r.e.ID }

// Server is the configured name of the server that asked.
func (r *Refused) Server() string { return r.e.Server }

// Init starts the screen.
func (r *Refused) Init() tea.Cmd { return nil }

// Update takes every message.
func (r *Refused) Update(tea.Msg) tea.Cmd { return nil }

// View draws the screen.
func (r *Refused) View() string { return "" }

// SetSize gives the screen its cells.
func (r *Refused) SetSize(int, int) {}

// SetTheme changes the styles.
func (r *Refused) SetTheme(t *theme.Theme) { r.o.Theme = t }

// SetPlace tells the place in the queue.
func (r *Refused) SetPlace(int, int) {}

// Bindings are the keys of this screen.
func (r *Refused) Bindings() []key.Binding { return nil }

// Withdraw tells that nobody waits for the answer any more.
func (r *Refused) Withdraw(error) {}
