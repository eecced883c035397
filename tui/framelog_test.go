package tui

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"elicit/mcpclient"
)

// heap is how much memory is in use.
func heap() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// exchange is the n-th line of a session that only calls: a request, and its
// response.
func exchange(n int) mcpclient.Frame {
	f := mcpclient.Frame{Number: n, Time: noon.Add(time.Duration(n) * time.Millisecond), Direction: mcpclient.Out}
	line := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"buy_seats","arguments":{"team":"platform","seats":%d}}}`, n/2, n)
	if n%2 == 1 {
		f.Direction = mcpclient.In
		line = fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"Order %d placed for the platform team"}]}}`, n/2, n)
	}
	f.Bytes = []byte(line)
	return f
}

func TestAHundredThousandFramesTakeABoundedAmountOfMemory(t *testing.T) {
	before := heap()
	l := newFrameLog()
	for n := range 3 * keptFrames {
		l.add(exchange(n))
	}
	took := heap() - before
	from, to := l.bounds()
	t.Logf("%d frames kept of %d, %d MB of memory, %d B a frame", to-from, to, took>>20, took/(to-from))
	if to-from < keptFrames {
		t.Errorf("only %d are kept", to-from)
	}
	if took > 48<<20 {
		t.Errorf("they take %d MB", took>>20)
	}
	runtime.KeepAlive(l)
}

func TestSavingFramesLeavesTheirExactBytes(t *testing.T) {
	l := newFrameLog()
	l.add(mcpclient.Frame{Number: 1, Time: noon, Bytes: []byte("{}\r\n")})
	f := &frames{log: l}
	if saved := string(f.all()); saved != "{}\n" {
		t.Errorf("it saves %q", saved)
	}
	if kept, _ := l.at(0); string(kept.bytes) != "{}\r\n" {
		t.Errorf("what is kept became %q", kept.bytes)
	}
}

func TestLargeFramesAreForgottenByTheirBytes(t *testing.T) {
	before := heap()
	l := newFrameLog()
	for n := range 20_000 {
		f := exchange(n)
		f.Bytes = append(f.Bytes, strings.Repeat(" ", 20_000)...)
		l.add(f)
	}
	if took := heap() - before; took > keptBytes+16<<20 {
		t.Errorf("they take %d MB", took>>20)
	}
	if f, ok := l.at(0); !ok || f.bytes != nil || f.method != "tools/call" || f.pair != 1 {
		t.Errorf("the first is %+v", f)
	}
	if f, _ := l.at(19_999); len(f.bytes) == 0 {
		t.Error("the last one's bytes are gone")
	}
}

func TestHostileHeadsDoNotOutliveTheirFrames(t *testing.T) {
	l := newFrameLog()
	long := strings.Repeat("x", 1<<20)
	before := heap()
	for n := range 40 {
		l.add(mcpclient.Frame{Number: n, Bytes: fmt.Appendf(nil, `{"id":"%s%d","method":"%s","error":{"code":"%s"}}`, long, n, long, long)})
	}
	if took := heap() - before; took > keptBytes+16<<20 {
		t.Errorf("they take %d MB", took>>20)
	}
	runtime.KeepAlive(l)
}

func TestAServerThatWritesFasterThanItsLogIsHeldBack(t *testing.T) {
	slow := make(chan struct{})
	p := &pump{
		name: "billing", logs: newLogs(), inbox: newInbox(), wake: make(chan struct{}, 1), done: make(chan struct{}),
		trace: func(string, mcpclient.Frame) { <-slow },
	}
	go p.run()
	told := make(chan int)
	go func() {
		defer close(told)
		for n := range 40 {
			p.observe(mcpclient.FrameCrossed{Frame: mcpclient.Frame{Number: n, Bytes: make([]byte, 4<<20)}})
			told <- n
		}
	}()
	last := -1
	for open := true; open; {
		select {
		case last = <-told:
		case <-time.After(200 * time.Millisecond): // it waits
			open = false
		}
	}
	if last > 2+queueBytes>>22 {
		t.Errorf("%d frames were taken", last)
	}
	close(slow)
	for last = range told { //nolint:revive // until all were taken
	}
	p.stop()
	if _, to := p.logs.frames.bounds(); last != 39 || to != 40 {
		t.Errorf("the last is %d, and %d are logged", last, to)
	}
}

func TestAFilterLooksThroughManyFramesWithoutHoldingUpKeys(t *testing.T) {
	a := open(t, 100, 30, configured{"billing", shop()})
	a.WaitFor("cancel_plan")
	s := a.fakes[0].session(t, 0)
	big := strings.Repeat("x", 300_000)
	for n := range 100 {
		word := "plain"
		if n%50 == 49 {
			word = "needle"
		}
		s.frame(mcpclient.In, fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/%s","params":"%s"}`, word, big))
	}
	a.Type("f")
	a.WaitFor("notifications/needle")
	a.Type("/NEEDLE")
	a.Press(tea.KeyEnter)
	a.WaitFor("/NEEDLE: 2")
	a.Press(tea.KeyEscape)
	a.WaitGone("/NEEDLE")
}

func TestTheFrameUnderTheCursorStaysWhenOlderOnesAreForgotten(t *testing.T) {
	m := benchModel(3)
	log := m.servers[0].logs.frames
	number := 0
	fill := func(n int) {
		for range n {
			number++
			log.add(mcpclient.Frame{Number: number, Time: noon, Direction: mcpclient.In, Bytes: []byte(`{"jsonrpc":"2.0","method":"ping"}`)})
		}
	}
	fill(keptFrames)
	m.openFrames()
	f := m.top().(*frames)
	f.Update(m, tea.KeyPressMsg{Code: 'k', Text: "k"})
	was, _ := f.frame(f.view.Cursor())
	fill(keptFrames / 4)
	f.Update(m, logGrew{})
	if now, _ := f.frame(f.view.Cursor()); now.number != was.number {
		t.Errorf("the cursor went from frame %d to %d", was.number, now.number)
	}
}
