package answers

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// Rules are given answers (--answer, --answers FILE): the first rule that
// matches a question answers it. What they give is checked like what a person
// types; what does not fit is an *UnfitError, and nothing is sent. Rules are
// safe for concurrent use.
type Rules struct {
	otherwise Policy
	by        string // ByRules or ByFlags

	mu    sync.Mutex // guards the rules' counters and store
	rules []*rule
	store *Store
}

// rule is one given answer.
type rule struct {
	label     string // where it stands, drawable: "answers.yaml:12"
	match     match
	action    mcpclient.Action
	entries   []entry
	defaults  bool // fill in what an untouched form holds
	someField bool // matches every form that has one of the entries' properties, and gives only those
	confirmed bool
	asIs      bool

	met  int // questions that met all of match but nth
	used int // questions that it answered
}

// ParkIn gives the rules the store that `otherwise: park` parks in.
func (r *Rules) ParkIn(s *Store) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.store = s
}

// Otherwise is what the file says of questions that no rule matches; empty when
// it says nothing, which leaves them to the next answerer as "prompt" does.
func (r *Rules) Otherwise() Policy { return r.otherwise }

// LeaveRest leaves what no rule matches to the next answerer, whatever the file
// says of it. Call it before the rules are used.
func (r *Rules) LeaveRest() { r.otherwise = "" }

// Decide answers with the first rule that matches, or does what the file says
// otherwise.
func (r *Rules) Decide(ctx context.Context, c Case) (Decision, error) {
	won, store := r.choose(c)
	if won != nil {
		return r.give(won, c), nil
	}
	if r.otherwise == "" {
		return Decision{}, nil
	}
	policy, err := PolicyNamed(string(r.otherwise), store)
	if err != nil {
		return Decision{}, err
	}
	return policy.Decide(ctx, c)
}

// choose finds the rule for a case and counts for all of them, so that "the
// second time" means the same whichever rule answered the first.
func (r *Rules) choose(c Case) (*rule, *Store) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var won *rule
	for _, candidate := range r.rules {
		if !candidate.matches(c) {
			continue
		}
		candidate.met++
		if won == nil && (candidate.match.nth == 0 || candidate.match.nth == candidate.met) {
			won = candidate
		}
	}
	if won != nil {
		won.used++
		won.markUsed(c)
	}
	return won, r.store
}

func (r *rule) matches(c Case) bool {
	if !r.match.meets(c) {
		return false
	}
	if c.Form == nil {
		// Consent to a URL is never given in passing.
		return r.entries == nil && (r.action != mcpclient.Accept || r.match.mode == mcpclient.ModeURL)
	}
	if !r.someField {
		return true
	}
	for _, e := range r.entries {
		if has(c.Form, e.name) {
			return true
		}
	}
	return false
}

func (r *rule) markUsed(c Case) {
	for i := range r.entries {
		r.entries[i].used = r.entries[i].used || (c.Form != nil && has(c.Form, r.entries[i].name))
	}
}

func (r *Rules) give(won *rule, c Case) Decision {
	d := Decision{Action: won.action, Confirmed: won.confirmed, Unchecked: won.asIs, By: r.by}
	if won.action != mcpclient.Accept || c.Form == nil {
		return d
	}
	content, err := won.content(c)
	if err != nil {
		return Decision{Action: mcpclient.Ask, By: r.by, End: err}
	}
	d.Content = content
	return d
}

// content is what the rule answers to a form: an error names every value that
// does not fit.
func (r *rule) content(c Case) (json.RawMessage, error) {
	content, issues, err := fill{form: c.Form, defaults: r.defaults, onlyKnown: r.someField, asIs: r.asIs}.content(r.entries)
	if err != nil {
		return nil, fmt.Errorf("the answer from %s to %s could not be read: %s", r.label, where(c.Elicitation), safetext.Of(err.Error()).Line())
	}
	if issues != nil {
		return nil, &UnfitError{Server: c.Server, Target: c.Target, Source: r.label, Issues: issues}
	}
	return content, nil
}

// Unused names the rules, or flags, that answered nothing so far; drawable.
func (r *Rules) Unused() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var unused []string
	for _, one := range r.rules {
		switch {
		case one.someField:
			for _, e := range one.entries {
				if !e.used {
					unused = append(unused, "--answer "+quote(e.name))
				}
			}
		case one.used == 0:
			unused = append(unused, one.label+one.match.hint())
		}
	}
	return unused
}
