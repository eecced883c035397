package question

import (
	"context"
	"errors"
	"sync"

	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/forms"
	"elicit/mcpclient"
)

// ErrLeft says that the person left before the question was answered: the
// program ended. The server is told cancel, never decline (DESIGN.md §4.7).
var ErrLeft = errors.New("the program was left while a question was open")

// Asked tells the program that a question waits for the person.
type Asked struct{ Case answers.Case }

// RefusedAsked tells the program that a question was refused and that the
// person may choose what the server is told instead.
type RefusedAsked struct {
	E mcpclient.Elicitation
	R *forms.Refusal
}

// Withdrawn tells the program that nobody waits for the answer any more: the
// server withdrew the question or died, or the call was cancelled.
type Withdrawn struct {
	ID  string
	Why error
}

// Person is the person at a Bubble Tea program as an answerer. It carries
// questions from the wire's goroutines into the program, and outcomes back. It
// is safe for concurrent use.
type Person struct {
	send func(tea.Msg)

	mu     sync.Mutex
	open   map[string]chan answers.Decision
	closed bool
}

// NewPerson makes the person who reads what send is given, usually
// [tea.Program.Send].
func NewPerson(send func(tea.Msg)) *Person {
	return &Person{send: send, open: map[string]chan answers.Decision{}}
}

// Decide asks the person and waits. It implements [answers.Answerer].
func (p *Person) Decide(ctx context.Context, c answers.Case) (answers.Decision, error) {
	return p.ask(ctx, c.ID, Asked{Case: c}), nil
}

// Refused shows the refusal and waits for what the server shall be told. It
// implements [answers.Refuser].
func (p *Person) Refused(ctx context.Context, e mcpclient.Elicitation, r *forms.Refusal) answers.Decision {
	d := p.ask(ctx, e.ID, RefusedAsked{E: e, R: r})
	if errors.Is(d.End, ErrLeft) {
		return answers.Decision{} // the refusal stands
	}
	return d
}

func (p *Person) ask(ctx context.Context, id string, msg tea.Msg) answers.Decision {
	reply, ok := p.register(id)
	if !ok {
		return left()
	}
	p.send(msg)
	select {
	case d := <-reply:
		return d
	case <-ctx.Done():
	}
	if !p.drop(id, reply) {
		return <-reply // decided in the same moment: what the person did stands
	}
	p.send(Withdrawn{ID: id, Why: context.Cause(ctx)})
	return answers.Decision{Action: mcpclient.Cancel, By: answers.ByPerson}
}

func (p *Person) register(id string) (chan answers.Decision, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.open[id] != nil {
		return nil, false
	}
	reply := make(chan answers.Decision, 1) // buffered: answering never blocks the program
	p.open[id] = reply
	return reply, true
}

// drop forgets the question if it is still undecided.
func (p *Person) drop(id string, reply chan answers.Decision) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open[id] != reply {
		return false
	}
	delete(p.open, id)
	return true
}

// Decided hands the outcome of question id over and never blocks. It reports
// false when nobody waits for it any more.
func (p *Person) Decided(id string, d answers.Decision) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	reply := p.open[id]
	if reply == nil {
		return false
	}
	delete(p.open, id)
	reply <- d
	return true
}

// Close ends every open question as cancel, and every later one at once.
func (p *Person) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for id, reply := range p.open {
		delete(p.open, id)
		reply <- left()
	}
}

func left() answers.Decision {
	return answers.Decision{Action: mcpclient.Cancel, End: ErrLeft, By: answers.ByPerson}
}
