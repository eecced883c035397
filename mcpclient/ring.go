package mcpclient

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"

	"elicit/internal/safetext"
)

const (
	ringLines = 1000
	lineBytes = 4 << 10 // of a line of stderr, and of a line of noise
)

// ring keeps the last lines of a server's stderr. It is always drained: a
// server whose stderr is full stands still.
type ring struct {
	mu    sync.Mutex
	lines []safetext.Text
	start int // where the oldest line is, once the ring is full
}

func (r *ring) add(line safetext.Text) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.lines) < ringLines {
		r.lines = append(r.lines, line)
		return
	}
	r.lines[r.start] = line
	r.start = (r.start + 1) % ringLines
}

// all gives the lines, oldest first.
func (r *ring) all() []safetext.Text {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append(append([]safetext.Text{}, r.lines[r.start:]...), r.lines[:r.start]...)
}

// lastWords gives what most likely says why a server died: the last line that
// names an error with whatever little follows it, since stack traces come after
// it; else the last n lines. Empty lines do not count.
func (r *ring) lastWords(n int) []safetext.Text {
	var words []safetext.Text
	for _, line := range r.all() {
		switch {
		case strings.TrimSpace(line.Raw()) == "":
		case namesError(line.Raw()):
			words = []safetext.Text{line}
		case len(words) > 0 && namesError(words[0].Raw()):
			if len(words) < n && !isTrace(line.Raw()) {
				words = append(words, line)
			}
		default:
			words = append(words[max(0, len(words)-n+1):], line)
		}
	}
	return words
}

// namesError knows how runtimes begin their last words: "panic: …",
// "fatal error: …", "TypeError: …", "java.io.IOException: …".
func namesError(line string) bool {
	head, _, ok := strings.Cut(line, ": ")
	return ok && (head == "panic" || head == "fatal error" ||
		!strings.Contains(head, " ") && (strings.HasSuffix(head, "Error") || strings.HasSuffix(head, "Exception")))
}

func isTrace(line string) bool {
	return line[0] == '\t' || line[0] == ' ' || strings.HasPrefix(line, "goroutine ") || strings.HasPrefix(line, "Node.js v")
}

// fill reads stderr to its end. Lines over lineBytes are cut, with a mark.
func (r *ring) fill(stderr io.Reader, tell func(Event)) {
	src := bufio.NewReaderSize(stderr, lineBytes)
	for {
		chunk, err := src.ReadSlice('\n')
		cut := errors.Is(err, bufio.ErrBufferFull)
		line := string(bytes.TrimRight(chunk, "\r\n"))
		if cut {
			line += "…"
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = src.ReadSlice('\n')
			}
		}
		if len(chunk) > 0 {
			t := safetext.Of(line)
			r.add(t)
			tell(StderrWritten{Line: t})
		}
		if err != nil {
			return
		}
	}
}
