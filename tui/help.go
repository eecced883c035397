package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"elicit/tui/pane"
)

// help shows the keys of the screen below it, and no others.
type help struct {
	title string
	view  *pane.View
	rows  int
}

var movement = []hint{
	{"↑ ↓  k j", "one row"}, {"pgup pgdn  b space", "one page"}, {"home end  g G", "first, last"},
}

func (m *Model) openHelp() {
	var title string
	var rows []hint
	if m.asking && m.queue.Len() > 0 {
		title = "keys of this question"
		for _, b := range m.queue.Bindings() {
			if h := b.Help(); h.Key != "" {
				rows = append(rows, hint{h.Key, h.Desc})
			}
		}
	} else {
		title = "keys here"
		rows = append(rows, named(m.top().Actions(m))...)
		if !m.top().Capturing() {
			rows = append(append(rows, hint{}), movement...)
			rows = append(append(rows, hint{}), named(m.global())...)
		}
	}
	rows = append(append(rows, hint{}), named(m.always())...)
	lines := m.helpLines(rows)
	v := pane.New(m.theme, pane.Lines(lines))
	v.Bare = true
	m.overlay = &help{title: title, view: v, rows: len(lines)}
}

func named(actions []action) []hint {
	var out []hint
	for _, a := range actions {
		if len(a.keys) > 0 {
			out = append(out, hint{strings.Join(a.keys, " "), a.name})
		}
	}
	return out
}

func (m *Model) helpLines(rows []hint) []string {
	width := 0
	for _, h := range rows {
		width = max(width, pane.Width(h.key))
	}
	width = min(width, max(m.w/4, 10))
	var out []string
	seen := map[string]bool{}
	for _, h := range rows {
		if h.key != "" && seen[h.key] {
			continue
		}
		seen[h.key] = true
		if h.key == "" && (len(out) == 0 || out[len(out)-1] == "") {
			continue
		}
		if h.key == "" {
			out = append(out, "")
			continue
		}
		out = append(out, m.theme.Key.Render(pane.Pad(h.key, width))+"  "+m.theme.Text.Render(h.does))
	}
	return out
}

func (h *help) Update(m *Model, msg tea.Msg) tea.Cmd {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch k.String() {
		case "esc", "?", "q", "enter", "f1":
			m.overlay = nil
			return nil
		}
	}
	h.view.Update(msg)
	return nil
}

// View draws the keys over the screen.
func (h *help) View(m *Model, below string) string {
	width := min(68, m.w)
	height := max(min(h.rows, m.bodyHeight()-2), 1)
	h.view.SetSize(width-4, height)
	return m.box(below, h.title, strings.Split(h.view.View(), "\n"), width)
}

// Hints are the help's own keys.
func (h *help) Hints() []hint { return []hint{{"esc", "close"}, {"↑↓", "scroll"}} }
