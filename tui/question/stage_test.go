package question

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/internal/screentest"
	"elicit/mcpclient"
	"elicit/tui/theme"
)

var noon = time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)

// handClock is a clock that only the test moves.
type handClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *handClock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// stage is a program that shows nothing but the queue.
type stage struct {
	queue   *Queue
	stopped []StopWanted
}

func (s *stage) Init() tea.Cmd { return nil }

func (s *stage) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.queue.SetSize(msg.Width, msg.Height)
		return s, nil
	case burst:
		cmds := make([]tea.Cmd, len(msg))
		for i, press := range msg {
			cmds[i] = s.queue.Update(press())
		}
		return s, tea.Batch(cmds...)
	case alert:
		s.queue.Alert(string(msg))
		return s, nil
	case StopWanted:
		s.stopped = append(s.stopped, msg)
	}
	return s, s.queue.Update(msg)
}

func (s *stage) View() tea.View {
	v := tea.NewView("nothing is asked")
	if s.queue.Current() != nil {
		v.Content = s.queue.View()
	}
	v.AltScreen, v.MouseMode = true, tea.MouseModeCellMotion
	return v
}

// run is a queue on a screen, with a person behind it.
type run struct {
	*screentest.Screen
	t      *testing.T
	clock  *handClock
	person *Person
	stage  *stage
	opened chan string
	browse error // what opening a page gives
}

func start(t *testing.T, w, h int, change ...func(*Options)) *run {
	t.Helper()
	r := &run{t: t, clock: &handClock{now: noon}, opened: make(chan string, 8)}
	r.person = NewPerson(func(msg tea.Msg) { r.Program().Send(msg) })
	o := Options{Theme: theme.New(true, true), Now: r.clock.Now, Quiet: -1, OpenURL: func(u string) error {
		r.opened <- u
		return r.browse
	}}
	for _, f := range change {
		f(&o)
	}
	r.stage = &stage{queue: NewQueue(r.person, o)}
	r.Screen = screentest.Start(t, r.stage, w, h)
	t.Cleanup(r.person.Close)
	return r
}

// asking is one question that waits for its answer.
type asking struct {
	t        *testing.T
	got      chan answers.Decision
	withdraw context.CancelCauseFunc
}

// open asks and waits until the question is on screen.
func (r *run) open(c answers.Case) *asking {
	r.t.Helper()
	a := &asking{t: r.t, got: make(chan answers.Decision, 1)}
	ctx, cancel := context.WithCancelCause(r.t.Context())
	a.withdraw = cancel
	go func() {
		d, _ := r.person.Decide(ctx, c)
		a.got <- d
	}()
	r.WaitFor(" " + forms.Badge(c.Server) + "  ask")
	return a
}

// copied waits for something on the clipboard.
func (r *run) copied() string {
	r.t.Helper()
	r.WaitUntil(func(text string) bool { return strings.Contains(text, "copied") && r.Clipboard() != "" })
	return r.Clipboard()
}

func (r *run) refuse(e mcpclient.Elicitation, refusal *forms.Refusal) *asking {
	r.t.Helper()
	a := &asking{t: r.t, got: make(chan answers.Decision, 1)}
	ctx, cancel := context.WithCancelCause(r.t.Context())
	a.withdraw = cancel
	go func() { a.got <- r.person.Refused(ctx, e, refusal) }()
	r.WaitFor("rule")
	return a
}

// decision waits for the outcome.
func (a *asking) decision() answers.Decision {
	a.t.Helper()
	select {
	case d := <-a.got:
		return d
	case <-time.After(5 * time.Second):
		a.t.Fatal("the question was never decided")
		return answers.Decision{}
	}
}

func (a *asking) undecided() {
	a.t.Helper()
	select {
	case d := <-a.got:
		a.t.Fatalf("the question was decided: %+v", d)
	default:
	}
}

// accepts checks that exactly this content was accepted.
func (a *asking) accepts(content string) answers.Decision {
	a.t.Helper()
	d := a.decision()
	if d.Action != mcpclient.Accept || string(d.Content) != content || d.By != answers.ByPerson {
		a.t.Fatalf("decided %s %s by %q, want accept %s by you", d.Action, d.Content, d.By, content)
	}
	return d
}

func (a *asking) ends(action mcpclient.Action) answers.Decision {
	a.t.Helper()
	d := a.decision()
	if d.Action != action || d.Content != nil {
		a.t.Fatalf("decided %s with content %s, want %s without content", d.Action, d.Content, action)
	}
	return d
}

const planSchema = `{"type":"object","properties":{
 "plan":{"type":"string","title":"Plan","oneOf":[{"const":"pro","title":"Pro"},{"const":"team","title":"Team"}]},
 "seats":{"type":"integer","title":"Seats","minimum":1,"maximum":50},
 "notify":{"type":"boolean","title":"Notify me"},
 "email":{"type":"string","title":"Email","format":"email","default":"ada@example.com"}},
 "required":["plan","seats"]}`

const planMessage = "Pick a plan for the new team.\nYou can change it later."

func elicitation(message, schema string) mcpclient.Elicitation {
	params, _ := json.Marshal(map[string]any{"message": message, "requestedSchema": json.RawMessage(schema)})
	return mcpclient.Elicitation{
		ID: "q1", Server: "billing", Era: mcpclient.Legacy, Protocol: "2025-11-25",
		Method: mcpclient.MethodTool, Target: safetext.Of("buy_seats"), Args: json.RawMessage(`{"team":"core"}`), CallID: "c1",
		Round: 1, Place: 1, Of: 1, Mode: mcpclient.ModeForm, Message: safetext.Of(message), Schema: json.RawMessage(schema),
		Params: params, Asked: noon.Add(-12 * time.Second),
	}
}

func formCase(t *testing.T, message, schema string) answers.Case {
	t.Helper()
	return caseUnder(t, forms.Tester, message, schema)
}

func caseUnder(t *testing.T, p forms.Profile, message, schema string) answers.Case {
	t.Helper()
	f, refusal := forms.Parse(forms.Request{Message: message, Schema: json.RawMessage(schema)}, p)
	if refusal != nil {
		t.Fatal(refusal)
	}
	return answers.Case{Elicitation: elicitation(message, schema), Form: f}
}

func property(schema string, required bool) string {
	tail := ""
	if required {
		tail = `,"required":["it"]`
	}
	return `{"type":"object","properties":{"it":` + schema + `}` + tail + `}`
}

func urlCase(address string, retried bool) answers.Case {
	e := elicitation("Connect your bank.", "null")
	e.Mode, e.Schema, e.URL, e.ElicitationID, e.Retried = mcpclient.ModeURL, nil, safetext.Of(address), "el-1", retried
	if retried {
		e.Era, e.Protocol, e.Key, e.ElicitationID = mcpclient.Modern, "2026-07-28", "link", ""
	}
	return answers.Case{Elicitation: e}
}
