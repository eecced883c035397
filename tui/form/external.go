package form

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"
	"github.com/google/shlex"

	"elicit/forms"
	"elicit/internal/safetext"
)

// editedText is what came back from the external editor.
type editedText struct {
	model *Model
	field int
	text  string
	err   error
}

// EditExternally opens the focused text in $VISUAL or $EDITOR. Fields of other
// kinds have no text to edit. When no editor can be started the field says so,
// and the terminal is not given away at all.
func (m *Model) EditExternally() tea.Cmd {
	f := m.current()
	if f == nil || f.question.Kind != forms.KindText {
		return nil
	}
	command, err := editorCommand()
	if err != nil {
		f.tell(err)
		return nil
	}
	e := &externalEditor{command: command, text: f.editor.value().Text}
	index := f.index
	return tea.Exec(e, func(err error) tea.Msg {
		return editedText{model: m, field: index, text: e.text, err: err}
	})
}

// tell shows at the field what went wrong.
func (f *field) tell(err error) {
	f.note = oneRow(safetext.Clean(err.Error()))
	f.touch()
}

// editorCommand is the editor with its arguments, split as a shell would.
func editorCommand() ([]string, error) {
	variable := "VISUAL"
	if strings.TrimSpace(os.Getenv(variable)) == "" {
		variable = "EDITOR"
	}
	args, err := shlex.Split(os.Getenv(variable))
	if err != nil {
		return nil, fmt.Errorf("cannot read $%s: %w", variable, err)
	}
	if len(args) == 0 {
		return nil, errors.New("no editor is set: put one into $VISUAL or $EDITOR")
	}
	if _, err := exec.LookPath(args[0]); err != nil {
		return nil, fmt.Errorf("cannot start the editor in $%s: %w", variable, err)
	}
	return args, nil
}

// takeEdited takes the editor's text. After an error nothing changes.
func (m *Model) takeEdited(msg editedText) {
	if msg.model != m {
		return // another form's editor
	}
	f := m.fields[msg.field]
	if msg.err != nil {
		f.tell(msg.err)
		return
	}
	if msg.text != f.editor.value().Text {
		f.editor.set(forms.Answer{State: forms.Set, Text: msg.text})
		f.changed()
	}
}

// externalEditor runs an editor on a text. Its file lives only while it runs,
// and only its owner can read it.
type externalEditor struct {
	command        []string
	text           string
	stdin          io.Reader
	stdout, stderr io.Writer
}

// SetStdin is part of tea.ExecCommand. A reader that is not a file would keep
// the editor from ending: exec waits until it is read to its end.
func (e *externalEditor) SetStdin(r io.Reader) {
	if _, ok := r.(*os.File); ok {
		e.stdin = r
	} else if term.IsTerminal(os.Stdin.Fd()) {
		e.stdin = os.Stdin
	}
}

// SetStdout is part of tea.ExecCommand. An editor needs the terminal itself: a
// writer that is not a file, such as one that also records, would reach it as a
// pipe.
func (e *externalEditor) SetStdout(w io.Writer) { e.stdout = terminalOr(w) }

// SetStderr is part of tea.ExecCommand.
func (e *externalEditor) SetStderr(w io.Writer) { e.stderr = terminalOr(w) }

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
func (e *externalEditor) Run() (err error) {
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

func (e *externalEditor) write() (name string, err error) {
	f, err := os.CreateTemp("", "elicit-*.txt") // made with mode 0600
	if err != nil {
		return "", fmt.Errorf("cannot make a file to edit: %w", err)
	}
	_, err = f.WriteString(e.text)
	if err = errors.Join(err, f.Close()); err != nil {
		return f.Name(), fmt.Errorf("cannot write the file to edit: %w", err)
	}
	return f.Name(), nil
}
