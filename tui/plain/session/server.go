package session

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"elicit/mcpclient"
	"elicit/tui/offer"
)

// server is one configured server and, while it runs, its session.
type server struct {
	Server
	number  int // of sessions started so far
	calls   int // made so far
	session *mcpclient.Session
	feed    *feed
	err     error // why there is no session

	heard *heard
	stale atomic.Bool // the lists changed; set by the feed

	last *call                      // repeated by :again
	args map[string]json.RawMessage // last used, by offer.Key
}

func newServer(s Server) *server {
	return &server{Server: s, heard: &heard{}, args: map[string]json.RawMessage{}}
}

// alive reports whether the server's process runs.
func (s *server) alive() bool {
	if s.session == nil {
		return false
	}
	select {
	case <-s.session.Done():
		return false
	default:
		return true
	}
}

func (s *server) state() string {
	switch {
	case s.alive():
		return "ready, protocol " + s.session.Protocol()
	case s.err != nil:
		return "failed: " + clean(s.err.Error())
	case s.number > 0:
		return "stopped"
	}
	return "not started"
}

func (s *server) stop() {
	if s.session != nil {
		_ = s.session.Close()
		s.feed.stop()
		s.session = nil
	}
}

// start starts a server that does not run, and says how that went.
func (p *program) start(ctx context.Context, s *server) bool {
	s.stop()
	s.number++
	s.err = nil
	s.stale.Store(false)
	p.say("Starting %s.", clean(s.Name))
	s.feed = newFeed(p, s)
	p.prompter.Free() // it may ask at once
	session, err := mcpclient.Connect(ctx, s.Server.Server, p.desk, s.feed.observe)
	if held := p.prompter.Hold(ctx); held != nil && err == nil {
		_ = session.Close()
		err = held
	}
	if err != nil {
		s.feed.stop()
		s.err = err
		if ctx.Err() == nil {
			p.say("%s failed: %s", badge(s), clean(err.Error()))
			p.say("Type :restart to try again, or :quit.")
		}
		return false
	}
	s.session = session
	p.introduce(s)
	return true
}

// introduce says what a server is.
func (p *program) introduce(s *server) {
	facts := "protocol " + s.session.Protocol()
	if id := s.session.Identity(); !id.Name.Empty() {
		facts += ", by its own account " + strings.TrimSpace(id.Name.Line()+" "+id.Version.Line())
	}
	p.say("%s ready, %s", badge(s), facts)
	switch words := s.session.Instructions(); {
	case words.Empty():
	case len(words.Lines()) <= 2:
		p.Console.Quote(words)
	default:
		p.say("Its instructions have %d lines; :about says them.", len(words.Lines()))
	}
}

// settling is how long a server has to change its lists right after it came up,
// as some do, before they are said.
const settling = 100 * time.Millisecond

// settle lists again as long as the lists still change, for a moment.
func (p *program) settle(ctx context.Context, s *server) {
	for range 5 {
		select {
		case <-time.After(settling):
		case <-ctx.Done():
		}
		if !s.stale.Load() {
			return
		}
		p.list(ctx, s)
	}
}

// list asks for what the server offers.
func (p *program) list(ctx context.Context, s *server) bool {
	s.stale.Store(false)
	p.offers = nil
	var tools []mcpclient.Tool
	var prompts []mcpclient.Prompt
	var resources []mcpclient.Resource
	var errs [3]error
	if s.session.Has("tools") {
		tools, errs[0] = s.session.Tools(ctx)
	}
	if s.session.Has("prompts") {
		prompts, errs[1] = s.session.Prompts(ctx)
	}
	if s.session.Has("resources") {
		resources, errs[2] = s.session.Resources(ctx)
	}
	for i := range tools {
		p.offers = append(p.offers, offer.Offer{Tool: &tools[i]})
	}
	for i := range prompts {
		p.offers = append(p.offers, offer.Offer{Prompt: &prompts[i]})
	}
	for i := range resources {
		p.offers = append(p.offers, offer.Offer{Resource: &resources[i]})
	}
	err := errors.Join(errs[:]...)
	if err != nil && ctx.Err() == nil {
		p.say("%s could not list what it has: %s", badge(s), clean(err.Error()))
	}
	return len(p.offers) > 0 || err == nil
}
