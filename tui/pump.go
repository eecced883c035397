package tui

import (
	"fmt"
	"runtime/debug"
	"sync"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// stderrLines and logLines bound what is kept of a server's words.
const (
	stderrLines = 5000
	logLines    = 5000
)

// spoken is a line of a server outside of results: stderr, noise on stdout, or
// a log message.
type spoken struct {
	text  safetext.Text
	level string // of a log message
	from  string // "stderr", "stdout" or the logger
}

// logs is what was heard of one server. It outlives restarts.
type logs struct {
	frames *frameLog
	stderr *ring[spoken] // and noise on stdout
	log    *ring[spoken]
}

func newLogs() *logs {
	return &logs{frames: newFrameLog(), stderr: newRing[spoken](stderrLines), log: newRing[spoken](logLines)}
}

// pump takes the events of one session: its observer only appends, so the
// session is never held up; one goroutine, which ends with stop, reads frames'
// heads, keeps logs and posts the rest.
type pump struct {
	name  string
	logs  *logs
	inbox *inbox
	trace func(string, mcpclient.Frame)
	wrap  func(mcpclient.Event) serverTold

	mu      sync.Mutex
	queue   []mcpclient.Event
	stopped bool
	wake    chan struct{}
	done    chan struct{}
}

func (p *pump) observe(e mcpclient.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return
	}
	p.queue = append(p.queue, e)
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

func (p *pump) run() {
	defer close(p.done)
	defer func() {
		if r := recover(); r != nil {
			p.inbox.post(panicked{where: "the log of " + p.name, value: fmt.Sprint(r), stack: string(debug.Stack())})
		}
	}()
	for range p.wake {
		for _, e := range p.take() {
			p.handle(e)
		}
	}
	for _, e := range p.take() {
		p.handle(e)
	}
}

func (p *pump) take() []mcpclient.Event {
	p.mu.Lock()
	defer p.mu.Unlock()
	events := p.queue
	p.queue = nil
	return events
}

// stop ends the goroutine once everything told so far is kept.
func (p *pump) stop() {
	p.mu.Lock()
	if !p.stopped {
		p.stopped = true
		close(p.wake)
	}
	p.mu.Unlock()
	<-p.done
}

func (p *pump) handle(e mcpclient.Event) {
	switch e := e.(type) {
	case mcpclient.FrameCrossed:
		if p.trace != nil {
			p.trace(p.name, e.Frame)
		}
		p.logs.frames.add(e.Frame)
	case mcpclient.StderrWritten:
		p.logs.stderr.add(spoken{text: e.Line, from: "stderr"})
	case mcpclient.NoiseSkipped:
		p.logs.stderr.add(spoken{text: e.Line, from: "stdout", level: "skipped: " + e.Why})
	case mcpclient.Logged:
		p.logs.log.add(spoken{text: e.Data, level: e.Level, from: e.Logger.Line()})
	default:
		p.inbox.post(p.wrap(e))
		return
	}
	p.inbox.logChanged()
}
