package tui

import (
	"context"
	"sync"
	"time"
)

// closeLimit is how long quitting may take (DESIGN.md §4.11).
const closeLimit = 1900 * time.Millisecond

// registry owns every session, also those whose connecting ends after the
// program: none outlives close.
type registry struct {
	mu      sync.Mutex
	open    map[Session]*pump
	closed  bool
	pending sync.WaitGroup // connects and closes that are under way
}

func newRegistry() *registry { return &registry{open: map[Session]*pump{}} }

// begin registers a connect under way; false when the program is ending.
func (r *registry) begin() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return false
	}
	r.pending.Add(1)
	return true
}

// add ends a connect that succeeded. When the program is ending the session is
// closed at once.
func (r *registry) add(s Session, p *pump) bool {
	defer r.pending.Done()
	r.mu.Lock()
	late := r.closed
	if !late {
		r.open[s] = p
	}
	r.mu.Unlock()
	if late {
		_ = s.Close()
		p.stop()
	}
	return !late
}

// fail ends a connect that failed.
func (r *registry) fail(p *pump) {
	p.stop()
	r.pending.Done()
}

// end closes one session and waits for its last words.
func (r *registry) end(s Session) {
	r.mu.Lock()
	p, mine := r.open[s]
	delete(r.open, s)
	if mine {
		r.pending.Add(1)
	}
	r.mu.Unlock()
	if !mine {
		return
	}
	defer r.pending.Done()
	_ = s.Close() // closing reports how the process ended, which Exited tells too
	p.stop()
}

// close closes every session, all at once, and waits for at most closeLimit.
func (r *registry) close(cancel context.CancelFunc) {
	r.mu.Lock()
	r.closed = true
	sessions := make([]Session, 0, len(r.open))
	for s := range r.open {
		sessions = append(sessions, s)
	}
	r.mu.Unlock()
	cancel()
	for _, s := range sessions {
		go r.end(s)
	}
	done := make(chan struct{})
	go func() {
		r.waitAll(sessions)
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(closeLimit):
	}
}

func (r *registry) waitAll(sessions []Session) {
	for _, s := range sessions {
		r.end(s) // no-op when the goroutine above was first
	}
	r.pending.Wait()
}
