package tui

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

var driverSeed = flag.Uint64("driver-seed", 0, "drive the whole program with this seed only; 0 means a few fixed ones")

// TestRandomEventsNeitherPanicNorLoseAQuestionNorAnswerTheWrongServer presses
// keys, clicks, pastes and resizes, and lets servers ask, end and change their
// lists, all at random. Then it looks at every question that was asked.
func TestRandomEventsNeitherPanicNorLoseAQuestionNorAnswerTheWrongServer(t *testing.T) {
	seeds := []uint64{1, 2}
	if *driverSeed != 0 {
		seeds = []uint64{*driverSeed}
	}
	n := 10_000
	if testing.Short() {
		n = 1000
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			defer func() {
				if t.Failed() {
					t.Logf("run it again with: go test ./tui -run '%s' -driver-seed %d", strings.Split(t.Name(), "/")[0], seed)
				}
			}()
			drive(t, rand.New(rand.NewPCG(seed, 1)), n)
		})
	}
}

func drive(t *testing.T, r *rand.Rand, n int) {
	t.Helper()
	t.Chdir(t.TempDir()) // random keys save files, too
	t.Setenv("VISUAL", "true")
	d := &driver{asked: map[string]*put{}}
	stays := &staying{}
	a := openAs(t, 130, 45, func(m *Model) tea.Model { stays.Model = m; return stays },
		configured{"one", d.server()}, configured{"two", d.server()}, configured{"three", rounding()})
	a.WaitFor("● three")
	for range n {
		switch n := r.IntN(100); {
		case n < 2:
			// Never larger than the emulator, which does not bear rows beyond its own.
			a.Program().Send(tea.WindowSizeMsg{Width: 2 + r.IntN(128), Height: 2 + r.IntN(43)})
		case n < 4:
			d.happen(a, r)
		default:
			a.Program().Send(randomMessage(r))
		}
	}
	a.Settle()
	looked := make(chan struct{})
	a.Program().Send(inspection(func(m *Model) {
		defer close(looked)
		d.openAreKept(t, m)
	}))
	<-looked
	stays.mayQuit.Store(true)
	for range 3 {
		a.ctrl('c')
	}
	a.leave()
	d.allWereTold(t)
	d.allAreTheirs(a)
	t.Logf("%d questions were asked, %d decided, %d calls made", len(d.asked), len(a.model.history), a.model.callCount)
}

// driver knows every question that servers asked.
type driver struct {
	mu    sync.Mutex
	asked map[string]*put
	next  int
}

// put is one question that was put to the client, and what came back.
type put struct {
	server  string
	gone    func() bool // its server is: then nobody waits for the answer
	told    chan struct{}
	outcome mcpclient.Outcome // once told is closed
}

// server asks one question in each call.
func (d *driver) server() *fake {
	return serving(func(ctx context.Context, s *fakeSession, c mcpclient.Call) (mcpclient.Result, error) {
		o := d.ask(ctx, s, c.ID)
		return textResult("told " + string(o.Action) + " " + string(o.Content)), nil
	})()
}

// ask puts a question that no other server would ask: its one property is named
// after the server.
func (d *driver) ask(ctx context.Context, s *fakeSession, callID string) mcpclient.Outcome {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-s.closed:
			cancel()
		case <-ctx.Done():
		}
	}()
	p := &put{server: s.server.Name, gone: func() bool { return ctx.Err() != nil }, told: make(chan struct{})}
	d.mu.Lock()
	d.next++
	id := fmt.Sprintf("question-%d", d.next)
	d.asked[id] = p
	d.mu.Unlock()
	o := s.answerer.Answer(ctx, mcpclient.Elicitation{
		ID: id, Server: s.server.Name, CallID: callID, Mode: mcpclient.ModeForm, Of: 1, Place: 1, Round: 1, Asked: noon,
		Message: safetext.Of(s.server.Name + "'s question"),
		Schema:  json.RawMessage(`{"type":"object","properties":{"of_` + s.server.Name + `":{"type":"string","enum":["pro","team"]}}}`),
	})
	p.outcome = o
	close(p.told)
	return o
}

// happen is something that a server does of its own accord.
func (d *driver) happen(a *app, r *rand.Rand) {
	f := a.fakes[r.IntN(2)]
	f.mu.Lock()
	s := f.sessions[len(f.sessions)-1]
	f.mu.Unlock()
	switch r.IntN(12) {
	case 0:
		s.observe(mcpclient.Exited{Err: errGone})
	case 1:
		s.observe(mcpclient.ListChanged{What: "tools"})
	case 2:
		s.observe(mcpclient.StderrWritten{Line: safetext.Of("words on stderr\x1b[2J")})
	default:
		go d.ask(a.model.ctx, s, "") // with no call open
	}
}

// openAreKept checks that every question that nobody has decided is still there
// to be answered.
func (d *driver) openAreKept(t *testing.T, m *Model) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	waiting := 0
	for id, p := range d.asked {
		select {
		case <-p.told:
			continue
		default:
		}
		if p.gone() {
			continue
		}
		waiting++
		if _, open := m.open[id]; !open {
			t.Errorf("%s of %s is not decided, and nowhere to be seen", id, p.server)
		}
	}
	if m.queue.Len() < waiting {
		t.Errorf("%d questions wait, and %d can be answered", waiting, m.queue.Len())
	}
}

// inspection looks at the model between two messages.
type inspection func(*Model)

// allWereTold checks that every server that asked was told something.
func (d *driver) allWereTold(t *testing.T) {
	t.Helper()
	deadline := time.After(5 * time.Second)
	for id, p := range d.asked {
		select {
		case <-p.told:
		case <-deadline:
			t.Fatalf("%s of %s was never answered", id, p.server)
		}
	}
}

// allAreTheirs checks that whatever a server was told was decided, once, for that
// question of that server.
func (d *driver) allAreTheirs(a *app) {
	decided := map[string]int{}
	for i, record := range a.model.history {
		c := record.Case
		p := d.asked[c.ID]
		if p == nil || p.server != c.Server || c.Message.Raw() != p.server+"'s question" {
			a.t.Fatalf("a question of %s was decided that it never asked: %q", c.Server, c.Message)
		}
		if _, twice := decided[c.ID]; twice {
			a.t.Errorf("%s was decided twice", c.ID)
		}
		decided[c.ID] = i
	}
	for id, p := range d.asked {
		if p.outcome.Action != mcpclient.Accept && p.outcome.Action != mcpclient.Decline {
			continue
		}
		i, known := decided[id]
		if !known {
			a.t.Errorf("%s of %s was told %s, which nobody decided", id, p.server, p.outcome.Action)
			continue
		}
		if said := a.model.history[i].Outcome; said.Action != p.outcome.Action || !bytes.Equal(said.Content, p.outcome.Content) {
			a.t.Errorf("%s of %s was told %s %s, and %s %s was decided", id, p.server, p.outcome.Action, p.outcome.Content, said.Action, said.Content)
		}
		var content map[string]string
		if p.outcome.Action == mcpclient.Accept && json.Unmarshal(p.outcome.Content, &content) != nil {
			a.t.Errorf("%s was told %s", id, p.outcome.Content)
		}
		for name, value := range content {
			if name != "of_"+p.server || !slices.Contains([]string{"pro", "team"}, value) {
				a.t.Errorf("%s was told another server's answer: %s", p.server, p.outcome.Content)
			}
		}
	}
}

// staying is the program without its quitting, so that random keys reach it to
// the last.
type staying struct {
	*Model
	mayQuit atomic.Bool
}

func (s *staying) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if look, ok := msg.(inspection); ok {
		look(s.Model)
		return s, nil
	}
	_, cmd := s.Model.Update(msg)
	cmd = s.stay(cmd)
	return s, cmd
}

func (s *staying) stay(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		switch msg := cmd().(type) {
		case tea.QuitMsg:
			if !s.mayQuit.Load() {
				return nil
			}
			return msg
		case tea.BatchMsg:
			for i := range msg {
				msg[i] = s.stay(msg[i])
			}
			return msg
		default:
			return msg
		}
	}
}

func randomMessage(r *rand.Rand) tea.Msg {
	special := []rune{tea.KeyEnter, tea.KeyEscape, tea.KeyTab, tea.KeyUp, tea.KeyDown, tea.KeyLeft, tea.KeyRight, tea.KeyPgDown, tea.KeyBackspace, tea.KeyHome, tea.KeyEnd}
	switch n := r.IntN(100); {
	case n < 45:
		const letters = "abcdefghijklmnoprstuvwxyzABEFGHLNRSYZ0123456789:/?.-+ "
		c := rune(letters[r.IntN(len(letters))])
		return tea.KeyPressMsg{Code: c, Text: string(c)}
	case n < 80:
		return tea.KeyPressMsg{Code: special[r.IntN(len(special))]}
	case n < 88:
		const letters = "abdegklnopsuwx"
		return tea.KeyPressMsg{Code: rune(letters[r.IntN(len(letters))]), Mod: tea.ModCtrl}
	case n < 92:
		return tea.MouseClickMsg{X: r.IntN(130), Y: r.IntN(45), Button: tea.MouseLeft}
	case n < 95:
		return tea.MouseWheelMsg{X: r.IntN(130), Y: r.IntN(45), Button: tea.MouseWheelDown}
	}
	return tea.PasteMsg{Content: "pasted\n\x1b[31m"}
}
