// Package question is what a person sees of an elicitation: the question
// screen (a form or a URL), the refusal screen, and the queue of those that
// are open across servers (DESIGN.md §4.1, 4.2, 4.7, 4.8, 4.10).
//
// Who asks always comes first, in the client's own words; the server's words
// stand behind a bar and never anywhere else. Nothing is sent that was not
// shown, and nothing is answered for somebody who saw nothing. The package
// opens no pipe: outcomes leave through [Person].
//
// Start reading at [Screen], then [Queue] and [Person].
package question
