package answers

import (
	"context"
	"encoding/json"

	"elicit/forms"
	"elicit/mcpclient"
)

// Case is an elicitation that passed its profile and waits for an answer.
type Case struct {
	mcpclient.Elicitation
	Form *forms.Form // of form mode; nil in URL mode
}

// Decision is what one answerer makes of a case. Its zero value is no decision:
// the next answerer is asked.
type Decision struct {
	Action  mcpclient.Action // empty: not this answerer's to say
	Content json.RawMessage  // of an accepted form
	// Confirmed means that a person saw the warning about credential-shaped
	// answers and meant them (DESIGN.md §4.3).
	Confirmed bool
	// Unchecked means that a person asked for the content to go out although it
	// does not fit the form, to test a server's own validation.
	Unchecked bool
	End       error  // ends the call once the action was told; see mcpclient.Outcome
	By        string // who decided, for the history: one of the By constants
}

// Who decides.
const (
	ByPerson = "you"
	ByRules  = "answers file"
	ByFlags  = "--answer"
	ByRecord = "recorded answer"
	ByPolicy = "policy"
)

// Answerer decides cases: a person in the TUI, a line prompt, given answers,
// the store, a policy. The rules of mcpclient.Answerer about ctx hold.
type Answerer interface {
	Decide(ctx context.Context, c Case) (Decision, error)
}

// Refuser is an Answerer that wants to be told of refused questions, and may
// choose what the server is told instead (cancel or decline, to see how it
// copes); an empty decision leaves the refusal as it is.
type Refuser interface {
	Refused(ctx context.Context, e mcpclient.Elicitation, r *forms.Refusal) Decision
}

// Keeper is an Answerer that wants decisions back that were not sent, for the
// next call (DESIGN.md §4.8).
type Keeper interface {
	// Unsent gives back the decision of a question that was withdrawn before,
	// or while, it was decided.
	Unsent(c Case, d Decision)
	// RoundUnsent tells that a modern call ends with this question, so that
	// what was decided for the other questions of its round is not sent either.
	RoundUnsent(e mcpclient.Elicitation)
}
