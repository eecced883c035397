package draw

import (
	"image"
	"slices"
)

// film draws the frames of an animation one after the other; of each only the
// rows that are not what they were.
type film struct {
	raster *raster
	last   Frame
	img    *image.RGBA
}

// next is the picture of the next frame.
func (m *film) next(f Frame) *image.RGBA {
	if m.img == nil || !m.sameAround(f) {
		m.img = m.raster.draw(f)
		m.last = f
		return m.img
	}
	img := &image.RGBA{Pix: slices.Clone(m.img.Pix), Stride: m.img.Stride, Rect: m.img.Rect}
	for y, stale := range m.stale(f.Screen) {
		if stale {
			m.raster.redraw(img, f.Screen, y)
		}
	}
	m.raster.cursor(img, f.Screen)
	m.img, m.last = img, f
	return img
}

// stale are the rows to draw anew: those that changed and, since bars are higher
// than their rows so that they meet, those above and below.
func (m *film) stale(s *Screen) []bool {
	before, rows := m.last.Screen, make([]bool, s.Rows)
	for y, row := range s.Cells {
		if sameRow(row, before.Cells[y]) && !before.cursorIn(y) && !s.cursorIn(y) {
			continue
		}
		for near := max(y-1, 0); near <= min(y+1, s.Rows-1); near++ {
			rows[near] = true
		}
	}
	return rows
}

// sameAround reports whether what surrounds the screen is what it was.
func (m *film) sameAround(f Frame) bool {
	a, b := m.last.Screen, f.Screen
	return a.Cols == b.Cols && a.Rows == b.Rows && a.Title == b.Title && m.last.Caption == f.Caption && m.last.Keys == f.Keys
}

func (s *Screen) cursorIn(y int) bool { return s.Cursor && s.CursorY == y }

func (r *raster) row(img *image.RGBA, s *Screen, y int) {
	for _, run := range runs(s.Cells[y]) {
		r.run(img, y, run)
	}
}

// redraw draws one row anew, with what reaches into it from its neighbours.
func (r *raster) redraw(img *image.RGBA, s *Screen, y int) {
	clip, ok := img.SubImage(r.rowBox(y)).(*image.RGBA)
	if !ok {
		return // it always is one
	}
	fill(clip, clip.Bounds(), r.look.Ground)
	for near := max(y-1, 0); near <= min(y+1, s.Rows-1); near++ {
		r.row(clip, s, near)
	}
}

func (r *raster) rowBox(y int) image.Rectangle {
	top := r.top + y*r.fonts.cell.Y
	return image.Rect(0, top, r.size.X, top+r.fonts.cell.Y)
}
