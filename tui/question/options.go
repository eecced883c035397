package question

import (
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/tui/form"
	"elicit/tui/question/site"
	"elicit/tui/theme"
)

// Options are what the screens need from their program. Every zero value but
// Theme's works.
type Options struct {
	Theme *theme.Theme
	Now   func() time.Time // nil = time.Now

	// Previous gives earlier answers to the same question: offered per field,
	// marked as such, never taken silently. nil = none.
	Previous func(answers.Case) forms.Answers

	// Notes are what the program has to say of a question, one drawable fact
	// each: that it changed since it was answered, say. nil = nothing.
	Notes func(answers.Case) []string

	// Kept says that answers are kept for a later call: nobody waits for them
	// now, and nobody is told when there is none.
	Kept bool

	// OpenURL opens a page that the person agreed to. nil = the system's
	// browser, started without a shell.
	OpenURL func(string) error

	// Quiet is how long the keyboard must have rested after a question opened
	// before its keys count (DESIGN.md §4.7): 0 = 425 ms, negative = no guard.
	Quiet time.Duration

	// Filled is told of what is filled in, as it is. nil = nobody.
	Filled func(form.Filled)
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Theme == nil {
		o.Theme = theme.New(true, true)
	}
	if o.Quiet == 0 {
		o.Quiet = quietPeriod
	}
	if o.OpenURL == nil {
		o.OpenURL = site.Open
	}
	return o
}

// Pane is one open question on screen: a [Screen] or a [Refused]. Mouse
// messages must come with coordinates relative to its top left cell.
type Pane interface {
	ID() string     // of the elicitation
	Server() string // the configured name
	Message() safetext.Text
	Init() tea.Cmd
	Update(msg tea.Msg) tea.Cmd
	View() string // exactly within SetSize
	SetSize(w, h int)
	SetTheme(t *theme.Theme)
	SetPlace(place, of int) // its place in the queue of open questions
	Bindings() []key.Binding
	Withdraw(why error) // nobody waits for the answer any more

	arm()            // it came on screen without the person's doing
	untouched() bool // nothing would be lost if it went away
}

// Decided tells what the person decided. Hand it to [Person.Decided].
type Decided struct {
	ID       string
	Decision answers.Decision
	// Stays means that the screen stays open for the person: a page was opened
	// and the server was told at once, but the person is not done with it.
	Stays bool
}

// RefusalSeen tells that the person saw a refusal, and what the server shall
// be told instead; an empty decision leaves the refusal as it is.
type RefusalSeen struct {
	ID       string
	Decision answers.Decision
}

// Closed tells that the person left a question which nobody waits for.
type Closed struct{ ID string }

// StopWanted tells that the person wants the call to end that a question
// belongs to, after the question itself was decided.
type StopWanted struct{ Server, CallID string }
