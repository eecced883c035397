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

// queueBytes is how much of a server's output may wait to be logged. A server
// that writes faster than a trace file takes it is then read more slowly.
const queueBytes = 32 << 20

// pump takes the events of one session: its observer only appends, and waits
// only for the log itself, never for a person or the screen; one goroutine,
// which ends with stop, reads frames' heads, keeps logs and posts the rest.
type pump struct {
	name  string
	logs  *logs
	inbox *inbox
	trace func(string, mcpclient.Frame)
	wrap  func(mcpclient.Event) serverTold

	mu      sync.Mutex
	queue   []mcpclient.Event
	held    int        // bytes of the queue's frames
	room    *sync.Cond // on mu: the queue was taken, or the pump stops
	stopped bool
	wake    chan struct{}
	done    chan struct{}
}

func (p *pump) observe(e mcpclient.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.held > queueBytes && !p.stopped {
		p.changed().Wait()
	}
	if p.stopped {
		return
	}
	p.queue = append(p.queue, e)
	if f, ok := e.(mcpclient.FrameCrossed); ok {
		p.held += len(f.Frame.Bytes)
	}
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// changed is what those wait on who find the queue full; mu is held.
func (p *pump) changed() *sync.Cond {
	if p.room == nil {
		p.room = sync.NewCond(&p.mu)
	}
	return p.room
}

func (p *pump) run() {
	defer close(p.done)
	defer func() {
		if r := recover(); r != nil {
			p.end()
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
	p.queue, p.held = nil, 0
	p.changed().Broadcast()
	return events
}

// stop ends the goroutine once everything told so far is kept.
func (p *pump) stop() {
	p.end()
	<-p.done
}

func (p *pump) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.stopped {
		p.stopped = true
		close(p.wake)
		p.changed().Broadcast()
	}
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
