package draw

import (
	"fmt"
	"html"
	"image/color"
	"io"
	"strings"
)

// One cell of a 14 px monospaced font, and what surrounds the screen, in the
// picture's units.
const (
	cellWidth  = 8.43
	cellHeight = 17.5
	baseline   = 13.5
	margin     = 14.0
	barHeight  = 30.0
	captionRow = 34.0
)

const fontStack = "JetBrains Mono,Cascadia Mono,DejaVu Sans Mono,Menlo,Consolas,monospace"

// SVG writes an animation of the frames that repeats for ever. A viewer without
// animations shows poster, an index into frames; -1 means the last.
func SVG(w io.Writer, frames []Frame, l Look, poster int) error {
	if len(frames) == 0 {
		return errNoFrames
	}
	if poster < 0 || poster >= len(frames) {
		poster = len(frames) - 1
	}
	s := newSVG(frames, l)
	var t tracks
	for i, f := range frames {
		for _, p := range s.pieces(f) {
			t.add(p, f, i == poster)
		}
	}
	t.write(&s.body, frames[len(frames)-1].Until)
	_, err := io.WriteString(w, s.String())
	return err
}

// StillSVG writes one frame.
func StillSVG(w io.Writer, f Frame, l Look) error {
	s := newSVG([]Frame{f}, l)
	for _, p := range s.pieces(f) {
		s.body.WriteString("\n" + p.svg)
	}
	_, err := io.WriteString(w, s.String())
	return err
}

// svg builds a picture. Each distinct row is drawn once, as a definition: most
// rows of most frames are the row that was there before.
type svg struct {
	look          Look
	cols, rows    int
	rowIDs        map[string]int
	known         map[*Cell]int // ids of rows that frames share, by their first cell
	classes       map[string]int
	defs, body    strings.Builder
	styles        strings.Builder
	width, height float64
	top           float64
}

func newSVG(frames []Frame, l Look) *svg {
	s := &svg{look: l, rowIDs: map[string]int{}, known: map[*Cell]int{}, classes: map[string]int{}}
	for _, f := range frames {
		s.cols, s.rows = max(s.cols, f.Screen.Cols), max(s.rows, f.Screen.Rows)
	}
	s.top = margin
	if l.Window {
		s.top = barHeight + margin/2
	}
	s.width = float64(s.cols)*cellWidth + 2*margin
	s.height = s.top + float64(s.rows)*cellHeight + margin
	if l.Captions || l.Keys {
		s.height += captionRow
	}
	return s
}

func (s *svg) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.2f %.2f" role="img" font-family="%s" font-size="14" xml:space="preserve">`,
		s.width, s.height, s.width, s.height, fontStack)
	if s.look.About != "" {
		fmt.Fprintf(&b, "\n<title>%s</title>", escape(s.look.About))
	}
	fmt.Fprintf(&b, "\n<style>text{white-space:pre}%s</style>\n<defs>%s</defs>\n", s.styles.String(), s.defs.String())
	fmt.Fprintf(&b, `<rect width="%.2f" height="%.2f" rx="8" fill="%s"/>`, s.width, s.height, hex(s.look.Ground))
	if s.look.Window {
		fmt.Fprintf(&b, `<path d="M0 %.0f V8 a8 8 0 0 1 8 -8 H%.2f a8 8 0 0 1 8 8 V%.0f Z" fill="%s"/>`, barHeight, s.width-8, barHeight, hex(s.look.Chrome))
		for i, c := range []string{"#ff5f57", "#febc2e", "#28c840"} {
			fmt.Fprintf(&b, `<circle cx="%d" cy="15" r="5.5" fill="%s"/>`, 18+i*19, c)
		}
	}
	b.WriteString(s.body.String())
	b.WriteString("\n</svg>\n")
	return b.String()
}

// pieces are what a frame is drawn of, from the ground up.
func (s *svg) pieces(f Frame) []piece {
	var all []piece
	add := func(drawn string) {
		if drawn != "" {
			all = append(all, piece{svg: drawn})
		}
	}
	if s.look.Window {
		title := s.look.Title
		if title == "" {
			title = f.Screen.Title
		}
		add(s.note(s.width/2, 20, "middle", title, s.look.ChromeText))
	}
	for y, row := range f.Screen.Cells {
		if id := s.row(row); id >= 0 {
			add(fmt.Sprintf(`<use href="#r%d" x="%.0f" y="%.1f"/>`, id, margin, s.top+float64(y)*cellHeight))
		}
	}
	if cursor := s.cursor(f.Screen); cursor != "" {
		all = append(all, piece{cursor, true})
	}
	bottom := s.height - captionRow/2
	if s.look.Captions {
		add(s.note(margin, bottom, "start", f.Caption, s.look.ChromeText))
	}
	if s.look.Keys {
		add(s.note(s.width-margin, bottom, "end", f.Keys, s.look.ANSI[4]))
	}
	return all
}

func (s *svg) note(x, y float64, anchor, text string, c color.RGBA) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf(`<text x="%.1f" y="%.1f" text-anchor="%s" font-size="13" fill="%s">%s</text>`, x, y, anchor, hex(c), escape(text))
}

// cursor draws a block that lets the character under it show through.
func (s *svg) cursor(sc *Screen) string {
	if !sc.Cursor || sc.CursorX >= sc.Cols || sc.CursorY >= sc.Rows {
		return ""
	}
	return fmt.Sprintf(`<rect x="%.2f" y="%.1f" width="%.2f" height="%.1f" fill="%s" opacity="0.5"/>`,
		margin+float64(sc.CursorX)*cellWidth, s.top+float64(sc.CursorY)*cellHeight, cellWidth, cellHeight, hex(s.look.Text))
}

// row is the id of a row's definition, or -1 for a row that shows nothing.
func (s *svg) row(row []Cell) int {
	if len(row) == 0 {
		return -1
	}
	id, ok := s.known[&row[0]]
	if !ok {
		id = s.define(row)
		s.known[&row[0]] = id
	}
	return id
}

func (s *svg) define(row []Cell) int {
	var ground, text strings.Builder
	for _, r := range runs(row) {
		if _, bg := s.look.colors(r.style); bg != s.look.Ground {
			fmt.Fprintf(&ground, `<rect x="%.2f" width="%.2f" height="%.1f" fill="%s"/>`, float64(r.x)*cellWidth, float64(r.width)*cellWidth+0.3, cellHeight+0.3, hex(bg))
		}
		if r = r.trim(); r.text != "" {
			fmt.Fprintf(&text, `<text x="%.2f" y="%.1f" class="%s" textLength="%.2f">%s</text>`, float64(r.x)*cellWidth, baseline, s.class(r.style), float64(r.width)*cellWidth, escape(r.text))
		}
	}
	drawn := ground.String() + text.String()
	if drawn == "" {
		return -1
	}
	id, ok := s.rowIDs[drawn]
	if !ok {
		id = len(s.rowIDs)
		s.rowIDs[drawn] = id
		fmt.Fprintf(&s.defs, "\n<g id=\"r%d\">%s</g>", id, drawn)
	}
	return id
}

func (s *svg) class(st Style) string {
	fg, _ := s.look.colors(st)
	css := "fill:" + hex(fg)
	if st.Bold {
		css += ";font-weight:bold"
	}
	if st.Italic {
		css += ";font-style:italic"
	}
	switch {
	case st.Underline && st.Strike:
		css += ";text-decoration:underline line-through"
	case st.Underline:
		css += ";text-decoration:underline"
	case st.Strike:
		css += ";text-decoration:line-through"
	}
	id, ok := s.classes[css]
	if !ok {
		id = len(s.classes)
		s.classes[css] = id
		fmt.Fprintf(&s.styles, ".s%d{%s}", id, css)
	}
	return fmt.Sprintf("s%d", id)
}

// escape makes text XML: markup escaped, and the characters that XML 1.0 does
// not allow replaced.
func escape(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0xfffe || r == 0xffff {
			return '�'
		}
		return r
	}, s))
}
