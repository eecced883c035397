package screentest

import (
	"strings"
	"time"
)

// patience is how long a condition may take before a test fails. It is far
// longer than any passing test needs, also on a busy machine under the race
// detector.
const patience = 10 * time.Second

const ended = "the program has ended"

// WaitFor waits until the screen shows want.
func (s *Terminal) WaitFor(want string) {
	s.t.Helper()
	s.wait("showed "+quoted(want), func(text string) bool { return strings.Contains(text, want) })
}

// WaitGone waits until the screen no longer shows gone.
func (s *Terminal) WaitGone(gone string) {
	s.t.Helper()
	s.wait("stopped showing "+quoted(gone), func(text string) bool { return !strings.Contains(text, gone) })
}

// WaitUntil waits until ok holds for what the screen shows. It may look at
// anything else, too: the title, a cell, the clipboard.
func (s *Terminal) WaitUntil(ok func(text string) bool) {
	s.t.Helper()
	s.wait("came to what the test waits for", ok)
}

func (s *Terminal) wait(what string, ok func(string) bool) {
	s.t.Helper()
	if why := s.await(ok); why != "" {
		s.t.Fatalf("%s, and the screen never %s; it shows:\n%s", why, what, s.Text())
	}
}

// await waits until ok holds and says why it gave up, or nothing.
func (s *Terminal) await(ok func(string) bool) (why string) {
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	again := time.NewTicker(20 * time.Millisecond) // for what ok looks at beside the screen
	defer again.Stop()
	ends := s.ends
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		if ok(s.Text()) {
			return ""
		}
		if ends == nil {
			return ended
		}
		select {
		case <-changed:
		case <-again.C:
		case <-ends:
			ends = nil // one last look
		case <-deadline.C:
			return patience.String() + " have passed"
		}
	}
}

// quoted keeps a searched text readable in a failure.
func quoted(text string) string { return "\"" + text + "\"" }
