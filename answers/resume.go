package answers

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// RoundState is a modern call's requestState, opaque, and the round that it
// came with.
type RoundState struct {
	State string          `json:"state"`
	Given bool            `json:"given"`         // false when the server sent none
	Raw   json.RawMessage `json:"raw,omitempty"` // its exact bytes
	Round int             `json:"round,omitempty"`
	At    time.Time       `json:"at"`
}

// maxState bounds a requestState that is kept, in bytes: every question of its
// round keeps it.
const maxState = 1 << 20

// goesOn reports whether a call can go on with the state: a first round has
// nothing to go on from, and asking it anew shows whether it still is the same.
func (s *RoundState) goesOn() bool { return s != nil && s.Round > 1 && len(s.Raw) > 0 }

func (s *RoundState) is(other *RoundState) bool {
	if s == nil || other == nil {
		return s == other
	}
	return s.Round == other.Round && bytes.Equal(s.Raw, other.Raw)
}

// Observe keeps a modern call's latest requestState in mind, for the questions
// of that call that are parked.
func (s *Store) Observe(e mcpclient.Event) {
	round, ok := e.(mcpclient.RoundBegan)
	if !ok || len(round.RawState) > maxState {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.states[round.CallID]; !known {
		s.calls = append(s.calls, round.CallID)
	}
	s.states[round.CallID] = RoundState{
		State: round.State, Given: round.StateGiven, Raw: bytes.Clone(round.RawState), Round: round.Round, At: s.now(),
	}
	for len(s.calls) > remembered {
		delete(s.states, s.calls[0])
		s.calls = s.calls[1:]
	}
}

// state is what is known of the state that came with the question.
func (s *Store) state(c Case) *RoundState {
	s.mu.Lock()
	defer s.mu.Unlock()
	st, ok := s.states[c.CallID]
	if !ok || !togetherWithItsRound(c.Elicitation) || c.CallID == "" || st.Round != c.Round {
		return nil
	}
	return &st
}

// Resume is the round at which the last identical call stopped, for that call
// to go on from it; nil when it has to start from its beginning. That is so when
// no question of a later round was parked, when not all of the round were, when
// its state is older than an answer may become, and in the legacy era. Unless
// open is true, all of the round's questions must have been answered.
//
// The answers stay in the store until they are taken: resuming takes nothing.
func (s *Store) Resume(ctx context.Context, server, protocol string, c mcpclient.Call, open bool) *mcpclient.Resume {
	names, err := s.records("")
	if err != nil {
		return nil // asking for the answers will tell why
	}
	call := sameCall{server, c.Method, c.Target, argsDigest(c.Args)}
	var all []*record
	for _, name := range names {
		if ctx.Err() != nil {
			return nil
		}
		r, err := s.open(name)
		if err == nil && call.made(r) && r.Era == mcpclient.Modern && r.Protocol == protocol && s.fresh(r, open) {
			all = append(all, r)
		}
	}
	return latestRound(all)
}

// sameCall names what identical calls have in common.
type sameCall struct{ server, method, target, args string }

func (c sameCall) made(r *record) bool {
	return c == sameCall{r.Server, r.Method, r.Target, r.Args}
}

// fresh reports whether the record's call can go on from its question.
func (s *Store) fresh(r *record, open bool) bool {
	now := s.now()
	if !r.State.goesOn() || r.State.Round != r.Round || now.After(r.State.At.Add(s.expiry())) {
		return false
	}
	if r.Answer == nil {
		return open && now.Before(r.Until)
	}
	return now.Before(r.Answer.Expires)
}

// latestRound is the newest round of which all questions are there.
func latestRound(all []*record) *mcpclient.Resume {
	if len(all) == 0 {
		return nil
	}
	newest := slices.MaxFunc(all, func(a, b *record) int { return a.State.At.Compare(b.State.At) })
	round := slices.DeleteFunc(all, func(r *record) bool { return !r.State.is(newest.State) })
	slices.SortFunc(round, func(a, b *record) int { return cmp.Compare(a.Place, b.Place) })
	resume := &mcpclient.Resume{Round: newest.Round, State: newest.State.Raw}
	for i, r := range round {
		if _, err := r.question(); err != nil || r.Place != i+1 || r.Of != len(round) {
			return nil
		}
		resume.Questions = append(resume.Questions, mcpclient.ResumedQuestion{Key: r.Key, Params: r.Params})
	}
	return resume
}

// supersede lets no call go on from where an earlier one stopped, now that a
// newer one stopped elsewhere. What was answered stays answered.
func (s *Store) supersede(c Case) error {
	names, err := s.records("")
	if err != nil {
		return err
	}
	call, state := sameCall{c.Server, c.Method, c.Target.Raw(), argsDigest(c.Args)}, s.state(c)
	for _, name := range names {
		r, err := s.open(name)
		if err != nil || !call.made(r) || !r.State.goesOn() || r.State.is(state) {
			continue
		}
		r.State = nil
		if err := s.save(r); err != nil {
			return err
		}
	}
	return nil
}

// Earlier is what a person answered to the question before, when that cannot be
// used any more, and what changed since, in words: to be offered, marked as
// such, and never taken silently. Everything in changes is drawable.
func (s *Store) Earlier(c Case) (content json.RawMessage, changes []string) {
	if c.Method == "" {
		return nil, nil
	}
	if sent := s.sentBefore(c); sent != nil {
		return sent, nil
	}
	names, _ := s.records(c.slot()) // what cannot be read is not offered
	for _, name := range names {
		r, err := s.open(name)
		same := err == nil && r.Fingerprint == c.Fingerprint()
		switch {
		case err != nil, !same && !r.precedes(c):
			continue
		case same && r.Answer == nil:
			return r.Previous, drawable(r.Changes)
		case same:
			return answerContent(r), nil
		case r.Answer != nil:
			content, changes = answerContent(r), changesSince(r, c)
		case r.Previous != nil:
			content, changes = r.Previous, changesSince(r, c)
		}
	}
	return content, changes
}

// sentBefore is the content that this process took for the same question.
func (s *Store) sentBefore(c Case) json.RawMessage {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range slices.Backward(s.taken) {
		if t.elicitation != c.ID && t.record.slot() == c.slot() && t.record.Fingerprint == c.Fingerprint() {
			return answerContent(t.record)
		}
	}
	return nil
}

func drawable(lines []string) []string {
	var out []string
	for _, line := range lines {
		out = append(out, safetext.Of(line).Line())
	}
	return out
}
