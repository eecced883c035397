package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/safetext"
	"elicit/tui/pane"
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
	rebuild func(m *Model) pane.Source // in other styles
	w, h    int
}

func newTextScreen(m *Model, title, head string, build func(m *Model) pane.Source, file string, content func() []byte) *textScreen {
	return &textScreen{title: title, head: head, view: pane.New(m.theme, build(m)), rebuild: build, file: file, content: content}
}

// newFrameView opens one frame: as JSON with folding, or its exact bytes.
func newFrameView(m *Model, s *server, fr frame) *textScreen {
	what := fr.method
	if what == "" {
		what = "response " + fr.answer
	}
	head := fmt.Sprintf("%s  frame %d  %s  %s  %s", s.label(), fr.number, fr.dir, what, pane.Bytes(fr.size))
	exact := false
	build := func(m *Model) pane.Source {
		switch {
		case fr.bytes == nil:
			return pane.NewText("The bytes of this frame are no longer kept in memory; --trace FILE keeps all.", m.theme.Faint, m.theme.Warning)
		case exact:
			return exactSource(m, fr.bytes)
		}
		return jsonOrText(m, fr.bytes)
	}
	ts := newTextScreen(m, "frame", head, build, fmt.Sprintf("frame-%d.json", fr.number), func() []byte { return fr.bytes })
	ts.more = func(m *Model) []action {
		list := []action{{keys: []string{"x"}, brief: "exact bytes", name: "exact bytes, or as JSON again", run: do(func() {
			exact = !exact
			ts.view.SetSource(build(m))
		})}}
		if fr.pair >= 0 {
			list = append(list, action{keys: []string{"p"}, brief: "pair", name: "the request or response that belongs to it", run: func() tea.Cmd {
				other, ok := s.logs.frames.at(fr.pair)
				if !ok {
					return m.notify("it is no longer kept")
				}
				m.pop()
				m.push(newFrameView(m, s, other))
				return nil
			}})
		}
		return list
	}
	return ts
}

// exactSource shows bytes as they are, what a terminal would act on made
// visible.
func exactSource(m *Model, b []byte) pane.Source {
	return pane.NewText(safetext.Of(string(b)).String(), m.theme.Text, m.theme.Warning.Reverse(true))
}

func jsonOrText(m *Model, b []byte) pane.Source {
	if j, err := pane.ParseJSON(b, m.theme); err == nil {
		return j
	}
	return exactSource(m, b)
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
		m.push(newStringScreen(m, raw))
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
	s.view.SetSource(s.rebuild(m))
}

// View draws the head and the text.
func (s *textScreen) View(m *Model) string {
	return pane.Cut(" "+m.theme.Faint.Render(s.head), s.w) + "\n\n" + s.view.View()
}
