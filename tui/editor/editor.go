// Package editor gives a text to the person's own editor and takes it back. It
// never changes a text by itself, and gives nothing away when no editor can be
// started.
//
// Start reading at [Open].
package editor

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/mattn/go-shellwords"
)

// Open opens a text in $VISUAL, else $EDITOR, in a file whose name ends with
// ending, such as ".json". The command gives the terminal away; what done makes
// of the text, without the last line's end, or of the error, comes back as a
// message. When no editor can be started Open says so at once.
func Open(ending, text string, done func(text string, err error) tea.Msg) (tea.Cmd, error) {
	words, err := command()
	if err != nil {
		return nil, err
	}
	s := &session{command: words, ending: ending, text: text}
	return tea.Exec(s, func(err error) tea.Msg { return done(s.text, err) }), nil
}

// command is the editor with its arguments, split as a shell would, without
// any of a shell's powers.
func command() ([]string, error) {
	variable := "VISUAL"
	if strings.TrimSpace(os.Getenv(variable)) == "" {
		variable = "EDITOR"
	}
	words, err := shellwords.Parse(os.Getenv(variable))
	if err != nil {
		return nil, fmt.Errorf("cannot read $%s: %w", variable, err)
	}
	if len(words) == 0 {
		return nil, errors.New("no editor is set: put one into $VISUAL or $EDITOR")
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return nil, fmt.Errorf("cannot start the editor in $%s: %w", variable, err)
	}
	return words, nil
}
