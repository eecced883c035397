package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"elicit/internal/rawserver"
)

func TestMain(m *testing.M) {
	rawserver.Main()
	code := m.Run()
	if left := leftOver(); code == 0 && left != "" {
		fmt.Fprintln(os.Stderr, "goroutines are left over:\n"+left)
		code = 1
	}
	os.Exit(code)
}

// leftOver gives the goroutines of sessions that do not end.
func leftOver() string {
	var left []string
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); runtime.Gosched() {
		buf := make([]byte, 1<<20)
		left = nil
		for g := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
			if !strings.Contains(g, "leftOver") && (strings.Contains(g, "elicit/mcpclient") || strings.Contains(g, "go-sdk")) {
				left = append(left, g)
			}
		}
		if left == nil {
			break
		}
	}
	return strings.Join(left, "\n\n")
}

const patience = 20 * time.Second

// lab is a session under test and all that was told of it.
type lab struct {
	*Session
	t *testing.T

	mu     sync.Mutex
	events []Event
	asked  []Elicitation
	more   chan struct{} // closed and renewed at each event or question
}

func newLab(t *testing.T) *lab {
	t.Helper()
	return &lab{t: t, more: make(chan struct{})}
}

func (l *lab) observe(e Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, e)
	close(l.more)
	l.more = make(chan struct{})
}

// answering notes the questions and gives them to a.
func (l *lab) answering(a Answerer) Answerer {
	if a == nil {
		return nil
	}
	return AnswererFunc(func(ctx context.Context, e Elicitation) Outcome {
		l.mu.Lock()
		l.asked = append(l.asked, e)
		close(l.more)
		l.more = make(chan struct{})
		l.mu.Unlock()
		return a.Answer(ctx, e)
	})
}

// until waits for a condition on what was told; it fails the test in the end.
func (l *lab) until(what string, cond func() bool) {
	l.t.Helper()
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	for {
		l.mu.Lock()
		more := l.more
		l.mu.Unlock()
		if cond() {
			return
		}
		select {
		case <-more:
		case <-deadline.C:
			l.t.Fatalf("waited in vain until %s\n%s", what, l.transcript())
		}
	}
}

func (l *lab) transcript() string {
	var b strings.Builder
	for _, f := range l.frames("") {
		b.WriteString(string(f.Direction) + " " + string(f.Bytes[:min(len(f.Bytes), 600)]) + "\n")
	}
	return b.String()
}

func (l *lab) frames(d Direction) []Frame {
	var all []Frame
	for _, e := range l.told() {
		if f, ok := e.(FrameCrossed); ok && (d == "" || f.Frame.Direction == d) {
			all = append(all, f.Frame)
		}
	}
	return all
}

func (l *lab) told() []Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Event{}, l.events...)
}

func (l *lab) questions() []Elicitation {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Elicitation{}, l.asked...)
}

// sent are the frames out with this text in them.
func (l *lab) sent(part string) []string {
	var all []string
	for _, f := range l.frames(Out) {
		if strings.Contains(string(f.Bytes), part) {
			all = append(all, string(f.Bytes))
		}
	}
	return all
}

// noise are the reasons of the skipped lines.
func (l *lab) noise() []string {
	var all []string
	for _, e := range l.told() {
		if n, ok := e.(NoiseSkipped); ok {
			all = append(all, n.Why)
		}
	}
	return all
}

type setting func(*Server)

func protocol(v string) setting     { return func(s *Server) { s.Protocol = v } }
func declare(d Declared) setting    { return func(s *Server) { s.Declare = d } }
func probe(d time.Duration) setting { return func(s *Server) { s.ProbeTimeout = d } }
func frameCap(n int) setting        { return func(s *Server) { s.MaxFrame = n } }
func rounds(n int) setting          { return func(s *Server) { s.MaxRounds = n } }
func command(words ...string) setting {
	return func(s *Server) { s.Command, s.Env = words, os.Environ() }
}

func (l *lab) server(script string, set ...setting) Server {
	l.t.Helper()
	s := Server{Name: "srv"}
	s.Command, s.Env = rawserver.Command(l.t, script)
	for _, f := range set {
		f(&s)
	}
	return s
}

// dialLab connects and gives the error to the test.
func dialLab(t *testing.T, script string, a Answerer, set ...setting) (*lab, error) {
	t.Helper()
	l := newLab(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var err error
	l.Session, err = Connect(ctx, l.server(script, set...), l.answering(a), l.observe)
	if err == nil {
		t.Cleanup(func() { l.Close() })
	}
	return l, err
}

func startLab(t *testing.T, script string, a Answerer, set ...setting) *lab {
	t.Helper()
	l, err := dialLab(t, script, a, set...)
	if err != nil {
		t.Fatalf("connect: %v\n%s", err, l.transcript())
	}
	return l
}

func (l *lab) call(c Call) (Result, error) {
	l.t.Helper()
	if c.Method == "" {
		c.Method = MethodTool
	}
	if c.Target == "" {
		c.Target = "t"
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return l.Call(ctx, c)
}

// callAside is call for those whom only its end concerns.
func (l *lab) callAside(c Call) error {
	_, err := l.call(c)
	return err
}

// callInVain makes a call that ends with the session at the latest.
func (l *lab) callInVain(c Call) { _, _ = l.call(c) }

// Close is the session's, held to its promise.
func (l *lab) Close() {
	if err := l.Session.Close(); err != nil {
		l.t.Errorf("close: %v", err)
	}
}

func (l *lab) mustCall(c Call) Result {
	l.t.Helper()
	r, err := l.call(c)
	if err != nil {
		l.t.Fatalf("call: %v\n%s", err, l.transcript())
	}
	return r
}

func always(o Outcome) Answerer {
	return AnswererFunc(func(context.Context, Elicitation) Outcome { return o })
}

func accept(content string) Outcome {
	return Outcome{Action: Accept, Content: json.RawMessage(content)}
}

// untilDone is an answerer that waits for its context's end and tells its cause.
func untilDone(cause chan<- error) Answerer {
	return AnswererFunc(func(ctx context.Context, e Elicitation) Outcome {
		<-ctx.Done()
		cause <- context.Cause(ctx)
		return accept(`{"late":true}`)
	})
}

func wantError[E error](t *testing.T, err error, words ...string) {
	t.Helper()
	_ = gotError[E](t, err, words...)
}

func gotError[E error](t *testing.T, err error, words ...string) E {
	t.Helper()
	var e E
	if !errors.As(err, &e) {
		t.Fatalf("error %v (%T), want a %T", err, err, e)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
	return e
}

func textOf(r Result) string {
	var all []string
	for _, c := range r.Content {
		all = append(all, c.Text.Raw())
	}
	return strings.Join(all, "|")
}

// quick is the time in which Close has to be done (DESIGN.md §4.11).
const quick = 2 * time.Second

func within(t *testing.T, limit time.Duration, what string, f func()) {
	t.Helper()
	start := time.Now()
	f()
	if d := time.Since(start); d >= limit {
		t.Errorf("%s took %s, over %s", what, d, limit)
	}
}

func isClosed(err error) bool { return errors.Is(err, ErrClosed) }
