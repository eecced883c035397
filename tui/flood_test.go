package tui

import (
	"context"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

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

// BenchmarkKeyToFrame is the cost of one key, from its message to the frame.
func BenchmarkKeyToFrame(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		b.Run(fmt.Sprintf("tools=%d", n), func(b *testing.B) {
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
		b.Run(fmt.Sprintf("frames=%d", n), func(b *testing.B) {
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
