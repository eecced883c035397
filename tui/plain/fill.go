package plain

import (
	"context"
	"errors"
	"io"

	"elicit/answers"
	"elicit/forms"
	"elicit/mcpclient"
)

// Fill asks every question of f, for `elicit form`, and gives the content with
// Accept, or Decline or Cancel without.
func (p *Prompter) Fill(ctx context.Context, f *forms.Form, start forms.Answers) (forms.Content, mcpclient.Action, error) {
	if err := p.floor.take(ctx, nil); err != nil {
		return nil, mcpclient.Cancel, err
	}
	defer p.floor.release()
	if start == nil {
		start = f.Initial()
	}
	v := &interview{c: p.c, f: f, questions: f.Questions(), answers: start, manner: asQuestion, to: "given", command: p.o.Command, helpOnce: &p.helpOnce}
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

// Arguments asks for what a target of a server is called with. The caller holds
// the floor; questions that arrive are asked between two arguments. previous,
// which may be nil, are earlier arguments: they are offered one by one.
//
// Errors: [ErrBack] when the person goes back, [ErrJSON] when they want to write
// JSON instead, io.EOF, what Options.Command gives, or the context's cause.
func (p *Prompter) Arguments(ctx context.Context, f *forms.Form, server string, previous forms.Answers) (forms.Content, error) {
	v := &interview{
		c: p.c, f: f, questions: f.Questions(), answers: f.Initial(), previous: previous,
		manner: asArguments, to: "sent to " + forms.Badge(server), command: p.o.Command, helpOnce: &p.helpOnce, between: p.Yield,
	}
	d, err := v.run(ctx)
	if errors.Is(err, errCancel) {
		err = ErrBack
	}
	return d.Content, err
}

// The ways out of arguments.
var (
	ErrBack = errors.New("back to the list")
	ErrJSON = errors.New("to be written as JSON")
)

// remember keeps what was typed, sent or not, to be offered when the same
// server asks the same again (DESIGN.md §4.8).
func (p *Prompter) remember(c answers.Case, v *interview) {
	if !v.touched {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.before[c.Server+"\x00"+c.Form.Fingerprint()] = v.answers
}

func (p *Prompter) recall(c answers.Case) forms.Answers {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.before[c.Server+"\x00"+c.Form.Fingerprint()]
}
