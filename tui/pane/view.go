package pane

import (
	"strings"

	"elicit/tui/theme"
)

// View is a window on a source. The zero value is not usable; make it with
// [New].
type View struct {
	theme  *theme.Theme
	src    Source
	w, h   int
	top    int // first visible item
	sub    int // and how many of its rows are above the window
	cursor int
	needle string
	// Bare leaves out the cursor's column: for text that is only read.
	Bare bool
	// Follow keeps the last item in sight as the source grows.
	Follow bool
}

// New makes a view of a source.
func New(t *theme.Theme, src Source) *View {
	v := &View{theme: t, src: src, w: 80, h: 20}
	v.cursor = v.skip(0, 1)
	return v
}

// SetTheme changes the styles.
func (v *View) SetTheme(t *theme.Theme) { v.theme = t }

// SetSize sets the window's size in cells.
func (v *View) SetSize(w, h int) {
	v.w, v.h = max(w, 1), max(h, 1)
	v.Refresh()
}

// SetSource changes what is shown and keeps the place as well as it can.
func (v *View) SetSource(src Source) {
	v.src = src
	if m, ok := src.(Marker); ok {
		m.Mark(v.needle)
	}
	v.Refresh()
}

// Source is what is shown.
func (v *View) Source() Source { return v.src }

// Refresh brings the place back into bounds after the source changed.
func (v *View) Refresh() {
	n := v.src.Len()
	if v.Follow {
		v.cursor = n - 1
	}
	v.cursor = v.skip(clamp(v.cursor, n-1), 1)
	if v.top >= n {
		v.top, v.sub = max(n-1, 0), 0
	}
	v.reveal()
}

// Dropped keeps the place when the source has forgotten its first n items.
func (v *View) Dropped(n int) {
	if n <= 0 {
		return
	}
	if v.top < n {
		v.sub = 0
	}
	v.top, v.cursor = max(v.top-n, 0), max(v.cursor-n, 0)
}

// Cursor is the item under the cursor, -1 when there is none.
func (v *View) Cursor() int {
	if v.src.Len() == 0 {
		return -1
	}
	return v.cursor
}

// SetCursor moves the cursor to an item.
func (v *View) SetCursor(i int) {
	v.cursor = v.skip(clamp(i, v.src.Len()-1), 1)
	v.reveal()
}

// ItemAt is the item drawn on row y of the window, -1 when there is none.
func (v *View) ItemAt(y int) int {
	row := -v.sub
	for i := v.top; i < v.src.Len(); i++ {
		row += v.rows(i)
		if y < row {
			return i
		}
	}
	return -1
}

// AtEnd reports whether the last row is in sight.
func (v *View) AtEnd() bool {
	top, sub := v.lastTop()
	return v.top > top || v.top == top && v.sub >= sub
}

// Above reports whether something is above the window.
func (v *View) Above() bool { return v.top > 0 || v.sub > 0 }

// View draws the window: h rows, none wider than w.
func (v *View) View() string {
	out := make([]string, 0, v.h)
	for i := v.top; i < v.src.Len() && len(out) < v.h; i++ {
		rows := v.src.Rows(i, v.inner())
		if i == v.top {
			rows = rows[min(v.sub, len(rows)-1):]
		}
		for k, r := range rows {
			if len(out) == v.h {
				break
			}
			out = append(out, v.gutter(i, k == 0)+r)
		}
	}
	for len(out) < v.h {
		out = append(out, "")
	}
	return strings.Join(out, "\n")
}

func (v *View) gutter(i int, first bool) string {
	switch {
	case v.Bare:
		return ""
	case i == v.cursor && first:
		return v.theme.Accent.Render("▸") + " "
	}
	return "  "
}

func (v *View) inner() int {
	if v.Bare {
		return v.w
	}
	return max(v.w-2, 1)
}

// rows is how many rows item i takes.
func (v *View) rows(i int) int {
	if f, ok := v.src.(Flat); ok && f.Flat() {
		return 1
	}
	return len(v.src.Rows(i, v.inner()))
}

// clamp keeps an item's number in bounds.
func clamp(i, last int) int { return max(0, min(i, last)) }
