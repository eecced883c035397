package mcpclient

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"elicit/internal/safetext"
)

// cancelFlush is how long Close waits for its last frames to be written.
const cancelFlush = 150 * time.Millisecond

// statePause is the wait before a round that asked nothing is sent again for
// the first time (DESIGN.md §4.8).
const statePause = 250 * time.Millisecond

// Session is one running server and the conversation with it. Its methods may
// be called concurrently.
type Session struct {
	server   Server
	answerer Answerer
	tell     func(Event)

	proc *process
	wire *wire
	sdk  *mcp.ClientSession

	// What was negotiated; not changed after Connect.
	era          Era
	protocol     string
	declared     Declared
	identity     Identity
	instructions safetext.Text
	capabilities object

	statePause time.Duration
	progress   tokens
	turn       chan struct{} // held by the legacy call whose turn it is
	watch      sync.Once     // of the lists, in the modern era

	mu        sync.Mutex
	ready     bool        // the era is known
	early     []message   // elicitations that came before that
	calls     []*openCall // in the order of their start
	questions []*question // of legacy servers
	closing   bool

	closeOnce sync.Once
	lifetime  context.Context // ends with the session
	endLife   context.CancelCauseFunc
}

func newSession(s Server, a Answerer, tell func(Event)) *Session {
	n := &Session{
		server: s, answerer: a, tell: tell,
		statePause: statePause,
		turn:       make(chan struct{}, 1),
	}
	n.lifetime, n.endLife = context.WithCancelCause(context.Background())
	n.wire = newWire(tell, n)
	return n
}

// Has reports whether the server declared a capability, such as "tools",
// "prompts", "resources" or "logging".
func (s *Session) Has(what string) bool { return s.capabilities.given(what) != nil }

// Era is the era that was negotiated; it is the server's for as long as it runs.
func (s *Session) Era() Era { return s.era }

// Protocol is the version that was negotiated, such as "2025-11-25".
func (s *Session) Protocol() string { return s.protocol }

// Declared is what was really declared: less than Server.Declare when the
// server could not read that.
func (s *Session) Declared() Declared { return s.declared }

// Identity is what the server says of itself; modern servers may say nothing.
func (s *Session) Identity() Identity { return s.identity }

// Instructions are the server's words on how to use it.
func (s *Session) Instructions() safetext.Text { return s.instructions }

// PID is the number of the server's process, and of its group.
func (s *Session) PID() int { return s.proc.cmd.Process.Pid }

// Done is closed when the server's process is gone.
func (s *Session) Done() <-chan struct{} { return s.proc.done }

// Stderr gives the last lines of the server's stderr, oldest first.
func (s *Session) Stderr() []safetext.Text { return s.proc.ring.all() }

// Close ends the session and the server: open questions are withdrawn, calls
// cancelled, stdin closed, and whatever is left of the process group is told
// TERM and then KILL. It takes less than 2 s and may be called more than once;
// the Answerer's contexts end with ErrClosed.
func (s *Session) Close() error {
	s.closeOnce.Do(func() {
		s.mu.Lock()
		s.closing = true
		s.mu.Unlock()
		s.sayGoodbye()
		s.stop()
	})
	return nil
}

// sayGoodbye tells the server that nobody waits any more.
func (s *Session) sayGoodbye() {
	s.withdrawAll(ErrClosed)
	open := s.wire.all()
	s.endLife(ErrClosed)
	deadline := time.NewTimer(cancelFlush)
	defer deadline.Stop()
	for _, x := range open {
		select {
		case <-x.cancelled:
		case <-s.proc.done:
		case <-deadline.C:
			return
		}
	}
	s.wire.out.flush(cancelFlush)
}

// stop ends the process, however far the session got.
func (s *Session) stop() {
	s.endLife(ErrClosed)
	_ = s.wire.Close()
	s.proc.shutdown()
	s.wire.out.close()
	if s.sdk != nil {
		_ = s.sdk.Close() // at once: all its calls have ended
	}
}

// mourn waits for the process's end, and ends what still hoped for it.
func (s *Session) mourn() {
	<-s.proc.done
	s.mu.Lock()
	expected := s.closing
	s.mu.Unlock()
	exit := s.proc.exitError()
	s.withdrawAll(exit)
	s.endLife(exit)
	_ = s.wire.Close()
	s.wire.out.close()
	gone := Exited{Expected: expected}
	if exit.Code != 0 {
		gone.Err = exit
	}
	s.tell(gone)
}

// gone is the error of whatever was going on when the server went away.
func (s *Session) gone() error {
	if s.proc.gone(2 * time.Second) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.closing {
			return &closedError{exit: s.proc.exitError()}
		}
	}
	return &closedError{server: s.server.Name}
}

// teller numbers frames and tells one fact at a time.
type teller struct {
	mu     sync.Mutex
	frames int
	to     Observer
}

func (t *teller) tell(e Event) {
	if t.to == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if f, ok := e.(FrameCrossed); ok {
		t.frames++
		f.Frame.Number, f.Frame.Time = t.frames, time.Now()
		e = f
	}
	t.to(e)
}

// rawObject reads what need not be there or be an object; it is empty then.
func rawObject(raw json.RawMessage) object {
	o, _ := readObject(raw)
	return o
}
