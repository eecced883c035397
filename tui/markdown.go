package tui

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"charm.land/lipgloss/v2"
	"github.com/gomarkdown/markdown/ast"
	"github.com/gomarkdown/markdown/parser"

	"elicit/tui/pane"
	"elicit/tui/theme"
)

// largestMarkdown bounds what is rendered: a renderer needs the whole text at
// once, and more than this is not read as prose anyway.
const largestMarkdown = 64 << 10

var markdownSign = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?m)^(#{1,6} \\S|```|[-*] \\S|\\d+\\. \\S|> |\\|.*\\|)|\\*\\*\\S|\\]\\(")
})

// tooNested is a line that opens more blocks than a person would write: parsing
// such takes time in proportion to the square.
var tooNested = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(?:[ \t]*(?:>|[-*+]|\d+\.)){40}`)
})

// looksLikeMarkdown guesses; what it gets wrong is one key away.
func looksLikeMarkdown(words string) bool {
	return len(words) <= largestMarkdown && markdownSign().MatchString(words) && !tooNested().MatchString(words)
}

const markdownExtensions = parser.NoIntraEmphasis | parser.Tables | parser.FencedCode | parser.Autolink | parser.Strikethrough |
	parser.SpaceHeadings | parser.BackslashLineBreak | parser.NoEmptyLineBeforeBlock | parser.OrderedListStart

// renderMarkdown draws cleaned text in the theme's own styles; false when it is
// better shown as it was written. (Renderers with a syntax highlighter, and most
// parsers, would cost every start of the program more than its first frame: such
// packages build their tables when they are loaded.)
func renderMarkdown(words string, t *theme.Theme, width int) (rows pane.Lines, ok bool) {
	defer func() {
		if recover() != nil { // the text is a stranger's
			rows, ok = nil, false
		}
	}()
	doc := parser.NewWithExtensions(markdownExtensions).Parse([]byte(words))
	r := &markdown{theme: t}
	return r.blocks(doc, max(width, 10), false), true
}

// markdown draws the blocks of one text.
type markdown struct {
	theme *theme.Theme
	depth int
}

// deepest bounds nesting: beyond it there is no room left to indent into.
const deepest = 16

// blocks draws a node's children below each other, with a blank row between
// them unless they stand in a tight list.
func (r *markdown) blocks(parent ast.Node, width int, tight bool) []string {
	r.depth++
	if r.depth > deepest {
		r.depth--
		return []string{r.theme.Faint.Render("…")}
	}
	defer func() { r.depth-- }()
	var out []string
	for _, n := range parent.GetChildren() {
		rows := r.block(n, width)
		if len(out) > 0 && len(rows) > 0 && !tight {
			out = append(out, "")
		}
		out = append(out, rows...)
	}
	return out
}

func (r *markdown) block(n ast.Node, width int) []string {
	t := r.theme
	switch n := n.(type) {
	case *ast.Heading:
		return r.wrap(r.inline(n, t.Foreign.Bold(true).Underline(n.Level == 1)), width)
	case *ast.Paragraph:
		return r.wrap(r.inline(n, t.Foreign), width)
	case *ast.List:
		return r.list(n, width)
	case *ast.BlockQuote:
		return indent(r.blocks(n, max(width-2, 4), false), t.Bar.Render("▏")+" ", t.Bar.Render("▏")+" ")
	case *ast.CodeBlock:
		return indent(r.code(n.Literal, width-2, t.JSON.String), "  ", "  ")
	case *ast.HTMLBlock:
		return r.code(n.Literal, width, t.Faint)
	case *ast.HorizontalRule:
		return []string{t.Rule.Render(strings.Repeat("─", width))}
	case *ast.Table:
		return r.table(n, width)
	}
	if n.AsLeaf() != nil {
		return r.wrap(r.word(n, t.Foreign), width)
	}
	return r.blocks(n, width, false)
}

func (r *markdown) wrap(styled string, width int) []string {
	return strings.Split(lipgloss.Wrap(styled, width, ""), "\n")
}

func indent(rows []string, first, rest string) []string {
	out := make([]string, len(rows))
	for i, row := range rows {
		if i == 0 {
			out[i] = first + row
		} else {
			out[i] = rest + row
		}
	}
	return out
}

func (r *markdown) code(text []byte, width int, style lipgloss.Style) []string {
	var out []string
	for line := range bytes.SplitSeq(bytes.TrimRight(text, "\n"), []byte("\n")) {
		for _, row := range pane.Wrap(string(line), width) {
			out = append(out, style.Render(row))
		}
	}
	return out
}

func (r *markdown) list(n *ast.List, width int) []string {
	var out []string
	number := max(n.Start, 1)
	for _, item := range n.GetChildren() {
		mark := "• "
		if n.ListFlags&ast.ListTypeOrdered != 0 {
			mark = numberWord(float64(number)) + ". "
			number++
		}
		rows := r.blocks(item, max(width-pane.Width(mark), 4), n.Tight)
		if len(rows) == 0 {
			rows = []string{""}
		}
		if len(out) > 0 && !n.Tight {
			out = append(out, "")
		}
		out = append(out, indent(rows, r.theme.Accent.Render(mark), strings.Repeat(" ", pane.Width(mark)))...)
	}
	return out
}
