package answers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// Park keeps a question for later, so that the same call, made again, finds its
// answer. A question that is parked already is not parked twice.
//
// Answers that this process took from the store for earlier questions of the
// same call were sent, and are used up. The next call will be asked those
// questions again, so they are parked too, with what was sent as their previous
// answer.
func (s *Store) Park(ctx context.Context, c Case) (*Pending, error) {
	if c.Method == "" {
		return nil, errors.New("it is not known which call the question belongs to")
	}
	var parked *record
	err := s.locked(ctx, func() error {
		s.tidy()
		if err := s.reopen(c); err != nil {
			return err
		}
		if err := s.supersede(c); err != nil {
			return err
		}
		records, err := s.load(c.slot())
		if err != nil {
			return err
		}
		parked, err = s.park(records, c, parking{})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("parking the question of %s: %w", where(c.Elicitation), err)
	}
	return s.pending(parked)
}

// parking is how a question is parked.
type parking struct {
	previous json.RawMessage // what was answered to it, and used up
	behind   bool            // see record.Behind
}

// park writes the record of a question, taking over what the records of its
// slot know about it.
func (s *Store) park(records []*record, c Case, how parking) (*record, error) {
	now := s.now()
	r, err := newRecord(c, now)
	if err != nil {
		return nil, err
	}
	r.State, r.Previous, r.Behind = s.state(c), how.previous, how.behind
	var replaced []*record
	for _, old := range records {
		same := old.Fingerprint == r.Fingerprint
		if same && old.Round != c.Round || !same && !old.precedes(c) {
			continue
		}
		switch {
		case old.Answer == nil && same: // parked already, by an earlier call
			r.ID = old.ID
			if old.State != nil && old.State.is(r.State) {
				r.State = old.State // as old as it is
			}
			r.inherit(old.Previous, old.Changes)
		case old.Answer == nil: // the server does not ask this any more
			replaced = append(replaced, old)
			r.inherit(old.Previous, changesSince(old, c))
		case same && !now.Before(old.Answer.Expires):
			replaced = append(replaced, old)
			r.inherit(answerContent(old), nil)
		case !same:
			r.inherit(answerContent(old), changesSince(old, c))
		}
	}
	if err := s.save(r); err != nil {
		return nil, err
	}
	for _, old := range replaced {
		if err := s.files.remove(old.name()); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (r *record) inherit(previous json.RawMessage, changes []string) {
	if r.Previous == nil {
		r.Previous = previous
	}
	if r.Changes == nil {
		r.Changes = changes
	}
}

// answerContent is a recorded answer's content, if it can be offered again.
func answerContent(r *record) json.RawMessage {
	if r.Answer == nil || r.Answer.Content == "" {
		return nil
	}
	return json.RawMessage(r.Answer.Content)
}

// reopen parks the questions again whose answers went out earlier in the call
// that ends with this question. (Those of its own modern round did not go out:
// see RoundUnsent.) If the call can go on from this question, nobody needs to
// answer them.
func (s *Store) reopen(c Case) error {
	if c.CallID == "" {
		return nil
	}
	sent := func(t taken) bool {
		sameRound := togetherWithItsRound(c.Elicitation) && t.round == c.Round
		return t.call == c.CallID && t.elicitation != c.ID && !sameRound
	}
	for _, t := range s.forget(sent) {
		if err := s.parkAgain(t, c); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) parkAgain(t taken, c Case) error {
	again, err := t.record.question()
	if err != nil {
		return err
	}
	again.Round, again.CallID = t.round, c.CallID
	records, err := s.load(again.slot())
	if err != nil {
		return err
	}
	_, err = s.park(records, again, parking{previous: answerContent(t.record), behind: s.state(c).goesOn()})
	return err
}

// tidy removes what a killed process left, and what nobody can use any more.
func (s *Store) tidy() {
	s.files.tidy()
	names, _ := s.files.names("")
	for _, name := range names {
		r, err := s.open(name)
		if err != nil { // not ours to judge
			continue
		}
		until := r.Until
		if r.Answer != nil {
			until = r.Answer.Expires.Add(pendingLife)
		}
		if s.now().After(until) {
			_ = s.files.remove(name)
		}
	}
}

// Answer records the answer to a parked question, checked as it will be before
// it is sent: accept or decline. The question is given by its ID or by a
// beginning of it. Answering again before the answer was taken replaces it.
func (s *Store) Answer(ctx context.Context, id string, d Decision) error {
	if d.Action != mcpclient.Accept && d.Action != mcpclient.Decline {
		return fmt.Errorf("a parked question is answered with accept or decline, not %s", quote(string(d.Action)))
	}
	return s.locked(ctx, func() error {
		r, err := s.find(id)
		if err != nil {
			return err
		}
		c, err := r.question()
		if err != nil {
			return fmt.Errorf("the parked question %s cannot be answered: %s", r.ID, safetext.Of(err.Error()).Line())
		}
		now := s.now()
		r.Answer = &recorded{
			Action: d.Action, Confirmed: d.Confirmed, Unchecked: d.Unchecked,
			At: now, Expires: now.Add(s.expiry()),
		}
		if d.Action == mcpclient.Accept && c.Form != nil {
			content, err := check(c, d)
			if err != nil {
				return err
			}
			r.Answer.Content = string(content)
		}
		return s.save(r)
	})
}

// Forget removes a parked question, with its answer if it has one.
func (s *Store) Forget(ctx context.Context, id string) error {
	return s.locked(ctx, func() error {
		r, err := s.find(id)
		if err != nil {
			return err
		}
		return s.files.remove(r.name())
	})
}
