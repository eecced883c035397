package answers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// taken is an answer that this process took out of the store.
type taken struct {
	elicitation string // Elicitation.ID
	call        string // Elicitation.CallID
	round       int
	record      *record
}

// Decide takes the recorded answer to a question, if there is one. A store that
// cannot be read leaves the question to the next answerer, with a warning.
func (s *Store) Decide(ctx context.Context, c Case) (Decision, error) {
	d, found, err := s.Take(ctx, c)
	if err != nil {
		if ctx.Err() != nil {
			return Decision{}, err
		}
		s.warn(Warning{Text: "recorded answers cannot be read, so the question is asked again: " +
			safetext.Of(err.Error()).Line()})
		return Decision{}, nil
	}
	if !found {
		return Decision{}, nil
	}
	return d, nil
}

// Take takes the recorded answer to a question out of the store: whatever
// happens next, to this process too, nobody else gets it. It is found only when
// server, tool, arguments, key and fingerprint are those that it was given for
// and it has not expired.
func (s *Store) Take(ctx context.Context, c Case) (d Decision, found bool, err error) {
	if c.Method == "" { // it is not known which call asks, so nothing can match
		return Decision{}, false, nil
	}
	slot := c.slot()
	names, err := s.files.names(slot)
	if err != nil || len(names) == 0 {
		return Decision{}, false, err
	}
	err = s.locked(ctx, func() error {
		s.forgetCrashed(slot)
		records, err := s.load(slot)
		if err != nil {
			return err
		}
		r := s.pick(records, c)
		if r == nil {
			return nil
		}
		if err := s.claim(r); err != nil {
			return err
		}
		s.remember(taken{elicitation: c.ID, call: c.CallID, round: c.Round, record: r})
		d, found = r.decision(), true
		return nil
	})
	return d, found, err
}

// Answers reports whether an answer to one of the server's questions waits to be
// taken, so that it is worth telling the server that it may ask.
func (s *Store) Answers(server string) bool {
	names, _ := s.records("") // one that cannot be read answers nothing
	return slices.ContainsFunc(names, func(name string) bool {
		r, err := s.open(name)
		return err == nil && r.Server == server && r.Answer != nil && s.now().Before(r.Answer.Expires)
	})
}

// claim makes the answer this process's own. The rename is on the disk before
// the answer is used: after a crash it is gone rather than there twice.
func (s *Store) claim(r *record) error {
	mine := strings.TrimSuffix(r.name(), recordSuffix) + takenSuffix
	if err := s.files.rename(r.name(), mine); err != nil {
		return err
	}
	return s.files.remove(mine)
}

// pick chooses the answer for a case: of several to the same question, the one
// given for this round, else the oldest.
func (s *Store) pick(records []*record, c Case) *record {
	var fit []*record
	for _, r := range records {
		if r.Answer == nil {
			continue
		}
		switch why := s.mismatch(r, c); {
		case why == nil:
			fit = append(fit, r)
		case why.Text != "":
			s.warn(*why)
		}
	}
	if len(fit) == 0 {
		return nil
	}
	return slices.MinFunc(fit, func(a, b *record) int {
		if here := (a.Round == c.Round); here != (b.Round == c.Round) {
			if here {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Round, b.Round), a.Answer.At.Compare(b.Answer.At))
	})
}

// mismatch says why a recorded answer does not answer the case: nil when it
// does, an empty warning when it simply belongs to another question.
func (s *Store) mismatch(r *record, c Case) *Warning {
	w := &Warning{ID: r.ID, Path: safetext.Of(s.files.path(r.name())).Line()}
	if r.Fingerprint != c.Fingerprint() {
		if r.precedes(c) {
			w.Changes = changesSince(r, c)
			w.Text = fmt.Sprintf("the answer recorded for %s is not used, for the question changed: %s",
				where(c.Elicitation), strings.Join(w.Changes, "; "))
		}
		return w
	}
	if !s.now().Before(r.Answer.Expires) {
		w.Text = fmt.Sprintf("the answer recorded for %s expired at %s; the question is asked again",
			where(c.Elicitation), r.Answer.Expires.Format(time.TimeOnly))
		return w
	}
	if r.Answer.Action == mcpclient.Accept && c.Form != nil {
		if _, err := check(c, r.decision()); err != nil {
			w.Text = "a recorded answer is not used: " + err.Error()
			return w
		}
	}
	return nil
}

// precedes reports whether the record's question, which is another one, is what
// the server asked in the case's place before it changed. Legacy questions have
// no key, and may come in any order when a server asks several at once: they
// are taken for one that changed only when they have something in common.
func (r *record) precedes(c Case) bool {
	if r.Round != c.Round || r.slot() != c.slot() {
		return false
	}
	if r.Key != "" || r.Message == c.Message.Raw() {
		return true
	}
	return c.Form != nil && slices.ContainsFunc(r.Fields, func(name string) bool { return has(c.Form, name) })
}

// changesSince are the differences between the question that was answered and the
// one that is asked, in words.
func changesSince(r *record, c Case) []string {
	old, err := r.question()
	if err != nil {
		return []string{"what it was cannot be told: " + safetext.Of(err.Error()).Line()}
	}
	if diff := DiffQuestions(old, c); len(diff) > 0 {
		return diff
	}
	return []string{"it is asked in another way"}
}

// forgetCrashed removes answers that a process took without living to use them,
// or to remove them. They may have been sent. The lock is held, so nobody is
// taking them now.
func (s *Store) forgetCrashed(slot string) {
	names, _ := s.files.names(slot)
	for _, name := range names {
		if !strings.HasSuffix(name, takenSuffix) {
			continue
		}
		if r, err := s.open(name); err == nil {
			s.warn(Warning{ID: r.ID, Text: fmt.Sprintf(
				"the answer %s was taken by a run that ended abruptly; it may have been sent, so it is not used again", r.ID)})
		}
		_ = s.files.remove(name)
	}
}

func (s *Store) remember(t taken) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken = append(s.taken, t)
	if len(s.taken) > remembered {
		s.taken = s.taken[1:]
	}
}

// forget gives and forgets the takings that which names.
func (s *Store) forget(which func(taken) bool) []taken {
	s.mu.Lock()
	defer s.mu.Unlock()
	var gone []taken
	s.taken = slices.DeleteFunc(s.taken, func(t taken) bool {
		if which(t) {
			gone = append(gone, t)
			return true
		}
		return false
	})
	return gone
}

// Unsent puts back an answer that was taken and surely not sent.
func (s *Store) Unsent(c Case, d Decision) {
	if d.By != ByRecord {
		return
	}
	s.putBack(func(t taken) bool { return t.elicitation == c.ID })
}

// RoundUnsent puts back what was taken for the round that ends with a question
// of a modern call.
func (s *Store) RoundUnsent(e mcpclient.Elicitation) {
	if e.CallID != "" {
		s.putBack(func(t taken) bool { return t.call == e.CallID && t.round == e.Round })
	}
}

// putBack writes the records again that were taken and surely not sent.
func (s *Store) putBack(which func(taken) bool) {
	mine := s.forget(which)
	if len(mine) == 0 {
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), putBackTimeout)
	defer stop()
	err := s.locked(ctx, func() error {
		var errs []error
		for _, t := range mine {
			errs = append(errs, s.save(t.record))
		}
		return errors.Join(errs...)
	})
	if err != nil {
		s.warn(Warning{Text: "a recorded answer that was not sent could not be put back: " +
			safetext.Of(err.Error()).Line()})
	}
}

// putBackTimeout is how long other processes may keep the store locked.
const putBackTimeout = 5 * time.Second
