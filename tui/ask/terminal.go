package ask

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/cast"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/form"
	"elicit/tui/plain"
	"elicit/tui/question"
)

// Options say how to ask. The zero value works.
type Options struct {
	NoColor bool               // also when NO_COLOR is set to anything
	Now     func() time.Time   // nil = time.Now
	OpenURL func(string) error // nil = the system's browser
	// Interrupt is called when the person presses ctrl+c: it should cancel the
	// call. It must not block. Open questions are cancelled in any case.
	Interrupt func()
	// Summary takes one line for each question. nil = the terminal, and stderr
	// too when that is something else.
	Summary io.Writer
	// Previous gives earlier answers to the same question; nil = none.
	Previous func(answers.Case) forms.Answers
	// Notes are what to say of a question beside it, one drawable fact each;
	// nil = nothing.
	Notes func(answers.Case) []string
	// Kept says that what is accepted is kept for a later call and not sent now.
	Kept bool

	// Record gets a copy of everything that is drawn; nil = none.
	Record io.Writer
	// Asked is told of every question when it comes up, and Filled of what is
	// filled in, as it is. Neither may block. nil = nobody.
	Asked  func(mcpclient.Elicitation)
	Filled func(form.Filled)
}

// Terminal asks on a terminal. It implements [answers.Answerer] and
// [answers.Refuser], and is safe for concurrent use. On a terminal that cannot
// place its cursor (TERM=dumb) it asks line by line.
type Terminal struct {
	in     *os.File
	out    io.Writer // the terminal, perhaps recorded
	o      Options
	person *question.Person
	plain  *plain.Prompter // nil on a terminal that can do more

	mu      sync.Mutex // guards what follows
	program *tea.Program
	done    chan struct{} // closed when the program ended; nil before it began
	closed  bool
	err     error
	working safetext.Text
	since   time.Time
}

// NewTerminal asks on out and reads keys from in. Nothing is drawn yet.
func NewTerminal(in, out *os.File, o Options) *Terminal {
	if o.Now == nil {
		o.Now = time.Now
	}
	if os.Getenv("NO_COLOR") != "" { // colorprofile only knows 1 and true
		o.NoColor = true
	}
	if o.Summary == nil && !term.IsTerminal(os.Stderr.Fd()) {
		o.Summary = os.Stderr
	}
	t := &Terminal{in: in, out: out, o: o}
	if o.Record != nil {
		t.out = cast.TTY{File: out, Copy: o.Record}
	}
	if name := os.Getenv("TERM"); name == "dumb" || name == "" {
		t.plain = plain.New(o.console(in, out), plain.Options{Now: o.Now, OpenURL: o.OpenURL, Previous: o.Previous, Notes: o.Notes, Kept: o.Kept})
	}
	t.person = question.NewPerson(func(msg tea.Msg) { t.running().Send(msg) })
	return t
}

// console asks line by line, recorded as the terminal's driver shows it.
func (o Options) console(in, out *os.File) *plain.Console {
	if o.Record == nil {
		return plain.NewConsole(in, out)
	}
	shown := cast.Lines(o.Record)
	return plain.NewConsole(cast.Echo{File: in, Copy: shown}, io.MultiWriter(out, shown))
}

func (t *Terminal) running() *tea.Program {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.program
}

// Working tells what the server is doing while no question is open. The status
// line shows it between questions.
func (t *Terminal) Working(what safetext.Text) {
	began := workBegan{what, t.o.Now()}
	t.mu.Lock()
	t.working, t.since = began.what, began.at
	p := t.program
	t.mu.Unlock()
	if p != nil {
		p.Send(began)
	}
}

// Progressed adds the server's progress to the status line.
func (t *Terminal) Progressed(p mcpclient.Progressed) {
	if program := t.running(); program != nil {
		program.Send(p)
	}
}

// URLCompleted tells that the server says a page is done with.
func (t *Terminal) URLCompleted(u mcpclient.URLCompleted) {
	if program := t.running(); program != nil {
		program.Send(u)
	}
}

// Decide asks the person.
func (t *Terminal) Decide(ctx context.Context, c answers.Case) (answers.Decision, error) {
	if t.plain != nil {
		return t.plain.Decide(ctx, c)
	}
	if err := t.start(); err != nil {
		return answers.Decision{}, err
	}
	return t.person.Decide(ctx, c)
}

// Refused shows the refusal.
func (t *Terminal) Refused(ctx context.Context, e mcpclient.Elicitation, r *forms.Refusal) answers.Decision {
	if t.plain != nil {
		return t.plain.Refused(ctx, e, r)
	}
	if t.start() != nil {
		return answers.Decision{} // the refusal stands
	}
	return t.person.Refused(ctx, e, r)
}

// FillForm draws f as the form it would be if server asked it, and gives the
// content with Accept, or Decline or Cancel without.
func (t *Terminal) FillForm(ctx context.Context, server string, f *forms.Form) (forms.Content, mcpclient.Action, error) {
	c := answers.Case{Form: f, Elicitation: mcpclient.Elicitation{
		ID: "form", Server: server, Mode: mcpclient.ModeForm, Message: f.Message, Schema: f.Schema,
		Round: 1, Place: 1, Of: 1, Asked: t.o.Now(),
	}}
	d, err := t.Decide(ctx, c)
	if err != nil {
		return nil, mcpclient.Cancel, err
	}
	return d.Content, d.Action, nil
}

// start runs the program if it does not run yet.
func (t *Terminal) start() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.closed:
		return errors.New("the terminal was closed")
	case t.program != nil:
		return t.err
	}
	options := []tea.ProgramOption{tea.WithInput(t.in), tea.WithOutput(t.out), tea.WithoutSignalHandler()}
	if t.o.NoColor {
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	t.program, t.done = tea.NewProgram(newModel(t.o, t.person, t.working, t.since), options...), make(chan struct{})
	go t.run(t.program)
	return nil
}

// run is the program's goroutine; it ends with the program. Whatever ends it,
// nobody is left waiting for an answer.
func (t *Terminal) run(p *tea.Program) {
	defer close(t.done)
	_, err := p.Run()
	t.mu.Lock()
	if err != nil && !errors.Is(err, tea.ErrProgramKilled) {
		t.err = fmt.Errorf("cannot ask on the terminal: %w", err)
	}
	t.mu.Unlock()
	t.person.Close()
}

// closeGrace is how long the program may take to restore the terminal.
const closeGrace = time.Second

// Close ends open questions as cancel and restores the terminal; the lines of
// summary stay on it. It may be called more than once.
func (t *Terminal) Close() error {
	t.mu.Lock()
	t.closed = true
	p, done := t.program, t.done
	t.mu.Unlock()
	t.person.Close()
	if p == nil {
		return nil
	}
	go p.Send(closing{}) // never blocks Close, even when the program hangs
	select {
	case <-done:
	case <-time.After(closeGrace):
		p.Kill()
		<-done
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.err
}
