package plain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/charmbracelet/x/term"

	"elicit/internal/safetext"
)

// Console is the one reader of an input and the writer beside it. A program
// makes one and shares it, because a second reader would swallow lines.
type Console struct {
	in   *bufio.Reader
	file *os.File // the input when it is a terminal, else nil

	outMu    sync.Mutex // guards out and standing
	out      io.Writer
	deaf     atomic.Bool // nobody reads what is written
	standing string      // the prompt whose line has not come yet; empty when nobody asks

	mu      sync.Mutex
	waiting chan line // who gets the next line; nil when nobody asks
	reading bool      // a read is under way
	ended   bool      // the input has
}

type line struct {
	text string
	err  error
}

// NewConsole reads lines from in and writes to out.
func NewConsole(in io.Reader, out io.Writer) *Console {
	c := &Console{in: bufio.NewReader(in), out: out}
	f, _ := in.(*os.File)
	if recorded, ok := in.(interface{ Terminal() *os.File }); ok {
		f = recorded.Terminal()
	}
	if f != nil && term.IsTerminal(f.Fd()) {
		c.file = f
	}
	return c
}

// Say writes one line. What a server controls must come cleaned. While somebody
// is asked it stands on lines of its own, and the prompt is written once more
// behind it, so that a prompt is always the last thing said.
func (c *Console) Say(format string, args ...any) {
	s := fmt.Sprintf(format, args...) + "\n"
	c.outMu.Lock()
	defer c.outMu.Unlock()
	if c.standing != "" {
		s = "\n" + s + c.standing
	}
	c.put(s)
}

// put writes. Whoever no longer reads what is said cannot answer either: to
// them the input has ended.
func (c *Console) put(s string) {
	if _, err := io.WriteString(c.out, s); err != nil {
		c.deaf.Store(true)
	}
}

// Quote writes a server's words, each row behind a bar.
func (c *Console) Quote(text safetext.Text) {
	c.Say("| %s", strings.ReplaceAll(strings.TrimRight(text.String(), "\n "), "\n", "\n| "))
}

// stand writes a prompt, without a line break.
func (c *Console) stand(prompt string) {
	c.outMu.Lock()
	defer c.outMu.Unlock()
	c.standing = prompt
	c.put(prompt)
}

// settle ends the prompt's line where the person's enter did not: on pipes,
// and when no line came.
func (c *Console) settle(answered bool) {
	c.outMu.Lock()
	defer c.outMu.Unlock()
	c.standing = ""
	if !answered || c.file == nil {
		c.put("\n")
	}
}

// Ended reports whether the input has ended.
func (c *Console) Ended() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended || c.deaf.Load()
}

// Ask writes prompt without a line break and reads one line: io.EOF at the end
// of the input, the context's cause when it ends first. A line that was begun
// for a question which went away is not taken for the next one's answer.
func (c *Console) Ask(ctx context.Context, prompt string) (string, error) {
	if err := context.Cause(ctx); err != nil {
		return "", err
	}
	if c.deaf.Load() {
		return "", io.EOF
	}
	got := make(chan line, 1)
	c.mu.Lock()
	c.waiting = got
	if !c.reading {
		c.reading = true
		go c.read()
	}
	c.mu.Unlock()
	c.stand(prompt) // only now: a quick reader's line must find who waits for it
	if c.deaf.Load() {
		return "", io.EOF
	}
	select {
	case l := <-got:
		c.settle(l.err == nil)
		return l.text, l.err
	case <-ctx.Done():
		c.mu.Lock()
		if c.waiting == got {
			c.waiting = nil
		}
		c.mu.Unlock()
		c.settle(false)
		return "", context.Cause(ctx)
	}
}

// read reads one line and gives it to who asks now. It ends with the line, or
// with the program when there never is one.
func (c *Console) read() {
	text, err := c.in.ReadString('\n')
	if err != nil && text != "" && errors.Is(err, io.EOF) {
		err = nil // a last line without its end
	}
	text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reading = false
	c.ended = c.ended || err != nil
	if c.waiting != nil {
		c.waiting <- line{text, err}
		c.waiting = nil
	}
}

// Discard drops lines typed ahead on a terminal, so that they do not answer a
// question nobody saw (DESIGN.md §4.7). Pipes keep theirs: what a script wrote
// ahead was meant.
func (c *Console) Discard() {
	if c.file != nil {
		flushInput(c.file)
	}
}
