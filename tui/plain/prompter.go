package plain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/question/site"
)

// Options say how to ask. The zero value works.
type Options struct {
	Now      func() time.Time   // nil = time.Now
	OpenURL  func(string) error // nil = the system's browser
	Previous func(answers.Case) forms.Answers
	Asked    func(mcpclient.Elicitation) // is told of a question when its turn comes; nil = nobody
}

// Prompter asks on a console. It implements [answers.Answerer] and
// [answers.Refuser]; questions that arrive together are asked one after
// another.
type Prompter struct {
	c    *Console
	o    Options
	turn chan struct{} // holds a token while nobody is being asked
}

// New makes a prompter on a console.
func New(c *Console, o Options) *Prompter {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.OpenURL == nil {
		o.OpenURL = site.Open
	}
	p := &Prompter{c: c, o: o, turn: make(chan struct{}, 1)}
	p.turn <- struct{}{}
	return p
}

// take waits for the person to be free.
func (p *Prompter) take(ctx context.Context) error {
	select {
	case <-p.turn:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (p *Prompter) tell(e mcpclient.Elicitation) {
	if p.o.Asked != nil {
		p.o.Asked(e)
	}
}

func (p *Prompter) release() { p.turn <- struct{}{} }

// The ways out of a question other than an answer.
var (
	errBack    = errors.New("back")
	errDecline = errors.New("declined")
	errCancel  = errors.New("cancelled")
)

// Decide asks the person.
func (p *Prompter) Decide(ctx context.Context, c answers.Case) (answers.Decision, error) {
	if err := p.take(ctx); err != nil {
		return answers.Decision{}, err
	}
	defer p.release()
	p.c.discard()
	p.tell(c.Elicitation)
	p.introduce(c.Elicitation, verb(c))
	if c.Form == nil {
		return p.page(ctx, c)
	}
	v := &interview{c: p.c, f: c.Form, questions: c.Form.Questions(), answers: c.Form.Initial(), to: "sent to " + server(c.Elicitation)}
	if p.o.Previous != nil {
		v.previous = p.o.Previous(c)
	}
	d, err := v.run(ctx)
	if err != nil {
		return p.ended(ctx, c, v, err)
	}
	p.c.Say("sent.")
	return d, nil
}

// ended says what the person's way out means for the server.
func (p *Prompter) ended(ctx context.Context, c answers.Case, v *interview, err error) (answers.Decision, error) {
	d := answers.Decision{Action: mcpclient.Cancel, By: answers.ByPerson}
	switch {
	case ctx.Err() != nil:
		p.c.Say("")
		p.c.Say("%s no longer waits for this answer. Nothing was sent.", server(c.Elicitation))
		if v != nil {
			v.keep()
		}
		return answers.Decision{}, context.Cause(ctx)
	case errors.Is(err, errDecline):
		d.Action = mcpclient.Decline
		p.c.Say("declined.")
	case errors.Is(err, errCancel):
		p.c.Say("cancelled.")
	case errors.Is(err, io.EOF):
		p.c.Say("")
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
		p.c.Say(`An MCP server wrote the words behind "|". elicit did not.`)
		p.c.quote(e.Message)
	}
}

// Refused tells of the refusal and asks what the server shall be told.
func (p *Prompter) Refused(ctx context.Context, e mcpclient.Elicitation, r *forms.Refusal) answers.Decision {
	if p.take(ctx) != nil {
		return answers.Decision{}
	}
	defer p.release()
	p.c.discard()
	p.tell(e)
	p.introduce(e, "asked for something elicit does not collect")
	p.c.Say("refused: %s", safetext.Of(r.Error()).Line())
	if r.Advice != "" {
		p.c.Say("for the author: %s", safetext.Of(r.Advice).Line())
	}
	for {
		text, err := p.c.Ask(ctx, "enter to go on, or :cancel or :decline to tell the server that instead> ")
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

// Fill asks every question of f, for a tool's arguments or `elicit form`, and
// gives the content with Accept, or Decline or Cancel without.
func (p *Prompter) Fill(ctx context.Context, f *forms.Form, start forms.Answers) (forms.Content, mcpclient.Action, error) {
	if err := p.take(ctx); err != nil {
		return nil, mcpclient.Cancel, err
	}
	defer p.release()
	if start == nil {
		start = f.Initial()
	}
	v := &interview{c: p.c, f: f, questions: f.Questions(), answers: start, to: "given"}
	d, err := v.run(ctx)
	switch {
	case err == nil:
		return d.Content, mcpclient.Accept, nil
	case errors.Is(err, errDecline):
		return nil, mcpclient.Decline, nil
	case errors.Is(err, errCancel), errors.Is(err, io.EOF):
		return nil, mcpclient.Cancel, nil
	}
	return nil, mcpclient.Cancel, err
}
