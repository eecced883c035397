package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"elicit/tui/pane"
)

// home lists what the server in front offers, with the details of the entry
// under the cursor beside it.
type home struct {
	list     *pane.View
	detail   *pane.View
	entries  []entry // as the list shows them, headings included
	filter   string
	inDetail bool // the detail has the keys, and in narrow windows the screen
	w, h     int
	places   map[string]string // server → key of the entry under the cursor
}

// entry is one row of the list.
type entry struct {
	head    bool
	heading string
	target  target
}

func newHome(m *Model) *home {
	h := &home{places: map[string]string{}}
	h.list = pane.New(m.theme, pane.Items{})
	h.detail = pane.New(m.theme, pane.Lines{})
	h.detail.Bare = true
	return h
}

// Title is empty: home is where one is.
func (h *home) Title() string { return "" }

// Capturing is false: the filter is an overlay.
func (h *home) Capturing() bool { return false }

// wide reports whether list and detail stand side by side.
func (h *home) wide() bool { return h.w >= 72 }

func (h *home) listWidth() int {
	if !h.wide() {
		return h.w - 1
	}
	return min(max(h.w*2/5, 30), 46)
}

// Resize gives both panes their cells.
func (h *home) Resize(m *Model, w, height int) {
	h.w, h.h = w, height
	h.list.SetSize(h.listWidth(), height)
	h.refresh(m)
}

func (h *home) detailWidth() int {
	if !h.wide() {
		return max(h.w-2, 1)
	}
	return max(h.w-h.listWidth()-4, 1)
}

// SetTheme redraws everything in the new styles.
func (h *home) SetTheme(m *Model) {
	h.list.SetTheme(m.theme)
	h.detail.SetTheme(m.theme)
	h.refresh(m)
}

// changeServer shows another server's list.
func (h *home) changeServer(m *Model) {
	h.inDetail, h.filter = false, ""
	h.refresh(m)
}

// refresh rebuilds the list from the server in front and keeps the cursor on
// the same entry.
func (h *home) refresh(m *Model) {
	s := m.server()
	h.entries = h.entries[:0]
	if s != nil {
		h.entries = h.spaced(h.collect(s))
	}
	items := make(pane.Items, len(h.entries))
	at := -1
	for i, e := range h.entries {
		items[i] = h.item(m, e)
		if !e.head && s != nil && e.target.Key() == h.places[s.Name] {
			at = i
		}
	}
	h.list.SetSource(items)
	if at >= 0 {
		h.list.SetCursor(at)
	} else {
		h.list.SetCursor(min(h.list.Cursor(), len(items)-1))
	}
	h.describe(m)
}

func (h *home) item(m *Model, e entry) pane.Item {
	if e.head {
		return pane.Item{Head: true, Plain: e.heading, Draw: func(int) string { return m.theme.Strong.Render(e.heading) }}
	}
	name := e.target.Name().Line()
	return pane.Item{Plain: name, Draw: func(width int) string { return h.row(m, e.target, name, width) }}
}

// row is one entry: its name and, at the right, what its last call is doing.
func (h *home) row(m *Model, t target, name string, width int) string {
	state := ""
	if c := t.server.calls[t.Key()]; c != nil {
		state = m.callMark(c)
	}
	style := m.theme.Text
	if cur, ok := h.current(); ok && cur.Key() == t.Key() {
		style = m.theme.Select
	}
	room := max(width-pane.Width(state)-1, 1)
	return pane.Pad(style.Render(pane.Cut(name, room)), room) + " " + state
}

// callMark is a call's state in one or two cells.
func (m *Model) callMark(c *call) string {
	switch {
	case len(c.waiting) > 0:
		return m.theme.Warning.Render(fmt.Sprintf("◆%d", len(c.waiting)))
	case c.open():
		return m.theme.Accent.Render(m.spinner())
	case c.cancelled:
		return m.theme.Faint.Render("–")
	case c.err != nil, c.result.IsError:
		return m.theme.Error.Render("✗")
	}
	return m.theme.Success.Render("✔")
}

// current is the target under the cursor.
func (h *home) current() (target, bool) {
	i := h.list.Cursor()
	if i < 0 || i >= len(h.entries) || h.entries[i].head {
		return target{}, false
	}
	return h.entries[i].target, true
}

func (h *home) moved(m *Model) {
	if t, ok := h.current(); ok {
		h.places[t.server.Name] = t.Key()
	}
	h.describe(m)
}

// Update moves the cursor; logs and clocks only need a redraw.
func (h *home) Update(m *Model, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		return h.click(m, msg)
	case tea.MouseWheelMsg:
		if h.wide() && msg.X > h.listWidth() {
			h.detail.Update(msg)
			return nil
		}
	case tea.KeyPressMsg:
		if h.inDetail {
			h.detail.Update(msg)
			return nil
		}
	default:
		return nil
	}
	was := h.list.Cursor()
	if h.list.Update(msg) && h.list.Cursor() != was {
		h.moved(m)
	}
	return nil
}

func (h *home) click(m *Model, msg tea.MouseClickMsg) tea.Cmd {
	if msg.Button != tea.MouseLeft || h.wide() && msg.X > h.listWidth() || h.onlyDetail(m) {
		return nil
	}
	i := h.list.ItemAt(msg.Y)
	if i < 0 || h.entries[i].head {
		return nil
	}
	if i == h.list.Cursor() {
		return m.begin(m.server(), h.entries[i].target, false)
	}
	h.list.SetCursor(i)
	h.moved(m)
	return nil
}

// View draws list and detail, side by side where there is room.
func (h *home) View(m *Model) string {
	if m.server() == nil {
		return h.welcome(m)
	}
	if h.onlyDetail(m) {
		return " " + strings.ReplaceAll(h.detail.View(), "\n", "\n ")
	}
	if !h.wide() {
		return h.list.View()
	}
	left := strings.Split(h.list.View(), "\n")
	right := strings.Split(h.detail.View(), "\n")
	bar := m.theme.Rule
	if h.inDetail {
		bar = m.theme.Accent
	}
	rows := make([]string, h.h)
	for i := range rows {
		l, r := "", ""
		if i < len(left) {
			l = left[i]
		}
		if i < len(right) {
			r = right[i]
		}
		rows[i] = pane.Pad(l, h.listWidth()) + " " + bar.Render("│") + " " + r
	}
	return strings.Join(rows, "\n")
}

// onlyDetail reports whether a narrow window shows the detail: on request, or
// because a server that does not run has nothing to choose from.
func (h *home) onlyDetail(m *Model) bool {
	s := m.server()
	return !h.wide() && (h.inDetail || s.state != serverReady || len(h.entries) == 0 && h.filter == "")
}

func (h *home) welcome(m *Model) string {
	t := m.theme
	return strings.Join([]string{
		"", "  " + t.Strong.Render("No server is configured."), "",
		"  " + t.Key.Render("elicit demo") + "            a built-in server, to look around",
		"  " + t.Key.Render("elicit -- COMMAND …") + "    any MCP server that speaks over stdio",
		"  " + t.Key.Render("--config FILE") + "          servers from a config file such as .mcp.json",
	}, "\n")
}
