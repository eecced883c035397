package question

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/internal/safetext"
	"elicit/tui/theme"
)

// pager is a page to read: a message, a schema, a request.
type pager struct {
	title string
	body  func(w int, t *theme.Theme) []string
	copy  string // what y copies: the untouched original; empty = nothing
	leave func()
	told  func(note string)

	first, seen, total int
}

func (p *pager) key(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "esc", "q", "enter":
		p.leave()
	case "down", "j":
		p.first++
	case "up", "k":
		p.first--
	case "pgdown", "space", "f":
		p.first += max(p.seen-1, 1)
	case "pgup", "b":
		p.first -= max(p.seen-1, 1)
	case "home", "g":
		p.first = 0
	case "end", "G":
		p.first = p.total
	case "y":
		if p.copy != "" {
			p.told("copied to the clipboard (OSC 52)")
			return tea.SetClipboard(p.copy)
		}
	}
	return nil
}

func (p *pager) update(msg tea.Msg) tea.Cmd {
	if wheel, ok := msg.(tea.MouseWheelMsg); ok {
		p.first += wheelRows(wheel)
	}
	return nil
}

func wheelRows(msg tea.MouseWheelMsg) int {
	switch msg.Button {
	case tea.MouseWheelDown:
		return 3
	case tea.MouseWheelUp:
		return -3
	default:
		return 0
	}
}

func (p *pager) rows(w, h int, t *theme.Theme) []string {
	all := p.body(w, t)
	p.total, p.seen = len(all), max(h-2, 1)
	p.first = max(0, min(p.first, len(all)-p.seen))
	place := ""
	if len(all) > p.seen {
		place = fmt.Sprintf("rows %d–%d of %d ", p.first+1, min(p.first+p.seen, len(all)), len(all))
	}
	title := safetext.Of(p.title).Line() // it may name a server, which a project's own file named
	head := []string{ends(" "+t.Strong.Render(title), t.Faint.Render(place), w), ""}
	return block(append(head, all[p.first:]...), w, h)
}

func (p *pager) bindings() []key.Binding {
	bs := []key.Binding{bind("esc q enter", "esc", "back"), bind("up down", "↑/↓", "scroll"), bind("pgup pgdown", "pgup/pgdn", "page")}
	if p.copy != "" {
		bs = append(bs, bind("y", "y", "copy"))
	}
	return bs
}
