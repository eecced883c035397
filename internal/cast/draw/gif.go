package draw

import (
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"slices"
	"time"
)

// maxGIFPixels bounds the memory that an animation takes while it is made.
const maxGIFPixels = 600 << 20

// GIF writes an animation of the frames that repeats for ever. Each picture
// holds only what changed since the one before.
func GIF(w io.Writer, frames []Frame, l Look) error {
	if len(frames) == 0 {
		return errNoFrames
	}
	r, err := newRaster(frames, l)
	if err != nil {
		return err
	}
	pal := r.palette(frames)
	anim := &gif.GIF{Config: image.Config{ColorModel: pal.colors, Width: r.size.X, Height: r.size.Y}}
	var before *image.RGBA
	reel, pixels := film{raster: r}, 0
	for _, f := range frames {
		img := reel.next(f)
		part := changed(before, img)
		before = img
		if pixels += part.Dx() * part.Dy(); pixels > maxGIFPixels {
			return fmt.Errorf("a GIF of %d frames of %dx%d pixels would be too large; use a smaller --scale, or SVG", len(frames), r.size.X, r.size.Y)
		}
		anim.Image = append(anim.Image, pal.paletted(img, part))
		anim.Delay = append(anim.Delay, centiseconds(f.Until)-centiseconds(f.At))
		anim.Disposal = append(anim.Disposal, gif.DisposalNone)
	}
	return gif.EncodeAll(w, anim)
}

func centiseconds(d time.Duration) int { return int(d / (10 * time.Millisecond)) }

// changed is the smallest rectangle in which two pictures differ; at least one
// pixel, since a GIF has no empty pictures.
func changed(a, b *image.RGBA) image.Rectangle {
	if a == nil {
		return b.Bounds()
	}
	part := image.Rectangle{}
	for y := range b.Rect.Dy() {
		i, j := b.PixOffset(0, y), b.PixOffset(b.Rect.Dx(), y)
		rowA, rowB := a.Pix[i:j], b.Pix[i:j]
		if slices.Equal(rowA, rowB) {
			continue
		}
		from, to := 0, len(rowB)
		for rowA[from] == rowB[from] {
			from++
		}
		for rowA[to-1] == rowB[to-1] {
			to--
		}
		part = part.Union(image.Rect(from/4, y, (to+3)/4, y+1))
	}
	if part.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return part
}

// colorTable maps every colour of an animation to one of at most 256.
type colorTable struct {
	colors color.Palette
	index  map[color.RGBA]uint8
}

// palette holds the colours that the frames use, the most used ones first. A
// screen's few colours and their shades nearly always fit; what does not is
// drawn in the nearest that does.
func (r *raster) palette(frames []Frame) *colorTable {
	uses := map[color.RGBA]int{}
	reel := film{raster: r}
	for _, f := range frames {
		count(reel.next(f), uses)
	}
	order := make([]color.RGBA, 0, len(uses))
	for c := range uses {
		order = append(order, c)
	}
	slices.SortFunc(order, func(a, b color.RGBA) int {
		if d := uses[b] - uses[a]; d != 0 {
			return d
		}
		return int(key(a)) - int(key(b)) // the same table for the same frames
	})
	t := &colorTable{index: map[color.RGBA]uint8{}}
	for i, c := range order {
		if i < 256 {
			t.colors = append(t.colors, c)
			t.index[c] = uint8(i)
		} else {
			t.index[c] = uint8(t.colors.Index(c))
		}
	}
	return t
}

// count adds up a picture's pixels by colour, a stretch of one colour at a time:
// most of a screen is its ground.
func count(img *image.RGBA, uses map[color.RGBA]int) {
	var last color.RGBA
	n := 0
	for i := 0; i < len(img.Pix); i += 4 {
		c := color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], 0xff}
		if c != last {
			if n > 0 {
				uses[last] += n
			}
			last, n = c, 0
		}
		n++
	}
	uses[last] += n
}

func key(c color.RGBA) uint32 { return uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B) }

func (t *colorTable) paletted(img *image.RGBA, part image.Rectangle) *image.Paletted {
	out := image.NewPaletted(part, t.colors)
	last := img.RGBAAt(part.Min.X, part.Min.Y)
	index := t.index[last]
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if c := img.RGBAAt(x, y); c != last {
				last, index = c, t.index[c]
			}
			out.Pix[out.PixOffset(x, y)] = index
		}
	}
	return out
}
