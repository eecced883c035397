package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/safetext"
	"elicit/tui/pane"
	"elicit/tui/theme"
)

// textScreen shows one text or JSON value with a head row: a frame, a long
// string, an entry of the history.
type textScreen struct {
	title   string
	head    string // drawn by the client, cleaned
	view    *pane.View
	file    string
	content func() []byte // what is copied and saved
	more    func(m *Model) []action
	build   func(m *Model) (pane.Source, tea.Cmd)
	w, h    int
}

// newTextScreen makes a screen that shows its content as JSON, or as text where
// it is none; build says otherwise.
func newTextScreen(m *Model, title, head, file string, content func() []byte) *textScreen {
	s := &textScreen{title: title, head: head, view: pane.New(m.theme, pane.Lines{}), file: file, content: content}
	s.build = func(m *Model) (pane.Source, tea.Cmd) { return m.layOutJSON(s, content()) }
	return s
}

// rebuild lays the content out anew, as it is wanted now.
func (s *textScreen) rebuild(m *Model) tea.Cmd {
	src, cmd := s.build(m)
	s.view.SetSource(src)
	return cmd
}

// openFrame opens one frame: as JSON with folding, or its exact bytes.
func (m *Model) openFrame(s *server, fr frame) tea.Cmd {
	what := fr.method
	if what == "" {
		what = "response " + fr.answer
	}
	head := fmt.Sprintf("%s  frame %d  %s  %s  %s", s.label(), fr.number, fr.dir, what, pane.Bytes(fr.size))
	ts := newTextScreen(m, "frame", head, fmt.Sprintf("frame-%d.json", fr.number), func() []byte { return fr.bytes })
	exact := false
	ts.build = func(m *Model) (pane.Source, tea.Cmd) {
		switch {
		case fr.bytes == nil:
			return pane.NewText("The bytes of this frame are no longer kept in memory; --trace FILE keeps all.", m.theme.Faint, m.theme.Warning), nil
		case exact:
			return m.layOutAs(ts, fr.bytes, asText)
		}
		return m.layOutJSON(ts, fr.bytes)
	}
	ts.more = func(m *Model) []action {
		list := []action{{keys: []string{"x"}, brief: "exact bytes", name: "exact bytes, or as JSON again", run: func() tea.Cmd {
			exact = !exact
			return ts.rebuild(m)
		}}}
		if fr.pair >= 0 {
			list = append(list, action{keys: []string{"p"}, brief: "pair", name: "the request or response that belongs to it", run: func() tea.Cmd { return m.openPair(s, fr) }})
		}
		return list
	}
	m.push(ts)
	return ts.rebuild(m)
}

func (m *Model) openPair(s *server, fr frame) tea.Cmd {
	other, ok := s.logs.frames.at(fr.pair)
	if !ok {
		return m.notify("it is no longer kept")
	}
	m.pop()
	return m.openFrame(s, other)
}

func jsonOrText(t *theme.Theme, b []byte) pane.Source {
	if j, err := pane.ParseJSON(b, t); err == nil {
		return j
	}
	return asText(t, b)
}

func asText(t *theme.Theme, b []byte) pane.Source {
	return pane.NewText(safetext.Of(string(b)).String(), t.Text, t.Warning.Reverse(true))
}

// smallText is laid out at once; more would be felt as a key that hangs.
const smallText = 256 << 10

// laidOut brings what took a while to lay out, for those who still wait for it.
type laidOut struct {
	source pane.Source
	wait   *waiting
}

// waiting stands where something is being laid out.
type waiting struct{ pane.Lines }

// layOutJSON lays JSON out for a screen.
func (m *Model) layOutJSON(to screen, b []byte) (pane.Source, tea.Cmd) {
	return m.layOutAs(to, b, jsonOrText)
}

// layOutAs lays bytes out for a screen: at once, or in a command whose laidOut
// comes to that screen.
func (m *Model) layOutAs(to screen, b []byte, as func(*theme.Theme, []byte) pane.Source) (pane.Source, tea.Cmd) {
	t := m.theme
	if len(b) <= smallText {
		return as(t, b), nil
	}
	wait := &waiting{pane.Lines{t.Faint.Render("laying out " + pane.Bytes(len(b)) + " …")}}
	return wait, func() tea.Msg { return addressed{to: to, msg: laidOut{as(t, b), wait}} }
}

// into shows what was laid out where it is waited for.
func (d laidOut) into(v *pane.View) {
	if v.Source() == pane.Source(d.wait) {
		v.SetSource(d.source)
	}
}

// Title names the screen.
func (s *textScreen) Title() string { return s.title }

// Capturing is false.
func (s *textScreen) Capturing() bool { return false }

// Actions are the screen's keys.
func (s *textScreen) Actions(m *Model) []action {
	list := []action{{keys: []string{"enter"}, name: "open or close what is under the cursor", run: func() tea.Cmd { return m.openItem(s.view) }}}
	if s.more != nil {
		list = append(list, s.more(m)...)
	}
	list = append(list, foldActions(s.view)...)
	return append(list, m.textActions(s.view, s.file, s.content)...)
}

// foldActions name the keys by which JSON folds.
func foldActions(v *pane.View) []action {
	if !folds(v.Source()) {
		return nil
	}
	return []action{
		{keys: []string{"z"}, brief: "fold", name: "fold everything, or unfold it", run: do(func() { v.Update(tea.KeyPressMsg{Code: 'z', Text: "z"}) })},
	}
}

func folds(src pane.Source) bool {
	switch src := src.(type) {
	case *pane.JSON:
		return true
	case pane.Barred:
		return folds(src.Source)
	case pane.Stack:
		return slices.ContainsFunc(src, folds)
	}
	return false
}

// openItem folds a container, or opens a long value as text of its own.
func (m *Model) openItem(v *pane.View) tea.Cmd {
	i := v.Cursor()
	if i < 0 || v.Toggle() {
		return nil
	}
	src, item := v.Source(), i
	if st, ok := src.(pane.Stack); ok {
		src, item = st.At(i)
	}
	if b, ok := src.(pane.Barred); ok {
		src = b.Source
	}
	j, ok := src.(*pane.JSON)
	if !ok {
		return nil
	}
	if raw, _ := j.Value(item); len(raw) > 0 && raw[0] == '"' {
		return m.openString(raw)
	}
	return nil
}

// Update scrolls.
func (s *textScreen) Update(m *Model, msg tea.Msg) tea.Cmd {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		if i := s.view.ItemAt(click.Y - 2); i >= 0 {
			if i == s.view.Cursor() {
				return m.openItem(s.view)
			}
			s.view.SetCursor(i)
		}
		return nil
	}
	if done, ok := msg.(laidOut); ok {
		done.into(s.view)
		return nil
	}
	s.view.Update(msg)
	return nil
}

// Resize gives the view its cells.
func (s *textScreen) Resize(m *Model, w, h int) {
	s.w, s.h = w, h
	s.view.SetSize(w-1, max(h-2, 1))
}

// SetTheme rebuilds the source in the new styles.
func (s *textScreen) SetTheme(m *Model) {
	s.view.SetTheme(m.theme)
	m.later(s.rebuild(m))
}

// View draws the head and the text.
func (s *textScreen) View(m *Model) string {
	return pane.Cut(" "+m.theme.Faint.Render(s.head), s.w) + "\n\n" + s.view.View()
}
