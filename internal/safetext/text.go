// Package safetext is the one cleaner of text from outside (DESIGN.md §4.2).
//
// Whatever a server controls becomes a [Text] where it enters the program, and
// only a Text's cleaned form can reach a terminal: String, Line and every fmt
// verb give that form. The untouched original stays inside, behind Raw, for
// the way back to the server. The package never drops a character silently:
// what a terminal would act on, or what reorders or hides text, becomes a mark
// that a person can see.
//
// Start reading at [Of] and [Clean]; [EscapeJSON] does the same for JSON that
// has to stay JSON.
package safetext

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Text is a string from outside. Its zero value is the empty text. Texts are
// equal (==) when their originals are.
type Text struct{ raw string }

// Of takes a string from outside.
func Of(raw string) Text { return Text{raw: raw} }

// Raw is the untouched original: for the wire and for comparisons, never for a
// terminal.
func (t Text) Raw() string { return t.raw }

// String is the text as it may be drawn: line breaks kept, all else that a
// terminal would act on made visible.
func (t Text) String() string { return Clean(t.raw) }

// Line is the text on one row: String with every line break shown as a mark.
func (t Text) Line() string { return strings.ReplaceAll(t.String(), "\n", string(breakMark)) }

// Lines are the rows of String. There is always at least one.
func (t Text) Lines() []string { return strings.Split(t.String(), "\n") }

// Empty reports whether the original is the empty string.
func (t Text) Empty() bool { return t.raw == "" }

// Format prints the cleaned text under every verb, so that no fmt call can
// reach the original.
func (t Text) Format(f fmt.State, verb rune) {
	if verb == 'v' && f.Flag('#') {
		fmt.Fprint(f, "safetext.Of("+JSONString(t.raw)+")")
		return
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), t.String())
}

// MarshalJSON writes the original as a JSON string whose control characters,
// C1 and bidi controls are escaped.
func (t Text) MarshalJSON() ([]byte, error) { return []byte(JSONString(t.raw)), nil }

// UnmarshalJSON reads a JSON string.
func (t *Text) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &t.raw) }
