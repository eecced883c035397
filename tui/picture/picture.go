package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif" // the formats that are read; of an animation the first picture
	_ "image/jpeg"
	_ "image/png"
)

// MostPixels bounds what is decoded: 16 million take at most 128 MiB for a
// moment.
const MostPixels = 16 << 20

// Bounds of what is kept of an image, in pixels.
const (
	keptWidth  = 1024
	keptHeight = 768
)

// ErrTooLarge says that an image has more pixels than are decoded.
var ErrTooLarge = errors.New("too many pixels to be drawn")

// Picture is an image, made small enough for a terminal.
type Picture struct {
	Width, Height int // of the original, in pixels
	pixels        *image.NRGBA
}

// Size tells an image's measures and format without decoding it.
func Size(data []byte) (width, height int, format string, err error) {
	defer func() { err = errors.Join(err, failure(recover())) }()
	c, format, err := image.DecodeConfig(bytes.NewReader(data))
	return c.Width, c.Height, format, err
}

// Read decodes an image in PNG, JPEG or GIF. It takes time in proportion to its
// pixels, so it belongs outside Update.
func Read(data []byte) (p *Picture, err error) {
	defer func() { err = errors.Join(err, failure(recover())) }()
	w, h, _, err := Size(data)
	switch {
	case err != nil:
		return nil, err
	case w <= 0 || h <= 0:
		return nil, fmt.Errorf("an image of %d × %d pixels", w, h)
	case w > MostPixels/h:
		return nil, ErrTooLarge
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	kw, kh := fit(w, h, keptWidth, keptHeight)
	return &Picture{Width: w, Height: h, pixels: scale(img, kw, kh)}, nil
}

// failure makes an error of a decoder's panic, which must not end the program.
func failure(panicked any) error {
	if panicked == nil {
		return nil
	}
	return fmt.Errorf("the image cannot be decoded: %v", panicked)
}

// fit makes w × h small enough for the bounds, never larger.
func fit(w, h, mostWidth, mostHeight int) (int, int) {
	if w > mostWidth {
		w, h = mostWidth, h*mostWidth/w
	}
	if h > mostHeight {
		w, h = w*mostHeight/h, mostHeight
	}
	return max(w, 1), max(h, 1)
}

// samples is how many pixels along each side stand for one that is drawn.
const samples = 3

// scale draws img anew with w × h pixels, each the mean of a few.
func scale(img image.Image, w, h int) *image.NRGBA {
	from := img.Bounds()
	out := image.NewNRGBA(image.Rect(0, 0, w, h))
	nx, ny := min(samples, max(from.Dx()/w, 1)), min(samples, max(from.Dy()/h, 1))
	for y := range h {
		for x := range w {
			var r, g, b, a, n uint32
			for sy := range ny {
				py := from.Min.Y + (y*ny+sy)*from.Dy()/(h*ny)
				for sx := range nx {
					px := from.Min.X + (x*nx+sx)*from.Dx()/(w*nx)
					cr, cg, cb, ca := img.At(px, py).RGBA()
					r, g, b, a, n = r+cr, g+cg, b+cb, a+ca, n+1
				}
			}
			mean := color.RGBA64{R: uint16(r / n), G: uint16(g / n), B: uint16(b / n), A: uint16(a / n)}
			out.Set(x, y, mean)
		}
	}
	return out
}

// A cell is taken to be twice as high as it is wide.
const (
	cellWidth  = 8
	cellHeight = 2 * cellWidth
)

// Cells is how many columns and rows the picture takes, within bounds; it is
// never drawn larger than it is.
func (p *Picture) Cells(mostColumns, mostRows int) (columns, rows int) {
	w, h := fit(p.Width, p.Height, clamp(mostColumns)*cellWidth, clamp(mostRows)*cellHeight)
	return (w + cellWidth - 1) / cellWidth, (h + cellHeight - 1) / cellHeight
}

func clamp(n int) int { return max(1, min(n, most)) }
