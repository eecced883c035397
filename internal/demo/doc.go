// Package demo holds the built-in servers of `elicit demo` and `elicit serve`:
// MCP servers on stdio whose tools ask everything a server can ask, in both
// eras. They need nothing but this program, keep nothing and reach no network.
//
// It never draws, never looks at the client's side, and knows nothing of the
// other packages: to elicit it is a server like any other.
//
// Start reading at [Serve]; a tool's words are in the file named after what it
// is about, and [conversation.ask] is how one handler asks in either era.
package demo
