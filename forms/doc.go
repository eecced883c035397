// Package forms is the meaning of a question: it reads a requestedSchema under
// a profile, projects it into questions that a person sees, and turns what the
// person gave into the content that goes back (DESIGN.md §3, §4.3–4.6).
//
// It is pure: no I/O, no terminal, no MCP SDK, no clock. Schemas are an
// attacker's: whatever they hold, Parse neither panics nor goes over its
// bounds in time and memory. Order of properties and exact numbers come from
// the raw bytes.
//
// What a profile thinks of a schema is data: every rule stands in rules.go with
// its words and its verdict, and a profile is the rows where it differs. A new
// profile is a new table; the parser has no branch for any of them.
//
// Start reading at [Parse], then [Form.Content].
package forms
