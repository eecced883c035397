package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"elicit/internal/cast"
)

// ErrInterrupted says that the program was ended from outside: a signal, or
// the end of ctx.
var ErrInterrupted = errors.New("interrupted")

// Run shows the program on a terminal until the person quits. Every session is
// closed when it returns, which takes less than two seconds after the last
// key; the terminal is restored before that, also after a panic.
func Run(ctx context.Context, c Config, in, out *os.File) error {
	if !term.IsTerminal(out.Fd()) || !term.IsTerminal(in.Fd()) {
		return errNoTerminal
	}
	if os.Getenv("NO_COLOR") != "" { // also "yes", which is no boolean
		c.NoColor = true
	}
	m := NewModel(c)
	defer m.Close()
	var screen io.Writer = out
	if c.Record != nil {
		screen = cast.TTY{File: out, Copy: c.Record}
	}
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(screen)}
	if c.NoColor {
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	_, err := tea.NewProgram(m, options...).Run()
	switch {
	case m.fatal != nil:
		return m.fatal
	case errors.Is(err, tea.ErrProgramPanic):
		return fmt.Errorf("a defect in elicit stopped it: %w", err)
	case errors.Is(err, tea.ErrInterrupted), errors.Is(err, tea.ErrProgramKilled):
		return ErrInterrupted
	case ctx.Err() != nil:
		return ErrInterrupted
	}
	return err
}
