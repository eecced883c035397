package draw

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
)

// shades is how many steps an antialiased edge has. Few enough that a GIF's 256
// colours hold every shade of a screen's text exactly.
const shades = 8

// PNG writes one frame.
func PNG(w io.Writer, f Frame, l Look) error {
	r, err := newRaster([]Frame{f}, l)
	if err != nil {
		return err
	}
	return png.Encode(w, r.draw(f))
}

// raster draws frames as pixels.
type raster struct {
	look  Look
	fonts *fonts
	scale int
	size  image.Point
	top   int
	left  int
}

func newRaster(frames []Frame, l Look) (*raster, error) {
	scale := l.Scale
	if scale == 0 {
		scale = 2
	}
	fonts, err := newFonts(scale)
	if err != nil {
		return nil, err
	}
	r := &raster{look: l, fonts: fonts, scale: scale, left: margin * scale, top: margin * scale}
	if l.Window {
		r.top = (barHeight + margin/2) * scale
	}
	var cols, rows int
	for _, f := range frames {
		cols, rows = max(cols, f.Screen.Cols), max(rows, f.Screen.Rows)
	}
	r.size = image.Pt(cols*fonts.cell.X+2*r.left, r.top+rows*fonts.cell.Y+margin*scale)
	if l.Captions || l.Keys {
		r.size.Y += captionRow * scale
	}
	return r, nil
}

func (r *raster) draw(f Frame) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: r.size})
	fill(img, img.Bounds(), r.look.Ground)
	if r.look.Window {
		r.window(img, f)
	}
	for y := range f.Screen.Cells {
		r.row(img, f.Screen, y)
	}
	r.cursor(img, f.Screen)
	bottom := r.size.Y - (captionRow-6)*r.scale
	if r.look.Captions {
		r.text(img, r.left, bottom, f.Caption, r.look.ChromeText)
	}
	if r.look.Keys {
		r.text(img, r.size.X-r.left-r.width(f.Keys), bottom, f.Keys, r.look.ANSI[4])
	}
	return img
}

func (r *raster) window(img *image.RGBA, f Frame) {
	fill(img, image.Rect(0, 0, r.size.X, barHeight*r.scale), r.look.Chrome)
	for i, c := range []uint32{0xff5f57, 0xfebc2e, 0x28c840} {
		disc(img, image.Pt(18+19*i, 15).Mul(r.scale), 11*r.scale/2, rgb(c))
	}
	title := r.look.Title
	if title == "" {
		title = f.Screen.Title
	}
	r.text(img, (r.size.X-r.width(title))/2, (barHeight*r.scale-r.fonts.cell.Y)/2, title, r.look.ChromeText)
}

func (r *raster) run(img *image.RGBA, y int, run run) {
	fg, bg := r.look.colors(run.style)
	at := image.Pt(r.left+run.x*r.fonts.cell.X, r.top+y*r.fonts.cell.Y)
	box := image.Rectangle{at, at.Add(image.Pt(run.width*r.fonts.cell.X, r.fonts.cell.Y))}
	if bg != r.look.Ground {
		fill(img, box, bg)
	}
	chars := []rune(run.text)
	step := r.fonts.cell.X
	if len(chars) != run.width { // a wide cell, or one of several characters
		r.glyph(img, at, chars[0], run.style.Bold, run.width, fg)
		for _, mark := range chars[1:] {
			r.glyph(img, at, mark, run.style.Bold, 1, fg)
		}
		chars = nil
	}
	for i, c := range chars {
		r.glyph(img, at.Add(image.Pt(i*step, 0)), c, run.style.Bold, 1, fg)
	}
	if run.style.Underline {
		fill(img, image.Rect(box.Min.X, box.Max.Y-2*r.scale, box.Max.X, box.Max.Y-r.scale), fg)
	}
	if run.style.Strike {
		middle := (box.Min.Y + box.Max.Y) / 2
		fill(img, image.Rect(box.Min.X, middle, box.Max.X, middle+r.scale), fg)
	}
}

func (r *raster) glyph(img *image.RGBA, at image.Point, c rune, bold bool, cells int, fg color.RGBA) {
	if c == ' ' || invisible(c) {
		return
	}
	mask, off, ok := r.fonts.glyph(c, bold, cells)
	if !ok {
		r.box(img, at, cells, fg)
		return
	}
	at = at.Add(off)
	for y := range mask.Rect.Dy() {
		for x := range mask.Rect.Dx() {
			a := int(mask.Pix[y*mask.Stride+x])
			if a == 0 {
				continue
			}
			p := at.Add(image.Pt(x, y))
			if step := (a*shades + 254) / 255; step == shades {
				img.SetRGBA(p.X, p.Y, fg)
			} else {
				img.SetRGBA(p.X, p.Y, mix(img.RGBAAt(p.X, p.Y), fg, float64(step)/shades))
			}
		}
	}
}

// box stands for a character that no built-in font has.
func (r *raster) box(img *image.RGBA, at image.Point, cells int, fg color.RGBA) {
	outer := image.Rectangle{at, at.Add(image.Pt(cells*r.fonts.cell.X, r.fonts.cell.Y))}.Inset(2 * r.scale)
	for _, side := range []image.Rectangle{
		{outer.Min, image.Pt(outer.Max.X, outer.Min.Y+r.scale)},
		{image.Pt(outer.Min.X, outer.Max.Y-r.scale), outer.Max},
		{outer.Min, image.Pt(outer.Min.X+r.scale, outer.Max.Y)},
		{image.Pt(outer.Max.X-r.scale, outer.Min.Y), outer.Max},
	} {
		fill(img, side, fg)
	}
}

// invisible are the variation selectors and joiners, which pick how the
// character before them looks.
func invisible(c rune) bool { return c == 0x200d || c >= 0xfe00 && c <= 0xfe0f }

func (r *raster) cursor(img *image.RGBA, s *Screen) {
	if !s.Cursor || s.CursorX >= s.Cols || s.CursorY >= s.Rows {
		return
	}
	at := image.Pt(r.left+s.CursorX*r.fonts.cell.X, r.top+s.CursorY*r.fonts.cell.Y)
	for y := range r.fonts.cell.Y {
		for x := range r.fonts.cell.X {
			img.SetRGBA(at.X+x, at.Y+y, mix(img.RGBAAt(at.X+x, at.Y+y), r.look.Text, 0.5))
		}
	}
}

func (r *raster) width(s string) int { return len([]rune(s)) * r.fonts.cell.X }

func (r *raster) text(img *image.RGBA, x, y int, s string, c color.RGBA) {
	for i, char := range []rune(s) {
		r.glyph(img, image.Pt(x+i*r.fonts.cell.X, y), char, false, 1, c)
	}
}

func fill(img *image.RGBA, r image.Rectangle, c color.RGBA) {
	draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
}

func disc(img *image.RGBA, center image.Point, radius int, c color.RGBA) {
	for y := -radius; y <= radius; y++ {
		for x := -radius; x <= radius; x++ {
			if x*x+y*y <= radius*radius {
				img.SetRGBA(center.X+x, center.Y+y, c)
			}
		}
	}
}
