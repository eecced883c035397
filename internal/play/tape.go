package play

import (
	"fmt"
	"io"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/cast"
)

// tape writes screens as a recording: of each, the rows that changed.
type tape struct {
	w      *cast.Writer
	stage  *stage
	before []string
	title  string
	cursor string
}

func newTape(out io.Writer, s *Script, st *stage, clock *Clock, version int) (*tape, error) {
	w, err := cast.NewWriter(out, cast.Header{
		Version: version, Cols: st.cols, Rows: st.rows, Timestamp: time.Now().Unix(),
		Title: s.Title, Term: "xterm-256color",
	}, clock.Now)
	return &tape{w: w, stage: st}, err
}

// snap records the screen as it is now, if it is not what it was.
func (t *tape) snap() {
	buf, view := t.stage.screen()
	var b strings.Builder
	if view.WindowTitle != t.title {
		fmt.Fprintf(&b, "\x1b]2;%s\x07", view.WindowTitle)
		t.title = view.WindowTitle
	}
	if t.before == nil {
		b.WriteString("\x1b[2J")
		t.before = make([]string, buf.Height())
	}
	for y := range buf.Height() {
		row := buf.Line(y).Render()
		if row != t.before[y] {
			fmt.Fprintf(&b, "\x1b[%d;1H\x1b[0m\x1b[2K%s", y+1, row)
			t.before[y] = row
		}
	}
	if c := cursorCode(view.Cursor); c != t.cursor || b.Len() > 0 {
		b.WriteString(c)
		t.cursor = c
	}
	if b.Len() > 0 {
		_, _ = io.WriteString(t.w, b.String())
	}
}

func cursorCode(c *tea.Cursor) string {
	if c == nil {
		return "\x1b[?25l"
	}
	return fmt.Sprintf("\x1b[%d;%dH\x1b[?25h", c.Y+1, c.X+1)
}

// resized starts over on a screen of another size.
func (t *tape) resized(cols, rows int) {
	t.w.Resize(cols, rows)
	t.before = nil
}
