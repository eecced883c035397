package tui

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	tea "charm.land/bubbletea/v2"
	"github.com/google/shlex"
)

// editText opens text in the person's editor ($VISUAL, else $EDITOR, else vi)
// and brings back what was saved.
func (m *Model) editText(into *jsonEditor, text string) tea.Cmd {
	failed := func(err error) tea.Cmd { return func() tea.Msg { return edited{into: into, err: err} } }
	words, err := editorCommand()
	if err != nil {
		return failed(err)
	}
	dir, err := os.MkdirTemp("", "elicit")
	if err != nil {
		return failed(fmt.Errorf("no place for a temporary file: %w", err))
	}
	file := filepath.Join(dir, "arguments.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		_ = os.RemoveAll(dir)
		return failed(err)
	}
	cmd := exec.CommandContext(m.ctx, words[0], append(words[1:], file)...)
	// The program's output may be a recording's tee, which is no terminal.
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return tea.ExecProcess(cmd, func(err error) tea.Msg {
		defer func() { _ = os.RemoveAll(dir) }()
		if err != nil {
			return edited{into: into, err: fmt.Errorf("the editor %s ended with an error: %w", words[0], err)}
		}
		b, err := os.ReadFile(file)
		return edited{into: into, text: string(b), err: err}
	})
}

func editorCommand() ([]string, error) {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if line := os.Getenv(name); line != "" {
			words, err := shlex.Split(line)
			if err != nil || len(words) == 0 {
				return nil, fmt.Errorf("$%s is no command: %q", name, line)
			}
			return words, nil
		}
	}
	if _, err := exec.LookPath("vi"); err != nil {
		return nil, fmt.Errorf("set $EDITOR: there is no vi")
	}
	return []string{"vi"}, nil
}
