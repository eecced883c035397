package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"elicit/internal/safetext"
)

const (
	defaultMaxRounds = 20
	maxStateRounds   = 10
	maxStatePause    = 5 * time.Second
	maxURLTries      = 5
)

// carry is what a retry has over the first request: the answers and the state
// of the latest round, and of no other (2026-07-28 basic/patterns/mrtr, "Client
// Requirements").
type carry struct {
	responses json.RawMessage // nil when none were asked for
	state     json.RawMessage // the server's own bytes; nil when absent
}

// inputAsk is an input_required result.
type inputAsk struct {
	requests object // key → request, in the server's order
	state    json.RawMessage
	resumed  bool // an earlier call got it
}

// driver is a call's way through its rounds.
type driver struct {
	*openCall
	carry  carry
	rounds int // with questions
	waits  int // without, in a row
	limit  int // of rounds
	urls   urlTries

	resumed bool // the request to send next is the first, with another call's state
}

// drive sends the call's request until a round needs no input.
func (o *openCall) drive() (Result, error) {
	d := &driver{openCall: o, limit: o.session.maxRounds(), urls: urlTries{seen: map[string]bool{}}}
	if err := d.takeUp(); err != nil {
		return Result{}, err
	}
	for {
		raw, err := d.send()
		if d.stale(err) {
			continue
		}
		if err != nil || o.ended() != nil {
			return Result{}, err
		}
		in, err := o.readInput(raw)
		if err != nil {
			return Result{}, err
		}
		if in == nil {
			result := readResult(o.Method, raw)
			result.Rounds = d.rounds
			return result, nil
		}
		if err := d.round(in); err != nil {
			return Result{}, err
		}
	}
}

// send makes one request, and makes it again after the pages were visited that
// the server wants to be visited first.
func (d *driver) send() (json.RawMessage, error) {
	for {
		raw, err := d.request(d.carry)
		var refused *CallError
		if !errors.As(err, &refused) || refused.Code != mcp.CodeURLElicitationRequired || d.ended() != nil {
			return raw, err
		}
		if err := d.visit(&d.urls, refused); err != nil {
			return nil, err
		}
	}
}

// round gets what a retry needs.
func (d *driver) round(in *inputAsk) (err error) {
	if len(in.requests) == 0 {
		d.waits++
		d.carry, err = d.wait(in)
		return err
	}
	d.rounds, d.waits = d.rounds+1, 0
	if d.rounds > d.limit && !d.mayGoOn() {
		return &TooManyRoundsError{Server: d.session.server.Name, Target: d.target(), Rounds: d.rounds - 1}
	}
	d.carry, err = d.answer(in, d.rounds)
	return err
}

func (s *Session) maxRounds() int {
	if s.server.MaxRounds > 0 {
		return s.server.MaxRounds
	}
	return defaultMaxRounds
}

// mayGoOn asks for as many rounds again.
func (d *driver) mayGoOn() bool {
	if d.Continue == nil {
		return false
	}
	d.clock.pause()
	defer d.clock.resume()
	if !d.Continue(d.rounds - 1) {
		return false
	}
	d.limit += d.session.maxRounds()
	return true
}

// wait paces a round that asks nothing: the server only wants the request again
// later.
func (d *driver) wait(in *inputAsk) (carry, error) {
	d.tellRound(in, d.rounds)
	if d.waits > maxStateRounds {
		return carry{}, &TooManyRoundsError{Server: d.session.server.Name, Target: d.target(), Rounds: d.waits - 1, State: true}
	}
	pause := d.session.statePause
	for range d.waits - 1 {
		pause = min(pause*2, maxStatePause)
	}
	t := time.NewTimer(pause)
	defer t.Stop()
	select {
	case <-t.C:
		return carry{state: in.state}, nil
	case <-d.ctx.Done():
		return carry{}, d.ctx.Err()
	}
}

func (o *openCall) tellRound(in *inputAsk, round int) {
	e := RoundBegan{
		CallID: o.ID, Round: round, Resumed: in.resumed,
		State: text(in.state), StateGiven: in.state != nil, RawState: in.state,
	}
	for _, r := range in.requests {
		e.Keys = append(e.Keys, r.name)
	}
	o.session.tell(e)
}

// answer puts a round's questions to the Answerer, one after another in the
// server's order, after it has been seen that all of them can be answered.
func (o *openCall) answer(in *inputAsk, round int) (carry, error) {
	asked := make([]Elicitation, len(in.requests))
	for i, r := range in.requests {
		e, err := o.readRequest(r)
		if err != nil {
			return carry{}, err
		}
		e.Key, e.Round, e.Place, e.Of = r.name, round, i+1, len(in.requests)
		asked[i] = e
	}
	o.tellRound(in, round)
	responses := []byte{'{'}
	for i, e := range asked {
		e.Later = asked[i+1:]
		result, err := o.put(e)
		if err != nil {
			return carry{}, err
		}
		if i > 0 {
			responses = append(responses, ',')
		}
		responses = append(append(append(responses, in.requests[i].key...), ':'), result...)
	}
	return carry{responses: append(responses, '}'), state: in.state}, nil
}

// put asks one question. When the call is already to end, the rest of a round
// is told cancel: nobody saw it.
func (o *openCall) put(e Elicitation) (json.RawMessage, error) {
	if o.ended() != nil {
		return elicitResult(e, Outcome{Action: Cancel})
	}
	outcome, err := o.askFor(e)
	if err != nil {
		return nil, err
	}
	switch outcome.Action {
	case Accept, Decline, Cancel:
	default: // there is no way to tell the server, so the call ends here
		return nil, outcome.ending(e)
	}
	result, err := elicitResult(e, outcome)
	if err != nil {
		return nil, err
	}
	if outcome.End != nil {
		o.end(outcome.End)
	}
	return result, nil
}

// askFor asks with the clock stopped; what comes after the call's end is dropped.
func (o *openCall) askFor(e Elicitation) (Outcome, error) {
	ctx, cancel := context.WithCancelCause(o.ctx)
	defer cancel(nil)
	o.clock.pause()
	defer o.clock.resume()
	e.Asked = time.Now()
	outcome := o.session.ask(ctx, e)
	return outcome, o.ctx.Err()
}

// readInput reads what a result asks for; nil when it is complete. A result
// type that is not known must count as invalid, an absent one as complete
// (2026-07-28 basic, "ResultType"); but some servers put inputRequests into a
// result without a type, also in legacy sessions, and mean it.
func (o *openCall) readInput(raw json.RawMessage) (*inputAsk, error) {
	r := rawObject(raw)
	kind, requests := r.given("resultType"), r.given("inputRequests")
	switch word := text(kind); {
	case word == "input_required":
	case kind == nil && len(rawObject(requests)) > 0:
	case kind == nil, word == "complete", o.session.era == Legacy:
		return nil, nil
	default:
		return nil, o.broke(fmt.Sprintf("answered with the result type %q, which is not known", word))
	}
	in := &inputAsk{state: r.given("requestState")}
	if in.state != nil && !isString(in.state) {
		return nil, o.broke("its requestState is not a string")
	}
	if requests == nil && in.state == nil {
		return nil, o.broke("wants input but has neither inputRequests nor requestState")
	}
	if requests == nil {
		return in, nil
	}
	var err error
	if in.requests, err = readObject(requests); err != nil {
		return nil, o.broke("its inputRequests are not an object")
	}
	seen := map[string]bool{}
	for _, m := range in.requests {
		if seen[m.name] {
			return nil, o.broke(fmt.Sprintf("uses the key %q twice in inputRequests", m.name))
		}
		seen[m.name] = true
	}
	return in, nil
}

func (o *openCall) broke(what string) error {
	return &ProtocolError{Server: o.session.server.Name, Target: o.target(), What: what}
}

// readRequest reads one entry of inputRequests; an entry that cannot be
// answered fails the call, since there is no error to put in its place.
func (o *openCall) readRequest(m member) (Elicitation, error) {
	r := rawObject(m.val)
	method := text(r.get("method"))
	switch {
	case method == "":
		return Elicitation{}, o.broke(fmt.Sprintf("its inputRequests entry %q names no method", m.name))
	case method != methodElicit:
		return Elicitation{}, &UndeclaredError{Server: o.session.server.Name, Target: o.target(), Key: safetext.Of(m.name), Kind: method}
	}
	e, flaw := o.session.elicitation(r.get("params"))
	switch {
	case flaw == "":
	case e.Params != nil && (e.Mode != ModeURL || !e.URL.Empty()):
		return Elicitation{}, &UndeclaredError{Server: o.session.server.Name, Target: o.target(), Key: safetext.Of(m.name), Kind: method, Mode: e.Mode}
	default:
		return Elicitation{}, o.broke(fmt.Sprintf("its inputRequests entry %q: %s", m.name, flaw))
	}
	o.name(&e)
	e.Retried = true
	return e, nil
}
