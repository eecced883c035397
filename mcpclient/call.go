package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"elicit/internal/safetext"
)

// endGrace is how long a server may take to finish a call that ended with an
// action which it was told of, before the call is cancelled.
const endGrace = 2 * time.Second

// openCall is a call from its start until its result or error.
type openCall struct {
	Call
	session *Session
	ctx     context.Context // of its requests; ended by stop alone
	cancel  context.CancelCauseFunc
	clock   *clock
	asked   int // questions so far; under Session.mu

	mu     sync.Mutex
	ending error // the call ends with this, whatever the server answers
	grace  *time.Timer
}

// Call makes one request that may elicit and gives what came of it, after as
// many questions and rounds as the server wants. Ending ctx cancels the call:
// its questions are withdrawn and the server gets notifications/cancelled.
//
// Errors: Outcome.End as it is, *CallError, *ProtocolError, *UndeclaredError,
// *TooManyRoundsError, *RepeatedURLError, ErrTimeout, ErrClosed (errors.Is; with
// an *ExitError in it when the server went away), or one that wraps ctx's cause.
func (s *Session) Call(ctx context.Context, c Call) (result Result, err error) {
	if err := s.check(&c); err != nil {
		return Result{}, err
	}
	done, err := s.takeTurn(ctx, c)
	if err != nil {
		return Result{}, err
	}
	defer done()
	o, err := s.begin(ctx, c)
	if err != nil {
		return Result{}, err
	}
	defer func() { s.finish(o, err) }()
	stopWatch := context.AfterFunc(ctx, func() { o.stop(context.Cause(ctx)) })
	defer stopWatch()
	stopLife := context.AfterFunc(s.lifetime, func() { o.stop(ErrClosed) }) //nolint:contextcheck // the session's end is another
	defer stopLife()
	result, err = o.drive() //nolint:contextcheck // its requests end by o.stop, after its questions
	return result, o.verdict(err)
}

func (s *Session) check(c *Call) error {
	switch c.Method {
	case MethodTool, MethodPrompt, MethodResource:
	default:
		return fmt.Errorf("server %s: %q is not a method that may elicit", s.server.Name, c.Method)
	}
	if c.Args == nil && c.Method == MethodTool {
		c.Args = json.RawMessage("{}")
	}
	if c.Args == nil {
		return nil
	}
	if _, err := readObject(c.Args); err != nil || !json.Valid(c.Args) {
		return fmt.Errorf("server %s, %s: the arguments are not a JSON object", s.server.Name, safetext.Clean(c.Target))
	}
	c.Args = oneLine(c.Args)
	return nil
}

// takeTurn waits until no other legacy call is open, so that the call to which
// a question belongs is known; nothing on the wire says it.
func (s *Session) takeTurn(ctx context.Context, c Call) (done func(), err error) {
	if s.era == Modern || c.Alongside {
		return func() {}, nil
	}
	select {
	case s.turn <- struct{}{}:
		return func() { <-s.turn }, nil
	case <-s.lifetime.Done():
		return nil, s.gone()
	case <-ctx.Done():
		return nil, &cancelledError{s.server.Name, safetext.Clean(c.Target), context.Cause(ctx)}
	}
}

func (s *Session) begin(ctx context.Context, c Call) (*openCall, error) {
	if s.lifetime.Err() != nil {
		return nil, s.gone()
	}
	o := &openCall{Call: c, session: s}
	o.ctx, o.cancel = context.WithCancelCause(context.WithoutCancel(ctx))
	o.clock = newClock(c.Timeout, func() { o.stop(&timeoutError{s.server.Name, o.target(), c.Timeout}) })
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, o)
	return o, nil
}

// finish takes a call off. Questions of it that are still open are dead: the
// server has answered without them, or is gone.
func (s *Session) finish(o *openCall, err error) {
	cause := ErrCallEnded
	if errors.Is(err, ErrClosed) {
		cause = err
	}
	o.clock.stop()
	o.mu.Lock()
	if o.grace != nil {
		o.grace.Stop()
	}
	o.mu.Unlock()
	s.mu.Lock()
	s.calls = slices.DeleteFunc(s.calls, func(c *openCall) bool { return c == o })
	s.mu.Unlock()
	for _, q := range s.questionsOf(o) {
		s.withdraw(q, cause, true)
	}
	o.cancel(nil)
}

// stop ends the call now: its questions are withdrawn first, then its request
// is cancelled.
func (o *openCall) stop(cause error) {
	for _, q := range o.session.questionsOf(o) {
		o.session.withdraw(q, fmt.Errorf("%w: %w", ErrCallCancelled, cause), true)
	}
	o.cancel(cause)
}

// end lets the call end with err. The server was told of an action and may
// finish in peace, but what it answers does not count any more.
func (o *openCall) end(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ending == nil {
		o.ending = err
		o.grace = time.AfterFunc(endGrace, func() { o.stop(err) })
	}
}

func (o *openCall) ended() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.ending
}

func (o *openCall) target() string { return safetext.Clean(o.Target) }

// name says in e which call asked.
func (o *openCall) name(e *Elicitation) {
	e.Method, e.Target, e.Args, e.CallID = o.Method, safetext.Of(o.Target), o.Args, o.ID
}

// verdict is the error that the caller gets for the one that came up.
func (o *openCall) verdict(err error) error {
	if ending := o.ended(); ending != nil {
		return ending
	}
	if err == nil {
		return nil
	}
	cause := context.Cause(o.ctx)
	var timeout *timeoutError
	var protocol *ProtocolError
	switch {
	case cause == nil && isOwn(err):
		return err
	case cause == nil, errors.Is(cause, ErrClosed):
		return o.session.gone() // the pipe came to its end
	case errors.As(cause, &timeout), errors.As(cause, &protocol):
		return cause
	}
	return &cancelledError{o.session.server.Name, o.target(), cause}
}

// lostError is what the SDK says when there is no server any more.
type lostError struct{ err error }

func (e *lostError) Error() string { return e.err.Error() }
func (e *lostError) Unwrap() error { return e.err }

func isOwn(err error) bool {
	var lost *lostError
	return !errors.As(err, &lost)
}

// request sends the call's request once, with what a round carries.
func (o *openCall) request(c carry) (json.RawMessage, error) {
	s := o.session
	token := s.progress.next(o.ID)
	defer s.progress.drop(token)
	meta := mcp.Meta{"progressToken": token}
	if s.era == Modern && s.server.LogLevel != "" {
		meta["io.modelcontextprotocol/logLevel"] = s.server.LogLevel
	}
	x := &exchange{call: o, params: func(sdk json.RawMessage) json.RawMessage {
		return o.params(c, rawObject(sdk).get("_meta"))
	}}
	return s.roundTrip(o.ctx, o.target(), x, func(ctx context.Context) (err error) {
		switch o.Method {
		case MethodPrompt:
			_, err = s.sdk.GetPrompt(ctx, &mcp.GetPromptParams{Meta: meta, Name: o.Target})
		case MethodResource:
			_, err = s.sdk.ReadResource(ctx, &mcp.ReadResourceParams{Meta: meta, URI: o.Target})
		default:
			_, err = s.sdk.CallTool(ctx, &mcp.CallToolParams{Meta: meta, Name: o.Target})
		}
		return err
	})
}

// params are the request's: the same bytes in every round, but for what the
// round carries and the SDK's _meta.
func (o *openCall) params(c carry, meta json.RawMessage) json.RawMessage {
	named := "name"
	if o.Method == MethodResource {
		named = "uri"
	}
	b := append([]byte(`{"`+named+`":`), quote(o.Target)...)
	add := func(name string, v json.RawMessage) {
		if v != nil {
			b = append(append(b, `,"`+name+`":`...), v...)
		}
	}
	add("arguments", o.Args)
	add("inputResponses", c.responses)
	add("requestState", c.state)
	add("_meta", meta)
	return append(b, '}')
}

// roundTrip sends one request through the SDK and gives the result's own bytes.
func (s *Session) roundTrip(ctx context.Context, target string, x *exchange, send func(context.Context) error) (json.RawMessage, error) {
	err := guard(func() error { return send(withExchange(ctx, x)) })
	s.wire.forget(x)
	switch {
	case err == nil:
		return x.result, nil
	case ctx.Err() != nil:
		s.wire.awaitCancel(x)
		return nil, ctx.Err()
	case answered(err) && x.err != nil:
		return nil, &CallError{Server: s.server.Name, Target: target, Era: s.era, Code: x.err.code, Message: x.err.message, Data: x.err.data}
	case answered(err) && x.flaw != "":
		return nil, &ProtocolError{Server: s.server.Name, Target: target, What: x.flaw}
	}
	return nil, &lostError{err}
}
