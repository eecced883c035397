package answers

import (
	"encoding/json"
	"time"
)

// Pending is a parked question.
type Pending struct {
	ID       string
	Path     string // of the record's file
	Case     Case   // as it was asked, with its Form; ID and CallID are empty
	Parked   time.Time
	Expires  time.Time
	Previous json.RawMessage // an earlier answer that could not be used: to be offered, marked as such; nil when there is none
	Changes  []string        // what changed since that answer, drawable, one fact each
	State    *RoundState     // of a modern call; nil when unknown
}

// RoundState is a modern call's requestState, opaque.
type RoundState struct {
	State string
	Given bool // false when the server sent none
	At    time.Time
}

// MarshalJSON writes the record that `elicit call --on-ask park` and `elicit
// pending --json` print.
func (p *Pending) MarshalJSON() ([]byte, error) { return json.Marshal(map[string]string{"id": p.ID}) }

// ParkedError ends a call whose question was parked: exit code 3.
type ParkedError struct{ Pending *Pending }

func (e *ParkedError) Error() string { return "parked" }

// Is matches ErrUnanswered.
func (e *ParkedError) Is(target error) bool { return target == ErrUnanswered }
