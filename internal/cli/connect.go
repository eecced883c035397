package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"elicit/mcpclient"
)

// connect starts a server and negotiates with it, within limit if there is one.
func (a *app) connect(ctx context.Context, t target, by mcpclient.Answerer, o mcpclient.Observer, limit time.Duration) (*mcpclient.Session, error) {
	handshake := ctx
	if limit > 0 {
		var cancel context.CancelFunc
		handshake, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	s, err := mcpclient.Connect(handshake, t.Server, by, o)
	switch {
	case err == nil:
		return s, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.Is(handshake.Err(), context.DeadlineExceeded):
		return nil, fmt.Errorf("server %s: no handshake within %s (see --timeout): %w", t.Name, limit, mcpclient.ErrTimeout)
	}
	return nil, wire(err)
}

// watch makes the observer of a command: frames to the trace, progress to the
// terminal, the server's words to stderr if they are wanted.
func (a *app) watch(f serverFlags, name string, t *trace, k *asking, more func(mcpclient.Event)) mcpclient.Observer {
	return func(e mcpclient.Event) {
		if k != nil {
			k.observe(e)
		}
		if more != nil {
			more(e)
		}
		switch e := e.(type) {
		case mcpclient.FrameCrossed:
			t.add(name, e.Frame)
		default:
			if f.verbose {
				a.tell(name, e)
			}
		}
	}
}

func (a *app) tell(name string, e mcpclient.Event) {
	switch e := e.(type) {
	case mcpclient.Logged:
		fmt.Fprintf(a.Err, "%s: %s: %s\n", name, e.Level, e.Data.Line())
	case mcpclient.StderrWritten:
		fmt.Fprintf(a.Err, "%s: stderr: %s\n", name, e.Line.Line())
	case mcpclient.NoiseSkipped:
		fmt.Fprintf(a.Err, "%s: skipped a line on stdout (%s): %s\n", name, e.Why, e.Line.Line())
	}
}
