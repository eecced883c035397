package cli

import (
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"

	"elicit/internal/config/sdkenv"
)

// Streams are what a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer

	InTTY, OutTTY, ErrTTY bool

	// OpenTerminal gives the person's terminal, wherever the streams lead; nil,
	// or its error, means that there is none.
	OpenTerminal func() (*os.File, error)

	Dir     string   // the working directory
	Environ []string // of the person
}

// System are the streams of this process.
func System() Streams {
	dir, _ := os.Getwd() // without one, relative paths fail where they are used
	return Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InTTY: isTerminal(os.Stdin), OutTTY: isTerminal(os.Stdout), ErrTTY: isTerminal(os.Stderr),
		OpenTerminal: func() (*os.File, error) { return os.OpenFile("/dev/tty", os.O_RDWR, 0) },
		Dir:          dir,
		Environ:      os.Environ(),
	}
}

func isTerminal(f *os.File) bool { return term.IsTerminal(f.Fd()) }

var errNoTerminal = errors.New("there is no terminal to ask on")

// terminal opens the terminal when a person can be expected to sit there:
// stdout may lead elsewhere, but not both the keyboard and what they read.
func (s Streams) terminal() (*os.File, error) {
	if s.OpenTerminal == nil || !s.InTTY && !s.ErrTTY {
		return nil, errNoTerminal
	}
	f, err := s.OpenTerminal()
	if err != nil {
		return nil, errNoTerminal
	}
	return f, nil
}

func (s Streams) lookup(name string) (string, bool) {
	for _, kv := range slices.Backward(s.Environ) {
		if value, ok := strings.CutPrefix(kv, name+"="); ok {
			return value, true
		}
	}
	return "", false
}

func (s Streams) getenv(name string) string {
	v, _ := s.lookup(name)
	return v
}

// lookupAll also finds the variable that was kept from this process.
func (s Streams) lookupAll(name string) (string, bool) {
	if name == sdkenv.Name && sdkenv.Value != nil {
		return *sdkenv.Value, true
	}
	return s.lookup(name)
}
