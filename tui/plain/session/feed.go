package session

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

const (
	keptLines  = 500     // of a server's log and stderr
	keptFrames = 200     // and of its frames
	keptBytes  = 1 << 16 // of one frame
	briefLog   = 20      // log messages said during one call
	calm       = 2 * time.Second
)

// heard is what came from a server besides results. It outlives restarts.
type heard struct {
	mu     sync.Mutex
	log    []string
	stderr []string
	frames []frame
}

type frame struct {
	mcpclient.Frame
	size int
}

func keep[T any](kept []T, limit int, item T) []T {
	if len(kept) >= limit {
		kept = slices.Delete(kept, 0, len(kept)-limit+1)
	}
	return append(kept, item)
}

// feed takes the events of one session: its observer only appends, so that the
// session is never held up by a slow reader of our output; one goroutine, which
// ends with stop, says and keeps them.
type feed struct {
	p *program
	s *server

	mu      sync.Mutex
	queue   []any // mcpclient.Event, or func() to be run in turn
	stopped bool
	wake    chan struct{}
	done    chan struct{}

	// Of the goroutine.
	callID   string
	said     int       // log messages said during this call
	unsaid   int       // and not
	progress time.Time // when some was last said
	held     []string  // to be said when no question is open

	deathSaid bool // the end of a call told already that the server is gone
}

func newFeed(p *program, s *server) *feed {
	f := &feed{p: p, s: s, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go f.run()
	return f
}

func (f *feed) observe(e mcpclient.Event) { f.push(e) }

func (f *feed) push(item any) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.stopped {
		return false
	}
	f.queue = append(f.queue, item)
	select {
	case f.wake <- struct{}{}:
	default:
	}
	return true
}

// do runs something in the feed's goroutine once all before it is dealt with.
func (f *feed) do(what func()) {
	ran := make(chan struct{})
	if f.push(func() { what(); close(ran) }) {
		select {
		case <-ran:
		case <-f.done:
		}
	}
}

func (f *feed) stop() {
	f.mu.Lock()
	if !f.stopped {
		f.stopped = true
		close(f.wake)
	}
	f.mu.Unlock()
	<-f.done
}

func (f *feed) run() {
	defer close(f.done)
	for {
		_, more := <-f.wake
		f.mu.Lock()
		items := f.queue
		f.queue = nil
		f.mu.Unlock()
		for _, item := range items {
			switch item := item.(type) {
			case func():
				item()
			case mcpclient.Event:
				f.handle(item)
			}
		}
		if !more {
			return
		}
	}
}

// began and ended bracket a call: between them the log and the progress are
// said.
func (f *feed) began(callID string) {
	f.do(func() { f.callID, f.said, f.unsaid, f.progress = callID, 0, 0, time.Time{} })
}

func (f *feed) ended(err error) {
	var exit *mcpclient.ExitError
	f.do(func() {
		f.callID = ""
		f.deathSaid = errors.As(err, &exit)
		f.flush()
		if f.unsaid > 0 {
			f.p.say("%d more log messages; :log says the last ones.", f.unsaid)
		}
	})
}

func (f *feed) handle(e mcpclient.Event) {
	switch e := e.(type) {
	case mcpclient.FrameCrossed:
		f.keepFrame(e.Frame)
	case mcpclient.StderrWritten:
		f.keepStderr(e.Line.Line())
	case mcpclient.NoiseSkipped:
		f.keepStderr("skipped on stdout (" + e.Why + "): " + e.Line.Line())
	case mcpclient.Logged:
		f.logged(e)
	case mcpclient.Progressed:
		f.progressed(e)
	case mcpclient.ListChanged:
		f.s.stale.Store(true)
	case mcpclient.URLCompleted:
		f.hold("%s says that the page is done with.", badge(f.s))
	case mcpclient.Exited:
		if !e.Expected && f.callID == "" && !f.deathSaid {
			f.p.say("%s ended%s; :restart starts it again.", badge(f.s), reason(e.Err))
		}
	}
}

func reason(err error) string {
	if err == nil {
		return ""
	}
	return ": " + clean(err.Error())
}

func (f *feed) keepFrame(x mcpclient.Frame) {
	if f.p.Trace != nil {
		f.p.Trace(f.s.Name, x)
	}
	kept := frame{x, len(x.Bytes)}
	if kept.size > keptBytes {
		kept.Bytes = slices.Clone(x.Bytes[:keptBytes])
	}
	f.s.heard.mu.Lock()
	defer f.s.heard.mu.Unlock()
	f.s.heard.frames = keep(f.s.heard.frames, keptFrames, kept)
}

func (f *feed) keepStderr(line string) {
	f.s.heard.mu.Lock()
	defer f.s.heard.mu.Unlock()
	f.s.heard.stderr = keep(f.s.heard.stderr, keptLines, line)
}

func (f *feed) logged(e mcpclient.Logged) {
	line := safetext.Of(e.Level).Line() + ": " + e.Data.Line()
	f.s.heard.mu.Lock()
	f.s.heard.log = keep(f.s.heard.log, keptLines, line)
	f.s.heard.mu.Unlock()
	switch {
	case f.callID == "" || e.Level == "debug":
	case f.said >= briefLog:
		f.unsaid++
	default:
		f.said++
		f.hold("| %s", line)
	}
}

// progressed says how far a call is, calmly: the first word of it, and then no
// more often than a person wants to hear.
func (f *feed) progressed(e mcpclient.Progressed) {
	if e.CallID != f.callID || f.p.prompter.Asking() || time.Since(f.progress) < calm {
		return
	}
	f.progress = time.Now()
	words := fmt.Sprintf("%.6g", e.Progress)
	if e.Total > 0 {
		words += fmt.Sprintf(" of %.6g", e.Total)
	}
	if !e.Message.Empty() {
		words += " | " + e.Message.Line()
	}
	f.flush()
	f.p.say("Progress: %s", words)
}

// hold says a line at once, or when the question that is open is answered.
func (f *feed) hold(format string, args ...any) {
	f.held = append(f.held, fmt.Sprintf(format, args...))
	if !f.p.prompter.Asking() {
		f.flush()
	}
}

func (f *feed) flush() {
	for _, line := range f.held {
		f.p.say("%s", line)
	}
	f.held = nil
}
