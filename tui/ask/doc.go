// Package ask is the small program that asks on a terminal for `elicit call`,
// `elicit form` and `elicit answer`: the question screen while a question is
// open, a status line while the server goes on, one line of summary for each
// question.
//
// It draws on the terminal it is given and never on stdout, which carries the
// result alone (DESIGN.md §4.12). Its Bubble Tea program starts with the first
// question, so that calls without questions cost nothing.
//
// Start reading at [Terminal].
package ask
