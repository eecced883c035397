package form

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"
	"github.com/google/shlex"

	"elicit/forms"
)

// editedText is what came back from the external editor.
type editedText struct {
	model *Model
	field int
	text  string
	err   error
}

// EditExternally opens the focused text in $VISUAL or $EDITOR. Fields of other
// kinds have no text to edit.
func (m *Model) EditExternally() tea.Cmd {
	f := m.current()
	if f == nil || f.question.Kind != forms.KindText {
		return nil
	}
	e := &externalEditor{command: cmpOr(os.Getenv("VISUAL"), os.Getenv("EDITOR")), text: f.editor.value().Text}
	index := f.index
	return tea.Exec(e, func(err error) tea.Msg {
		return editedText{model: m, field: index, text: e.text, err: err}
	})
}

func cmpOr(a, b string) string {
	if strings.TrimSpace(a) != "" {
		return a
	}
	return b
}

// takeEdited takes the editor's text. After an error nothing changes.
func (m *Model) takeEdited(msg editedText) {
	if msg.model != m {
		return // another form's editor
	}
	f := m.fields[msg.field]
	if msg.err != nil {
		f.note = oneRow(msg.err.Error())
		f.touch()
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
	command        string
	text           string
	stdin          io.Reader
	stdout, stderr io.Writer
}

// SetStdin is part of tea.ExecCommand.
func (e *externalEditor) SetStdin(r io.Reader) { e.stdin = r }

// SetStdout is part of tea.ExecCommand. An editor needs the terminal itself: a
// writer that is not a file, such as one that also records, would reach it as a
// pipe.
func (e *externalEditor) SetStdout(w io.Writer) { e.stdout = terminalOr(w) }

// SetStderr is part of tea.ExecCommand.
func (e *externalEditor) SetStderr(w io.Writer) { e.stderr = terminalOr(w) }

func terminalOr(w io.Writer) io.Writer {
	if _, ok := w.(*os.File); ok {
		return w
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
	args, err := shlex.Split(e.command)
	if err != nil {
		return fmt.Errorf("cannot read $VISUAL or $EDITOR: %w", err)
	}
	if len(args) == 0 {
		return errors.New("no editor is set: put one into $VISUAL or $EDITOR")
	}
	name, err := e.write()
	if name != "" {
		defer func() { err = errors.Join(err, os.Remove(name)) }()
	}
	if err != nil {
		return err
	}
	cmd := exec.Command(args[0], append(args[1:], name)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = e.stdin, e.stdout, e.stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("editor %s: %w", args[0], err)
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
