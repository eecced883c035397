// Package answers is where the wire and the meaning meet: its [Desk] takes
// every elicitation of a session, reads it under the server's profile, refuses
// it or asks the answerers in turn, checks the content once more and says what
// goes back (DESIGN.md §2, §4.7).
//
// It holds the answerers that need no form: given answers ([Rules]), policies
// ([PolicyNamed]) and the durable store of parked questions and their answers
// ([Store]). It draws nothing, prints nothing and touches no pipe; every error
// and warning that it gives is drawable.
//
// Start reading at [Desk.Answer]; then [ReadRules] for answers files, and
// [Store.Park] and [Store.Take] for answers that are given later.
package answers
