package tui

import (
	"context"
	"io"
	"time"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/internal/watch"
	"elicit/mcpclient"
	"elicit/tui/form"
)

// ServerConfig is one server as the operator configured it.
type ServerConfig struct {
	mcpclient.Server
	Profile forms.Profile
	Start   bool // connect at once; otherwise it waits for the start key
	// Flags are the words by which elicit's own command line reaches the server,
	// such as --server demo; a command after "--" stands last. Nil makes them from
	// Server and Profile.
	Flags []string
}

// Config is what the program starts with. Only Servers must be set.
type Config struct {
	Servers []ServerConfig
	// Answerers are asked in turn (see answers.Desk); nil is the person alone.
	Answerers func(person answers.Answerer) []answers.Answerer
	Version   string
	Dark      *bool // nil: ask the terminal
	NoColor   bool
	Now       func() time.Time // nil: time.Now
	// Trace is told of every frame, in order, from a goroutine of the session.
	Trace   func(server string, f mcpclient.Frame)
	OpenURL func(string) error // nil: the system's browser

	// Changes tells of changed files: the servers are started anew. Nil for
	// none; Watching says which files, in the person's words.
	Changes  <-chan watch.Change
	Watching []string
	// RepeatOnChange repeats the last call after such a start.
	RepeatOnChange bool

	// Record gets a copy of everything that Run draws; nil for none.
	Record io.Writer
	// Asked is told of every question when it comes up, and Filled of what is
	// filled in, as it is: both inside Update, so they must not block.
	Asked  func(mcpclient.Elicitation)
	Filled func(form.Filled)
	// Told is told of every question once it is decided; see answers.Desk.
	Told func(answers.Record)

	// Connect starts sessions; nil is mcpclient.Connect.
	Connect Connector

	quiet time.Duration // of the questions; tests turn it off
}

// Session is what the program needs of an [mcpclient.Session].
type Session interface {
	Call(ctx context.Context, c mcpclient.Call) (mcpclient.Result, error)
	Tools(ctx context.Context) ([]mcpclient.Tool, error)
	Prompts(ctx context.Context) ([]mcpclient.Prompt, error)
	Resources(ctx context.Context) ([]mcpclient.Resource, error)
	Has(what string) bool
	Era() mcpclient.Era
	Protocol() string
	Identity() mcpclient.Identity
	Instructions() safetext.Text
	PID() int
	Close() error
}

// Connector starts a session; ctx bounds the handshake only.
type Connector func(ctx context.Context, s mcpclient.Server, a mcpclient.Answerer, o mcpclient.Observer) (Session, error)

func connectProcess(ctx context.Context, s mcpclient.Server, a mcpclient.Answerer, o mcpclient.Observer) (Session, error) {
	session, err := mcpclient.Connect(ctx, s, a, o)
	if err != nil {
		return nil, err // not a Session that holds a nil pointer
	}
	return session, nil
}

func (c Config) withDefaults() Config {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Connect == nil {
		c.Connect = connectProcess
	}
	return c
}
