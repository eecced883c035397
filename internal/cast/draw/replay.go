package draw

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"slices"
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"

	"elicit/internal/cast"
)

const (
	// hold is how long the last frame stands before an animation starts again.
	hold = 3 * time.Second
	// settle joins screens that stood for less: half-drawn ones, which a
	// renderer that writes in pieces leaves in a recording.
	settle = 20 * time.Millisecond
	// keysStand is how long a pressed key stays in the overlay.
	keysStand = 1200 * time.Millisecond
)

// Replay plays a recording on an emulated terminal and returns each distinct
// screen in order: at least one frame, without gaps. A recording whose bytes
// the emulator cannot take is an error, never a panic.
func Replay(rec *cast.Recording) (frames []Frame, err error) {
	defer func() {
		if p := recover(); p != nil {
			frames, err = nil, fmt.Errorf("the recording cannot be replayed: %v", p)
		}
	}()
	p := newPlayer(rec)
	defer p.close()
	for _, e := range rec.Events {
		if err := p.play(e); err != nil {
			return nil, err
		}
	}
	if len(p.frames) == 0 {
		p.snap(0)
	}
	last := &p.frames[len(p.frames)-1]
	last.Until = max(rec.Duration(), last.At) + hold
	return p.frames, nil
}

type player struct {
	emu     *vt.Emulator
	drained chan struct{}
	title   string
	caption string
	keys    []pressed
	frames  []Frame
}

type pressed struct {
	at  time.Duration
	key string
}

func newPlayer(rec *cast.Recording) *player {
	p := &player{emu: vt.NewEmulator(rec.Cols, rec.Rows), drained: make(chan struct{}), title: rec.Title}
	p.emu.SetCallbacks(vt.Callbacks{Title: func(s string) { p.title = s }})
	go func() { // the emulator's replies; nobody waits for them here
		defer close(p.drained)
		_, _ = io.Copy(io.Discard, p.emu)
	}()
	return p
}

func (p *player) close() {
	if c, ok := p.emu.InputPipe().(io.Closer); ok {
		_ = c.Close()
		<-p.drained
	}
}

func (p *player) play(e cast.Event) error {
	switch e.Code {
	case cast.Output:
		if _, err := p.emu.WriteString(e.Data); err != nil {
			return fmt.Errorf("replaying output at %s: %w", e.At, err)
		}
	case cast.Resize:
		cols, rows, err := cast.ParseSize(e.Data)
		if err != nil {
			return err
		}
		p.emu.Resize(cols, rows)
	case cast.Marker:
		if name, ok := strings.CutPrefix(e.Data, cast.StillMark); ok {
			p.snap(e.At)
			last := &p.frames[len(p.frames)-1]
			last.Stills = append(last.Stills, name)
			return nil
		}
		p.caption = e.Data
	case cast.Input:
		p.keys = append(p.keys, pressed{e.At, e.Data})
	case cast.Exit, cast.Answer:
		return nil
	default:
		return nil
	}
	p.snap(e.At)
	return nil
}

// snap adds the screen as it stands, unless it is what already stood.
func (p *player) snap(at time.Duration) {
	n := len(p.frames)
	var before *Screen
	if n > 0 {
		before = p.frames[n-1].Screen
	}
	f := Frame{At: at, Screen: capture(p.emu, p.title, before), Caption: p.caption, Keys: p.overlay(at)}
	if n > 0 && same(p.frames[n-1], f) {
		return
	}
	if n > 0 && at-p.frames[n-1].At < settle && (p.frames[n-1].Stills == nil || sameScreen(p.frames[n-1].Screen, f.Screen)) {
		f.At, f.Stills = p.frames[n-1].At, p.frames[n-1].Stills
		p.frames = p.frames[:n-1]
		n--
		if n > 0 && f.Stills == nil && same(p.frames[n-1], f) {
			return
		}
	}
	if n > 0 {
		p.frames[n-1].Until = f.At
	} else {
		f.At = 0
	}
	p.frames = append(p.frames, f)
}

func (p *player) overlay(at time.Duration) string {
	var keys []string
	for _, k := range p.keys {
		if at-k.at <= keysStand {
			keys = append(keys, k.key)
		}
	}
	return strings.Join(keys[max(0, len(keys)-4):], " ")
}

func same(a, b Frame) bool {
	return a.Caption == b.Caption && a.Keys == b.Keys && sameScreen(a.Screen, b.Screen)
}

func sameScreen(s, t *Screen) bool {
	if s.Cols != t.Cols || s.Rows != t.Rows || s.Title != t.Title ||
		s.Cursor != t.Cursor || s.Cursor && (s.CursorX != t.CursorX || s.CursorY != t.CursorY) {
		return false
	}
	for y := range s.Cells {
		if !sameRow(s.Cells[y], t.Cells[y]) {
			return false
		}
	}
	return true
}

func sameRow(a, b []Cell) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0] || slices.Equal(a, b))
}

// capture takes the screen as it is. Rows that are what they were before are
// shared with the screen before: a long recording is mostly such rows.
func capture(emu *vt.Emulator, title string, before *Screen) *Screen {
	s := &Screen{Cols: emu.Width(), Rows: emu.Height(), Title: title, Cursor: !emu.CursorHidden()}
	at := emu.CursorPosition()
	s.CursorX, s.CursorY = at.X, at.Y
	s.Cells = make([][]Cell, s.Rows)
	row := make([]Cell, s.Cols)
	for y := range s.Cells {
		for x := range row {
			row[x] = cellOf(emu.CellAt(x, y))
		}
		if before != nil && y < before.Rows && slices.Equal(row, before.Cells[y]) {
			s.Cells[y] = before.Cells[y]
		} else {
			s.Cells[y] = slices.Clone(row)
		}
	}
	return s
}

func cellOf(c *uv.Cell) Cell {
	if c == nil {
		return Cell{Text: " ", Width: 1}
	}
	cell := Cell{Text: c.Content, Width: c.Width, Style: styleOf(c.Style)}
	if cell.Width > 0 && cell.Text == "" || c.Style.Attrs&uv.AttrConceal != 0 {
		cell.Text = strings.Repeat(" ", max(cell.Width, 1))
	}
	return cell
}

// reversed stand for the terminal's own colours when they change places.
type reversed string

// RGBA gives black; a look replaces the colour before it is used.
func (reversed) RGBA() (r, g, b, a uint32) { return 0, 0, 0, 0xffff }

const (
	groundColor reversed = "ground"
	textColor   reversed = "text"
)

func styleOf(u uv.Style) Style {
	s := Style{
		FG: comparableColor(u.Fg), BG: comparableColor(u.Bg),
		Bold: u.Attrs&uv.AttrBold != 0, Faint: u.Attrs&uv.AttrFaint != 0, Italic: u.Attrs&uv.AttrItalic != 0,
		Underline: u.Underline != 0, Strike: u.Attrs&uv.AttrStrikethrough != 0,
	}
	if u.Attrs&uv.AttrReverse != 0 {
		s.FG, s.BG = s.BG, s.FG
		if s.FG == nil {
			s.FG = groundColor
		}
		if s.BG == nil {
			s.BG = textColor
		}
	}
	return s
}

// comparableColor keeps the indexed colours, which a look translates, and turns any
// other into one that == can compare.
func comparableColor(c color.Color) color.Color {
	if c == nil {
		return nil
	}
	if i, ok := indexOf(c); ok {
		return indexed(i)
	}
	r, g, b, _ := c.RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0xff}
}

var errNoFrames = errors.New("there is no frame to draw")
