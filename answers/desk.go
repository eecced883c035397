package answers

import (
	"context"
	"errors"
	"fmt"
	"net/url"
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

// read is the question as the profile has it.
func read(e mcpclient.Elicitation, p forms.Profile) (*forms.Form, *forms.Refusal) {
	switch e.Mode {
	case "", mcpclient.ModeForm:
		return forms.Parse(forms.Request{Message: e.Message.Raw(), Schema: e.Schema}, p)
	case mcpclient.ModeURL:
		u, err := url.Parse(e.URL.Raw())
		if err == nil && u.Scheme != "" {
			return nil, nil
		}
		return nil, &forms.Refusal{Profile: p.Name, Rule: "bad-url",
			Advice: "send an absolute https URL"}
	}
	return nil, &forms.Refusal{Profile: p.Name, Rule: "unknown-mode",
		Advice: `use the mode "form" or "url"`}
}

// refused is what the server is told of a question that nobody was asked.
func refused(r *Record, p forms.Profile) mcpclient.Outcome {
	if a := r.Decision.Action; a == mcpclient.Cancel || a == mcpclient.Decline {
		return mcpclient.Outcome{Action: a, End: r.Decision.End}
	}
	e := r.Case.Elicitation
	end := &RefusedError{Server: e.Server, Target: e.Target, Refusal: r.Refusal}
	switch {
	case p.Name == forms.Everruns.Name:
		// The strict host answers for its person and fails the call.
		return mcpclient.Outcome{Action: mcpclient.Decline, End: end}
	case e.Era == mcpclient.Legacy:
		return mcpclient.Outcome{Action: mcpclient.Refuse, Reason: r.Refusal.ForAuthor()}
	}
	return mcpclient.Outcome{Action: mcpclient.Refuse, Reason: r.Refusal.ForAuthor(), End: end}
}

func (d *Desk) tellRefused(ctx context.Context, e mcpclient.Elicitation, why *forms.Refusal) Decision {
	for _, a := range d.Answerers {
		f, ok := a.(Refuser)
		if !ok {
			continue
		}
		got := await(ctx, func() (Decision, error) { return f.Refused(ctx, e, why), nil }, nil)
		if got.decision.Action != "" || ctx.Err() != nil {
			return got.decision
		}
	}
	return Decision{}
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

type verdict struct {
	decision Decision
	err      error
}

// await runs one answerer until it has decided or ctx ended. An answerer that
// goes on after that ends by itself; what it then says is told to late, if any,
// and dropped.
func await(ctx context.Context, decide func() (Decision, error), late func(Decision)) verdict {
	done := make(chan verdict) // unbuffered: a verdict is either received here or late
	go func() {
		v := guard(decide)
		select {
		case done <- v:
		case <-ctx.Done():
			if late != nil && v.err == nil {
				late(v.decision)
			}
		}
	}()
	select {
	case v := <-done:
		return v
	case <-ctx.Done():
		return verdict{err: context.Cause(ctx)}
	}
}

// guard turns a panic into an error: one bad answerer must not take the
// session, or the terminal, with it.
func guard(decide func() (Decision, error)) (v verdict) {
	defer func() {
		if p := recover(); p != nil {
			v = verdict{err: fmt.Errorf("internal error: %v", p)}
		}
	}()
	v.decision, v.err = decide()
	if v.err == nil && !sayable(v.decision.Action) {
		v.err = errors.New("internal error: an answerer decided " + string(v.decision.Action))
	}
	return v
}

func sayable(a mcpclient.Action) bool {
	switch a {
	case "", mcpclient.Accept, mcpclient.Decline, mcpclient.Cancel, mcpclient.Ask:
		return true
	}
	return false
}
