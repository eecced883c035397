package mcpclient

import (
	"encoding/json"
	"time"

	"elicit/internal/safetext"
)

// Declared is what the client says it can do (the flag --declare). Servers
// hide tools by it.
type Declared string

// The declarations. DeclareEmpty is `elicitation: {}`, which means form only.
const (
	DeclareFormURL Declared = "form,url"
	DeclareForm    Declared = "form"
	DeclareURL     Declared = "url"
	DeclareEmpty   Declared = "empty"
	DeclareNone    Declared = "none"
)

// Server says how to start one server and how to speak with it.
type Server struct {
	Name     string   // the operator's name for it
	Command  []string // program and arguments
	Dir      string   // working directory; empty means this process's
	Env      []string // the complete environment, K=V; nil means none
	Protocol string   // "auto" (or empty), or the one version to speak
	Declare  Declared

	MaxFrame     int           // bytes; 0 means 16 MiB (DESIGN.md §4.4)
	ProbeTimeout time.Duration // of server/discover; 0 means 10 s
	MaxRounds    int           // of a modern call; 0 means 20

	// LogLevel asks for log messages from this level on ("debug", "info" …).
	// Empty asks for nothing: legacy servers then send what they like, modern
	// ones nothing (2026-07-28 basic, "Per-request fields").
	LogLevel string

	// Unwatched keeps a modern server from being asked to tell when its lists
	// change: for those who list once and leave.
	Unwatched bool
}

// Direction is the way a frame went.
type Direction string

// Out is from client to server.
const (
	In  Direction = "in"
	Out Direction = "out"
)

// Frame is one line as it crossed the pipe.
type Frame struct {
	Number    int
	Time      time.Time
	Direction Direction
	Bytes     []byte // exact, without the line's end; never to be changed
}

// Identity is what a server says of itself: never to be trusted (BASE26,
// "Per-response fields").
type Identity struct {
	Name, Title, Version safetext.Text
}

// Tool is one entry of tools/list.
type Tool struct {
	Name, Title, Description safetext.Text
	InputSchema              json.RawMessage // exact bytes
	OutputSchema             json.RawMessage // nil when absent
	Annotations              json.RawMessage // nil when absent
	Raw                      json.RawMessage // the whole entry
}

// Prompt is one entry of prompts/list.
type Prompt struct {
	Name, Title, Description safetext.Text
	Arguments                []PromptArgument
	Raw                      json.RawMessage
}

// PromptArgument is one argument of a prompt; its value is always a string.
type PromptArgument struct {
	Name, Title, Description safetext.Text
	Required                 bool
}

// Resource is one entry of resources/list or resources/templates/list.
type Resource struct {
	URI                      safetext.Text // a template when Template is true
	Name, Title, Description safetext.Text
	MIMEType                 safetext.Text
	Size                     int64 // bytes; 0 when unknown
	Template                 bool
	Raw                      json.RawMessage
}

// The methods that may elicit.
const (
	MethodTool     = "tools/call"
	MethodPrompt   = "prompts/get"
	MethodResource = "resources/read"
)

// Call is one request that may elicit.
type Call struct {
	ID     string          // the caller's, unique within the process; comes back in events and elicitations
	Method string          // MethodTool, MethodPrompt or MethodResource
	Target string          // tool or prompt name, or resource URI
	Args   json.RawMessage // a JSON object, sent byte for byte; nil means {} for tools, absent for the others
	// Timeout is how long the server may take, not counting the time in which
	// its questions are open (DESIGN.md §4.8); 0 means no limit.
	Timeout time.Duration

	// Alongside lets a legacy call start while others of the session are open.
	// Without it it waits for its turn, so that a question's call is known
	// (DESIGN.md §4.8). Modern calls never wait: their questions name their call.
	Alongside bool

	// Resume takes a modern call up where an earlier, identical one stopped; nil
	// starts it. Legacy calls always start.
	Resume *Resume

	// Continue is asked when a call has had MaxRounds rounds; true allows as
	// many again. Nil, or false, ends the call with a *TooManyRoundsError.
	Continue func(round int) bool
}

// Resume is a round of a modern call of which nothing was sent: its questions,
// which are put to the Answerer as if the server had just asked them, and the
// state to send with their answers. The state may come from another process;
// it is the server's to say whether it still takes it. If it does not (error
// -32602), that is told as ResumeRefused and the call starts from its
// beginning; answers that were sent with the state stay sent.
type Resume struct {
	Round     int               // of the questions
	State     json.RawMessage   // requestState's exact bytes, a JSON string
	Questions []ResumedQuestion // in the server's order, all of the round
}

// ResumedQuestion is one entry of the round's inputRequests.
type ResumedQuestion struct {
	Key    string
	Params json.RawMessage // of elicitation/create, exact bytes
}

// Result is what came of a call.
type Result struct {
	Raw        json.RawMessage // the whole result, exact bytes
	IsError    bool            // of a tool
	Content    []Content       // of a tool; for prompts the messages' contents; for resources the contents
	Structured json.RawMessage // structuredContent's exact bytes; nil when absent
	Rounds     int             // modern: how many times input was asked for
}

// Content is one item of a result. Type is the server's word: text, image,
// audio, resource, resource_link, or something unknown, which is kept in Raw.
type Content struct {
	Type     string
	Role     string        // of a prompt's message
	Text     safetext.Text // of text, or of an embedded text resource
	MIMEType safetext.Text
	Data     []byte        // decoded image, audio or blob; nil when absent
	URI      safetext.Text // of a resource or a link
	Name     safetext.Text // of a link
	Raw      json.RawMessage
}

// Event is a fact about a session, told to its Observer: one of the types
// below.
type Event interface{ event() }

// Observer is told what happens in a session. It is called from the session's
// own goroutines, in order, and must not block.
type Observer func(Event)

// FrameCrossed tells that one line was written or read.
type FrameCrossed struct{ Frame Frame }

// NoiseSkipped tells of a line on the server's stdout that is no frame.
type NoiseSkipped struct {
	Line safetext.Text // at most 4 KiB of it
	Size int           // bytes of the whole line
	Why  string
}

// StderrWritten tells of one line on the server's stderr.
type StderrWritten struct{ Line safetext.Text }

// Logged is a notifications/message.
type Logged struct {
	Level  string
	Logger safetext.Text
	Data   safetext.Text // a string as it is, anything else as JSON
}

// Progressed is a notifications/progress of a call.
type Progressed struct {
	CallID          string
	Progress, Total float64 // Total is 0 when unknown
	Message         safetext.Text
}

// ListChanged tells that tools, prompts or resources changed ("tools",
// "prompts", "resources").
type ListChanged struct{ What string }

// RoundBegan tells that a modern call was answered with input_required.
type RoundBegan struct {
	CallID     string
	Round      int
	Keys       []string        // of inputRequests, in the server's order; none for a state-only round
	State      string          // requestState, opaque
	StateGiven bool            // false when requestState was absent
	RawState   json.RawMessage // requestState's exact bytes; nil when absent
	Resumed    bool            // true when an earlier call got the round; see Call.Resume
}

// ResumeRefused tells that the server does not take a resumed call's state any
// more, so that the call starts from its beginning.
type ResumeRefused struct {
	CallID string
	Err    *CallError
}

// URLCompleted is a notifications/elicitation/complete.
type URLCompleted struct{ ElicitationID string }

// Exited tells that the server's process ended.
type Exited struct {
	Err      error // nil for status 0
	Expected bool  // true after Close
}

func (FrameCrossed) event()  {}
func (NoiseSkipped) event()  {}
func (StderrWritten) event() {}
func (Logged) event()        {}
func (Progressed) event()    {}
func (ListChanged) event()   {}
func (RoundBegan) event()    {}
func (ResumeRefused) event() {}
func (URLCompleted) event()  {}
func (Exited) event()        {}
