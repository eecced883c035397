package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"elicit/forms"
	"elicit/internal/keystroke"
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

// clickFooter does what the entry of the key line says that was clicked.
func (m *Model) clickFooter(x int) tea.Cmd {
	if m.notice != "" {
		m.notice = ""
		return nil
	}
	from := 1
	for _, h := range m.fitting(m.hints(), m.w-2) {
		to := from + ansi.StringWidth(h.key) + 1 + ansi.StringWidth(h.does)
		if press, ok := keystroke.Parse(h.key); ok && x >= from && x < to {
			return m.key(press)
		}
		from = to + hintGap
	}
	return nil
}

// footer is the notice, or else the keys of this screen, as many as fit.
func (m *Model) footer() string {
	if m.notice != "" {
		return " " + pane.Cut(m.badge(m.asker)+m.theme.Warning.Render(m.notice), m.w-2)
	}
	return pane.Cut(" "+m.keyLine(m.fitting(m.hints(), m.w-2)), m.w)
}

// narrow is the width below which the key line has room for few keys.
const narrow = 60

// hints are the keys for the key line, the most wanted first.
func (m *Model) hints() []hint {
	if m.overlay != nil {
		return m.overlay.Hints()
	}
	hints := hintsOf(m.top().Actions(m))
	if !m.top().Capturing() {
		if _, taken := find(m.top().Actions(m), "esc"); len(m.screens) > 0 && !taken {
			at := len(hints)
			if m.w < narrow {
				at = min(1, at) // the way out is among the keys that fit
			}
			hints = slices.Insert(hints, at, hint{"esc", "back"})
		}
		hints = append(hints, hint{":", "commands"}, hint{"q", "quit"})
	}
	return hints
}

// badge is a server's badge before words about it; nothing without a server.
func (m *Model) badge(server string) string {
	if server == "" {
		return ""
	}
	return m.theme.Badge(server).Render(forms.Badge(safetext.Of(server).Line())) + " "
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

// hintGap is the space between two hints.
const hintGap = 3

// fitting are the hints that a row of width cells has room for; none is cut in
// the middle.
func (m *Model) fitting(hints []hint, width int) []hint {
	used := 0
	for i, h := range hints {
		if i > 0 {
			used += hintGap
		}
		used += ansi.StringWidth(h.key) + 1 + ansi.StringWidth(h.does)
		if used > width {
			return hints[:i]
		}
	}
	return hints
}

func (m *Model) keyLine(hints []hint) string {
	words := make([]string, len(hints))
	for i, h := range hints {
		words[i] = m.theme.Key.Render(h.key) + " " + m.theme.Faint.Render(h.does)
	}
	return strings.Join(words, strings.Repeat(" ", hintGap))
}
