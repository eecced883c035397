// Package tui is the full-screen program: one Bubble Tea model, its screens,
// and the sessions it runs (DESIGN.md §2, §4.7, §4.8, §4.11).
//
// It never touches a pipe: it holds sessions through [Session] and is told
// what happens in them through [mcpclient.Observer]; questions reach it through
// package question's Person, one answerer among others. Nothing here does I/O
// inside Update, no command changes the model, and whatever a server controls
// is drawn only through safetext.
//
// Start reading at [Run], then [Model.Update]. Screens are structs with
// imperative methods (screen.go); what can be done stands in tables of actions
// (actions.go), from which keys, the palette, the key line and the help follow.
package tui
