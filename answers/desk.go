package answers

import (
	"context"
	"fmt"
	"time"

	"elicit/forms"
	"elicit/mcpclient"
)

// Desk decides every elicitation of its sessions; it is the mcpclient.Answerer
// of the program. Its fields are set before its first use and never changed.
// Answer may be called concurrently.
type Desk struct {
	// Profile gives the profile that a server is read under; nil means
	// forms.Tester for all.
	Profile func(server string) forms.Profile
	// Answerers are asked in turn; the first decision that is not empty wins.
	// Those that are Refusers are told of refused questions, in the same order.
	Answerers []Answerer
	// Told, when not nil, is told of every elicitation once it is decided, also
	// of refused and withdrawn ones. It is called from the elicitation's own
	// goroutine and must not block.
	Told func(Record)
	// Now is the clock of the records; nil means time.Now.
	Now func() time.Time
}

// Record is what became of one elicitation.
type Record struct {
	Case     Case           // without a Form when the question was refused
	Refusal  *forms.Refusal // why it was not put to anyone; nil when it was
	Decision Decision       // of the answerer whose word counted
	Outcome  mcpclient.Outcome
	Asked    time.Time
	Decided  time.Time
}

// DeclinedByPerson reports whether a person's "no" went to the server; a
// scripted one is not meant (DESIGN.md §4.12).
func (r Record) DeclinedByPerson() bool {
	return r.byPerson() && r.Outcome.Action == mcpclient.Decline
}

// CancelledByPerson reports whether a person closed the question.
func (r Record) CancelledByPerson() bool {
	return r.byPerson() && r.Outcome.Action == mcpclient.Cancel
}

func (r Record) byPerson() bool { return r.Decision.By == ByPerson || r.Decision.By == ByRecord }

// Answer decides one elicitation (DESIGN.md §3, §4.7). It returns soon after
// ctx ended, even when an answerer does not; nothing may be sent then.
//
// When a question is parked, those that its round still asks (Elicitation.Later)
// are parked with it.
func (d *Desk) Answer(ctx context.Context, e mcpclient.Elicitation) mcpclient.Outcome {
	r := Record{Case: Case{Elicitation: e}, Asked: e.Asked}
	if r.Asked.IsZero() {
		r.Asked = d.now()
	}
	by := d.decide(ctx, &r)
	if ctx.Err() != nil {
		unsent(by, r.Case, r.Decision)
		r.Outcome = mcpclient.Outcome{Action: mcpclient.Ask, End: context.Cause(ctx)}
	}
	r.Decided = d.now()
	if d.Told != nil {
		d.Told(r)
	}
	d.parkRest(ctx, r)
	d.endRound(&r)
	return r.Outcome
}

func (d *Desk) now() time.Time {
	if d.Now != nil {
		return d.Now()
	}
	return time.Now()
}

func (d *Desk) profile(e mcpclient.Elicitation) forms.Profile {
	p := forms.Tester
	if d.Profile != nil {
		p = d.Profile(e.Server)
	}
	return p.ForProtocol(e.Protocol)
}

// decide fills in the record's case, decision and outcome, and says whose
// decision it was.
func (d *Desk) decide(ctx context.Context, r *Record) (by Answerer) {
	p := d.profile(r.Case.Elicitation)
	r.Case.Form, r.Refusal = read(r.Case.Elicitation, p)
	if r.Refusal != nil {
		r.Decision = d.tellRefused(ctx, r.Case.Elicitation, r.Refusal)
		r.Outcome = refused(r, p)
		return nil
	}
	by, decision, err := d.ask(ctx, r.Case)
	if err != nil {
		// A crash is a cancel, never a decline (DESIGN.md §4.7).
		r.Outcome = mcpclient.Outcome{Action: mcpclient.Cancel, End: err}
		return nil
	}
	r.Decision = decision
	r.Outcome = settle(r.Case, decision)
	return by
}

// ask puts the case to the answerers in turn.
func (d *Desk) ask(ctx context.Context, c Case) (by Answerer, said Decision, err error) {
	for _, a := range d.Answerers {
		if ctx.Err() != nil {
			return nil, Decision{}, context.Cause(ctx)
		}
		got := await(ctx,
			func() (Decision, error) { return a.Decide(ctx, c) },
			func(late Decision) { unsent(a, c, late) })
		if got.err != nil {
			return nil, Decision{}, fmt.Errorf("answering %s: %w", where(c.Elicitation), got.err)
		}
		if got.decision.Action != "" {
			return a, got.decision, nil
		}
	}
	return nil, Decision{}, nil
}

// unsent gives a decision that will not be sent back to whoever made it.
func unsent(a Answerer, c Case, late Decision) {
	if k, ok := a.(Keeper); ok && late.Action != "" {
		k.Unsent(c, late)
	}
}
