package answers

import (
	"context"
	"errors"

	"elicit/mcpclient"
)

// maxParked bounds how many questions one round can leave behind.
const maxParked = 64

// parkRest parks what a round still asks after one of its questions was parked,
// so that all of them can be answered before the call is made again. Questions
// that something else answers are left alone: nothing is sent for this round,
// and what was taken from the store for it goes back (see endRound).
func (d *Desk) parkRest(ctx context.Context, first Record) {
	if !parked(first.Outcome.End) {
		return
	}
	later := first.Case.Later
	for i := range min(len(later), maxParked-1) {
		r := Record{Case: Case{Elicitation: later[i]}, Asked: first.Asked}
		d.decide(ctx, &r)
		if ctx.Err() != nil {
			return
		}
		if parked(r.Outcome.End) && d.Told != nil {
			r.Decided = d.now()
			d.Told(r)
		}
	}
}

func parked(end error) bool {
	var p *ParkedError
	return errors.As(end, &p)
}

// endRound tells the keepers of a round of which nothing will be sent: a modern
// call is retried only when all of a round's questions have their answers.
func (d *Desk) endRound(r *Record) {
	e := r.Case.Elicitation
	nothing := r.Outcome.Action == mcpclient.Ask || r.Outcome.Action == mcpclient.Refuse
	if !togetherWithItsRound(e) || !nothing {
		return
	}
	for _, a := range d.Answerers {
		if k, ok := a.(Keeper); ok {
			k.RoundUnsent(e)
		}
	}
}

// togetherWithItsRound reports whether the answer goes out in one retry with
// those of the other questions of its round. Some servers also ask so in legacy
// sessions.
func togetherWithItsRound(e mcpclient.Elicitation) bool {
	return e.Era == mcpclient.Modern || e.Key != ""
}
