package picture

import (
	"image/color"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Blocks draws the picture with two pixels a cell, what is transparent in it on
// ground.
func (p *Picture) Blocks(columns, rows int, ground color.Color) []string {
	small := scale(p.pixels, columns, 2*rows)
	out := make([]string, rows)
	for y := range rows {
		var row strings.Builder
		for x := 0; x < columns; {
			top, bottom := over(small.NRGBAAt(x, 2*y), ground), over(small.NRGBAAt(x, 2*y+1), ground)
			n := 1
			for x+n < columns && over(small.NRGBAAt(x+n, 2*y), ground) == top && over(small.NRGBAAt(x+n, 2*y+1), ground) == bottom {
				n++
			}
			row.WriteString(ansi.Style{}.ForegroundColor(top).BackgroundColor(bottom).Styled(strings.Repeat("▀", n)))
			x += n
		}
		out[y] = row.String()
	}
	return out
}

// over is a colour as it looks in front of ground.
func over(c color.NRGBA, ground color.Color) color.RGBA {
	gr, gg, gb, _ := ground.RGBA()
	a := uint32(c.A)
	mix := func(front uint8, back uint32) uint8 { return uint8((uint32(front)*a + back>>8*(255-a)) / 255) }
	return color.RGBA{R: mix(c.R, gr), G: mix(c.G, gg), B: mix(c.B, gb), A: 255}
}
