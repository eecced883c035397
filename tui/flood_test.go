package tui

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

func TestAFloodOfFramesIsCountedAndKeysStillWork(t *testing.T) {
	const total = 10_000
	a := open(t, 100, 30, configured{"billing", shop()})
	a.WaitFor("cancel_plan")
	a.Type("f")
	a.WaitFor("frames of billing")
	s := a.fakes[0].session(t, 0)
	for range total {
		s.frame(mcpclient.In, `{"jsonrpc":"2.0","method":"notifications/message"}`)
	}
	a.WaitFor(fmt.Sprintf("%d  following", total))
	a.Type("k")
	a.WaitGone("following")
}

// TestRandomKeysNeitherPanicNorAnswerTheWrongServer presses keys, resizes and
// lets servers ask, all at random, and checks every answer that went out.
func TestRandomKeysNeitherPanicNorAnswerTheWrongServer(t *testing.T) {
	t.Chdir(t.TempDir()) // random keys save files, too
	t.Setenv("VISUAL", "true")
	servers := []configured{{"one", asking()}, {"two", asking()}, {"three", rounding()}}
	stays := &staying{}
	a := openAs(t, 130, 45, func(m *Model) tea.Model { stays.Model = m; return stays }, servers...)
	a.WaitFor("● three")
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	t.Logf("seed %d", seed)
	n := 10_000
	if testing.Short() {
		n = 1000
	}
	for range n {
		switch n := r.IntN(100); {
		case n < 2:
			// Never larger than the emulator, which does not bear rows beyond its own.
			a.Program().Send(tea.WindowSizeMsg{Width: 2 + r.IntN(128), Height: 2 + r.IntN(43)})
		case n < 3:
			a.askFromNowhere(r.IntN(2))
		default:
			a.Program().Send(randomMessage(r))
		}
	}
	a.Settle()
	stays.mayQuit.Store(true)
	for range 3 {
		a.ctrl('c')
	}
	a.leave()
	t.Logf("%d questions were decided, %d calls made", len(a.model.history), a.model.callCount)
	for _, record := range a.model.history {
		if want := record.Case.Server + "'s question"; record.Case.CallID == "" && record.Case.Message.Raw() != want {
			t.Errorf("%s was asked %q", record.Case.Server, record.Case.Message)
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

// askFromNowhere lets a server ask with no call open.
func (a *app) askFromNowhere(server int) {
	s := a.fakes[server].session(a.t, 0)
	go s.answerer.Answer(a.model.ctx, mcpclient.Elicitation{
		ID: fmt.Sprintf("%s-%p-%d", s.server.Name, s, rand.Uint64()), Server: s.server.Name, Mode: mcpclient.ModeForm, Of: 1, Place: 1, Round: 1,
		Message: safetext.Of(s.server.Name + "'s question"), Schema: []byte(plan), Asked: noon,
	})
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

// BenchmarkKeyToFrame is the cost of one key, from its message to the frame.
func BenchmarkKeyToFrame(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		b.Run(fmt.Sprintf("%d tools", n), func(b *testing.B) {
			m := benchModel(n)
			up, down := tea.KeyPressMsg{Code: tea.KeyUp}, tea.KeyPressMsg{Code: tea.KeyDown}
			for b.Loop() {
				m.Update(down)
				_ = m.content()
				m.Update(up)
				_ = m.content()
			}
		})
	}
	for _, n := range []int{100, 100_000} {
		b.Run(fmt.Sprintf("%d frames", n), func(b *testing.B) {
			m := benchModel(10)
			for i := range n {
				m.servers[0].logs.frames.add(mcpclient.Frame{Number: i, Bytes: []byte(`{"jsonrpc":"2.0","method":"ping","id":1}`)})
			}
			m.openFrames()
			up, down := tea.KeyPressMsg{Code: tea.KeyUp}, tea.KeyPressMsg{Code: tea.KeyDown}
			for b.Loop() {
				m.Update(up)
				m.Update(down)
				_ = m.content()
			}
		})
	}
}

func benchModel(tools int) *Model {
	f := shop()
	m := NewModel(Config{Servers: []ServerConfig{{Server: mcpclient.Server{Name: "billing"}}}, Connect: f.start})
	m.w, m.h = 120, 40
	s := m.servers[0]
	session, _ := f.start(context.Background(), s.Server, m.desk, func(mcpclient.Event) {})
	s.session, s.state = session, serverReady
	for i := range tools {
		s.tools = append(s.tools, tool(fmt.Sprintf("tool_%05d", i), "A tool.", seatsSchema))
	}
	m.home.refresh(m)
	m.resized()
	return m
}

func TestALargeResultIsShownSearchedAndFolded(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"rows":[`)
	for i := range 60_000 {
		fmt.Fprintf(&b, `{"id":%d,"name":"row number %d"},`, i, i)
	}
	b.WriteString(`{"id":"the last"}]}`)
	r := textResult(b.String())
	a := open(t, 100, 30, configured{"billing", resulting(r)()})
	callsIt(`"row number 0"`)(a)
	a.Type("/the last")
	a.Press(tea.KeyEnter)
	a.WaitFor(`▸ │       "id": "the last"`)
	a.Type("z")
	a.WaitFor(`"rows": […] 60001`)
	a.Type("x") // the whole as received is laid out outside Update
	a.WaitFor(`"content": [`)
}
