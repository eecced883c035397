package ask

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/charmbracelet/x/vt"
	"github.com/charmbracelet/x/xpty"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/question"
)

// tty is a real pseudo terminal with an emulator at its other end.
type tty struct {
	t   *testing.T
	pty *xpty.UnixPty

	mu     sync.Mutex // guards what follows
	emu    *vt.Emulator
	output bytes.Buffer
	drawn  chan struct{} // closed and replaced when something was drawn
}

func newTTY(t *testing.T) *tty {
	t.Helper()
	t.Setenv("TERM", "xterm-256color")
	t.Setenv("NO_COLOR", "")
	pty, err := xpty.NewUnixPty(80, 24)
	if err != nil {
		t.Fatalf("no pseudo terminal here: %v", err)
	}
	x := &tty{t: t, pty: pty, emu: vt.NewEmulator(80, 24), drawn: make(chan struct{})}
	var wg sync.WaitGroup
	wg.Go(x.draw)
	wg.Go(func() { _, _ = io.Copy(pty.Master(), x.emu) }) // its replies
	ended := make(chan struct{})
	go func() { wg.Wait(); close(ended) }()
	t.Cleanup(func() {
		_ = pty.Close()
		_ = x.emu.InputPipe().(io.Closer).Close()
		select {
		case <-ended:
		case <-time.After(2 * time.Second): // a failed test may leave a reader behind
		}
	})
	return x
}

func (x *tty) draw() {
	buf := make([]byte, 4096)
	for {
		n, err := x.pty.Master().Read(buf)
		x.mu.Lock()
		x.output.Write(buf[:n])
		_, _ = x.emu.Write(buf[:n])
		close(x.drawn)
		x.drawn = make(chan struct{})
		x.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (x *tty) text() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	var b strings.Builder
	for y := range x.emu.Height() {
		for col := range x.emu.Width() {
			if c := x.emu.CellAt(col, y); c != nil && c.Width > 0 {
				b.WriteString(c.Content)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (x *tty) written() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.output.String()
}

func (x *tty) waitFor(want string) {
	x.t.Helper()
	late := time.After(10 * time.Second)
	for {
		x.mu.Lock()
		drawn := x.drawn
		x.mu.Unlock()
		if strings.Contains(x.text(), want) {
			return
		}
		select {
		case <-drawn:
		case <-late:
			x.t.Fatalf("the terminal never showed %q; it shows\n%s", want, x.text())
		}
	}
}

func (x *tty) keys(s string) { _, _ = x.pty.Master().WriteString(s) }

// fastClock runs fast, so that no test waits for the guard.
func fastClock() func() time.Time {
	start := time.Now()
	return func() time.Time { return start.Add(2000 * time.Since(start)) }
}

func (x *tty) terminal(change ...func(*Options)) *Terminal {
	o := Options{Now: fastClock(), Summary: io.Discard}
	for _, f := range change {
		f(&o)
	}
	return NewTerminal(x.pty.Slave(), x.pty.Slave(), o)
}

func yesNo(t *testing.T, id, message string) answers.Case {
	t.Helper()
	schema := json.RawMessage(`{"type":"object","properties":{"ok":{"type":"boolean","title":"Really"}},"required":["ok"]}`)
	f, refusal := forms.Parse(forms.Request{Message: message, Schema: schema}, forms.Tester)
	if refusal != nil {
		t.Fatal(refusal)
	}
	return answers.Case{Form: f, Elicitation: mcpclient.Elicitation{
		ID: id, Server: "billing", Era: mcpclient.Legacy, Mode: mcpclient.ModeForm, Target: safetext.Of("drop"),
		Message: safetext.Of(message), Schema: schema, Round: 1, Place: 1, Of: 1,
	}}
}

type result struct {
	d   answers.Decision
	err error
}

func decide(t *testing.T, on *Terminal, c answers.Case) chan result {
	t.Helper()
	got := make(chan result, 1)
	go func() {
		d, err := on.Decide(t.Context(), c)
		got <- result{d, err}
	}()
	return got
}

func (x *tty) await(got chan result) answers.Decision {
	x.t.Helper()
	select {
	case r := <-got:
		if r.err != nil {
			x.t.Fatal(r.err)
		}
		return r.d
	case <-time.After(10 * time.Second):
		x.t.Fatalf("nothing was decided; the terminal shows\n%s", x.text())
		return answers.Decision{}
	}
}

func TestACallIsAskedOnATerminalAndLeavesItAsItWas(t *testing.T) {
	x := newTTY(t)
	before, err := term.GetState(x.pty.Slave().Fd())
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	term1 := x.terminal(func(o *Options) { o.Summary = &log })
	term1.Working(safetext.Of("drop"))
	got := decide(t, term1, yesNo(t, "q1", "Drop it?"))
	x.waitFor("Drop it?")
	x.waitFor(" billing  asks")
	x.keys("y")
	if d := x.await(got); string(d.Content) != `{"ok":true}` {
		t.Fatalf("decided %s %s", d.Action, d.Content)
	}
	x.waitFor("calling drop…")
	got = decide(t, term1, yesNo(t, "q2", "Really drop it?"))
	x.waitFor("Really drop it?")
	x.waitFor(" billing  asks")
	x.keys("\x04") // ctrl+d
	if d := x.await(got); d.Action != mcpclient.Decline {
		t.Fatalf("decided %s", d.Action)
	}
	if err := term1.Close(); err != nil {
		t.Fatal(err)
	}
	x.waitFor(`[billing] Drop it?  → accepted {"ok":true}`)
	x.waitFor("[billing] Really drop it?  → declined")
	if text := x.text(); strings.Contains(text, "calling") || strings.Contains(text, "billing  asks") {
		t.Errorf("something is left on the terminal:\n%s", text)
	}
	after, err := term.GetState(x.pty.Slave().Fd())
	if err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("the terminal was not restored: %v", err)
	}
	if want := "[billing] Drop it?  → accepted {\"ok\":true}\n[billing] Really drop it?  → declined\n"; log.String() != want {
		t.Errorf("the summary is %q", log.String())
	}
}

func TestACallWithoutQuestionsDrawsNothing(t *testing.T) {
	x := newTTY(t)
	terminal := x.terminal()
	terminal.Working(safetext.Of("drop"))
	terminal.Progressed(mcpclient.Progressed{})
	if err := terminal.Close(); err != nil {
		t.Fatal(err)
	}
	if out := x.written(); out != "" || terminal.running() != nil {
		t.Fatalf("it wrote %q", out)
	}
}

func TestControlCInterruptsTheCall(t *testing.T) {
	x := newTTY(t)
	interrupted := make(chan struct{}, 1)
	terminal := x.terminal(func(o *Options) { o.Interrupt = func() { interrupted <- struct{}{} } })
	got := decide(t, terminal, yesNo(t, "q1", "Drop it?"))
	x.waitFor("Drop it?")
	x.keys("\x03")
	if d := x.await(got); d.Action != mcpclient.Cancel || !errors.Is(d.End, question.ErrLeft) {
		t.Fatalf("decided %+v", d)
	}
	select {
	case <-interrupted:
	case <-time.After(10 * time.Second):
		t.Fatal("the call was not interrupted")
	}
	if err := terminal.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestClosingCancelsWhatIsOpen(t *testing.T) {
	x := newTTY(t)
	terminal := x.terminal()
	got := decide(t, terminal, yesNo(t, "q1", "Drop it?"))
	x.waitFor("Drop it?")
	if err := terminal.Close(); err != nil {
		t.Fatal(err)
	}
	if d := x.await(got); d.Action != mcpclient.Cancel {
		t.Fatalf("decided %s", d.Action)
	}
	if _, err := terminal.Decide(t.Context(), yesNo(t, "q2", "Again?")); err == nil {
		t.Fatal("a closed terminal asked")
	}
}

func TestNoColourOfAnyValueIsHonoured(t *testing.T) {
	x := newTTY(t)
	t.Setenv("NO_COLOR", "yes")
	terminal := x.terminal()
	got := decide(t, terminal, yesNo(t, "q1", "Drop it?"))
	x.waitFor("y/n")
	x.keys("n")
	x.await(got)
	if err := terminal.Close(); err != nil {
		t.Fatal(err)
	}
	for _, colour := range []string{"\x1b[38;", "\x1b[48;", ";38;", ";48;"} {
		if strings.Contains(x.written(), colour) {
			t.Errorf("it wrote %q", colour)
		}
	}
}

func TestADumbTerminalIsAskedLineByLine(t *testing.T) {
	x := newTTY(t)
	t.Setenv("TERM", "dumb")
	terminal := x.terminal()
	got := decide(t, terminal, yesNo(t, "q1", "Drop it?"))
	x.waitFor("answer>")
	x.keys("yes\r")
	x.waitFor("send>")
	x.keys("yes\r")
	if d := x.await(got); string(d.Content) != `{"ok":true}` {
		t.Fatalf("decided %s %s", d.Action, d.Content)
	}
	if strings.Contains(x.written(), "\x1b") {
		t.Fatalf("it wrote escapes: %q", x.written())
	}
	if err := terminal.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestFillFormGivesContent(t *testing.T) {
	x := newTTY(t)
	terminal := x.terminal()
	type filled struct {
		content forms.Content
		action  mcpclient.Action
		err     error
	}
	got := make(chan filled, 1)
	f := yesNo(t, "q1", "Drop it?").Form
	go func() {
		content, action, err := terminal.FillForm(t.Context(), "draft", f)
		got <- filled{content, action, err}
	}()
	x.waitFor(" draft  asks")
	x.keys("y")
	if r := <-got; r.err != nil || r.action != mcpclient.Accept || string(r.content) != `{"ok":true}` {
		t.Fatalf("%+v", r)
	}
	if err := terminal.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestWhatWasTypedIsNotLostWithItsServer(t *testing.T) {
	x := newTTY(t)
	terminal := x.terminal()
	schema := json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["b"]}`)
	f, refusal := forms.Parse(forms.Request{Message: "Two?", Schema: schema}, forms.Tester)
	if refusal != nil {
		t.Fatal(refusal)
	}
	c := yesNo(t, "q1", "Two?")
	c.Form, c.Schema = f, schema
	ctx, gone := context.WithCancelCause(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = terminal.Decide(ctx, c)
	}()
	x.waitFor("Two?")
	x.keys("hello")
	x.waitFor(`"a":"hello"`)
	gone(errors.New("the server died"))
	<-ended
	if err := terminal.Close(); err != nil {
		t.Fatal(err)
	}
	x.waitFor(`[billing] Two?  → not sent: {"a":"hello"}`)
}
