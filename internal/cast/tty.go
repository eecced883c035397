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
func (t TTY) WriteString(s string) (int, error) { return t.Write([]byte(s)) }
