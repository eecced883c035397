package cli

import (
	"context"
	"errors"
	"os"
	"slices"

	"elicit/answers"
	"elicit/mcpclient"
)

func (k *asking) told(r answers.Record) {
	k.rec.told(r)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.records = append(k.records, r)
}

func (k *asking) history() []answers.Record {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.records)
}

// finish reports given answers that answered nothing, and saves those that
// were given.
func (k *asking) finish() error {
	for _, r := range k.given {
		for _, name := range r.Unused() {
			k.voice.sayf("this answer was not asked for: %s", name)
		}
	}
	if k.saveTo == "" {
		return nil
	}
	f, err := os.OpenFile(k.saveTo, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return usage("--save-answers: %w", err)
	}
	if err := errors.Join(answers.SaveRules(f, k.history()), f.Close()); err != nil {
		return usage("--save-answers: %w", err)
	}
	return nil
}

// verdict is the exit that the questions of a call led to, whatever its result
// was; nil when they were answered.
func (k *asking) verdict() error {
	var refused, no bool
	for _, r := range k.history() {
		refused = refused || r.Refusal != nil
		no = no || r.DeclinedByPerson() || r.CancelledByPerson()
		if r.Refusal != nil && k.screen == nil {
			k.voice.sayf("%s", (&answers.RefusedError{Server: r.Case.Server, Target: r.Case.Target, Refusal: r.Refusal}).Error())
		}
	}
	switch {
	case refused:
		return &exitError{code: exitRefused}
	case no:
		return &exitError{code: exitSaidNo}
	}
	return nil
}

// parked are the questions that the call left for a person.
func (k *asking) parked() []*answers.Pending {
	var all []*answers.Pending
	for _, r := range k.history() {
		if p, ok := errors.AsType[*answers.ParkedError](r.Outcome.End); ok {
			all = append(all, p.Pending)
		}
	}
	return all
}

// resume is where an earlier, identical call stopped, if the call can go on from
// there: when a person answered what it had asked, or when this one would stop
// at the same place again.
func (k *asking) resume(ctx context.Context, s *mcpclient.Session, c mcpclient.Call) *mcpclient.Resume {
	if k.store == nil || s.Era() != mcpclient.Modern {
		return nil
	}
	r := k.store.Resume(ctx, k.server, s.Protocol(), c, k.parks)
	if r != nil {
		k.voice.sayf("the call goes on in round %d, where an earlier one stopped", r.Round)
	}
	return r
}

// observe takes what the session tells.
func (k *asking) observe(e mcpclient.Event) {
	if k.store != nil {
		k.store.Observe(e)
	}
	switch e := e.(type) {
	case mcpclient.Progressed:
		if k.screen != nil {
			k.screen.Progressed(e)
		}
	case mcpclient.ResumeRefused:
		k.voice.sayf("the call starts over, for the server does not take up the earlier one any more: %s", e.Err.Message.Line())
	}
}

// saidNo reports whether a person declined or cancelled.
func (k *asking) saidNo() bool {
	return slices.ContainsFunc(k.history(), func(r answers.Record) bool {
		return r.DeclinedByPerson() || r.CancelledByPerson()
	})
}
