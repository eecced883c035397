package tui

import (
	"bytes"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/pane"
)

// frames lists every line of one server, both ways.
type frames struct {
	server *server
	log    *frameLog
	view   *pane.View
	filter string
	shown  []int // seqs that pass the filter; unused without one
	seen   int   // seqs before it were looked at by the filter
	looks  bool  // the filter has more to look at already, and will
	from   int   // seq of the first frame kept, when last looked at
	w, h   int
	model  *Model
}

func (m *Model) openFrames() tea.Cmd {
	s := m.server()
	if s == nil {
		return m.notify("there is no server")
	}
	if f, ok := m.top().(*frames); ok && f.server == s {
		return nil
	}
	f := &frames{server: s, log: s.logs.frames, model: m}
	f.from, _ = f.log.bounds()
	f.view = pane.New(m.theme, f)
	f.view.Follow = true
	m.push(f)
	return nil
}

// Title names the screen.
func (f *frames) Title() string { return "frames" }

// Capturing is false.
func (f *frames) Capturing() bool { return false }

// Len is the number of frames that pass the filter.
func (f *frames) Len() int {
	if f.filter != "" {
		return len(f.shown)
	}
	from, to := f.log.bounds()
	return to - from
}

func (f *frames) frame(i int) (frame, bool) {
	if f.filter != "" {
		if i < 0 || i >= len(f.shown) {
			return frame{}, false
		}
		return f.log.at(f.shown[i])
	}
	from, _ := f.log.bounds()
	return f.log.at(from + i)
}

// Flat is true: a frame is one row.
func (f *frames) Flat() bool { return true }

// Text is the frame's bytes.
func (f *frames) Text(i int) string {
	fr, _ := f.frame(i)
	return string(fr.bytes)
}

// Rows is frame i on one row.
func (f *frames) Rows(i, width int) []string {
	fr, ok := f.frame(i)
	if !ok {
		return []string{f.model.theme.Faint.Render("  no longer kept")}
	}
	return []string{pane.Cut(f.row(fr, width), width)}
}

func (f *frames) row(fr frame, width int) string {
	t := f.model.theme
	arrow := t.Success.Render("←")
	if fr.dir == mcpclient.Out {
		arrow = t.Accent.Render("→")
	}
	what, style := fr.method, t.Text
	if what == "" {
		what, style = fr.answer, t.Faint
	}
	if what == "" {
		what = "response"
	}
	if fr.failed {
		style = t.Error
	}
	at := fr.time.Sub(f.log.start()).Seconds()
	head := fmt.Sprintf("%5d %9.3f ", fr.number, at)
	tail := fmt.Sprintf(" %6s %9s", pane.Cut(fr.id, 6), pane.Bytes(fr.size))
	if width < narrowFrames {
		head, tail = fmt.Sprintf("%4d ", fr.number), fmt.Sprintf(" %8s", pane.Bytes(fr.size))
	}
	room := f.methodWidth(width)
	return t.Faint.Render(head) + arrow + " " + pane.Pad(style.Render(what), room) + t.Faint.Render(tail)
}

// narrowFrames is the width under which rows leave out time and id.
const narrowFrames = 56

// methodWidth is the width of the column that takes what is left.
func (f *frames) methodWidth(width int) int {
	if width < narrowFrames {
		return max(width-5-9-2, 4)
	}
	return max(min(width-16-17-2, 60), 4)
}

// Actions are the screen's keys.
func (f *frames) Actions(m *Model) []action {
	list := []action{
		{keys: []string{"enter", "l", "right"}, brief: "open", name: "open the frame as JSON", run: func() tea.Cmd { return f.open(m) }},
		{keys: []string{"/"}, brief: "filter", name: "filter by method, id or any text", run: do(func() { f.askFilter(m) })},
		{keys: []string{"F"}, brief: "follow", name: "follow what comes, or stop following", run: do(func() {
			f.view.Follow = !f.view.Follow
			f.view.Refresh()
		})},
		{keys: []string{"p"}, brief: "pair", name: "go to the request or response that belongs to it", run: func() tea.Cmd { return f.goToPair(m) }},
		{keys: []string{"y"}, brief: "copy", name: "copy the frame's exact bytes", run: func() tea.Cmd { return f.copy(m) }},
		{keys: []string{"s"}, brief: "save", name: "save the frames shown, one a line", run: do(func() {
			m.askSave(f.server.label()+"-frames.jsonl", f.all)
		})},
		{keys: []string{"f"}, name: "frames", run: do(func() {})},
	}
	if f.filter != "" {
		list = append(list, action{keys: []string{"esc"}, name: "show all frames again", run: func() tea.Cmd { return f.setFilter("") }})
	}
	return list
}

func (f *frames) all() []byte {
	var b bytes.Buffer
	for i := range f.Len() {
		if fr, ok := f.frame(i); ok && fr.bytes != nil {
			b.Write(bytes.TrimRight(fr.bytes, "\r\n")) // appending would write into the kept line
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}

func (f *frames) open(m *Model) tea.Cmd {
	if fr, ok := f.frame(f.view.Cursor()); ok {
		return m.openFrame(f.server, fr)
	}
	return nil
}

func (f *frames) copy(m *Model) tea.Cmd {
	fr, ok := f.frame(f.view.Cursor())
	if !ok || fr.bytes == nil {
		return m.notify("the bytes of this frame are no longer kept; --trace FILE keeps all")
	}
	return m.copyText(fmt.Sprintf("frame %d", fr.number), string(fr.bytes))
}

func (f *frames) goToPair(m *Model) tea.Cmd {
	fr, ok := f.frame(f.view.Cursor())
	if !ok || fr.pair < 0 {
		return m.notify("nothing belongs to this frame yet")
	}
	if f.show(fr.pair) {
		return nil
	}
	cmd := f.setFilter("")
	f.show(fr.pair)
	return cmd
}

// show puts the cursor on a frame; false when the filter hides it.
func (f *frames) show(seq int) bool {
	f.view.Follow = false
	if f.filter == "" {
		from, to := f.log.bounds()
		f.view.SetCursor(seq - from)
		return seq >= from && seq < to
	}
	i, found := slices.BinarySearch(f.shown, seq)
	if found {
		f.view.SetCursor(i)
	}
	return found
}

// keepPlace stays with the frame under the cursor when older ones are forgotten.
func (f *frames) keepPlace() {
	from, _ := f.log.bounds()
	if f.filter == "" {
		f.view.Dropped(from - f.from)
	}
	f.from = from
}

// Update scrolls, and takes in what came.
func (f *frames) Update(m *Model, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case logGrew:
		f.keepPlace()
		if !f.looks {
			return f.look()
		}
	case lookOn:
		f.looks = false
		return f.look()
	case tea.MouseClickMsg:
		if i := f.view.ItemAt(msg.Y - f.headRows()); i >= 0 {
			if i == f.view.Cursor() {
				return f.open(m)
			}
			f.view.Follow = false
			f.view.SetCursor(i)
		}
	default:
		f.view.Update(msg)
	}
	return nil
}

// Resize gives the list its cells.
func (f *frames) Resize(m *Model, w, h int) {
	f.w, f.h = w, h
	f.view.SetSize(w-1, max(h-f.headRows(), 1))
}

// columns reports whether there is room for the columns' names.
func (f *frames) columns() bool { return f.h >= 16 && f.w >= 58 }

func (f *frames) headRows() int {
	if f.columns() {
		return 2
	}
	return 1
}

func (f *frames) columnWords() string {
	room := f.methodWidth(f.w - 3)
	return fmt.Sprintf("  %5s %9s   %s %6s %9s", "#", "seconds", pane.Pad("method", room), "id", "size")
}

// SetTheme changes the styles.
func (f *frames) SetTheme(m *Model) { f.view.SetTheme(m.theme) }

// View draws the list.
func (f *frames) View(m *Model) string {
	t := m.theme
	from, to := f.log.bounds()
	head := " " + t.Faint.Render("frames of ") + t.Strong.Render(f.server.label()) + t.Faint.Render(fmt.Sprintf("  %d", to))
	if from > 0 {
		head += t.Faint.Render(fmt.Sprintf(", the first %d no longer kept", from))
	}
	if f.filter != "" {
		head += t.Accent.Render(fmt.Sprintf("  /%s: %d", safetext.Of(f.filter).Line(), len(f.shown)))
	}
	if f.view.Follow {
		head += t.Faint.Render("  following")
	}
	if f.Len() == 0 {
		return pane.Cut(head, f.w) + "\n\n  " + t.Faint.Render("no frames")
	}
	rows := pane.Cut(head, f.w) + "\n"
	if f.columns() {
		rows += t.Faint.Render(pane.Cut(f.columnWords(), f.w)) + "\n"
	}
	return rows + f.view.View()
}
