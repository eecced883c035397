package screentest

import (
	"bytes"
	"encoding/base64"
	"image/color"
	"io"
	"strings"
	"sync"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// Terminal is an emulated terminal: it draws what a program writes and answers
// the program's queries.
type Terminal struct {
	t    testing.TB
	ends <-chan struct{} // closed when the program has ended

	mu        sync.Mutex // guards everything below
	emu       *vt.Emulator
	changed   chan struct{} // closed and replaced with every write
	title     string
	clipboard string
	hidden    bool // the cursor
	modes     map[ansi.Mode]bool
	marks     map[string]bool
	output    bytes.Buffer
}

func newTerminal(t testing.TB, w, h int, o options, ends <-chan struct{}) *Terminal {
	t.Helper()
	term := &Terminal{
		t: t, ends: ends, emu: vt.NewEmulator(w, h), changed: make(chan struct{}),
		modes: map[ansi.Mode]bool{}, marks: map[string]bool{},
	}
	if o.light {
		term.emu.SetDefaultBackgroundColor(color.White)
		term.emu.SetDefaultForegroundColor(color.Black)
	}
	term.emu.SetCallbacks(vt.Callbacks{
		CursorVisibility: func(visible bool) { term.hidden = !visible },
		EnableMode:       func(m ansi.Mode) { term.modes[m] = true },
		DisableMode:      func(m ansi.Mode) { term.modes[m] = false },
	})
	// The emulator knows no clipboard and loses titles that hold a semicolon.
	for _, cmd := range []int{0, 2} {
		term.emu.RegisterOscHandler(cmd, term.setTitle)
	}
	term.emu.RegisterOscHandler(52, term.setClipboard)
	term.emu.RegisterOscHandler(markCommand, term.setMark)
	if o.silent {
		term.emu.RegisterOscHandler(11, func([]byte) bool { return true })
	}
	return term
}

// Write draws what the program wrote.
func (s *Terminal) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.output.Write(p)
	n, err := s.emu.Write(p)
	close(s.changed)
	s.changed = make(chan struct{})
	return n, err
}

// answer copies the terminal's replies to the program's input until the
// terminal is closed. Write must not wait for the program to read them: the
// program may be the one that is writing.
func (s *Terminal) answer(to *keyboard) { _, _ = io.Copy(to, s.emu) }

func (s *Terminal) hangUp() {
	if replies, ok := s.emu.InputPipe().(io.Closer); ok {
		_ = replies.Close()
	}
}

func (s *Terminal) resize(w, h int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.emu.Resize(w, h)
}

func (s *Terminal) setTitle(data []byte) bool {
	_, title, _ := strings.Cut(string(data), ";")
	s.title = title
	return true
}

func (s *Terminal) setClipboard(data []byte) bool {
	parts := strings.SplitN(string(data), ";", 3)
	if len(parts) != 3 || parts[2] == "?" {
		return false
	}
	text, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil {
		return false
	}
	s.clipboard = string(text)
	return true
}

// Text is what the screen shows, one line per row, without trailing blanks.
func (s *Terminal) Text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for y := range s.emu.Height() {
		b.WriteString(strings.TrimRight(s.row(y), " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// Rows are the rows of the screen from top to bottom, without trailing blanks.
// There are as many as the terminal is high.
func (s *Terminal) Rows() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	rows := make([]string, s.emu.Height())
	for y := range rows {
		rows[y] = strings.TrimRight(s.row(y), " ")
	}
	return rows
}

func (s *Terminal) row(y int) string {
	var line strings.Builder
	for x := range s.emu.Width() {
		if c := s.emu.CellAt(x, y); c != nil && c.Width > 0 {
			line.WriteString(c.Content)
		}
	}
	return line.String()
}

// Size is the width and height in cells.
func (s *Terminal) Size() (w, h int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.emu.Width(), s.emu.Height()
}

// Cell is the cell at column x of row y, counted from 0. Outside the screen it
// is the zero cell.
func (s *Terminal) Cell(x, y int) uv.Cell {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.emu.CellAt(x, y); c != nil {
		return *c
	}
	return uv.Cell{}
}

// Find is the column and row of the first place that shows text, from the top
// left. It fails the test when there is none.
func (s *Terminal) Find(text string) (x, y int) {
	s.t.Helper()
	for y, row := range s.Rows() {
		if before, _, found := strings.Cut(row, text); found {
			return s.column(y, len(before)), y
		}
	}
	s.t.Fatalf("the screen does not show %q; it shows:\n%s", text, s.Text())
	return 0, 0
}

// column is the column of the cell that starts at byte n of row y.
func (s *Terminal) column(y, n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	for x := range s.emu.Width() {
		c := s.emu.CellAt(x, y)
		if c == nil || c.Width == 0 {
			continue
		}
		if n <= 0 {
			return x
		}
		n -= len(c.Content)
	}
	return 0
}

// Style is the style of the first cell of text, wherever the screen shows it.
// It fails the test when the screen does not.
func (s *Terminal) Style(text string) uv.Style {
	s.t.Helper()
	return s.Cell(s.Find(text)).Style
}

// Title is the window title.
func (s *Terminal) Title() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.title
}

// Clipboard is the text that the program last copied (OSC 52).
func (s *Terminal) Clipboard() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clipboard
}

// Cursor is the cursor's column and row, and whether it is shown.
func (s *Terminal) Cursor() (x, y int, shown bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.emu.CursorPosition()
	return p.X, p.Y, !s.hidden
}

// AltScreen reports whether the alternate screen is shown.
func (s *Terminal) AltScreen() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.emu.IsAltScreen()
}

// Mode reports whether the program has switched a mode of the terminal on.
func (s *Terminal) Mode(m ansi.Mode) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.modes[m]
}

// Output is every byte that the program has written so far.
func (s *Terminal) Output() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.output.String()
}
