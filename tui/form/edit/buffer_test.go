package edit

import (
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// keys presses keys by their names, and types everything else.
func keys(t *testing.T, b *Buffer, names ...string) {
	t.Helper()
	for _, name := range names {
		if k, ok := special[name]; ok {
			b.Press(k)
			continue
		}
		for _, r := range name {
			b.Press(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
}

var special = map[string]tea.KeyPressMsg{
	"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd},
	"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "backspace": {Code: tea.KeyBackspace}, "delete": {Code: tea.KeyDelete},
	"ctrl+w": {Code: 'w', Mod: tea.ModCtrl}, "ctrl+u": {Code: 'u', Mod: tea.ModCtrl}, "ctrl+k": {Code: 'k', Mod: tea.ModCtrl},
	"alt+left": {Code: tea.KeyLeft, Mod: tea.ModAlt}, "alt+right": {Code: tea.KeyRight, Mod: tea.ModAlt}, "ctrl+delete": {Code: tea.KeyDelete, Mod: tea.ModCtrl},
}

func TestKeysEditTheText(t *testing.T) {
	for _, c := range []struct {
		name  string
		start string
		keys  []string
		want  string
	}{
		{"typing", "", []string{"Ōsaka"}, "Ōsaka"},
		{"in the middle", "ac", []string{"left", "b"}, "abc"},
		{"backspace takes a whole flag", "a🇯🇵", []string{"backspace"}, "a"},
		{"backspace takes a letter with its accent", "ae\u0301", []string{"backspace"}, "a"},
		{"delete ahead", "abc", []string{"home", "delete"}, "bc"},
		{"delete at the end does nothing", "abc", []string{"delete"}, "abc"},
		{"a word back", "one two", []string{"ctrl+w"}, "one "},
		{"a word ahead", "one two", []string{"home", "ctrl+delete"}, " two"},
		{"to the start of the line", "one\ntwo", []string{"ctrl+u"}, "one\n"},
		{"to the end of the line", "one\ntwo", []string{"up", "home", "ctrl+k"}, "\ntwo"},
		{"words left and right", "one two", []string{"alt+left", "x", "alt+right", "y"}, "one xtwoy"},
		{"across a line break", "a\nb", []string{"left", "left", "x"}, "ax\nb"},
		{"back over a line break", "a\nb", []string{"left", "backspace"}, "ab"},
		{"a control character is kept and one character", "a\x1bb", []string{"left", "backspace"}, "ab"},
		{"CR LF is one character", "a\r\nb", []string{"left", "backspace"}, "ab"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := &Buffer{}
			b.Set(c.start)
			b.Layout(20)
			keys(t, b, c.keys...)
			if b.Text() != c.want {
				t.Errorf("got %q, want %q", b.Text(), c.want)
			}
		})
	}
}

func TestPastedLineBreaksBecomeLF(t *testing.T) {
	b := &Buffer{}
	b.Insert("a\r\nb\rc")
	if b.Text() != "a\nb\nc" {
		t.Errorf("got %q", b.Text())
	}
}

func TestUpAndDownLeaveTheTextOnlyAtItsEdges(t *testing.T) {
	b := &Buffer{}
	b.Set("abcdefgh") // two rows of five
	b.Layout(5)
	if got := b.Press(special["down"]); got != Ignored {
		t.Errorf("down in the last row: %v", got)
	}
	if got := b.Press(special["up"]); got != Moved {
		t.Errorf("up in the last row: %v", got)
	}
	keys(t, b, "X")
	if b.Text() != "abcXdefgh" {
		t.Errorf("up left the column: %q", b.Text())
	}
	if got := b.Press(special["up"]); got != Ignored {
		t.Errorf("up in the first row: %v", got)
	}
}

func TestEveryRowFitsItsWidth(t *testing.T) {
	for _, text := range []string{"", "hello world", "日本語テキスト入力", "a日b本c", "x\ny\n\nz", strings.Repeat("é", 30), "\x1b[31mred\x07\u202e", "\u0301\u0301"} {
		for width := 2; width < 12; width++ {
			b := &Buffer{}
			b.Set(text)
			l := b.Layout(width)
			for _, row := range l.Rows {
				if n := ansi.StringWidth(row.String()); n > width {
					t.Errorf("%q at %d: a row of %d cells", text, width, n)
				}
				if strings.ContainsAny(row.String(), "\x1b\x07\n\u202e") {
					t.Errorf("%q is drawn raw: %q", text, row)
				}
			}
			if l.CursorCol >= width || l.CursorRow >= len(l.Rows) {
				t.Errorf("%q at %d: the cursor is at %d,%d of %d rows", text, width, l.CursorRow, l.CursorCol, len(l.Rows))
			}
		}
	}
}

func TestAClickPutsTheCursorThere(t *testing.T) {
	b := &Buffer{}
	b.Set("日本語\nabc")
	b.Layout(10)
	for _, c := range []struct {
		row, col int
		want     string
	}{{0, 0, "X日本語\nabc"}, {0, 3, "日X本語\nabc"}, {0, 9, "日本語X\nabc"}, {1, 1, "日本語\naXbc"}, {9, 0, "日本語\nabcX"}} {
		b.Set("日本語\nabc")
		b.Click(c.row, c.col)
		keys(t, b, "X")
		if b.Text() != c.want {
			t.Errorf("click at %d,%d: %q, want %q", c.row, c.col, b.Text(), c.want)
		}
	}
}

func FuzzEditing(f *testing.F) {
	f.Add("hello\nworld", []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 7)
	f.Add("e\u0301🇯🇵\r\n\x1b", []byte{0, 7, 0, 7, 1, 8, 12}, 2)
	names := []string{"left", "right", "up", "down", "home", "end", "backspace", "delete", "ctrl+w", "ctrl+k", "ctrl+u", "ctrl+delete", "x", "\u0301", "日"}
	f.Fuzz(func(t *testing.T, text string, presses []byte, width int) {
		b := &Buffer{}
		b.Set(text)
		for _, p := range presses {
			b.Layout(width % 50)
			keys(t, b, names[int(p)%len(names)])
			if b.at < 0 || b.at > len(b.text) {
				t.Fatalf("the cursor is at %d of %d", b.at, len(b.text))
			}
			if utf8.ValidString(text) && !utf8.ValidString(b.text) {
				t.Fatalf("a character was cut in two: %q", b.text)
			}
		}
	})
}
