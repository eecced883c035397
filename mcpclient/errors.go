package mcpclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"elicit/internal/safetext"
)

// ErrTimeout ends a call that the server did not answer within Call.Timeout;
// the time in which its questions were open does not count (DESIGN.md §4.8).
var ErrTimeout = errors.New("timed out")

// ErrClosed ends what was going on in a session when its server went away or
// Close was called. When the process ended by itself, errors.As finds an
// *ExitError too.
var ErrClosed = errors.New("the session is closed")

// Causes (context.Cause) of the end of an Answerer's context.
var (
	// ErrWithdrawn: the server sent notifications/cancelled for its question.
	ErrWithdrawn = errors.New("the server withdrew the question")
	// ErrCallEnded: the server answered the call without waiting for the answer.
	ErrCallEnded = errors.New("the server ended the call without waiting for the answer")
	// ErrCallCancelled: the call to which the question belongs was cancelled here.
	ErrCallCancelled = errors.New("the call was cancelled")
)

// StartError tells that a server's process could not be started.
type StartError struct {
	Server  string
	Command string
	Err     error
}

func (e *StartError) Error() string {
	return fmt.Sprintf("server %s did not start: %s%s", e.Server, reason(e.Err), e.hint())
}

func (e *StartError) Unwrap() error { return e.Err }

func (e *StartError) hint() string {
	switch {
	case errors.Is(e.Err, exec.ErrNotFound), errors.Is(e.Err, fs.ErrNotExist):
		return fmt.Sprintf(" (%s: is it installed, and is its folder in the server's PATH?)", e.Command)
	case errors.Is(e.Err, fs.ErrPermission):
		return fmt.Sprintf(" (%s: is it marked as executable?)", e.Command)
	}
	return ""
}

func reason(err error) string {
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "command not found"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	}
	return err.Error()
}

// ExitError tells that a server's process ended when it should not have.
type ExitError struct {
	Server string
	Status string // "exit status 3", "signal: killed", or "closed its stdin or stdout, and was ended"
	Code   int    // -1 when it was a signal
	Stderr []safetext.Text
}

func (e *ExitError) Error() string {
	s := fmt.Sprintf("server %s ended (%s)", e.Server, e.Status)
	if len(e.Stderr) == 0 {
		return s + " without a word on stderr"
	}
	words := make([]string, len(e.Stderr))
	for i, l := range e.Stderr {
		words[i] = l.Line()
	}
	return s + "; its last words: " + strings.Join(words, " / ")
}

// ProtocolError tells that a server broke the protocol in a way that cannot be
// worked around.
type ProtocolError struct {
	Server string
	Target string // what was being called; empty outside calls
	What   string // what the server did
	Do     string // what to do about it; may be empty
}

func (e *ProtocolError) Error() string {
	s := "server " + e.Server
	if e.Target != "" {
		s += ", " + e.Target
	}
	s += ": " + e.What
	if e.Do != "" {
		s += " (" + e.Do + ")"
	}
	return safetext.Clean(s)
}

// UndeclaredError ends a modern call in which the server asked for something
// that was not declared: a mode of elicitation, or another kind of input
// (2026-07-28 MRTR, "Client Requirements").
type UndeclaredError struct {
	Server string
	Target string
	Key    safetext.Text // in inputRequests
	Kind   string        // the method: "elicitation/create", "sampling/createMessage" …
	Mode   Mode          // of an elicitation
}

func (e *UndeclaredError) Error() string {
	what := safetext.Clean(e.Kind)
	if e.Kind == methodElicit {
		what = fmt.Sprintf("an elicitation in mode %q", safetext.Clean(string(e.Mode)))
	}
	return fmt.Sprintf("server %s, %s: asked for %s under the key %q, which was not declared (see --declare)",
		e.Server, e.Target, what, e.Key.Line())
}

// CallError is a server's JSON-RPC error answer to a call.
type CallError struct {
	Server  string
	Target  string
	Era     Era
	Code    int
	Message safetext.Text
	Data    json.RawMessage
}

func (e *CallError) Error() string {
	s := fmt.Sprintf("server %s, %s: error %d: %s", e.Server, e.Target, e.Code, e.Message.Line())
	switch e.Code {
	case mcp.CodeMissingRequiredClientCapabilities:
		s += " (it needs something that was not declared; see --declare)"
	case jsonrpc.CodeInvalidRequest, jsonrpc.CodeInternalError:
		if e.Era == Modern { // what servers say whose tools ask in the legacy way only
			s += " (if the tool was made for older clients, try --protocol " + latestLegacy + ")"
		}
	case mcp.CodeURLElicitationRequired:
		s += " (a web page has to be visited first, and URL mode was not declared or not accepted)"
	}
	return s
}

// RepeatedURLError ends a call that was answered with error -32042 for a URL
// that a person had already accepted in the same call.
type RepeatedURLError struct {
	Server string
	Target string
	URL    safetext.Text
	Tries  int // how often the call was sent
}

func (e *RepeatedURLError) Error() string {
	return fmt.Sprintf("server %s, %s: asks for the same page again after it was accepted (%s, sent %d times); stopped, since sending it again would only repeat this",
		e.Server, e.Target, e.URL.Line(), e.Tries)
}

// TooManyRoundsError ends a modern call whose server kept asking.
type TooManyRoundsError struct {
	Server string
	Target string
	Rounds int
	State  bool // true when they were rounds without a question
}

func (e *TooManyRoundsError) Error() string {
	what := "asked for input"
	if e.State {
		what = "said \"not yet\" without asking anything"
	}
	return fmt.Sprintf("server %s, %s: %s %d times; stopped", e.Server, e.Target, what, e.Rounds)
}

// timeoutError is ErrTimeout with its particulars.
type timeoutError struct {
	server, target string
	after          time.Duration
}

func (e *timeoutError) Error() string {
	return fmt.Sprintf("server %s, %s: no answer within %s, not counting open questions; the call was cancelled (see --timeout)",
		e.server, e.target, e.after)
}

func (e *timeoutError) Is(target error) bool { return target == ErrTimeout }

// closedError is ErrClosed with what is known of the end.
type closedError struct {
	server string
	exit   *ExitError // nil when the session was closed here
}

func (e *closedError) Error() string {
	if e.exit != nil {
		return e.exit.Error()
	}
	return "server " + e.server + ": " + ErrClosed.Error()
}

func (e *closedError) Is(target error) bool { return target == ErrClosed }

func (e *closedError) Unwrap() error {
	if e.exit == nil {
		return nil
	}
	return e.exit
}

// cancelledError tells that a call was cancelled by its own context.
type cancelledError struct {
	server, target string
	cause          error
}

func (e *cancelledError) Error() string {
	return fmt.Sprintf("server %s, %s: the call was cancelled: %v", e.server, e.target, e.cause)
}

func (e *cancelledError) Unwrap() error { return e.cause }
