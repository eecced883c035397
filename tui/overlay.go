package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"elicit/tui/pane"
)

// overlay stands above the screens and takes every key until it is closed.
type overlay interface {
	Update(m *Model, msg tea.Msg) tea.Cmd
	View(m *Model, below string) string
	Hints() []hint
}

// box draws rows in a frame over the middle of what is below.
func (m *Model) box(below, title string, rows []string, width int) string {
	width = min(width, m.w)
	inner := max(width-4, 1)
	edge := m.theme.Rule
	dashes := strings.Repeat("─", max(width-pane.Width(title)-5, 0))
	head := edge.Render("╭─ ") + m.theme.Strong.Render(title) + edge.Render(" "+dashes+"╮")
	lines := []string{head}
	for _, r := range rows {
		lines = append(lines, edge.Render("│ ")+pane.Pad(r, inner)+edge.Render(" │"))
	}
	lines = append(lines, edge.Render("╰"+strings.Repeat("─", max(width-2, 0))+"╯"))
	h := m.bodyHeight()
	x, y := max((m.w-width)/2, 0), m.boxTop(len(rows))
	return lipgloss.NewCompositor(
		lipgloss.NewLayer(fit(below, m.w, h)),
		lipgloss.NewLayer(strings.Join(lines, "\n")).X(x).Y(y).Z(1),
	).Render()
}

// boxTop is the row of the screen's body where a box of that many rows begins.
func (m *Model) boxTop(rows int) int { return max((m.bodyHeight()-rows-2)/3, 0) }

// boxRow is which of a box's rows stands at row y of the window.
func (m *Model) boxRow(rows, y int) int {
	const header, edge = 1, 1
	return y - header - m.boxTop(rows) - edge
}
