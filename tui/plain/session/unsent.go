package session

import (
	"context"
	"sync"
	"time"

	"elicit/answers"
	"elicit/forms"
	"elicit/mcpclient"
)

const (
	// unanswered is how long the end waits for a question that was put to the
	// person to become an answer; one that is still unanswered is then withdrawn.
	unanswered = 500 * time.Millisecond
	// sending is how long an answer may take from a decision to the pipe. Calls
	// are waited for; only a question without one can be overtaken by the end.
	sending = 200 * time.Millisecond
)

// unsent are the answers on their way from the person to the server. The
// program must not end before they have left: what was said to be sent would
// not be.
type unsent struct {
	mu       sync.Mutex
	open     map[string]bool // questions with the person, by id
	answered time.Time       // when one was last decided
	changed  chan struct{}   // closed when open becomes empty
}

func (u *unsent) begin(id string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.open) == 0 {
		u.open, u.changed = map[string]bool{}, make(chan struct{})
	}
	u.open[id] = true
}

func (u *unsent) decided(id string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.answered = time.Now()
	if u.open[id] {
		delete(u.open, id)
		if len(u.open) == 0 {
			close(u.changed)
		}
	}
}

// wait gives the answers the time to leave.
func (u *unsent) wait() {
	u.mu.Lock()
	open, changed := len(u.open), u.changed
	u.mu.Unlock()
	if open > 0 {
		select {
		case <-changed:
		case <-time.After(unanswered):
		}
	}
	u.mu.Lock()
	answered := u.answered
	u.mu.Unlock()
	<-time.After(sending - time.Since(answered)) // at once when that was long ago
}

// underWay is the person, whose answers are followed until they are told.
func (p *program) underWay() answers.Answerer { return underWay{p} }

type underWay struct{ p *program }

// Decide asks the person.
func (u underWay) Decide(ctx context.Context, c answers.Case) (answers.Decision, error) {
	u.p.unsent.begin(c.ID)
	return u.p.prompter.Decide(ctx, c)
}

// Refused tells the person of a refused question.
func (u underWay) Refused(ctx context.Context, e mcpclient.Elicitation, r *forms.Refusal) answers.Decision {
	return u.p.prompter.Refused(ctx, e, r)
}

func (p *program) told(r answers.Record) {
	p.unsent.decided(r.Case.ID)
	if p.Told != nil {
		p.Told(r)
	}
}

func (p *program) stopAll() {
	p.unsent.wait()
	var all sync.WaitGroup
	for _, s := range p.servers {
		all.Go(s.stop)
	}
	all.Wait()
}
