package answers

import (
	"context"
	"io"
)

// Rules are given answers: the first rule that matches a question answers it.
type Rules struct{}

// ReadRules reads an answers file, YAML or JSON. A reader with a Name, such as
// an *os.File, is named in errors; files that it refers to are relative to it.
func ReadRules(file io.Reader) (*Rules, error) { return &Rules{}, nil }

// RulesFromFlags reads --answer flags: k=v is typed by the form's kind, k:=JSON
// is raw.
func RulesFromFlags(flags []string) (*Rules, error) { return &Rules{}, nil }

// ParkIn gives the rules the store that `otherwise: park` parks in.
func (r *Rules) ParkIn(s *Store) {}

// Otherwise is what the file says of questions that no rule matches; empty when
// it says nothing.
func (r *Rules) Otherwise() Policy { return "" }

// Decide answers with the first rule that matches.
func (r *Rules) Decide(ctx context.Context, c Case) (Decision, error) { return Decision{}, nil }

// Unused names the rules, or flags, that answered nothing; drawable.
func (r *Rules) Unused() []string { return nil }
