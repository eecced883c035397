// Package plain asks line by line, for screen readers, dumb terminals, pipes
// and expect-like drivers: who asks, the message, every field with its
// description and constraint, a review of the exact JSON, then the outcome.
//
// It writes no escape sequence and reads lines only. A server's words stand
// behind "| ", everything else is the client's. The end of the input is cancel,
// never decline (DESIGN.md §4.7).
//
// Start reading at [Prompter.Decide], then interview.run.
package plain
