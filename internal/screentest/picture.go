package screentest

import (
	"fmt"
	"html"
	"image/color"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/lucasb-eyer/go-colorful"
)

// The picture's measures, in SVG units.
const (
	cellWidth  = 8.4
	cellHeight = 18.0
	margin     = 12.0
	fontSize   = 14.0
)

// SVG is a picture of the screen in its colours, for documents. Text stays
// text: it can be selected, and read aloud; title is what is said first.
func (s *Terminal) SVG(title string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	w, h := s.emu.Width(), s.emu.Height()
	width, height := float64(w)*cellWidth+2*margin, float64(h)*cellHeight+2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" role="img" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="%g">`+"\n", width, height, fontSize)
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(title))
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", ground)
	for y := range h {
		for x := 0; x < w; {
			x += s.drawRun(&b, x, y)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// The colours of a dark terminal that has not been told any.
const (
	ground = "#16161e"
	ink    = "#e4e4ef"
)

// drawRun draws the cells from x on that share a style, and says how many.
func (s *Terminal) drawRun(b *strings.Builder, x, y int) (cells int) {
	style := s.cellAt(x, y).Style
	var text strings.Builder
	for x+cells < s.emu.Width() {
		c := s.cellAt(x+cells, y)
		if !c.Style.Equal(&style) || c.Width > 1 && cells > 0 {
			break
		}
		text.WriteString(c.Content)
		cells += max(c.Width, 1)
		if c.Width > 1 {
			break // a wide cell is a run of its own, so that the grid holds
		}
	}
	fg, bg := hex(style.Fg, ink), hex(style.Bg, "")
	if style.Attrs&uv.AttrReverse != 0 {
		fg, bg = hex(style.Bg, ground), hex(style.Fg, ink)
	}
	left, top, length := margin+float64(x)*cellWidth, margin+float64(y)*cellHeight, float64(cells)*cellWidth
	if bg != "" {
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`+"\n", left, top, length, cellHeight, bg)
	}
	if strings.TrimSpace(text.String()) != "" {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" textLength="%.1f" xml:space="preserve" fill="%s"%s>%s</text>`+"\n",
			left, top+cellHeight-5, length, fg, attributes(style), html.EscapeString(text.String()))
	}
	return cells
}

func (s *Terminal) cellAt(x, y int) uv.Cell {
	if c := s.emu.CellAt(x, y); c != nil {
		return *c
	}
	return uv.EmptyCell
}

func attributes(style uv.Style) string {
	var out string
	if style.Attrs&uv.AttrBold != 0 {
		out += ` font-weight="bold"`
	}
	if style.Attrs&uv.AttrItalic != 0 {
		out += ` font-style="italic"`
	}
	if style.Attrs&uv.AttrFaint != 0 {
		out += ` opacity="0.6"`
	}
	if style.Underline != uv.UnderlineNone {
		out += ` text-decoration="underline"`
	}
	return out
}

// hex is c as SVG writes it, or what stands for no colour.
func hex(c color.Color, none string) string {
	if c == nil {
		return none
	}
	made, ok := colorful.MakeColor(c)
	if !ok {
		return none
	}
	return made.Hex()
}
