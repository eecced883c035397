//go:build unix

package screentest

import (
	"os/exec"
	"syscall"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/xpty"

	"elicit/internal/keystroke"
)

// Process is a real program on a pseudo-terminal, for what a model in memory
// cannot show: raw mode and its end, signals, exit codes.
type Process struct {
	*Terminal

	cmd  *exec.Cmd
	pty  *xpty.UnixPty
	done chan struct{} // the program has ended, and all it wrote is drawn
}

// Run starts cmd as the leader of a session on a w by h terminal. A program
// that is still running when the test ends is killed with its process group.
func Run(t testing.TB, cmd *exec.Cmd, w, h int, opts ...Option) *Process {
	t.Helper()
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	pty, err := xpty.NewUnixPty(w, h)
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Resize(w, h); err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(cmd.Environ(), append([]string{"TERM=xterm-256color", "COLORTERM=truecolor"}, o.env...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	p := &Process{cmd: cmd, pty: pty, done: make(chan struct{})}
	p.Terminal = newTerminal(t, w, h, o, p.done)
	if err := pty.Start(cmd); err != nil {
		t.Fatal(err)
	}
	p.attend()
	return p
}

// attend draws, answers and waits, each until its end comes.
func (p *Process) attend() {
	drawn, answered := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(drawn)
		buf := make([]byte, 1<<16)
		for {
			n, err := p.pty.Read(buf)
			_, _ = p.Write(buf[:n])
			if err != nil {
				return
			}
		}
	}()
	replies := newKeyboard()
	go func() { p.answer(replies) }()
	go func() {
		defer close(answered)
		buf := make([]byte, 1<<10)
		for {
			n, err := replies.Read(buf)
			if err != nil {
				return
			}
			_, _ = p.pty.Write(buf[:n])
		}
	}()
	go func() {
		defer close(p.done)
		_ = p.cmd.Wait()
		_ = p.pty.Slave().Close() // so that reading ends where the output does
		<-drawn
	}()
	p.t.Cleanup(func() {
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
		select {
		case <-p.done:
		case <-time.After(patience): // something outside the group holds the terminal
		}
		_ = p.pty.Close()
		<-p.done
		replies.close()
		p.hangUp()
		<-answered
	})
}

// Raw sends bytes as a terminal would.
func (p *Process) Raw(b string) { _, _ = p.pty.Write([]byte(b)) }

// Type types text; a line break is enter.
func (p *Process) Type(text string) {
	for _, r := range text {
		if r == '\n' {
			r = '\r'
		}
		p.Raw(string(r))
	}
}

// Press presses keys by the names that Bubble Tea gives them.
func (p *Process) Press(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		press, ok := keystroke.Parse(key)
		if !ok {
			p.t.Fatalf("there is no key %q", key)
		}
		p.mu.Lock()
		p.emu.SendKey(uv.KeyPressEvent(press))
		p.mu.Unlock()
	}
}

// Resize resizes the terminal; the program gets SIGWINCH.
func (p *Process) Resize(w, h int) {
	p.t.Helper()
	p.resize(w, h)
	if err := p.pty.Resize(w, h); err != nil {
		p.t.Fatal(err)
	}
}

// PID is the program's process, and its process group.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Exit waits for the program to end and returns its exit code; -1 is a signal.
func (p *Process) Exit() (code int) {
	p.t.Helper()
	select {
	case <-p.done:
	case <-time.After(patience):
		p.t.Fatalf("the program is still running; the screen shows:\n%s", p.Text())
	}
	return p.cmd.ProcessState.ExitCode()
}
