package draw

import (
	"fmt"
	"image"
	"sync"

	"github.com/go-fonts/dejavu/dejavusansmono"
	"github.com/go-fonts/dejavu/dejavusansmonobold"
	"github.com/hajimehoshi/bitmapfont/v3"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fonts are the built-in faces at one size: DejaVu Sans Mono, and a bitmap font
// for the wide characters that it lacks. A face is not safe for concurrent use;
// each picture makes its own.
type fonts struct {
	regular, bold face
	wide          font.Face
	cell          image.Point // pixels of one cell
	ascent        int         // pixels from a cell's top to its baseline
	drawn         map[glyphKey]drawnGlyph
}

type glyphKey struct {
	r     rune
	bold  bool
	cells int
}

// drawnGlyph is a glyph as it was drawn once: a recording draws the same few
// over and over.
type drawnGlyph struct {
	mask *image.Alpha
	at   image.Point
	ok   bool
}

type face struct {
	font.Face
	sfnt *sfnt.Font
	buf  sfnt.Buffer
}

// has reports whether the font itself draws r; a face would draw a box.
func (f *face) has(r rune) bool {
	i, err := f.sfnt.GlyphIndex(&f.buf, r)
	return err == nil && i != 0
}

var parsed = sync.OnceValues(func() ([2]*sfnt.Font, error) {
	regular, err := opentype.Parse(dejavusansmono.TTF)
	if err != nil {
		return [2]*sfnt.Font{}, fmt.Errorf("reading the built-in font: %w", err)
	}
	bold, err := opentype.Parse(dejavusansmonobold.TTF)
	if err != nil {
		return [2]*sfnt.Font{}, fmt.Errorf("reading the built-in bold font: %w", err)
	}
	return [2]*sfnt.Font{regular, bold}, nil
})

// fontSize is the text's size in pixels at scale 1.
const fontSize = 14

func newFonts(scale int) (*fonts, error) {
	both, err := parsed()
	if err != nil {
		return nil, err
	}
	f := &fonts{wide: bitmapfont.FaceEA, drawn: map[glyphKey]drawnGlyph{}}
	for i, dst := range []*face{&f.regular, &f.bold} {
		made, err := opentype.NewFace(both[i], &opentype.FaceOptions{Size: float64(fontSize * scale), DPI: 72, Hinting: font.HintingFull})
		if err != nil {
			return nil, fmt.Errorf("sizing the built-in font: %w", err)
		}
		*dst = face{Face: made, sfnt: both[i]}
	}
	m := f.regular.Metrics()
	advance, _ := f.regular.GlyphAdvance('0')
	f.cell = image.Pt(advance.Ceil(), m.Ascent.Ceil()+m.Descent.Ceil())
	f.ascent = m.Ascent.Ceil()
	return f, nil
}

// glyph is the mask of one character and where it goes, relative to the cell's
// top left. Characters that no font has give ok == false.
func (f *fonts) glyph(r rune, bold bool, cells int) (mask *image.Alpha, at image.Point, ok bool) {
	key := glyphKey{r, bold, cells}
	g, known := f.drawn[key]
	if !known {
		g.mask, g.at, g.ok = f.drawGlyph(r, bold, cells)
		f.drawn[key] = g
	}
	return g.mask, g.at, g.ok
}

func (f *fonts) drawGlyph(r rune, bold bool, cells int) (mask *image.Alpha, at image.Point, ok bool) {
	fc := &f.regular
	if bold && f.bold.has(r) {
		fc = &f.bold
	}
	if fc.has(r) {
		return glyphMask(fc, r, fixed.P(0, f.ascent))
	}
	return f.fallback(r, cells)
}

func glyphMask(fc font.Face, r rune, dot fixed.Point26_6) (*image.Alpha, image.Point, bool) {
	bounds, src, from, _, ok := fc.Glyph(dot, r)
	if !ok {
		return nil, image.Point{}, false
	}
	mask := image.NewAlpha(image.Rectangle{Max: bounds.Size()})
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			_, _, _, a := src.At(from.X+x, from.Y+y).RGBA()
			mask.Pix[mask.PixOffset(x, y)] = uint8(a >> 8)
		}
	}
	return mask, bounds.Min, true
}

// fallback enlarges a bitmap glyph to the cells it stands on, alike in both
// directions and without smoothing, which would only blur it.
func (f *fonts) fallback(r rune, cells int) (*image.Alpha, image.Point, bool) {
	const ascent, height = 11, 13 // of the bitmap font's glyphs
	advance, ok := f.wide.GlyphAdvance(r)
	if !ok || advance <= 0 {
		return nil, image.Point{}, false
	}
	glyph, at, ok := glyphMask(f.wide, r, fixed.P(0, ascent))
	if !ok {
		return nil, image.Point{}, false
	}
	box := image.Pt(f.cell.X*cells, f.cell.Y)
	scale := min(float64(box.X)/float64(advance.Round()), float64(box.Y)/height)
	left := (float64(box.X) - scale*float64(advance.Round())) / 2
	mask := image.NewAlpha(image.Rectangle{Max: box})
	for y := range box.Y {
		for x := range box.X {
			p := image.Pt(int((float64(x)-left)/scale), int(float64(y)/scale)).Sub(at)
			if p.In(glyph.Bounds()) {
				mask.Pix[mask.PixOffset(x, y)] = glyph.AlphaAt(p.X, p.Y).A
			}
		}
	}
	return mask, image.Point{}, true
}
