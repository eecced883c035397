package mcpclient

import (
	"context"
	"encoding/json"
	"time"

	"elicit/internal/safetext"
)

// Era is one of the two ways in which servers ask (DESIGN.md §1).
type Era string

// Legacy servers (protocol ≤ 2025-11-25) send elicitation/create while a call
// is open; modern ones (2026-07-28) answer the call with input_required and
// are retried.
const (
	Legacy Era = "legacy"
	Modern Era = "modern"
)

// Mode is the mode of an elicitation as the server wrote it; absent is form
// (2025-11-25 client/elicitation, "Elicitation Requests").
type Mode string

// The modes that the specification knows.
const (
	ModeForm Mode = "form"
	ModeURL  Mode = "url"
)

// Elicitation is one question set from one server, the same value in both
// eras. Strings are the server's, except Server, which is the operator's name.
type Elicitation struct {
	ID       string // unique within this process; what withdrawals refer to
	Server   string // the configured name, never what the server says of itself
	Era      Era
	Protocol string // the negotiated version, such as "2025-11-25"

	// Method is what the server was asked to do when it began to ask:
	// "tools/call", "prompts/get" or "resources/read"; empty when the server
	// asked with no call open, or with several, so that none can be named.
	Method string
	Target safetext.Text   // the tool, prompt or resource URI called; empty as Method
	Args   json.RawMessage // the call's arguments, exactly as sent; nil when unknown
	CallID string          // the call's ID (Call.ID); empty as Method

	Key   string // the key in inputRequests; empty for elicitation/create requests
	Round int    // 1 for the first question of a call
	Place int    // this question's place among those of its round, from 1
	Of    int    // how many its round has; 1 in the legacy era

	Mode          Mode
	Message       safetext.Text
	Schema        json.RawMessage // requestedSchema's exact bytes; nil when absent
	URL           safetext.Text
	ElicitationID string // legacy URL mode; opaque
	// Retried says that nothing waits for the answer: the call is sent again
	// after it. An accepted URL should then be given back when the person says
	// that the page is done with, not at consent. True for error -32042 and for
	// all modern elicitations.
	Retried bool
	Params  json.RawMessage // the exact params of elicitation/create
	Asked   time.Time

	// Later are the questions of the same round that come after this one. They
	// are put to the Answerer in their turn, unless the call ends before.
	Later []Elicitation
}

// Action is what was decided. Accept, Decline and Cancel are the protocol's
// words; Ask and Refuse never go over the wire as such.
type Action string

// The actions.
const (
	Accept  Action = "accept"
	Decline Action = "decline"
	Cancel  Action = "cancel"
	// Ask means that nobody has answered: a legacy server is told cancel
	// (never decline), a modern one nothing; the call ends with Outcome.End.
	Ask Action = "ask"
	// Refuse means that the question was not put to anyone: a legacy server
	// gets error -32602 with Outcome.Reason and its call goes on; a modern
	// call ends with Outcome.End (DESIGN.md §4.7).
	Refuse Action = "refuse"
)

// Outcome is what became of an elicitation.
type Outcome struct {
	Action  Action
	Content json.RawMessage // of an accepted form: the exact bytes to send, at least {}; else nil
	Reason  string          // of Refuse: names property and rule, for the server's author
	// End, when not nil, ends the call with this error once the action has been
	// told to the server.
	End error
}

// Answerer turns elicitations into outcomes. It is the only door between the
// wire and a person. Answer may take as long as a person takes; when ctx ends
// (the server withdrew the question, the call was cancelled, the session
// closed) it must return soon, and what it then returns is dropped.
// Elicitations of one session may arrive concurrently.
type Answerer interface {
	Answer(ctx context.Context, e Elicitation) Outcome
}

// AnswererFunc lets a function be an Answerer.
type AnswererFunc func(ctx context.Context, e Elicitation) Outcome

// Answer calls f.
func (f AnswererFunc) Answer(ctx context.Context, e Elicitation) Outcome { return f(ctx, e) }
