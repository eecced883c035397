package question

import (
	"context"
	"errors"
	"fmt"
	"io"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/tui/theme"
)

// gone covers a question that nobody waits for any more: it says so, and keeps
// what was filled in.
type gone struct {
	pager
	s    *Screen
	why  error
	kept []byte // JSON of what was filled in; nil when nothing was
	what string // such as "2 of 4 fields"
}

func (m *formMode) withdrawn() layer {
	g := &gone{s: m.s}
	if all := m.fields.Answers(); m.fields.Changed() {
		g.kept = m.f.Preview(all)
		n := 0
		for _, a := range all {
			if a.State == forms.Set {
				n++
			}
		}
		g.what = fmt.Sprintf("%d of %d fields", n, len(m.f.Properties))
		if m.single() {
			g.what = "1 field"
		}
	}
	return g.open()
}

func (g *gone) open() *gone {
	leave := func() {} // key leaves by a fact
	g.pager = pager{title: g.s.c.Server + " no longer waits for this answer", copy: string(g.kept), body: g.body, leave: leave, told: g.s.tell}
	return g
}

func (g *gone) key(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "esc", "enter", "q":
		return fact(Closed{ID: g.s.c.ID})
	}
	return g.pager.key(msg)
}

func (g *gone) body(w int, t *theme.Theme) []string {
	rows := indented(whyWords(g.why), w, t.Text)
	rows = append(rows, indented("Nothing was sent.", w, t.Text)...)
	if len(g.kept) == 0 {
		return rows
	}
	rows = append(append(rows, ""), indented("Kept: your answers ("+g.what+"). They are offered again when the same question comes back.", w, t.Success)...)
	return append(append(rows, ""), jsonRows(g.kept, w, t)...)
}

// whyWords says why a question went away. An error may carry a server's words.
func whyWords(why error) string {
	switch {
	case why == nil, errors.Is(why, context.Canceled):
		return "The question was withdrawn, or its call ended."
	case errors.Is(why, context.DeadlineExceeded):
		return "The call took longer than its time limit."
	case errors.Is(why, io.EOF):
		return "The server closed the connection."
	}
	return safetext.Of(why.Error()).Line()
}

func (g *gone) bindings() []key.Binding {
	bs := []key.Binding{bind("enter esc", "enter", "back")}
	if len(g.kept) > 0 {
		bs = append(bs, bind("y", "y", "copy the answers"), bind("up down", "↑/↓", "scroll"))
	}
	return bs
}
