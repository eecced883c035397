package tui

import (
	"context"
	"time"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// serverState is where a server stands. That it asks is no state of its own:
// the queue of questions knows.
type serverState int

const (
	serverStopped serverState = iota
	serverStarting
	serverReady
	serverFailed
)

func (s serverState) String() string {
	return [...]string{"stopped", "starting", "ready", "failed"}[s]
}

// server is one configured server and, while it runs, its session.
type server struct {
	ServerConfig
	index  int
	state  serverState
	err    error // why it failed
	number int   // sessions started so far; the current one's number
	since  time.Time

	cancel  context.CancelFunc // of a connect under way
	session Session
	logs    *logs

	tools     []mcpclient.Tool
	prompts   []mcpclient.Prompt
	resources []mcpclient.Resource
	listing   int              // lists on their way
	listErr   map[string]error // by what was listed
	kept      []keptAnswers    // unsent answers that outlive the session

	last         *call                    // the latest call, finished or not
	calls        map[string]*call         // the latest call of each target
	repeatOnLive bool                     // repeat the last call once the server is ready
	changed      string                   // the change of files that it was restarted for
	past         map[string][]*past       // what was sent, by target
	drafts       map[string]forms.Answers // typed and not sent, by target
	texts        map[string]string        // the same, as JSON
}

// keptAnswers says that a question was open when its server went away.
type keptAnswers struct{ message string }

func newServer(c ServerConfig, index int) *server {
	return &server{
		ServerConfig: c, index: index, logs: newLogs(),
		calls: map[string]*call{}, past: map[string][]*past{}, drafts: map[string]forms.Answers{}, texts: map[string]string{}, listErr: map[string]error{},
	}
}

// label is the server's name for a row: the operator's, cleaned all the same.
func (s *server) label() string { return safetext.Of(s.Name).Line() }

// version is the protocol spoken, such as "2025-11-25"; empty while there is no
// session.
func (s *server) version() string {
	if s.session == nil {
		return ""
	}
	return safetext.Of(s.session.Protocol()).Line()
}

func (s *server) of() sessionOf { return sessionOf{server: s, number: s.number} }

// openCall is the server's call that has not finished.
func (s *server) openCall() *call {
	if s.last != nil && s.last.open() {
		return s.last
	}
	return nil
}
