package forms

import "encoding/json"

// State says whether a property is part of the answer (DESIGN.md §4.7).
type State int

// The states of a property. Its zero value sends nothing.
const (
	Omitted State = iota
	Set           // the person gave a value
	Default       // the server's default is sent as a value
)

// Answer is what a person gave for one property. Which field counts follows
// from the property's kind, and only when State is Set.
type Answer struct {
	State State
	Text  string   // text, integer and number: exactly as typed
	Yes   bool     // boolean
	Picks []int    // choice (one) and choices: indexes into Options
	Items []string // list: one entry each, exactly as typed
}

// Answers are the answers to a form by wire name. A property without an entry
// is omitted.
type Answers map[string]Answer

// Issue is one reason why an answer cannot be sent.
type Issue struct {
	Property string // wire name; empty for the whole answer
	Rule     string // such as "required", "maximum", "format"
	Text     string // a fact in words that stands alone beside the field: "at most 50"; drawable
}

// Issues are all reasons why an answer cannot be sent, in the order of the
// properties; nil means that it can. At most MaxIssues are kept. It is an error
// whose text names each property.
type Issues struct { //nolint:errname // the word of the whole program: reasons, not one error
	List []Issue
	More int // reasons beyond those kept
}

// Question is a property as a person sees it: everything here is drawable.
type Question struct {
	Property    int    // index into Form.Properties
	Name        string // the wire name on one row
	Title       string // the server's title on one row, or else the name
	Description string // the server's, with its line breaks
	Constraint  string // in words, ours: "whole number, 1 to 50"; empty when there is nothing to say
	Kind        Kind
	Required    bool
	Options     []QuestionOption
	Findings    []Finding // of this property
	HasDefault  bool
	DefaultText string // the default on one row as a person reads it (labels, not values)
}

// QuestionOption is an option as a person sees it. Label is unique within its
// question; Value is what goes out, on one row.
type QuestionOption struct{ Label, Value string }

// Content is an accepted answer as it goes over the wire.
type Content = json.RawMessage
