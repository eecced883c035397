// Package ask is the small program that asks on a terminal for `elicit call`,
// `elicit form` and `elicit answer`: a status line while the server works, the
// question screen while a question is open, one line of summary after it.
//
// It draws on the terminal it is given and never on stdout, which carries the
// result alone (DESIGN.md §4.12). Its Bubble Tea program starts with the first
// thing there is to show, so that calls without questions cost nothing.
//
// Start reading at [Terminal].
package ask

import (
	"context"
	"io"
	"os"
	"time"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// Options say how to ask.
type Options struct {
	NoColor bool
	Now     func() time.Time   // nil = time.Now
	OpenURL func(string) error // nil = the system's browser
	// Interrupt is called when the person presses ctrl+c: it should cancel the
	// call. nil = open questions are cancelled, nothing else.
	Interrupt func()
	// Summary takes the line after each answered question, usually stderr; nil =
	// they are written above the status line.
	Summary io.Writer
	// Previous gives earlier answers to the same question; nil = none.
	Previous func(answers.Case) forms.Answers
}

// Terminal asks on a terminal. It implements [answers.Answerer] and
// [answers.Refuser].
type Terminal struct {
	in, out *os.File
	o       Options
}

// NewTerminal asks on out and reads keys from in. Nothing is drawn yet.
func NewTerminal(in, out *os.File, o Options) *Terminal {
	return &Terminal{in: in, out: out, o: o}
}

// Working shows "calling WHAT… 0:07" while no question is open; once a call
// has taken long enough that a person would wonder.
func (t *Terminal) Working(what safetext.Text) {}

// Progressed adds the server's progress to the status line.
func (t *Terminal) Progressed(p mcpclient.Progressed) {}

// Decide asks the person.
func (t *Terminal) Decide(ctx context.Context, c answers.Case) (answers.Decision, error) {
	return answers.Decision{}, nil
}

// Refused shows the refusal.
func (t *Terminal) Refused(ctx context.Context, e mcpclient.Elicitation, r *forms.Refusal) answers.Decision {
	return answers.Decision{}
}

// Close ends open questions as cancel and restores the terminal. It may be
// called more than once.
func (t *Terminal) Close() error { return nil }

// FillForm draws f as the form it would be if server asked it, and gives the
// content with Accept, or Decline or Cancel without.
func (t *Terminal) FillForm(ctx context.Context, server string, f *forms.Form) (forms.Content, mcpclient.Action, error) {
	return nil, mcpclient.Cancel, nil
}
