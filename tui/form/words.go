package form

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// more says that there is more than is shown.
func more(n int, one, many string) string {
	if n == 1 {
		return "… 1 more " + one
	}
	return fmt.Sprintf("… %d more %s", n, many)
}

func binding(keys, help string) key.Binding {
	return key.NewBinding(key.WithKeys(keys), key.WithHelp(keys, help))
}

// breakAfter are the characters after which words may be broken into rows.
const breakAfter = "-/.,"

// wrapped breaks drawable text into rows of at most width cells, at words where
// that is possible.
func wrapped(text string, width int) []string {
	rows := strings.Split(ansi.Wrap(text, max(width, 1), breakAfter), "\n")
	for i, row := range rows {
		if lipgloss.Width(row) > width {
			rows[i] = ansi.Truncate(row, width, "…")
		}
	}
	return rows
}

// behindBar is a server's words, each row behind the bar that marks them.
func (s space) behindBar(text string) []string {
	rows := wrapped(text, s.width-2)
	for i, row := range rows {
		rows[i] = s.theme.Bar.Render("│") + " " + s.theme.Foreign.Render(row)
	}
	return rows
}
