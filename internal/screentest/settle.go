package screentest

import (
	"fmt"
	"strings"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
)

// markCommand is the number of an OSC sequence that means nothing to anybody
// else. A mark that comes out of the program shows how far it is.
const markCommand = 9701

var lastMark atomic.Int64

// Settle waits until everything that was typed, pressed or sent before is
// handled and drawn, so that a test can say what does not happen. It does not
// wait for commands that are still running, nor for Raw bytes on their way.
func (s *Screen) Settle() {
	s.t.Helper()
	// Bubble Tea writes what is queued, such as a mark, before the frame of the
	// same tick. When a second mark is out, the first one's frame is too.
	for range 2 {
		s.mark()
	}
}

func (s *Screen) mark() {
	s.t.Helper()
	id := fmt.Sprint(lastMark.Add(1))
	s.prog.Send(tea.Raw(fmt.Sprintf("\x1b]%d;%s\x07", markCommand, id))())
	why := s.await(func(string) bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.marks[id]
	})
	if why != "" && why != ended {
		s.t.Fatalf("%s, and the program has not handled its input; the screen shows:\n%s", why, s.Text())
	}
}

func (s *Terminal) setMark(data []byte) bool {
	_, id, _ := strings.Cut(string(data), ";")
	s.marks[id] = true
	return true
}
