package answers

import (
	"context"
	"time"

	"elicit/mcpclient"
)

// Store keeps parked questions and their answers.
type Store struct {
	// Warned, when not nil, is told what a person should know about the store:
	// a record that cannot be used, a question that changed. Set before use.
	Warned func(Warning)
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Expiry is how long an answer is good for; 0 means 30 minutes.
	Expiry time.Duration

	dir string
}

// Warning is one thing to know about the store. Everything in it is drawable.
type Warning struct {
	ID      string   // of the record; may be empty
	Path    string   // the file; may be empty
	Text    string   // a sentence
	Changes []string // what changed in the question, one fact each
}

// OpenStore opens the store in dir, making it if need be; "" means the one in
// the user's XDG state directory.
func OpenStore(dir string) (*Store, error) { return &Store{dir: dir}, nil }

// Dir is where the store's files are.
func (s *Store) Dir() string { return s.dir }

// Decide takes the recorded answer to a question, if there is one: it is the
// Answerer to put first.
func (s *Store) Decide(ctx context.Context, c Case) (Decision, error) { return Decision{}, nil }

// Unsent puts back an answer that was taken and not sent.
func (s *Store) Unsent(c Case, d Decision) {}

// Observe keeps a modern call's latest requestState, for its parked questions.
func (s *Store) Observe(e mcpclient.Event) {}

// Park keeps a question for later.
func (s *Store) Park(ctx context.Context, c Case) (*Pending, error) { return &Pending{}, nil }

// Pending gives the parked questions that wait for an answer, oldest first.
func (s *Store) Pending(ctx context.Context) ([]*Pending, error) { return nil, nil }

// Find gives the parked question with that ID, or with an ID that begins so.
func (s *Store) Find(ctx context.Context, id string) (*Pending, error) { return nil, nil }

// Answer records the answer to a parked question.
func (s *Store) Answer(ctx context.Context, id string, d Decision) error { return nil }

// Forget removes a parked question, or its recorded answer.
func (s *Store) Forget(ctx context.Context, id string) error { return nil }

// Take takes the recorded answer to a question, once.
func (s *Store) Take(ctx context.Context, c Case) (Decision, bool, error) {
	return Decision{}, false, nil
}
