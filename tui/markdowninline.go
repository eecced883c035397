package tui

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/gomarkdown/markdown/ast"

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
	for _, n := range parent.GetChildren() {
		b.WriteString(r.word(n, style))
	}
	return b.String()
}

func (r *markdown) word(n ast.Node, style lipgloss.Style) string {
	t := r.theme
	switch n := n.(type) {
	case *ast.Text:
		return r.text(n, style)
	case *ast.Hardbreak:
		return "\n"
	case *ast.Softbreak, *ast.NonBlockingSpace:
		return " "
	case *ast.Strong:
		return r.inline(n, style.Bold(true))
	case *ast.Emph:
		return r.inline(n, style.Italic(true))
	case *ast.Del:
		return r.inline(n, style.Strikethrough(true))
	case *ast.Code:
		return t.JSON.String.Render(cleaned(n.Literal))
	case *ast.Link:
		return r.link(r.inline(n, style.Underline(true)), n.Destination)
	case *ast.Image:
		return t.Faint.Render("image: ") + r.link(r.inline(n, style), n.Destination)
	case *ast.HTMLSpan:
		return t.Faint.Render(cleaned(n.Literal))
	}
	if leaf := n.AsLeaf(); leaf != nil {
		return style.Render(cleaned(leaf.Literal))
	}
	return r.inline(n, style)
}

// text is cleaned once more: an entity such as &#27; has become what it stands
// for. A box at the start of an entry is one that is ticked or not.
func (r *markdown) text(n *ast.Text, style lipgloss.Style) string {
	words := cleaned(n.Literal)
	if p, ok := n.Parent.(*ast.Paragraph); ok && len(p.Children) > 0 && p.Children[0] == ast.Node(n) {
		if _, entry := p.Parent.(*ast.ListItem); entry {
			switch rest := words[min(len(words), 4):]; {
			case strings.HasPrefix(words, "[x] "), strings.HasPrefix(words, "[X] "):
				return r.theme.Success.Render("✔ ") + style.Render(rest)
			case strings.HasPrefix(words, "[ ] "):
				return r.theme.Faint.Render("☐ ") + style.Render(rest)
			}
		}
	}
	return style.Render(words)
}

// link shows where a link leads: its words alone could say anything.
func (r *markdown) link(words string, to []byte) string {
	where := cleaned(to)
	if where == "" || strings.Contains(words, where) {
		return words
	}
	return words + r.theme.Faint.Render(" ("+where+")")
}

func cleaned(b []byte) string {
	return safetext.Of(strings.ReplaceAll(string(b), "\n", " ")).Line()
}

// table draws a table whose columns share the width.
func (r *markdown) table(n *ast.Table, width int) []string {
	var rows [][]string
	for _, row := range tableRows(n) {
		var cells []string
		for _, c := range row.GetChildren() {
			style := r.theme.Foreign
			if cell, ok := c.(*ast.TableCell); ok && cell.IsHeader {
				style = style.Bold(true)
			}
			cells = append(cells, r.inline(c, style))
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

// tableRows are the rows of all parts of a table, the head's first.
func tableRows(n *ast.Table) []ast.Node {
	var rows []ast.Node
	for _, part := range n.Children {
		rows = append(rows, part.GetChildren()...)
	}
	return rows
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
