package markdown

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// widestColumn bounds how far a long cell pushes the others away, in cells.
const widestColumn = 80

// table draws a header, a row of dashes and what follows with its columns
// aligned. It takes no line when that is not what lines begin with.
func (r renderer) table(lines []string) (rows []string, used int) {
	if len(lines) < 2 || !strings.Contains(lines[0], "|") || !dashes(lines[1]) {
		return nil, 0
	}
	var cells [][]string
	for used < len(lines) && strings.Contains(lines[used], "|") {
		if used != 1 {
			cells = append(cells, split(lines[used]))
		}
		used++
	}
	return r.align(cells), used
}

func (r renderer) align(cells [][]string) (rows []string) {
	var widths []int
	for _, row := range cells {
		for j := range row {
			row[j] = r.inline(row[j])
			if j == len(widths) {
				widths = append(widths, 0)
			}
			widths[j] = max(widths[j], min(lipgloss.Width(row[j]), widestColumn))
		}
	}
	for i, row := range cells {
		var b strings.Builder
		for j, cell := range row {
			if i == 0 {
				cell = r.styles.Strong.Render(cell)
			}
			b.WriteString(cell + strings.Repeat(" ", max(widths[j]-lipgloss.Width(cell), 0)+2))
		}
		rows = append(rows, strings.TrimRight(b.String(), " "))
		if i == 0 {
			rows = append(rows, r.styles.Rule.Render(ruler(widths)))
		}
	}
	return rows
}

func dashes(line string) bool {
	return strings.Contains(line, "-") && strings.Contains(line, "|") && strings.Trim(strings.TrimSpace(line), "-|: ") == ""
}

// split cuts a row at its bars, but not at escaped ones.
func split(line string) []string {
	const bar = "\x00" // cleaned text holds none
	line = strings.ReplaceAll(strings.TrimSpace(line), `\|`, bar)
	line = strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|")
	cells := strings.Split(line, "|")
	for i, c := range cells {
		cells[i] = strings.TrimSpace(strings.ReplaceAll(c, bar, "|"))
	}
	return cells
}

func ruler(widths []int) string {
	parts := make([]string, len(widths))
	for i, w := range widths {
		parts[i] = strings.Repeat("─", w)
	}
	return strings.Join(parts, "  ")
}
