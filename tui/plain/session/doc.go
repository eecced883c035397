// Package session is the whole program line by line: choose a server, choose
// what it offers, give the arguments, call it, answer what it asks, hear the
// result. It is for screen readers, dumb terminals, pipes and drivers of the
// expect kind (docs/plain.md).
//
// It writes lines and prompts, never an escape sequence, and draws nothing
// twice. One goroutine speaks with the person; events of sessions come through
// a feed each, and questions through [elicit/tui/plain.Prompter], which puts
// them between two prompts.
//
// Start reading at [Run], then program.loop.
package session
