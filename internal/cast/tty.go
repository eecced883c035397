package cast

import (
	"io"
	"os"
)

// TTY is a terminal whose output is recorded. It is the file itself, so that a
// program which asks it for its size or its file descriptor still finds a
// terminal.
type TTY struct {
	*os.File
	Copy io.Writer
}

// Write writes to the terminal and then to the recording, which gets only what
// the terminal took.
func (t TTY) Write(p []byte) (int, error) {
	n, err := t.File.Write(p)
	_, _ = t.Copy.Write(p[:n])
	return n, err
}

// WriteString is Write for a string; without it the file's own WriteString
// would pass the recording by.
func (t TTY) WriteString(s string) (int, error) {
	return t.Write([]byte(s)) //nolint:gocritic // it would call itself
}

// Terminal is the file that a program started on this terminal needs: to it, a
// TTY would be a pipe.
func (t TTY) Terminal() *os.File { return t.File }

// Lines makes the line ends of plain output what a terminal makes of them: a
// program in no raw mode writes "\n", and the terminal's driver sends "\r\n".
func Lines(w io.Writer) io.Writer { return lines{w} }

type lines struct{ w io.Writer }

// Write never fails for what it records.
func (l lines) Write(p []byte) (int, error) {
	out := make([]byte, 0, len(p)+8)
	for i, b := range p {
		if b == '\n' && (i == 0 || p[i-1] != '\r') {
			out = append(out, '\r')
		}
		out = append(out, b)
	}
	_, _ = l.w.Write(out)
	return len(p), nil
}

// Echo is an input whose lines are recorded as the terminal's driver shows them
// while they are typed.
type Echo struct {
	*os.File
	Copy io.Writer
}

// Read reads from the file; the recording gets what was read.
func (e Echo) Read(p []byte) (int, error) {
	n, err := e.File.Read(p)
	if n > 0 {
		_, _ = e.Copy.Write(p[:n])
	}
	return n, err
}

// Terminal is the file itself.
func (e Echo) Terminal() *os.File { return e.File }

// WriteTo keeps readers from taking the file's own, which would pass the
// recording by.
func (e Echo) WriteTo(w io.Writer) (int64, error) { return io.Copy(w, struct{ io.Reader }{e}) }
