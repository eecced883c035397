package editor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
)

// session runs an editor on a text. Its file lives only while it runs, and only
// its owner can read it.
type session struct {
	command        []string
	ending, text   string
	stdin          io.Reader
	stdout, stderr io.Writer
}

// SetStdin is part of tea.ExecCommand. A reader that is not a file would keep
// the editor from ending: exec waits until it is read to its end.
func (e *session) SetStdin(r io.Reader) {
	if _, ok := r.(*os.File); ok {
		e.stdin = r
	} else if term.IsTerminal(os.Stdin.Fd()) {
		e.stdin = os.Stdin
	}
}

// SetStdout is part of tea.ExecCommand. An editor needs the terminal itself: a
// writer that is not a file, such as one that also records, would reach it as a
// pipe.
func (e *session) SetStdout(w io.Writer) { e.stdout = terminalOr(w) }

// SetStderr is part of tea.ExecCommand.
func (e *session) SetStderr(w io.Writer) { e.stderr = terminalOr(w) }

func terminalOr(w io.Writer) io.Writer {
	switch w := w.(type) {
	case *os.File:
		return w
	case interface{ Terminal() *os.File }:
		return w.Terminal()
	}
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if term.IsTerminal(f.Fd()) {
			return f
		}
	}
	return w
}

// Run writes the text to a file, waits for the editor, and reads it back.
func (e *session) Run() (err error) {
	name, err := e.write()
	if name != "" {
		defer func() { err = errors.Join(err, os.Remove(name)) }()
	}
	if err != nil {
		return err
	}
	// No context: an editor ends when the person ends it.
	cmd := exec.CommandContext(context.Background(), e.command[0], append(slices.Clip(e.command[1:]), name)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = e.stdin, e.stdout, e.stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("the editor %s failed, nothing was changed: %w", e.command[0], err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("cannot read back what was edited: %w", err)
	}
	e.text = strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r")
	return nil
}

func (e *session) write() (name string, err error) {
	f, err := os.CreateTemp("", "elicit-*"+e.ending) // made with mode 0600
	if err != nil {
		return "", fmt.Errorf("cannot make a file to edit: %w", err)
	}
	_, err = f.WriteString(e.text)
	if err = errors.Join(err, f.Close()); err != nil {
		return f.Name(), fmt.Errorf("cannot write the file to edit: %w", err)
	}
	return f.Name(), nil
}
