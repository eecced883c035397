package mcpclient

import (
	"bufio"
	"bytes"
	"errors"
	"io"
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

// last gives the last n lines that are not empty.
func (r *ring) last(n int) []safetext.Text {
	all := r.all()
	var some []safetext.Text
	for i := len(all) - 1; i >= 0 && len(some) < n; i-- {
		if len(bytes.TrimSpace([]byte(all[i].Raw()))) > 0 {
			some = append([]safetext.Text{all[i]}, some...)
		}
	}
	return some
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
