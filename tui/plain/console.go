package plain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/term"

	"elicit/internal/safetext"
)

// Console is the one reader of an input and the writer beside it. A program
// makes one and shares it, because a second reader would swallow lines.
type Console struct {
	in   *bufio.Reader
	file *os.File // the input when it is a terminal, else nil

	outMu sync.Mutex // guards out
	out   io.Writer

	mu      sync.Mutex
	waiting chan line // who gets the next line; nil when nobody asks
	reading bool      // a read is under way
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

// Say writes one line. What a server controls must come cleaned.
func (c *Console) Say(format string, args ...any) { c.write(fmt.Sprintf(format, args...) + "\n") }

func (c *Console) write(s string) {
	c.outMu.Lock()
	defer c.outMu.Unlock()
	_, _ = io.WriteString(c.out, s) // a reader that went away also ends the input
}

// quote writes a server's words, each row behind a bar.
func (c *Console) quote(text safetext.Text) {
	for _, row := range strings.Split(strings.TrimRight(text.String(), "\n "), "\n") {
		c.Say("| %s", row)
	}
}

// Ask writes prompt without a line break and reads one line: io.EOF at the end
// of the input, the context's cause when it ends first. A line that was begun
// for a question which went away is not taken for the next one's answer.
func (c *Console) Ask(ctx context.Context, prompt string) (string, error) {
	if err := context.Cause(ctx); err != nil {
		return "", err
	}
	c.write(prompt)
	got := make(chan line, 1)
	c.mu.Lock()
	c.waiting = got
	if !c.reading {
		c.reading = true
		go c.read()
	}
	c.mu.Unlock()
	select {
	case l := <-got:
		return l.text, l.err
	case <-ctx.Done():
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.waiting == got {
			c.waiting = nil
		}
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
	if c.waiting != nil {
		c.waiting <- line{text, err}
		c.waiting = nil
	}
}

// discard drops lines typed ahead on a terminal, so that they do not answer a
// question nobody saw (DESIGN.md §4.7). Pipes keep theirs: what a script wrote
// ahead was meant.
func (c *Console) discard() {
	if c.file != nil {
		flushInput(c.file)
	}
}

// Pick has the person choose one of the numbered items, by number or by its
// text; it asks again until the answer is one. Items must come cleaned.
func (c *Console) Pick(ctx context.Context, title string, items []string) (int, error) {
	c.Say("%s", title)
	for i, item := range items {
		c.Say("  %d) %s", i+1, item)
	}
	for {
		text, err := c.Ask(ctx, "choose> ")
		if err != nil {
			return 0, err
		}
		i, why := pickOne(strings.TrimSpace(text), items, items)
		if why == "" {
			return i, nil
		}
		c.Say("not taken: %s", why)
	}
}

// pickOne finds the option that text means: its number, its label or its value.
// Where a label is itself a number that would mean another option, it asks for
// #number or =label.
func pickOne(text string, labels, values []string) (index int, why string) {
	byNumber, byWords := -1, -1
	number, numbered := strings.CutPrefix(text, "#")
	if n, err := strconv.Atoi(number); err == nil && n >= 1 && n <= len(labels) {
		byNumber = n - 1
	}
	words, worded := strings.CutPrefix(text, "=")
	for i := range labels {
		if words == labels[i] || words == values[i] {
			byWords = i
			break
		}
	}
	switch {
	case numbered && byNumber >= 0:
		return byNumber, ""
	case worded && byWords >= 0:
		return byWords, ""
	case byNumber >= 0 && byWords >= 0 && byNumber != byWords:
		return 0, fmt.Sprintf("%s is the number of one option and the name of another: write #%s or =%s", text, text, text)
	case byWords >= 0:
		return byWords, ""
	case byNumber >= 0:
		return byNumber, ""
	}
	return 0, fmt.Sprintf("there is no option %s; there are 1 to %d", safetext.JSONString(text), len(labels))
}
