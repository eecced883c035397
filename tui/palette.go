package tui

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"elicit/internal/keystroke"
	"elicit/mcpclient"
	"elicit/tui/offer"
	"elicit/tui/pane"
)

// palette lists every action that is possible now, and finds them by a few
// letters.
type palette struct {
	input textinput.Model
	all   []action
	names []string
	shown []int
	at    int
}

func (m *Model) openPalette() {
	p := &palette{input: newTextInput(m.theme, ""), all: m.everything()}
	p.input.Placeholder = "what to do"
	for _, a := range p.all {
		p.names = append(p.names, a.name)
	}
	p.filter()
	m.overlay = p
}

// everything is what can be done on this screen, everywhere, with each server
// and with each tool.
func (m *Model) everything() []action {
	var list []action
	if m.asking && m.queue.Len() > 0 {
		list = append(list, m.questionActions()...)
	} else {
		list = append(list, m.top().Actions(m)...)
	}
	list = append(list, m.global()...)
	list = append(list, m.always()...)
	for i, s := range m.servers {
		if i == m.at {
			continue
		}
		list = append(list, action{name: "go to " + s.label(), run: do(func() { m.show(i) })})
		for _, a := range m.serverActions(s) {
			if a.keys[0] == "r" || a.keys[0] == "S" {
				list = append(list, action{name: a.name, run: a.run})
			}
		}
	}
	if s := m.server(); s != nil {
		for _, t := range s.tools {
			list = append(list, action{name: "call " + t.Name.Line(), run: func() tea.Cmd { return m.begin(s, toolTarget(s, t), false) }})
		}
	}
	return unrepeated(list)
}

// questionActions are what the keys of the question in front do.
func (m *Model) questionActions() []action {
	var list []action
	for _, b := range m.queue.Bindings() {
		press, ok := keystroke.Parse(b.Keys()[0])
		if help := b.Help(); ok && !strings.ContainsAny(help.Key, "/–") {
			list = append(list, action{keys: []string{help.Key}, name: help.Desc, run: func() tea.Cmd { return m.queue.Update(press) }})
		}
	}
	return list
}

func unrepeated(list []action) []action {
	seen := map[string]bool{}
	var out []action
	for _, a := range list {
		if a.name != "" && !seen[a.name] {
			seen[a.name] = true
			out = append(out, a)
		}
	}
	return out
}

func (p *palette) filter() {
	p.shown, p.at = p.shown[:0], 0
	query := strings.TrimSpace(p.input.Value())
	if query == "" {
		for i := range p.all {
			p.shown = append(p.shown, i)
		}
		return
	}
	for _, match := range fuzzy.Find(query, p.names) {
		p.shown = append(p.shown, match.Index)
	}
}

func (p *palette) Update(m *Model, msg tea.Msg) tea.Cmd {
	k, isKey := msg.(tea.KeyPressMsg)
	if isKey {
		switch k.String() {
		case "esc", "ctrl+p":
			m.overlay = nil
			return nil
		case "enter":
			m.overlay = nil
			if p.at < len(p.shown) {
				return p.all[p.shown[p.at]].run()
			}
			return nil
		case "up", "shift+tab", "ctrl+k":
			p.at = max(p.at-1, 0)
			return nil
		case "down", "tab", "ctrl+j", "ctrl+n":
			p.at = max(min(p.at+1, len(p.shown)-1), 0)
			return nil
		}
	}
	if click, ok := msg.(tea.MouseClickMsg); ok {
		return p.click(m, click)
	}
	was := p.input.Value()
	var cmd tea.Cmd
	p.input, cmd = p.input.Update(msg)
	if p.input.Value() != was {
		p.filter()
	}
	return cmd
}

// View draws the palette over the screen.
func (p *palette) View(m *Model, below string) string {
	width := min(72, m.w)
	p.input.SetWidth(max(width-8, 8))
	from, room := p.window(m)
	rows := []string{m.theme.Accent.Render("›") + " " + p.input.View()}
	for i := from; i < min(from+room, len(p.shown)); i++ {
		rows = append(rows, p.row(m, i, width-4))
	}
	if len(p.shown) == 0 {
		rows = append(rows, m.theme.Faint.Render("  nothing is called that"))
	}
	for len(rows) < room+1 {
		rows = append(rows, "")
	}
	return m.box(below, "commands", rows, width)
}

// window is the first entry in sight, and how many there is room for.
func (p *palette) window(m *Model) (from, room int) {
	room = max(min(m.bodyHeight()-4, 14), 1)
	return max(0, min(p.at-room/2, len(p.shown)-room)), room
}

// click does what the entry says that was clicked.
func (p *palette) click(m *Model, msg tea.MouseClickMsg) tea.Cmd {
	from, room := p.window(m)
	row := m.boxRow(room+1, msg.Y) - 1 // the input is the first
	if row < 0 || row >= room || from+row >= len(p.shown) {
		return nil
	}
	m.overlay = nil
	return p.all[p.shown[from+row]].run()
}

func (p *palette) row(m *Model, i, width int) string {
	a := p.all[p.shown[i]]
	key := ""
	if len(a.keys) > 0 {
		key = a.keys[0]
	}
	name, cursor := m.theme.Text.Render(a.name), "  "
	if i == p.at {
		name, cursor = m.theme.Select.Render(a.name), m.theme.Accent.Render("▸")+" "
	}
	room := max(width-2-pane.Width(key)-1, 1)
	return cursor + pane.Pad(name, room) + " " + m.theme.Key.Render(key)
}

// Hints are the palette's own keys.
func (p *palette) Hints() []hint {
	return []hint{{"enter", "do"}, {"↑↓", "choose"}, {"esc", "close"}}
}

func toolTarget(s *server, t mcpclient.Tool) target { return target{s, offer.Offer{Tool: &t}} }
