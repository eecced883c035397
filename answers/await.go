package answers

import (
	"context"
	"errors"
	"fmt"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

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
			v = verdict{err: errors.New("internal error: " + safetext.Of(fmt.Sprint(p)).Line())}
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
	default: // Refuse is the desk's to say
		return false
	}
}
