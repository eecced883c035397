package tui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/safetext"
	"elicit/internal/screentest"
	"elicit/mcpclient"
)

// fake is a scripted server: what it lists, and what its calls do.
type fake struct {
	tools     []mcpclient.Tool
	prompts   []mcpclient.Prompt
	resources []mcpclient.Resource
	era       mcpclient.Era
	// serve answers a call; nil echoes.
	serve func(ctx context.Context, s *fakeSession, c mcpclient.Call) (mcpclient.Result, error)
	// connect, when not nil, is what connecting waits for and gives.
	connect func(ctx context.Context) error

	mu       sync.Mutex
	sessions []*fakeSession
}

// fakeSession is one connection to a fake.
type fakeSession struct {
	fake     *fake
	server   mcpclient.Server
	answerer mcpclient.Answerer
	observe  mcpclient.Observer
	closed   chan struct{}
	once     sync.Once
	asked    int
	frames   int
}

func (f *fake) start(ctx context.Context, s mcpclient.Server, a mcpclient.Answerer, o mcpclient.Observer) (Session, error) {
	if f.connect != nil {
		if err := f.connect(ctx); err != nil {
			return nil, err
		}
	}
	fs := &fakeSession{fake: f, server: s, answerer: a, observe: o, closed: make(chan struct{})}
	f.mu.Lock()
	f.sessions = append(f.sessions, fs)
	f.mu.Unlock()
	return fs, nil
}

// session is the n-th session that was started, from 0.
func (f *fake) session(t *testing.T, n int) *fakeSession {
	t.Helper()
	for deadline := time.Now().Add(3 * time.Second); time.Now().Before(deadline); <-time.After(time.Millisecond) {
		f.mu.Lock()
		if n < len(f.sessions) {
			s := f.sessions[n]
			f.mu.Unlock()
			return s
		}
		f.mu.Unlock()
	}
	t.Fatalf("session %d was never started", n)
	return nil
}

func (s *fakeSession) Call(ctx context.Context, c mcpclient.Call) (mcpclient.Result, error) {
	s.frame(mcpclient.Out, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{"name":%q}}`, s.frames+1, c.Method, c.Target))
	if s.fake.serve == nil {
		return textResult("you sent " + string(c.Args)), nil
	}
	return s.fake.serve(ctx, s, c)
}

// frame tells the observer of a line.
func (s *fakeSession) frame(dir mcpclient.Direction, line string) {
	s.frames++
	s.observe(mcpclient.FrameCrossed{Frame: mcpclient.Frame{Number: s.frames, Time: noon, Direction: dir, Bytes: []byte(line)}})
}

// ask puts a form to the person and waits for the outcome.
func (s *fakeSession) ask(ctx context.Context, c mcpclient.Call, message, schema string) mcpclient.Outcome {
	s.asked++
	ctx, cancel := context.WithCancel(ctx) // a question does not outlive its session
	defer cancel()
	go func() {
		select {
		case <-s.closed:
			cancel()
		case <-ctx.Done():
		}
	}()
	return s.answerer.Answer(ctx, mcpclient.Elicitation{
		ID: fmt.Sprintf("%s-%d", s.server.Name, s.asked), Server: s.server.Name, Era: s.fake.era, Protocol: s.Protocol(),
		Method: c.Method, Target: safetext.Of(c.Target), Args: c.Args, CallID: c.ID,
		Round: 1, Place: 1, Of: 1, Mode: mcpclient.ModeForm,
		Message: safetext.Of(message), Schema: json.RawMessage(schema), Asked: noon,
		Params: json.RawMessage(`{"message":"` + message + `","requestedSchema":` + schema + `}`),
	})
}

func (s *fakeSession) Tools(context.Context) ([]mcpclient.Tool, error) {
	s.fake.mu.Lock()
	defer s.fake.mu.Unlock()
	return s.fake.tools, nil
}

func (s *fakeSession) Prompts(context.Context) ([]mcpclient.Prompt, error) {
	return s.fake.prompts, nil
}

func (s *fakeSession) Resources(context.Context) ([]mcpclient.Resource, error) {
	return s.fake.resources, nil
}

func (s *fakeSession) Has(what string) bool {
	return what == "tools" || what == "prompts" && s.fake.prompts != nil || what == "resources" && s.fake.resources != nil
}

func (s *fakeSession) Era() mcpclient.Era {
	if s.fake.era == "" {
		return mcpclient.Legacy
	}
	return s.fake.era
}

func (s *fakeSession) Protocol() string {
	if s.fake.era == mcpclient.Modern {
		return "2026-07-28"
	}
	return "2025-11-25"
}

func (s *fakeSession) Identity() mcpclient.Identity {
	return mcpclient.Identity{Name: safetext.Of("fake"), Version: safetext.Of("1")}
}
func (s *fakeSession) Instructions() safetext.Text { return safetext.Text{} }
func (s *fakeSession) PID() int                    { return 4711 }
func (s *fakeSession) Close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}

func (s *fakeSession) isClosed() bool {
	select {
	case <-s.closed:
		return true
	default:
		return false
	}
}

var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

var errGone = errors.New("gone")

func textResult(text string) mcpclient.Result {
	raw, _ := json.Marshal(map[string]any{"content": []any{map[string]any{"type": "text", "text": text}}})
	return mcpclient.Result{Raw: raw, Content: []mcpclient.Content{{Type: "text", Text: safetext.Of(text)}}}
}

func tool(name, description, schema string) mcpclient.Tool {
	return mcpclient.Tool{Name: safetext.Of(name), Description: safetext.Of(description), InputSchema: json.RawMessage(schema)}
}

const seatsSchema = `{"type":"object","properties":{"team":{"type":"string","description":"Who gets the seats"},` +
	`"seats":{"type":"integer","minimum":1,"maximum":50}},"required":["team","seats"]}`

const nothing = `{"type":"object"}`

// shop is a server with a bit of everything.
func shop() *fake {
	return &fake{
		tools: []mcpclient.Tool{
			tool("buy_seats", "Buys seats for a team.\nAsks for a plan first.", seatsSchema),
			tool("cancel_plan", "Cancels the plan.", nothing),
			tool("place_order", "Places an order with several lines.", `{"type":"object","properties":{"lines":{"type":"array","items":{"type":"object","properties":{"sku":{"type":"string"}},"required":["sku"]}}},"required":["lines"]}`),
		},
		prompts:   []mcpclient.Prompt{{Name: safetext.Of("quarterly_review"), Arguments: []mcpclient.PromptArgument{{Name: safetext.Of("quarter"), Required: true}}}},
		resources: []mcpclient.Resource{{URI: safetext.Of("billing://rates"), Name: safetext.Of("Rates"), MIMEType: safetext.Of("text/markdown"), Size: 1234}},
	}
}

// ticker is a clock that a test moves.
type ticker struct {
	mu  sync.Mutex
	now time.Time
}

func (c *ticker) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *ticker) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// app is a program under test.
type app struct {
	*screentest.Screen
	t     *testing.T
	model *Model
	clock *ticker
	fakes []*fake
}

type configured struct {
	name string
	fake *fake
}

// open starts the program on servers, the first in front.
func open(t *testing.T, w, h int, servers ...configured) *app {
	t.Helper()
	return openAs(t, w, h, func(m *Model) tea.Model { return m }, servers...)
}

// openWith is open with more in the configuration.
func openWith(t *testing.T, w, h int, more func(*Config), servers ...configured) *app {
	t.Helper()
	return start(t, w, h, func(m *Model) tea.Model { return m }, more, servers...)
}

// openAs is open with a wrapper around the model.
func openAs(t *testing.T, w, h int, wrap func(*Model) tea.Model, servers ...configured) *app {
	t.Helper()
	return start(t, w, h, wrap, func(*Config) {}, servers...)
}

func start(t *testing.T, w, h int, wrap func(*Model) tea.Model, more func(*Config), servers ...configured) *app {
	t.Helper()
	clock := &ticker{now: noon}
	dark := true
	c := Config{Version: "test", Dark: &dark, Now: clock.Now, quiet: -1}
	byName := map[string]*fake{}
	var fakes []*fake
	for _, s := range servers {
		byName[s.name] = s.fake
		fakes = append(fakes, s.fake)
		c.Servers = append(c.Servers, ServerConfig{Server: mcpclient.Server{Name: s.name, Command: []string{"node", s.name + ".js"}}, Start: true})
	}
	c.Connect = func(ctx context.Context, s mcpclient.Server, a mcpclient.Answerer, o mcpclient.Observer) (Session, error) {
		return byName[s.Name].start(ctx, s, a, o)
	}
	more(&c)
	m := NewModel(c)
	t.Cleanup(m.Close) // runs after the screen's own clean-up, which ends the program
	return &app{Screen: screentest.Start(t, wrap(m), w, h), t: t, model: m, clock: clock, fakes: fakes}
}

// key presses a key with a modifier.
func (a *app) key(code rune, mod tea.KeyMod) {
	a.Program().Send(tea.KeyPressMsg{Code: code, Mod: mod})
}

func (a *app) ctrl(code rune) { a.key(code, tea.ModCtrl) }

// WaitForAny waits until the screen shows one of the words.
func (a *app) WaitForAny(words ...string) {
	a.t.Helper()
	a.WaitUntil(func(text string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
	})
}

// Shows reports whether the screen shows the words now.
func (a *app) Shows(words string) bool { return strings.Contains(a.Text(), words) }

// failsToConnect is a server that does not start.
func failsToConnect(context.Context) error { return errGone }
