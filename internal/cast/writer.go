package cast

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"
)

// Writer writes a recording while it happens. It is safe for concurrent use,
// and an io.Writer for the terminal's output. A failed write is kept for Err
// and ends the recording, never the session that is recorded.
type Writer struct {
	mu      sync.Mutex
	w       io.Writer
	now     func() time.Time
	version int
	idle    time.Duration

	real time.Time     // of the event before, as the clock had it
	at   time.Duration // of the event before, with idle time cut
	tail []byte        // a split UTF-8 sequence, held back for the next event
	err  error

	cols, rows int
	size       func() (cols, rows int, err error) // see FollowSize
	soon       []soonMark                         // see MarkSoon
}

// NewWriter writes the header of a recording to w and returns its Writer. Pauses
// longer than h.IdleLimit are cut to it. A nil now means time.Now.
func NewWriter(w io.Writer, h Header, now func() time.Time) (*Writer, error) {
	if now == nil {
		now = time.Now
	}
	line, err := h.encode()
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(line); err != nil {
		return nil, fmt.Errorf("writing the recording's header: %w", err)
	}
	return &Writer{w: w, now: now, version: h.Version, idle: h.IdleLimit, real: now(), cols: h.Cols, rows: h.Rows}, nil
}

// FollowSize makes the writer ask for the terminal's size before every output,
// and record it when it changed. So a resize stands before the first thing
// drawn for the new size, which a signal on its way would not promise.
func (w *Writer) FollowSize(size func() (cols, rows int, err error)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.size = size
}

// Write records output. It never fails: a recording must have no effect on the
// session.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	whole, tail := splitUTF8(append(w.tail, p...))
	w.tail = tail
	if len(whole) > 0 {
		w.resized()
		w.event(Output, string(whole))
	}
	return len(p), nil
}

// Resize records a new size of the terminal.
func (w *Writer) Resize(cols, rows int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.resize(cols, rows)
}

// resized looks whether the terminal has another size than before.
func (w *Writer) resized() {
	if w.size == nil {
		return
	}
	if cols, rows, err := w.size(); err == nil && cols > 0 && rows > 0 {
		w.resize(cols, rows)
	}
}

func (w *Writer) resize(cols, rows int) {
	if cols == w.cols && rows == w.rows {
		return
	}
	w.cols, w.rows = cols, rows
	w.event(Resize, fmt.Sprintf("%dx%d", cols, rows))
}

// Mark records a marker with a label.
func (w *Writer) Mark(label string) { w.emit(Marker, label) }

// drawing is how long a screen takes to be drawn at most: renderers draw it with
// the next frame of their own.
const drawing = 100 * time.Millisecond

// soonMark is a marker on its way.
type soonMark struct {
	label string
	due   time.Time
}

// MarkSoon records a marker once what it speaks of has been drawn: whoever
// seeks to it sees that, not the screen before.
func (w *Writer) MarkSoon(label string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.soon = append(w.soon, soonMark{label, w.now().Add(drawing)})
}

// markDue records the markers whose time had come by now.
func (w *Writer) markDue(now time.Time) {
	for len(w.soon) > 0 && !w.soon[0].due.After(now) {
		m := w.soon[0]
		w.soon = w.soon[1:]
		w.eventAt(m.due, Marker, m.label)
	}
}

// Key records that a key was pressed, by its name.
func (w *Writer) Key(name string) { w.emit(Input, name) }

// Answer records what a person gave for a field.
func (w *Writer) Answer(a Answered) {
	data, _ := json.Marshal(a) // two strings always marshal
	w.emit(Answer, string(data))
}

// Exit records what was held back, and the status with which the recorded
// command ended; version 2 has no event for that.
func (w *Writer) Exit(status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.now()
	for i := range w.soon {
		w.soon[i].due = now
	}
	w.markDue(now)
	if w.version == 3 {
		w.event(Exit, strconv.Itoa(status))
	}
}

// Err is the first error of writing, or nil.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

func (w *Writer) emit(code Code, data string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.event(code, data)
}

func (w *Writer) event(code Code, data string) {
	now := w.now()
	if code == Marker { // in their order
		for i := range w.soon {
			w.soon[i].due = now
		}
	}
	w.markDue(now)
	w.eventAt(now, code, data)
}

func (w *Writer) eventAt(now time.Time, code Code, data string) {
	if w.err != nil {
		return
	}
	pause := max(now.Sub(w.real), 0)
	if w.idle > 0 {
		pause = min(pause, w.idle)
	}
	w.real = now
	// Rounding the sum, not the pause, keeps version 3's relative times from
	// drifting.
	before := w.at.Round(time.Microsecond)
	w.at += pause
	stamp := w.at.Round(time.Microsecond)
	if w.version == 3 {
		stamp -= before
	}
	line, err := json.Marshal([]any{json.Number(seconds(stamp)), code, data})
	if err == nil {
		_, err = w.w.Write(append(line, '\n'))
	}
	w.err = err
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 6, 64) }

// splitUTF8 holds back a sequence that is not complete yet: JSON has no way to
// write half a character.
func splitUTF8(b []byte) (whole, tail []byte) {
	for i := 1; i < utf8.UTFMax && i <= len(b); i++ {
		c := b[len(b)-i]
		if !utf8.RuneStart(c) {
			continue
		}
		if !utf8.FullRune(b[len(b)-i:]) {
			n := len(b) - i
			return b[:n], append([]byte(nil), b[n:]...)
		}
		break
	}
	return b, nil
}
