package answers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// Policy is what happens to a question that nobody has answered yet (the flag
// --on-ask, and otherwise in an answers file).
type Policy string

// The policies.
const (
	Prompt      Policy = "prompt"  // ask the person
	ParkIt      Policy = "park"    // keep the question for later and end the call: *ParkedError
	DeclineIt   Policy = "decline" // the operator's explicit no
	CancelIt    Policy = "cancel"
	FailTheCall Policy = "fail" // end the call: *UnansweredError
)

// Policies are the names of all policies.
func Policies() []string {
	return []string{string(Prompt), string(ParkIt), string(DeclineIt), string(CancelIt), string(FailTheCall)}
}

// PolicyNamed is the answerer that follows a policy. The one of "prompt" never
// decides, so that the next answerer, the person, is asked. Only "park" needs
// the store.
func PolicyNamed(name string, s *Store) (Answerer, error) {
	if !slices.Contains(Policies(), name) {
		return nil, fmt.Errorf("there is no policy %s; there are: %s",
			quote(name), strings.Join(Policies(), ", "))
	}
	if Policy(name) == ParkIt && s == nil {
		return nil, fmt.Errorf("the policy park needs a store to keep the questions in")
	}
	return policyAnswerer{policy: Policy(name), store: s}, nil
}

type policyAnswerer struct {
	policy Policy
	store  *Store
}

// Decide follows the policy.
func (p policyAnswerer) Decide(ctx context.Context, c Case) (Decision, error) {
	switch p.policy {
	case DeclineIt:
		return Decision{Action: mcpclient.Decline, By: ByPolicy}, nil
	case CancelIt:
		return Decision{Action: mcpclient.Cancel, By: ByPolicy}, nil
	case FailTheCall:
		end := unanswered(c.Elicitation)
		end.Why = "the policy is to fail"
		return Decision{Action: mcpclient.Ask, By: ByPolicy, End: end}, nil
	case ParkIt:
		return p.park(ctx, c)
	default:
		return Decision{}, nil
	}
}

func (p policyAnswerer) park(ctx context.Context, c Case) (Decision, error) {
	parked, err := p.store.Park(ctx, c)
	if err != nil {
		end := unanswered(c.Elicitation)
		end.Why = "it could not be parked: " + safetext.Clean(err.Error())
		return Decision{Action: mcpclient.Ask, By: ByPolicy, End: end}, nil
	}
	return Decision{Action: mcpclient.Ask, By: ByPolicy, End: &ParkedError{Pending: parked}}, nil
}
