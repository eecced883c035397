// Package answers is where the wire and the meaning meet: its [Desk] takes
// every elicitation of a session, reads it under the server's profile, refuses
// it or asks the answerers in turn, checks the content once more and says what
// goes back (DESIGN.md §2, §4.7).
//
// It holds the answerers that need no form: recorded answers, answer files,
// policies. It draws nothing and touches no pipe.
//
// Start reading at [Desk.Answer].
package answers
