package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/tui/pane"
)

// View draws the frame: header, screen, key line. It changes nothing.
func (m *Model) View() tea.View {
	v := tea.NewView(m.content())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = m.windowTitle()
	v.ProgressBar, v.ProgramStatus = m.progress()
	return v
}

func (m *Model) content() string {
	if m.overlay == nil && m.asking && m.queue.Len() > 0 {
		return fit(m.queue.View(), m.w, m.h)
	}
	var body string
	if m.asking && m.queue.Len() > 0 {
		body = m.queue.View()
	} else {
		body = m.top().View(m)
	}
	if m.overlay != nil {
		body = m.overlay.View(m, body)
	}
	return m.header() + "\n" + fit(body, m.w, m.bodyHeight()) + "\n" + m.footer()
}

// fit makes text exactly h rows of at most w cells.
func fit(text string, w, h int) string {
	rows := strings.Split(text, "\n")
	if len(rows) > h {
		rows = rows[:h]
	}
	for i, r := range rows {
		if ansi.StringWidth(r) > w {
			rows[i] = pane.Cut(r, w)
		}
	}
	for len(rows) < h {
		rows = append(rows, "")
	}
	return strings.Join(rows, "\n")
}

// footer is the notice, or else the keys of this screen, as many as fit.
func (m *Model) footer() string {
	if m.notice != "" {
		return " " + pane.Cut(m.noticeBadge()+m.theme.Warning.Render(m.notice), m.w-2)
	}
	if m.overlay != nil {
		return pane.Cut(" "+m.keyLine(m.overlay.Hints(), m.w-2), m.w)
	}
	hints := hintsOf(m.top().Actions(m))
	if !m.top().Capturing() {
		if _, taken := find(m.top().Actions(m), "esc"); len(m.screens) > 0 && !taken {
			hints = append(hints, hint{"esc", "back"})
		}
		hints = append(hints, hint{":", "commands"}, hint{"q", "quit"})
	}
	return " " + m.keyLine(hints, m.w-2)
}

func (m *Model) noticeBadge() string {
	if m.asker == "" {
		return ""
	}
	return m.theme.Badge(m.asker).Render(forms.Badge(safetext.Of(m.asker).Line())) + " "
}

// hint is a key and what it does, for the key line.
type hint struct{ key, does string }

func hintsOf(actions []action) []hint {
	var out []hint
	for _, a := range actions {
		if a.brief != "" {
			out = append(out, hint{a.keys[0], a.brief})
		}
	}
	return out
}

// keyLine draws hints until the row is full; none is cut in the middle.
func (m *Model) keyLine(hints []hint, width int) string {
	var b strings.Builder
	room := width
	for _, h := range hints {
		n := ansi.StringWidth(h.key) + 1 + ansi.StringWidth(h.does)
		gap := 0
		if b.Len() > 0 {
			gap = 3
		}
		if n+gap > room {
			break
		}
		b.WriteString(strings.Repeat(" ", gap) + m.theme.Key.Render(h.key) + " " + m.theme.Faint.Render(h.does))
		room -= n + gap
	}
	return b.String()
}
