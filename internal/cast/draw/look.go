package draw

import (
	"fmt"
	"image/color"

	"github.com/charmbracelet/x/ansi"
)

// Look is the terminal that a picture shows: its colours and its frame.
type Look struct {
	Ground, Text color.RGBA
	ANSI         [16]color.RGBA // the colours 0–15
	Chrome       color.RGBA     // the window's bar
	ChromeText   color.RGBA
	Window       bool   // draw a window around the screen
	Title        string // of the window; empty means the program's own
	About        string // what the picture shows, for whoever cannot see it (SVG)
	Captions     bool   // show the markers' labels below
	Keys         bool   // show what was pressed
	// Recolour replaces exact colours: a program that draws in its own shades for
	// one background is so shown on another. Nil replaces none.
	Recolour map[color.RGBA]color.RGBA
	Scale    int // of raster pictures: pixels of a picture's unit, 1–4; 0 means 2
}

// LookNamed is the dark or the light look with a window around it.
func LookNamed(name string) (Look, error) {
	switch name {
	case "dark", "":
		return dark(), nil
	case "light":
		return light(), nil
	}
	return Look{}, fmt.Errorf("there is no theme %q; use dark or light", name)
}

func dark() Look {
	return Look{
		Ground: rgb(0x16161e), Text: rgb(0xe4e4ef), Chrome: rgb(0x24242f), ChromeText: rgb(0x9a9ab0), Window: true,
		ANSI: ansiColors(0x2a2a36, 0xff8a80, 0x8fe39a, 0xffcb6b, 0x7cc4ff, 0xc7a6ff, 0x7fe0d4, 0xcfcfdd,
			0x6b6b80, 0xffa79f, 0xa9efb2, 0xffdb95, 0xa3d6ff, 0xd9c3ff, 0xa5ece3, 0xffffff),
	}
}

func light() Look {
	return Look{
		Ground: rgb(0xfafafa), Text: rgb(0x1d1d28), Chrome: rgb(0xe6e6ee), ChromeText: rgb(0x5c5c70), Window: true,
		ANSI: ansiColors(0x1d1d28, 0xb3261e, 0x1b6e31, 0x8a5300, 0x0b5cad, 0x6a3fb5, 0x0b6b62, 0x5c5c70,
			0x77778a, 0xc4382f, 0x258743, 0xa36500, 0x1d72c9, 0x8156cf, 0x15857a, 0x3a3a48),
	}
}

func rgb(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff} }

func ansiColors(values ...uint32) (out [16]color.RGBA) {
	for i, v := range values {
		out[i] = rgb(v)
	}
	return out
}

// indexed is one of the colours 0–15, which each look has its own of.
type indexed uint8

// RGBA is the colour as xterm has it; a look replaces it before it is used.
func (i indexed) RGBA() (r, g, b, a uint32) { return ansi.BasicColor(i).RGBA() }

func indexOf(c color.Color) (uint8, bool) {
	switch c := c.(type) {
	case ansi.BasicColor:
		return uint8(c), true
	case ansi.IndexedColor:
		return uint8(c), c < 16
	}
	return 0, false
}

// colors are a style's colours in this look. Faint is mixed into the text's
// colour: not every viewer honours opacity.
func (l Look) colors(s Style) (fg, bg color.RGBA) {
	fg, bg = l.resolve(s.FG, l.Text), l.resolve(s.BG, l.Ground)
	if s.Faint {
		fg = mix(fg, bg, 0.4)
	}
	return fg, bg
}

func (l Look) resolve(c color.Color, none color.RGBA) color.RGBA {
	switch c := c.(type) {
	case nil:
		return none
	case indexed:
		return l.ANSI[c&15]
	case reversed:
		if c == groundColor {
			return l.Ground
		}
		return l.Text
	case color.RGBA:
		if other, ok := l.Recolour[c]; ok {
			return other
		}
		return c
	}
	r, g, b, _ := c.RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0xff}
}

func mix(a, b color.RGBA, share float64) color.RGBA {
	m := func(x, y uint8) uint8 { return uint8(float64(x)*(1-share) + float64(y)*share + 0.5) }
	return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 0xff}
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
