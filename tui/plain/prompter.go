package plain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/question/site"
)

// Options say how to ask. The zero value works.
type Options struct {
	Now      func() time.Time                 // nil = time.Now
	OpenURL  func(string) error               // nil = the system's browser
	Previous func(answers.Case) forms.Answers // nil = what this prompter was answered before
	Notes    func(answers.Case) []string      // what to say of a question, one drawable fact each; nil = nothing
	Kept     bool                             // what is accepted is kept for a later call, not sent now
	Asked    func(mcpclient.Elicitation)      // is told of a question when its turn comes; nil = nobody

	// Command is tried on lines that begin with a colon and are no command of
	// the question itself. An error it gives ends the question; [ErrLeave] does
	// so as cancel.
	Command func(text string) (known bool, err error)
}

// Prompter asks on a console. It implements [answers.Answerer] and
// [answers.Refuser]; questions that arrive together are asked one after
// another.
type Prompter struct {
	c     *Console
	o     Options
	floor floor
	open  atomic.Bool // a question is being asked: whoever asks one has the floor

	barOnce, helpOnce sync.Once // what a person needs to hear once

	mu     sync.Mutex
	before map[string]forms.Answers // what was typed, by server and question
	cut    bool                     // the end of the input cancelled a question
}

// New makes a prompter on a console.
func New(c *Console, o Options) *Prompter {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.OpenURL == nil {
		o.OpenURL = site.Open
	}
	p := &Prompter{c: c, o: o, before: map[string]forms.Answers{}}
	if p.o.Previous == nil {
		p.o.Previous = p.recall
	}
	return p
}

// Hold takes the floor for prompts of the program's own, such as a list to
// choose from: questions wait until Yield or Free, and say so.
func (p *Prompter) Hold(ctx context.Context) error { return p.floor.take(ctx, nil) }

// Yield has those questions asked that wait. With an error the floor is lost.
func (p *Prompter) Yield(ctx context.Context) error { return p.floor.yield(ctx) }

// Free gives the floor up.
func (p *Prompter) Free() { p.floor.release() }

// Asking reports whether a question is being asked.
func (p *Prompter) Asking() bool { return p.open.Load() }

// CutShort reports whether a question was cancelled because the input ended.
func (p *Prompter) CutShort() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cut
}

// ErrLeave is the way out of a question for a person who leaves the program:
// the server is told cancel.
var ErrLeave = errors.New("the person leaves")

// ErrGivenUp is the cause to end a call's context with when the person gives it
// up.
var ErrGivenUp = errors.New("given up by the person")

// The ways out of a question other than an answer.
var (
	errBack    = errors.New("back")
	errDecline = errors.New("declined")
	errCancel  = errors.New("cancelled")
)

// Decide asks the person.
func (p *Prompter) Decide(ctx context.Context, c answers.Case) (answers.Decision, error) {
	if err := p.begin(ctx, c.Elicitation); err != nil {
		return answers.Decision{}, err
	}
	defer p.end()
	p.introduce(c.Elicitation, verb(c))
	if p.o.Notes != nil {
		for _, note := range p.o.Notes(c) {
			p.c.Say("note: %s", note)
		}
	}
	if c.Form == nil {
		return p.page(ctx, c)
	}
	v := &interview{
		c: p.c, f: c.Form, questions: c.Form.Questions(), answers: c.Form.Initial(), previous: p.o.Previous(c),
		manner: asQuestion, to: p.accepted() + " to " + server(c.Elicitation), command: p.o.Command, helpOnce: &p.helpOnce,
	}
	d, err := v.run(ctx)
	p.remember(c, v)
	if err != nil {
		return p.ended(ctx, c, v, err)
	}
	p.c.Say("%s.", p.accepted())
	return d, nil
}

// accepted is what becomes of an accepted answer.
func (p *Prompter) accepted() string {
	if p.o.Kept {
		return "kept to be sent"
	}
	return "sent"
}

// begin waits for the person to be free. A question that has to wait is told of
// meanwhile, and so is its end.
func (p *Prompter) begin(ctx context.Context, e mcpclient.Elicitation) error {
	waited := false
	err := p.floor.take(ctx, func() {
		waited = true
		p.c.Say("[%s] asks something%s. You are asked at the next prompt.", server(e), about(e))
	})
	if err != nil {
		if waited {
			p.c.Say("[%s] %s", server(e), gone(context.Cause(ctx)))
		}
		return err
	}
	p.open.Store(true)
	p.c.Discard()
	if p.o.Asked != nil {
		p.o.Asked(e)
	}
	return nil
}

func (p *Prompter) end() {
	p.open.Store(false)
	p.floor.release()
}

// about names the target a question is for.
func about(e mcpclient.Elicitation) string {
	if e.Target.Empty() {
		return ""
	}
	return " (" + e.Target.Line() + ")"
}

// gone says why nobody waits for an answer any more.
func gone(cause error) string {
	switch {
	case errors.Is(cause, mcpclient.ErrWithdrawn):
		return "took its question back. Nothing was sent."
	case errors.Is(cause, mcpclient.ErrCallEnded):
		return "went on without waiting for this answer. Nothing was sent."
	case errors.Is(cause, mcpclient.ErrCallCancelled), errors.Is(cause, ErrGivenUp):
		return "no longer waits: the call was cancelled. Nothing was sent."
	case errors.Is(cause, mcpclient.ErrClosed), errors.As(cause, new(*mcpclient.ExitError)):
		return "ended while this question was open. Nothing was sent."
	}
	return "no longer waits for this answer. Nothing was sent."
}

// ended says what the person's way out means for the server.
func (p *Prompter) ended(ctx context.Context, c answers.Case, v *interview, err error) (answers.Decision, error) {
	d := answers.Decision{Action: mcpclient.Cancel, By: answers.ByPerson}
	switch {
	case ctx.Err() != nil:
		p.c.Discard() // what was typed for it is for nothing else
		p.c.Say("[%s] %s", server(c.Elicitation), gone(context.Cause(ctx)))
		if v != nil {
			v.keep()
		}
		return answers.Decision{}, context.Cause(ctx)
	case errors.Is(err, errDecline):
		d.Action = mcpclient.Decline
		p.c.Say("declined.")
	case errors.Is(err, errCancel), errors.Is(err, ErrLeave):
		p.c.Say("cancelled.")
	case errors.Is(err, io.EOF):
		p.mu.Lock()
		p.cut = true
		p.mu.Unlock()
		p.c.Say("the input ended: cancelled.")
	default:
		return answers.Decision{}, fmt.Errorf("asking for %s: %w", server(c.Elicitation), err)
	}
	return d, nil
}

func verb(c answers.Case) string {
	if c.Form == nil {
		return "asks you to open a page"
	}
	return "asks"
}

// server is the name on the badge.
func server(e mcpclient.Elicitation) string { return forms.Badge(e.Server) }

// introduce says who asks, what for, and what the server says.
func (p *Prompter) introduce(e mcpclient.Elicitation, verb string) {
	var about []string
	if !e.Target.Empty() {
		about = append(about, e.Target.Line())
	}
	if e.Era == mcpclient.Modern || e.Round > 1 {
		about = append(about, fmt.Sprintf("round %d", e.Round))
	}
	if e.Of > 1 {
		about = append(about, fmt.Sprintf("question %d of %d", e.Place, e.Of))
	}
	p.c.Say("")
	if len(about) > 0 {
		p.c.Say("[%s] %s (%s)", server(e), verb, strings.Join(about, ", "))
	} else {
		p.c.Say("[%s] %s", server(e), verb)
	}
	if !e.Message.Empty() {
		p.barOnce.Do(func() { p.c.Say(`An MCP server wrote the words behind "|". elicit did not.`) })
		p.c.Quote(e.Message)
	}
}

// Refused tells of the refusal and asks what the server shall be told.
func (p *Prompter) Refused(ctx context.Context, e mcpclient.Elicitation, r *forms.Refusal) answers.Decision {
	if p.begin(ctx, e) != nil {
		return answers.Decision{}
	}
	defer p.end()
	p.introduce(e, "asked for something elicit does not collect")
	p.c.Say("refused: %s", safetext.Of(r.Error()).Line())
	p.c.Say("Press enter to go on; :cancel or :decline tells the server that instead.")
	for {
		text, err := p.c.Ask(ctx, "go on> ")
		switch strings.TrimSpace(text) {
		case ":cancel":
			return answers.Decision{Action: mcpclient.Cancel, By: answers.ByPerson}
		case ":decline":
			return answers.Decision{Action: mcpclient.Decline, By: answers.ByPerson}
		case "":
			return answers.Decision{}
		}
		if err != nil {
			return answers.Decision{}
		}
	}
}
