package session

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/offer"
	"elicit/tui/plain"
)

// Server is one that can be started.
type Server struct {
	mcpclient.Server
	Profile forms.Profile
	Timeout time.Duration // of a call; 0 means none
}

// Config is what the program starts with. Servers and Console must be set.
type Config struct {
	Servers []Server
	Console *plain.Console
	// Answerers are asked in turn; nil is the person alone.
	Answerers func(person answers.Answerer) []answers.Answerer
	Asking    plain.Options // Command is the program's own
	Told      func(answers.Record)
	// Trace is told of every frame, in order, from a goroutine of the session.
	Trace func(server string, f mcpclient.Frame)
	// OnInterrupt says who takes ctrl+c: the function reports whether it had a
	// use for it. Nil without signals.
	OnInterrupt func(take func() bool)
}

// What the end of the program can mean besides that all is done.
var (
	// ErrCutShort: the input ended while a question was open, which was
	// cancelled.
	ErrCutShort = errors.New("the input ended while a question was open")
	// ErrNoServer: no server was running when the person left.
	ErrNoServer = errors.New("no server could be started")
)

// Run speaks with the person until they leave. Every server is stopped when it
// returns, which takes less than two seconds after the last line. Its error is
// ErrCutShort, one that wraps ErrNoServer, or the context's cause.
func Run(ctx context.Context, c Config) error {
	p := &program{Config: c, say: c.Console.Say}
	o := c.Asking
	o.Command = p.whileAsked
	p.prompter = plain.New(c.Console, o)
	p.desk = &answers.Desk{Profile: p.profile, Told: p.told, Answerers: []answers.Answerer{p.underWay()}}
	if c.Answerers != nil {
		p.desk.Answerers = c.Answerers(p.underWay())
	}
	for _, s := range c.Servers {
		p.servers = append(p.servers, newServer(s))
	}
	if c.OnInterrupt != nil {
		c.OnInterrupt(p.interrupt)
		defer c.OnInterrupt(nil)
	}
	defer p.stopAll()
	return p.verdict(ctx, p.run(ctx))
}

// program is the conversation with the person. Its fields belong to the
// goroutine of Run, except where something else is said.
type program struct {
	Config
	say      func(format string, args ...any)
	prompter *plain.Prompter
	desk     *answers.Desk
	servers  []*server
	server   *server // the one that is spoken with; nil before one is chosen
	offers   []offer.Offer
	rest     []string // of what was said in part
	links    []string // of the last result
	hinted   bool     // the first result came with what can be typed next

	unsent unsent

	mu      sync.Mutex // guards what follows
	running *call      // nil between calls
	leaving bool
	left    chan struct{} // of the running call: closed when the person leaves
}

// call is what was called, to be repeated.
type call struct {
	offer.Offer
	target string
	sent   json.RawMessage
	cancel context.CancelCauseFunc
	given  bool          // the person gave it up
	upset  chan struct{} // closed then
	finished
}

func (p *program) profile(name string) forms.Profile {
	for _, s := range p.servers {
		if s.Name == name {
			return s.Profile
		}
	}
	return forms.Tester
}

func (p *program) run(ctx context.Context) error {
	if err := p.prompter.Hold(ctx); err != nil {
		return err
	}
	p.say("elicit, line by line. :help lists the commands; :quit, or the end of the input, leaves.")
	if len(p.servers) == 1 {
		p.choose(ctx, p.servers[0])
	} else {
		p.sayServers()
	}
	return p.loop(ctx)
}

// verdict is what the end means for whoever started elicit.
func (p *program) verdict(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	switch {
	case err != nil && !errors.Is(err, plain.ErrLeave) && !errors.Is(err, io.EOF):
		return err
	case p.prompter.CutShort():
		return ErrCutShort
	}
	tried, up := false, false
	for _, s := range p.servers {
		tried = tried || s.number > 0
		up = up || s.alive()
	}
	if tried && !up {
		return ErrNoServer
	}
	return nil
}

// interrupt takes ctrl+c while a call runs that was not given up yet. It runs
// in the goroutine that waits for signals, and must not block.
func (p *program) interrupt() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running == nil || p.running.given {
		return false
	}
	p.running.giveUp()
	return true
}

// giveUp cancels the call; the program's mutex is held.
func (c *call) giveUp() {
	if !c.given {
		c.given = true
		close(c.upset)
		c.cancel(plain.ErrGivenUp)
	}
}

func (p *program) leave() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.leaving {
		p.leaving = true
		if p.left != nil {
			close(p.left)
		}
	}
	return plain.ErrLeave
}

func (p *program) leaves() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.leaving
}

// badge names a server in front of what is said of it.
func badge(s *server) string { return "[" + forms.Badge(s.Name) + "]" }

func clean(s string) string { return safetext.Of(s).String() }
