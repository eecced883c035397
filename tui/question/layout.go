package question

import (
	tea "charm.land/bubbletea/v2"

	"elicit/internal/keystroke"
	"elicit/tui/theme"
)

// From these sizes on the screen affords more than the question itself.
const (
	roomyHeight = 18  // the provenance line, blank rows, buttons
	tallHeight  = 28  // what the call was
	wideWidth   = 100 // the JSON beside the form
)

// frame is where everything stands, in rows from the top: the header is row 0
// and the key line the last one.
type frame struct {
	context, provenance, message, notes, gap int // heights
	body                                     int // first row of the mode's part
	bodyHeight                               int
}

// layout divides the height: the form gets what it needs, the message what is
// left, yet never so little that it cannot be seen at all.
func (s *Screen) layout() frame {
	f := frame{}
	if s.h >= roomyHeight {
		f.provenance, f.gap = 1, 1
	}
	if s.h >= tallHeight && s.head.context(s.w, s.o.Theme) != "" {
		f.context = 1
	}
	f.notes = s.notes.height(s.w, s.h)
	fixed := 2 + f.context + f.provenance + f.notes + f.gap // header and key line are the 2
	want := s.message.height(s.w)
	least := min(want, max(1, (s.h-6)/5))
	f.message = max(least, min(want, s.h-fixed-s.mode.height(s.w)))
	if want == 0 {
		f.message = 0
	}
	f.bodyHeight = max(s.h-fixed-f.message, 1)
	f.body = 1 + f.context + f.provenance + f.message + f.notes + f.gap
	s.mode.setSize(s.w, f.bodyHeight)
	return f
}

func (s *Screen) draw() []string {
	t, f := s.o.Theme, s.layout()
	s.head.clock = s.clock()
	rows := []string{s.head.row(s.w, t, s.verbs()...)}
	top := s.layers.top()
	if _, isBar := top.(bar); top != nil && !isBar {
		rows = append(rows, make([]string, s.layerTop()-1)...)
		rows = append(rows, top.rows(s.w, s.h-len(rows)-1, t)...)
		return append(rows, s.keyRow(t))
	}
	if f.context > 0 {
		rows = append(rows, s.head.context(s.w, t))
	}
	if f.provenance > 0 {
		rows = append(rows, fit(" "+t.Faint.Render(provenance), s.w))
	}
	rows = append(rows, s.message.rows(s.w, f.message, t)...)
	rows = append(rows, s.notes.rows(s.w, f.notes, t)...)
	if f.gap > 0 {
		rows = append(rows, "")
	}
	rows = append(rows, block(s.mode.rows(s.w, f.bodyHeight), s.w, f.bodyHeight)...)
	if b, ok := top.(bar); ok {
		n := min(b.height(s.w), f.bodyHeight)
		copy(rows[len(rows)-n:], b.rows(s.w, n, t))
	}
	return block(append(rows, s.keyRow(t)), s.w, s.h)
}

func (s *Screen) verbs() []string {
	if !s.stopped.IsZero() {
		return []string{"asked, and no longer waits", "no longer waits"}
	}
	return s.mode.verbs()
}

// keyRow is the last row: the keys, or one fact in their place.
func (s *Screen) keyRow(t *theme.Theme) string {
	if note := s.guard.note(s.o.Now()); note != "" {
		return fit(" "+t.Faint.Render(note), s.w)
	}
	if s.note != "" {
		return fit(" "+t.Success.Render("✔ "+s.note), s.w)
	}
	return fit(keyLine(s.lineBindings(), s.w, t), s.w)
}

// mouse moves a mouse message to the part it is meant for.
func (s *Screen) mouse(msg tea.MouseMsg) tea.Cmd {
	if s.decided && !s.stays || !s.guard.open(s.o.Now()) {
		return nil
	}
	if click, ok := msg.(tea.MouseClickMsg); ok && click.Y == s.h-1 {
		return s.clickKey(click.X)
	}
	if top := s.layers.top(); top != nil {
		return top.update(shifted(msg, s.layerTop()))
	}
	f, y := s.layout(), msg.Mouse().Y
	if wheel, ok := msg.(tea.MouseWheelMsg); ok && y < f.body {
		s.message.scroll(wheelRows(wheel))
		return nil
	}
	return s.mode.update(shifted(msg, f.body))
}

// clickKey presses the key whose entry of the key line was clicked.
func (s *Screen) clickKey(x int) tea.Cmd {
	if s.note != "" {
		s.note = ""
		return nil
	}
	press, ok := keystroke.Parse(keyAt(s.lineBindings(), s.w, x, s.o.Theme))
	if !ok {
		return nil
	}
	return s.key(press)
}

// layerTop is the row where a page over the question begins.
func (s *Screen) layerTop() int {
	if s.h >= roomyHeight {
		return 2
	}
	return 1
}

// shifted is a mouse message seen from a part that begins at row top.
func shifted(msg tea.MouseMsg, top int) tea.Msg {
	switch m := msg.(type) {
	case tea.MouseClickMsg:
		m.Y -= top
		return m
	case tea.MouseReleaseMsg:
		m.Y -= top
		return m
	case tea.MouseWheelMsg:
		m.Y -= top
		return m
	case tea.MouseMotionMsg:
		m.Y -= top
		return m
	}
	return msg
}
