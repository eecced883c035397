package draw

import (
	"image/color"
	"slices"
	"strings"
	"time"

	"elicit/internal/cast"
)

// Style is how a cell looks, with reverse video already resolved. A nil colour
// is the terminal's own.
type Style struct {
	FG, BG                                 color.Color
	Bold, Faint, Italic, Underline, Strike bool
}

// Cell is one cell of a screen. The cell after a wide one has width 0.
type Cell struct {
	Text  string
	Width int
	Style Style
}

// Screen is what a terminal shows at one moment. It is never changed once made.
type Screen struct {
	Cols, Rows       int
	Cells            [][]Cell // rows of cells
	CursorX, CursorY int
	Cursor           bool // whether it is visible
	Title            string
}

// Text is the screen as text, without trailing blanks.
func (s *Screen) Text() string {
	var b strings.Builder
	for _, row := range s.Cells {
		var line strings.Builder
		for _, c := range row {
			line.WriteString(c.Text)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// Frame is a screen and the time for which it stood.
type Frame struct {
	At, Until time.Duration
	Screen    *Screen
	Caption   string   // the last marker's label; empty before the first
	Stills    []string // names under which it was kept as a still
	Keys      string   // what was pressed lately, for the key overlay
}

// At is the frame that stood at a moment; the last one from the end on.
func At(frames []Frame, at time.Duration) Frame {
	for _, f := range frames {
		if at < f.Until {
			return f
		}
	}
	return frames[len(frames)-1]
}

// AtStill is the frame that was kept under a name.
func AtStill(frames []Frame, name string) (Frame, bool) {
	for _, f := range frames {
		if slices.Contains(f.Stills, name) {
			return f, true
		}
	}
	return Frame{}, false
}

// AtMarker is the frame that stood when the n-th marker (from 1) whose label
// contains text was passed, as it looked before the next one began: the last
// frame under that caption. A still is found by its marker's whole label.
func AtMarker(frames []Frame, text string, n int) (Frame, bool) {
	if name, ok := strings.CutPrefix(text, cast.StillMark); ok {
		return AtStill(frames, name)
	}
	found, seen, last := Frame{}, 0, ""
	for _, f := range frames {
		if f.Caption != last && strings.Contains(f.Caption, text) {
			seen++
		}
		last = f.Caption
		if seen == n && f.Caption != "" && strings.Contains(f.Caption, text) {
			found = f
		}
	}
	return found, found.Screen != nil
}
