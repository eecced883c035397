// Package markdown draws Markdown on a terminal: what results and messages of
// tools use of it, and nothing that would have to be loaded first. What it
// does not know stays as it was written, so no word is ever lost, and an
// address is always shown, never hidden behind a link.
//
// It takes cleaned text (safetext.Text.String): it adds styles and does not
// look for escape sequences.
//
// Start reading at [Render].
package markdown

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Styles are what the parts of a text look like. The zero value is plain.
type Styles struct {
	Heading, Strong, Emphasis, Code, Link, Quote, Rule lipgloss.Style
}

// maxDepth bounds quotes and lists within one another; deeper ones are text.
const maxDepth = 8

// Render draws text as rows of at most width cells. Code and tables keep their
// rows, which may be longer.
func Render(text string, width int, s Styles) []string {
	r := renderer{styles: s}
	return r.blocks(strings.Split(text, "\n"), max(width, 1), 0)
}

type renderer struct{ styles Styles }

// blocks draws lines, one block after another, with one empty row between
// those that had at least one.
func (r renderer) blocks(lines []string, width, depth int) []string {
	var out []string
	gap := false
	for i := 0; i < len(lines); {
		if blank(lines[i]) {
			gap = len(out) > 0
			i++
			continue
		}
		rows, used := r.block(lines[i:], width, depth)
		if gap {
			out = append(out, "")
		}
		out = append(out, rows...)
		gap = false
		i += used
	}
	return out
}

// block draws the block that lines begin with, and says how many it took.
func (r renderer) block(lines []string, width, depth int) (rows []string, used int) {
	first := lines[0]
	if mark := fence(first); mark != "" {
		return r.code(lines, mark)
	}
	if level, title := heading(first); level > 0 {
		return r.wrap(r.styles.Heading.Render(r.inline(title)), width), 1
	}
	if rule(first) {
		return []string{r.styles.Rule.Render(strings.Repeat("─", width))}, 1
	}
	if rows, used := r.table(lines); used > 0 {
		return rows, used
	}
	if depth < maxDepth {
		if quoted(first) {
			return r.quote(lines, width, depth)
		}
		if marker, _ := item(first); marker != "" {
			return r.item(lines, width, depth)
		}
	}
	return r.paragraph(lines, width)
}

func (r renderer) code(lines []string, mark string) (rows []string, used int) {
	for used = 1; used < len(lines); used++ {
		if strings.HasPrefix(strings.TrimSpace(lines[used]), mark) {
			return rows, used + 1
		}
		rows = append(rows, "  "+r.styles.Code.Render(lines[used]))
	}
	return rows, used
}

func (r renderer) quote(lines []string, width, depth int) (rows []string, used int) {
	var inner []string
	for used < len(lines) && quoted(lines[used]) {
		line := strings.TrimPrefix(strings.TrimLeft(lines[used], " "), ">")
		inner = append(inner, strings.TrimPrefix(line, " "))
		used++
	}
	bar := r.styles.Quote.Render("│") + " "
	for _, row := range r.blocks(inner, max(width-2, 1), depth+1) {
		rows = append(rows, bar+row)
	}
	return rows, used
}

// item draws one entry of a list: its first line, and those below that are
// indented as far as its text, or that go on with its paragraph.
func (r renderer) item(lines []string, width, depth int) (rows []string, used int) {
	marker, text := item(lines[0])
	indent := len(lines[0]) - len(text)
	inner := []string{text}
	for used = 1; used < len(lines); used++ {
		line := lines[used]
		cut := min(indent, len(line)-len(strings.TrimLeft(line, " ")))
		if blank(line) {
			if used+1 == len(lines) || !strings.HasPrefix(lines[used+1], strings.Repeat(" ", indent)) {
				break
			}
		} else if next, _ := item(line); cut < indent && (next != "" && cut < 2 || starts(line) || blank(lines[used-1])) {
			break
		}
		inner = append(inner, line[cut:])
	}
	if bullet(marker) {
		marker = "•"
	}
	hang := strings.Repeat(" ", lipgloss.Width(marker)+1)
	for i, row := range r.blocks(inner, max(width-len(hang), 1), depth+1) {
		if i == 0 {
			rows = append(rows, marker+" "+row)
			continue
		}
		if row != "" {
			row = hang + row
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		rows = []string{marker}
	}
	return rows, used
}

// paragraph joins lines until another block starts. Two blanks or a backslash
// at a line's end keep its break.
func (r renderer) paragraph(lines []string, width int) (rows []string, used int) {
	var text strings.Builder
	for used < len(lines) && !blank(lines[used]) {
		line := lines[used]
		marker, _ := item(line)
		if used > 0 && (starts(line) || quoted(line) || marker != "") {
			break
		}
		hard := strings.HasSuffix(line, "  ") || strings.HasSuffix(line, `\`)
		text.WriteString(strings.TrimSpace(strings.TrimSuffix(line, `\`)))
		used++
		if used < len(lines) {
			text.WriteString(map[bool]string{true: "\n", false: " "}[hard])
		}
	}
	return r.wrap(r.inline(strings.TrimRight(text.String(), " \n")), width), used
}

func (r renderer) wrap(styled string, width int) []string {
	return strings.Split(lipgloss.Wrap(styled, width, ""), "\n")
}
