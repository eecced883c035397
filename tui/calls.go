package tui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/question"
)

var (
	errExited    = errors.New("the process ended")
	errCancelled = errors.New("you cancelled the call that it belonged to")
	errStopped   = errors.New("you stopped or restarted the server")
)

// call is one request to a server, from its start to its result. Only Update
// changes it.
type call struct {
	mcpclient.Call
	of     sessionOf
	past   *past // its arguments; nil without any
	cancel context.CancelCauseFunc

	began, ended time.Time
	waiting      map[string]bool // its open questions
	waitSince    time.Time
	waited       time.Duration

	progress mcpclient.Progressed
	hasBar   bool
	rounds   []mcpclient.RoundBegan
	logFrom  int // of the server's log

	records   []answers.Record
	cancelled bool // by the person
	result    mcpclient.Result
	err       error
	doc       *document // nil until the result is laid out
}

func (c *call) open() bool { return c.ended.IsZero() }

// label is the target for a row.
func (c *call) label() string { return safetext.Of(c.Target).Line() }

// elapsed is how long the server has had; the clock stands still while a
// question is open (DESIGN.md §4.8).
func (c *call) elapsed(now time.Time) time.Duration {
	if !c.ended.IsZero() {
		now = c.ended
	}
	d := now.Sub(c.began) - c.waited
	if len(c.waiting) > 0 {
		d -= now.Sub(c.waitSince)
	}
	return max(d, 0)
}

func (c *call) asked(id string, now time.Time) {
	if len(c.waiting) == 0 {
		c.waitSince = now
	}
	c.waiting[id] = true
}

func (c *call) settled(id string, now time.Time) {
	if !c.waiting[id] {
		return
	}
	delete(c.waiting, id)
	if len(c.waiting) == 0 {
		c.waited += now.Sub(c.waitSince)
	}
}

func (c *call) progressed(p mcpclient.Progressed) { c.progress, c.hasBar = p, true }

// fraction is how far the call is, from 0 to 1; false when nobody can know.
func (c *call) fraction() (float64, bool) {
	if !c.hasBar || !(c.progress.Total > 0) {
		return 0, false
	}
	return max(0, min(c.progress.Progress/c.progress.Total, 1)), true
}

// call starts a request and shows it running.
func (m *Model) call(s *server, method, target string, args json.RawMessage) tea.Cmd {
	if s.session == nil {
		return m.notify(s.label() + " is " + s.state.String() + ": r starts it")
	}
	if open := s.openCall(); open != nil {
		// One open call a session, so that a legacy question's tool is known.
		m.push(newRunning(open))
		return m.notify(open.label() + " is still running; esc cancels it")
	}
	m.callCount++
	ctx, cancel := context.WithCancelCause(m.ctx)
	_, logFrom := s.logs.log.bounds()
	c := &call{
		Call:   mcpclient.Call{ID: fmt.Sprintf("call-%d", m.callCount), Method: method, Target: target, Args: args},
		of:     s.of(),
		cancel: cancel, began: m.config.Now(), waiting: map[string]bool{}, logFrom: logFrom,
	}
	s.last, s.calls[method+" "+target] = c, c
	if args != nil {
		c.past = s.keepArguments(method+" "+target, args, c.began)
	}
	m.calls[c.ID] = c
	m.push(newRunning(c))
	session := s.session
	return tea.Batch(m.tick(), func() tea.Msg {
		defer cancel(nil)
		result, err := session.Call(ctx, c.Call)
		return callFinished{call: c, result: result, err: err}
	})
}

// callByID finds a call of which an event tells; the event may come a moment
// after the result, because events take the longer way.
func (m *Model) callByID(id string) *call {
	for _, s := range m.servers {
		if s.last != nil && s.last.ID == id {
			return s.last
		}
	}
	return nil
}

// callFinished keeps the result and lays it out, unless the call was dropped
// meanwhile: a late result is nobody's.
func (m *Model) callFinished(msg callFinished) tea.Cmd {
	c := msg.call
	if m.calls[c.ID] != c {
		return nil
	}
	delete(m.calls, c.ID)
	m.finish(c)
	c.result, c.err = msg.result, msg.err
	c.noteVerdict()
	t := m.theme
	return func() tea.Msg { return resultLaidOut{call: c, doc: layOut(c, t)} }
}

func (m *Model) finish(c *call) {
	now := m.config.Now()
	for id := range c.waiting {
		c.settled(id, now)
	}
	c.ended = now
	m.queue.CallFinished(c.ID)
	if m.queue.Len() == 0 {
		m.asking = false
	}
}

// cancelCall gives a call up for the person.
func (m *Model) cancelCall(c *call) tea.Cmd {
	if !c.open() {
		return nil
	}
	m.giveUp(c, errCancelled)
	return m.notify(c.label() + " was cancelled after " + question.Clock(c.elapsed(m.config.Now())))
}

// giveUp ends a call without its result. The server is told; what it still sends
// is dropped. why is what the person is told of a question that was open.
func (m *Model) giveUp(c *call, why error) {
	c.cancel(why)
	delete(m.calls, c.ID)
	m.finish(c)
	c.cancelled = true
	c.noteVerdict()
	m.removeScreens(func(s screen) bool { r, ok := s.(*running); return ok && r.call == c })
}

// resultLaidOut shows a result where its call was shown running; a call in the
// background only says that it is done.
func (m *Model) resultLaidOut(msg resultLaidOut) tea.Cmd {
	c := msg.call
	c.doc = msg.doc
	shown := newResult(m, c)
	for i, s := range m.screens {
		if r, ok := s.(*running); ok && r.call == c {
			m.screens[i] = shown
			m.resized()
			return nil
		}
	}
	m.home.refresh(m)
	return m.notify(c.label() + ": " + c.verdict() + "; v shows the result")
}

// repeat calls the server's last target once more with the same arguments.
func (m *Model) repeat(s *server) tea.Cmd {
	c := s.last
	if c == nil {
		return m.notify("nothing was called on " + s.label() + " yet")
	}
	if s.session == nil {
		s.repeatOnLive = true
		return m.restart(s)
	}
	m.removeScreens(func(sc screen) bool { r, ok := sc.(*result); return ok && r.call.of.server == s })
	return m.call(s, c.Method, c.Target, c.Args)
}

// noteVerdict keeps how the call ended with its arguments.
func (c *call) noteVerdict() {
	if c.past == nil {
		return
	}
	c.past.verdict = c.verdict()
	if c.result.IsError {
		c.past.verdict = "error"
	}
}

// verdict says in a few words how the call ended.
func (c *call) verdict() string {
	switch {
	case c.open():
		return "running"
	case c.cancelled:
		return "cancelled"
	case c.err != nil:
		return "failed"
	case c.result.IsError:
		return "the tool reported an error"
	}
	return "done"
}
