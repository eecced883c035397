package tui

import (
	"elicit/answers"
	"elicit/mcpclient"
)

// The messages of the program are facts. Those about a session name its server
// and the session's number, so that a late one is known as such.

// sessionOf names one session: its server's place and how many were started.
type sessionOf struct {
	server *server
	number int
}

// current reports whether the session is still the server's.
func (s sessionOf) current() bool { return s.server.number == s.number }

// connected tells how starting a session ended.
type connected struct {
	of      sessionOf
	session Session
	err     error
}

// listed brings what a server offers; what is "tools", "prompts" or
// "resources".
type listed struct {
	of        sessionOf
	what      string
	tools     []mcpclient.Tool
	prompts   []mcpclient.Prompt
	resources []mcpclient.Resource
	err       error
}

// serverTold carries an event of a session that changes more than a log.
type serverTold struct {
	of    sessionOf
	event mcpclient.Event
}

// stopped tells that a session was closed on request.
type stopped struct{}

// callFinished brings the end of a call.
type callFinished struct {
	call   *call
	result mcpclient.Result
	err    error
}

// resultLaidOut brings a result that is ready to be drawn.
type resultLaidOut struct {
	call *call
	doc  *document
}

// questionDecided tells what became of a question (answers.Desk's Told).
type questionDecided struct{ record answers.Record }

// ticked moves the clocks.
type ticked struct{}

// noticeExpired ends a notice, unless a newer one stands.
type noticeExpired struct{ number int }

// saved tells how writing a file ended.
type saved struct {
	path string
	size int
	err  error
}

// edited brings text back from the person's editor.
type edited struct {
	into *jsonEditor
	text string
	err  error
}

// panicked tells of a panic in one of the program's own goroutines.
type panicked struct{ where, value, stack string }
