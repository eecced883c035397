// Package plain asks line by line, for screen readers, dumb terminals, pipes
// and expect-like drivers: who asks, the message, every field with its
// description and constraint, a review of the exact JSON, then the outcome.
//
// It writes no escape sequence and reads lines only. The end of the input is
// cancel, never decline (DESIGN.md §4.7).
//
// Start reading at [Prompter].
package plain

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"time"

	"elicit/answers"
	"elicit/forms"
	"elicit/mcpclient"
)

// Options say how to ask. The zero value works.
type Options struct {
	Now      func() time.Time   // nil = time.Now
	OpenURL  func(string) error // nil = the system's browser
	Previous func(answers.Case) forms.Answers
}

// Prompter asks on a pair of streams. It implements [answers.Answerer] and
// [answers.Refuser]; questions that arrive together are asked one after
// another.
type Prompter struct {
	c *Console
	o Options
}

// Console is the one reader of an input and the writer beside it. A program
// makes one and shares it, because a second reader would swallow lines.
type Console struct {
	in  *bufio.Reader
	out io.Writer
}

// NewConsole reads lines from in and writes to out.
func NewConsole(in io.Reader, out io.Writer) *Console {
	return &Console{in: bufio.NewReader(in), out: out}
}

// Say writes one line. What a server controls must come cleaned.
func (c *Console) Say(format string, args ...any) { fmt.Fprintf(c.out, format+"\n", args...) }

// Ask writes prompt without a line break and reads one line; io.EOF at the end
// of the input, the context's cause when it ends first.
func (c *Console) Ask(ctx context.Context, prompt string) (string, error) { return "", io.EOF }

// Pick has the person choose one of the numbered items, by number or by its
// text; it asks again until the answer is one.
func (c *Console) Pick(ctx context.Context, title string, items []string) (int, error) {
	return 0, io.EOF
}

// New makes a prompter on a console.
func New(c *Console, o Options) *Prompter { return &Prompter{c: c, o: o} }

// Decide asks the person.
func (p *Prompter) Decide(ctx context.Context, c answers.Case) (answers.Decision, error) {
	return answers.Decision{}, nil
}

// Refused tells of the refusal.
func (p *Prompter) Refused(ctx context.Context, e mcpclient.Elicitation, r *forms.Refusal) answers.Decision {
	return answers.Decision{}
}

// Fill asks every question of f, for a tool's arguments or `elicit form`, and
// gives the content with Accept, or Cancel without.
func (p *Prompter) Fill(ctx context.Context, f *forms.Form, start forms.Answers) (forms.Content, mcpclient.Action, error) {
	return nil, mcpclient.Cancel, nil
}
