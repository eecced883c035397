package tui

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"elicit/internal/safetext"
	"elicit/tui/pane"
)

// inline draws the words inside a block.
func (r *markdown) inline(parent ast.Node, style lipgloss.Style) string {
	r.depth++
	if r.depth > deepest {
		r.depth--
		return style.Render("…")
	}
	defer func() { r.depth-- }()
	var b strings.Builder
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		b.WriteString(r.word(n, style))
	}
	return b.String()
}

func (r *markdown) word(n ast.Node, style lipgloss.Style) string {
	t := r.theme
	switch n := n.(type) {
	case *ast.Text:
		end := ""
		switch {
		case n.HardLineBreak():
			end = "\n"
		case n.SoftLineBreak():
			end = " "
		}
		return style.Render(unescaped(n.Segment.Value(r.source))) + end
	case *ast.String:
		return style.Render(unescaped(n.Value))
	case *ast.Emphasis:
		if n.Level > 1 {
			return r.inline(n, style.Bold(true))
		}
		return r.inline(n, style.Italic(true))
	case *east.Strikethrough:
		return r.inline(n, style.Strikethrough(true))
	case *ast.CodeSpan:
		return r.inline(n, t.JSON.String)
	case *ast.Link:
		return r.link(r.inline(n, style.Underline(true)), n.Destination)
	case *ast.Image:
		return t.Faint.Render("image: ") + r.link(r.inline(n, style), n.Destination)
	case *ast.AutoLink:
		return style.Underline(true).Render(cleaned(n.URL(r.source)))
	case *ast.RawHTML:
		return t.Faint.Render(cleaned(n.Segments.Value(r.source)))
	case *east.TaskCheckBox:
		if n.IsChecked {
			return t.Success.Render("✔ ")
		}
		return t.Faint.Render("☐ ")
	}
	return r.inline(n, style)
}

// link shows where a link leads: its words alone could say anything.
func (r *markdown) link(words string, to []byte) string {
	where := cleaned(to)
	if where == "" || strings.Contains(words, where) {
		return words
	}
	return words + r.theme.Faint.Render(" ("+where+")")
}

// unescaped reads Markdown's escapes. What an entity such as &#27; stands for
// is cleaned like everything else from outside.
func unescaped(b []byte) string {
	return cleaned(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(b))))
}

func cleaned(b []byte) string { return safetext.Of(string(b)).Line() }

// table draws a table whose columns share the width.
func (r *markdown) table(n *east.Table, width int) []string {
	var rows [][]string
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		style := r.theme.Foreign
		if _, head := row.(*east.TableHeader); head {
			style = style.Bold(true)
		}
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, r.inline(cell, style))
		}
		rows = append(rows, cells)
	}
	widths := columnWidths(rows, width)
	var out []string
	for i, cells := range rows {
		var parts, rules []string
		for k, w := range widths {
			cell := ""
			if k < len(cells) {
				cell = cells[k]
			}
			parts = append(parts, pane.Pad(cell, w))
			rules = append(rules, strings.Repeat("─", w))
		}
		out = append(out, strings.Join(parts, r.theme.Rule.Render(" │ ")))
		if i == 0 {
			out = append(out, r.theme.Rule.Render(strings.Join(rules, "─┼─")))
		}
	}
	return out
}

// columnWidths gives every column what it needs, or an equal share where that
// is too much.
func columnWidths(rows [][]string, width int) []int {
	var widths []int
	for _, cells := range rows {
		for k, c := range cells {
			if k == len(widths) {
				widths = append(widths, 1)
			}
			widths[k] = max(widths[k], pane.Width(c))
		}
	}
	share := max(width/max(len(widths), 1)-3, 3)
	total := 3 * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	for k := range widths {
		if total > width {
			widths[k] = min(widths[k], share)
		}
	}
	return widths
}
