package screentest

import (
	"io"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"elicit/internal/keystroke"
)

// Type types text, one key press per character. A line break is enter, a tab
// is tab.
func (s *Screen) Type(text string) {
	var decoder uv.EventDecoder
	text = strings.ReplaceAll(text, "\n", "\r") // what the enter key sends
	for buf := []byte(text); len(buf) > 0; {
		n, event := decoder.Decode(buf)
		s.prog.Send(event)
		buf = buf[n:]
	}
}

// Press presses keys. Each is a rune, such as tea.KeyEnter or 'y', or a
// keystroke as Bubble Tea names it: "enter", "shift+tab", "ctrl+s", "?".
func (s *Screen) Press(keys ...any) {
	s.t.Helper()
	for _, key := range keys {
		switch key := key.(type) {
		case rune:
			s.prog.Send(keystroke.Of(key))
		case string:
			press, ok := keystroke.Parse(key)
			if !ok {
				s.t.Fatalf("there is no key %q", key)
			}
			s.prog.Send(press)
		default:
			s.t.Fatalf("a key is a rune or a string, not a %T", key)
		}
	}
}

// Raw sends bytes as a terminal would. The program reads them in its own time:
// they may be overtaken by keys that are pressed after them, so wait for their
// effect.
func (s *Screen) Raw(b string) { _, _ = io.WriteString(s.keys, b) }

// Paste pastes text as one bracketed paste.
func (s *Screen) Paste(text string) {
	s.prog.Send(tea.PasteStartMsg{})
	s.prog.Send(tea.PasteMsg{Content: text})
	s.prog.Send(tea.PasteEndMsg{})
}

// Click clicks the left button at column x of row y. It fails the test when
// the program does not listen to the mouse, as a real click would be lost.
func (s *Screen) Click(x, y int) {
	s.t.Helper()
	s.needMouse()
	m := tea.Mouse{X: x, Y: y, Button: tea.MouseLeft}
	s.prog.Send(tea.MouseClickMsg(m))
	s.prog.Send(tea.MouseReleaseMsg(m))
}

// ClickOn clicks the first cell of text.
func (s *Screen) ClickOn(text string) {
	s.t.Helper()
	s.Click(s.Find(text))
}

// Wheel turns the mouse wheel at column x of row y: down by as many steps as
// down says, up when it is negative.
func (s *Screen) Wheel(x, y, down int) {
	s.t.Helper()
	s.needMouse()
	button, steps := tea.MouseWheelDown, down
	if down < 0 {
		button, steps = tea.MouseWheelUp, -down
	}
	for range steps {
		s.prog.Send(tea.MouseWheelMsg{X: x, Y: y, Button: button})
	}
}

var mouseModes = []ansi.Mode{ansi.ModeMouseButtonEvent, ansi.ModeMouseAnyEvent}

func (s *Screen) needMouse() {
	s.t.Helper()
	if !slices.ContainsFunc(mouseModes, s.Mode) {
		s.t.Fatalf("the program does not listen to the mouse; the screen shows:\n%s", s.Text())
	}
}
