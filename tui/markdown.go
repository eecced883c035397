package tui

import (
	"regexp"
	"strings"

	"charm.land/glamour/v2"
	"charm.land/glamour/v2/styles"

	"elicit/tui/pane"
	"elicit/tui/theme"
)

// largestMarkdown bounds what is rendered: a renderer needs the whole text at
// once, and more than this is not read as prose anyway.
const largestMarkdown = 32 << 10

var markdownSign = regexp.MustCompile("(?m)^(#{1,6} \\S|```|[-*] \\S|\\d+\\. \\S|> |\\|.*\\|)|\\*\\*\\S|\\]\\(")

// looksLikeMarkdown guesses; what it gets wrong is one key away.
func looksLikeMarkdown(text string) bool { return markdownSign.MatchString(text) }

// renderMarkdown draws cleaned text. The renderer is made here and not before:
// loading it takes longer than the program's first frame.
func renderMarkdown(text string, t *theme.Theme, width int) (pane.Lines, error) {
	style := styles.NoTTYStyleConfig
	switch {
	case t.Color && t.Dark:
		style = styles.DarkStyleConfig
	case t.Color:
		style = styles.LightStyleConfig
	}
	none := uint(0)
	style.Document.Margin = &none
	style.Document.BlockPrefix, style.Document.BlockSuffix = "", ""
	r, err := glamour.NewTermRenderer(glamour.WithStyles(style), glamour.WithWordWrap(max(width, 10)))
	if err != nil {
		return nil, err
	}
	out, err := r.Render(text)
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.Trim(out, "\n"), "\n"), nil
}
