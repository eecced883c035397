package forms

import (
	"encoding/json"

	"elicit/internal/safetext"
)

// Kind is how a property is answered.
type Kind string

// The kinds. KindList is a free list: one entry per row.
const (
	KindText    Kind = "text"
	KindInteger Kind = "integer"
	KindNumber  Kind = "number"
	KindBoolean Kind = "boolean"
	KindChoice  Kind = "choice"
	KindChoices Kind = "choices"
	KindList    Kind = "list"
)

// Request is what a server asks: the message and the raw requestedSchema, nil
// when it sent none.
type Request struct {
	Message string
	Schema  json.RawMessage
}

// Form is a question set that can be answered. It is never changed after
// [Parse], and is safe for concurrent use.
type Form struct {
	Message    safetext.Text
	Schema     json.RawMessage // the exact bytes parsed
	Profile    Profile
	Properties []Property // in wire order, or in name order where the profile says so
	Findings   []Finding  // sorted by String; at most MaxFindings
	MoreFound  int        // findings beyond that

	index map[string]int // of Properties, by wire name
}

// Property is one value asked for. Bounds are JSON numbers as the server wrote
// them, empty when there is none; lengths count code points and are nil when
// there is none.
type Property struct {
	Name        safetext.Text // Raw is the wire key
	Title       safetext.Text // empty when the server gave none
	Description safetext.Text
	Kind        Kind
	Required    bool

	Options []Option // of a choice or choices, in wire order, each value once

	Format               safetext.Text // of text, as the server wrote it; see Property.FormatChecked
	Pattern              safetext.Text
	MinLength, MaxLength *int

	Minimum, Maximum                   json.Number
	ExclusiveMinimum, ExclusiveMaximum json.Number
	MultipleOf                         json.Number

	ItemKind           Kind // of a list: text, integer or number
	MinItems, MaxItems *int
	UniqueItems        bool

	Default json.RawMessage // exact bytes of a default that fits; nil when there is none
	Schema  json.RawMessage // the property's own exact bytes, before $ref and the like

	checks *checks
}

// Option is one thing to choose.
type Option struct {
	Value json.RawMessage // what is sent, exact bytes
	Label safetext.Text   // what the server calls it; the value when it has no name
	// Shown is Label on one row, made unique among the options by appending the
	// value where two labels are equal.
	Shown string

	unfit string // why the schema itself does not take this option; empty when it does
}

// Finding is something off in a schema that can be answered all the same.
type Finding struct {
	Rule     string // such as "nullable"
	Property string // the wire name; empty for the root
}

// String is rule@property, or the rule alone for the root.
func (f Finding) String() string {
	if f.Property == "" {
		return f.Rule
	}
	return f.Rule + "@" + f.Property
}

// Refusal says why a question is not put to a person. It is an error.
type Refusal struct { //nolint:errname // the word of the whole program
	Profile  string
	Rule     string   // the rule that refused first
	Property string   // wire name, of at most 256 characters; empty for the root
	Rules    []string // for profiles that refuse by findings: every rule@property, sorted; at most MaxFindings
	// MoreRules counts the rules beyond those kept.
	MoreRules int
	Reason    string // what was found, in words; drawable
	Advice    string // what the server's author can do instead; drawable
}
