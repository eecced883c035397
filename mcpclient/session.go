package mcpclient

import (
	"context"

	"elicit/internal/safetext"
)

const (
	methodElicit          = "elicitation/create"
	codeMissingCapability = -32021
	codeURLRequired       = -32042
)

// Session is a running server that was spoken with.
type Session struct {
	done chan struct{}
}

// Connect starts a server and negotiates with it. ctx bounds that only.
func Connect(ctx context.Context, s Server, a Answerer, o Observer) (*Session, error) {
	return nil, &StartError{Server: s.Name, Err: ctx.Err()}
}

// Call makes one request that may elicit.
func (s *Session) Call(ctx context.Context, c Call) (Result, error) { return Result{}, ctx.Err() }

// Tools lists the tools.
func (s *Session) Tools(ctx context.Context) ([]Tool, error) { return nil, ctx.Err() }

// Prompts lists the prompts.
func (s *Session) Prompts(ctx context.Context) ([]Prompt, error) { return nil, ctx.Err() }

// Resources lists resources and templates.
func (s *Session) Resources(ctx context.Context) ([]Resource, error) { return nil, ctx.Err() }

// Has reports a capability of the server.
func (s *Session) Has(what string) bool { return false }

// Era of the session.
func (s *Session) Era() Era { return Legacy }

// Protocol version.
func (s *Session) Protocol() string { return "" }

// Identity of the server.
func (s *Session) Identity() Identity { return Identity{} }

// Instructions of the server.
func (s *Session) Instructions() safetext.Text { return safetext.Text{} }

// PID of the process.
func (s *Session) PID() int { return 0 }

// Close ends it.
func (s *Session) Close() error { return nil }

// Done is closed when the process is gone.
func (s *Session) Done() <-chan struct{} { return s.done }

// Stderr is the ring.
func (s *Session) Stderr() []safetext.Text { return nil }
