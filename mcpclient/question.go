package mcpclient

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"elicit/internal/safetext"
)

const methodElicit = "elicitation/create"

// maxOpen is how many questions one server may have open. Nobody can answer
// more, and a server that floods must not exhaust the client (2025-11-25
// client/elicitation has clients limit the rate).
const maxOpen = 64

// question is an elicitation/create of a legacy server that waits for its
// answer. It is settled once: by an answer, which is sent, or by a withdrawal,
// after which nothing is.
type question struct {
	id      json.RawMessage // the server's, in its own bytes
	call    *openCall       // nil when the call that asked is not known
	paused  []*openCall     // whose clocks stand still
	settled bool            // under Session.mu
	cancel  context.CancelCauseFunc
}

// requested deals with a request of the server.
func (s *Session) requested(m message) {
	if m.method == methodElicit && s.holdEarly(m) {
		return
	}
	switch {
	case s.isModern():
		s.trespass(m)
	case m.flaw != "":
		s.refuse(m.id, jsonrpc.CodeInvalidRequest, "the request cannot be read: "+m.flaw)
	case m.method == "ping":
		s.reply(m.id, json.RawMessage("{}"))
	case m.method == methodElicit:
		s.elicited(m)
	default:
		s.refuse(m.id, jsonrpc.CodeMethodNotFound, fmt.Sprintf("%s was not declared by this client", m.method))
	}
}

// holdEarly keeps an elicitation that comes before it is known how to answer.
func (s *Session) holdEarly(m message) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ready {
		return false
	}
	if len(s.early) < maxOpen {
		s.early = append(s.early, m)
	}
	return true
}

func (s *Session) isModern() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ready && s.era == Modern
}

// trespass deals with a request on a modern connection, where servers must not
// send any and clients must not answer (2026-07-28 basic/transports/stdio). If
// it is a question, the call that it can only be about fails: nothing else
// would ever come of it.
func (s *Session) trespass(m message) {
	why := "a server may not send requests in protocol " + s.protocol + ": " + m.method
	s.tell(NoiseSkipped{Line: safetext.Of(string(m.params[:min(len(m.params), lineBytes)])), Size: len(m.params), Why: safetext.Clean(why)})
	if m.method != methodElicit {
		return
	}
	s.mu.Lock()
	calls := slices.Clone(s.calls)
	s.mu.Unlock()
	if len(calls) == 1 {
		calls[0].stop(&ProtocolError{
			Server: s.server.Name, Target: calls[0].Target,
			What: "sent elicitation/create as a request, which protocol " + s.protocol + " forbids",
			Do:   "it has to answer the call with input_required; try --protocol " + latestLegacy,
		})
	}
}

// elicited puts a legacy question to the Answerer, or refuses it.
func (s *Session) elicited(m message) {
	if s.isModern() {
		s.trespass(m)
		return
	}
	e, flaw := s.elicitation(m.params)
	if m.flaw != "" {
		flaw = m.flaw
	}
	if flaw != "" {
		s.refuse(m.id, jsonrpc.CodeInvalidParams, flaw)
		return
	}
	ctx, cancel := context.WithCancelCause(s.lifetime)
	q := &question{id: m.id, cancel: cancel}
	switch s.open(q, &e) {
	case usedTwice: // an answer would be taken for the other's
		cancel(nil)
		s.tell(NoiseSkipped{Line: safetext.Of(string(m.id)), Size: len(m.params), Why: "the id of an open request was used again"})
		return
	case tooMany:
		cancel(nil)
		s.refuse(m.id, jsonrpc.CodeInvalidRequest, fmt.Sprintf("%d questions are open already", maxOpen))
		return
	case entered:
	}
	if q.call != nil && q.call.ended() != nil {
		s.withdraw(q, ErrCallEnded, true) // nobody is to be asked for a call that is over
		cancel(nil)
		return
	}
	go func() {
		defer cancel(nil)
		s.settle(q, e, s.ask(ctx, e))
	}()
}

type entering int

const (
	entered entering = iota
	usedTwice
	tooMany
)

// open enters a question, and names the call that asked in e if there is
// exactly one.
func (s *Session) open(q *question, e *Elicitation) entering {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, other := range s.questions {
		if string(other.id) == string(q.id) {
			return usedTwice
		}
	}
	if len(s.questions) >= maxOpen {
		return tooMany
	}
	if len(s.calls) == 1 {
		q.call = s.calls[0]
		q.call.asked++
		q.call.name(e)
		e.Round = q.call.asked
	}
	q.paused = slices.Clone(s.calls)
	for _, c := range q.paused {
		c.clock.pause()
	}
	s.questions = append(s.questions, q)
	return entered
}

// close takes a question off; false when it was settled before.
func (s *Session) close(q *question) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if q.settled {
		return false
	}
	q.settled = true
	s.questions = slices.DeleteFunc(s.questions, func(o *question) bool { return o == q })
	for _, c := range q.paused {
		c.clock.resume()
	}
	return true
}

// settle sends what became of a question, unless it was withdrawn meanwhile.
func (s *Session) settle(q *question, e Elicitation, o Outcome) {
	if !s.close(q) {
		return
	}
	if o.Action == Refuse {
		s.refuse(q.id, jsonrpc.CodeInvalidParams, cmp.Or(o.Reason, "the question was refused"))
		return
	}
	result, err := elicitResult(e, o)
	s.reply(q.id, result)
	if err == nil {
		err = o.ending(e)
	}
	if err != nil && q.call != nil {
		q.call.end(err)
	}
}

// withdraw ends a question without an answer from anybody. When the server
// still waits for it, it is told cancel.
func (s *Session) withdraw(q *question, cause error, waits bool) {
	if !s.close(q) {
		return
	}
	q.cancel(cause)
	if waits {
		s.reply(q.id, json.RawMessage(`{"action":"cancel"}`))
	}
}

func (s *Session) withdrawAll(cause error) {
	for _, q := range s.questionsOf(nil) {
		s.withdraw(q, cause, true)
	}
}

// questionsOf are the open questions of a call, or all of them.
func (s *Session) questionsOf(c *openCall) []*question {
	s.mu.Lock()
	defer s.mu.Unlock()
	var some []*question
	for _, q := range s.questions {
		if c == nil || q.call == c {
			some = append(some, q)
		}
	}
	return some
}

// withdrawn deals with the server's notifications/cancelled: its question
// closes, and nothing is sent for it any more.
func (s *Session) withdrawn(params json.RawMessage) {
	o := rawObject(params)
	id := o.get("requestId")
	cause := ErrWithdrawn
	if why := text(o.get("reason")); why != "" {
		cause = fmt.Errorf("%w: %s", ErrWithdrawn, safetext.Clean(why))
	}
	s.mu.Lock()
	s.early = slices.DeleteFunc(s.early, func(m message) bool { return string(m.id) == string(id) })
	s.mu.Unlock()
	for _, q := range s.questionsOf(nil) {
		if string(q.id) == string(id) {
			s.withdraw(q, cause, false)
		}
	}
}

func (s *Session) reply(id, result json.RawMessage) {
	s.wire.put(frame(part{"id", id}, part{"result", result}))
}

func (s *Session) refuse(id json.RawMessage, code int, why string) {
	body := fmt.Sprintf(`{"code":%d,"message":%s}`, code, quote(why))
	s.wire.put(frame(part{"id", id}, part{"error", json.RawMessage(body)}))
}

// ask is the door to the Answerer.
func (s *Session) ask(ctx context.Context, e Elicitation) (o Outcome) {
	defer func() {
		if p := recover(); p != nil {
			o = Outcome{Action: Ask, End: fmt.Errorf("server %s: the answerer failed: %v", e.Server, p)}
		}
	}()
	return s.answerer.Answer(ctx, e)
}
