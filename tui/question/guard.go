package question

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// A form that opens while the person types must not take their keys for
// answers (DESIGN.md §4.7): keys count once the keyboard has rested for the
// quiet period, and after the ceiling in any case.
const (
	quietPeriod  = 425 * time.Millisecond
	quietCeiling = 1500 * time.Millisecond
)

// guard keeps typed-ahead keys away from a question that just opened.
type guard struct {
	quiet        time.Duration
	opened, last time.Time
	armed        bool
	swallowed    bool // at least one key was kept away
}

// arm starts the guard.
func (g *guard) arm(now time.Time) {
	*g = guard{quiet: g.quiet, opened: now, last: now, armed: g.quiet > 0}
}

// open reports whether keys count now.
func (g *guard) open(now time.Time) bool {
	if g.armed && (now.Sub(g.last) >= g.quiet || now.Sub(g.opened) >= quietCeiling) {
		g.armed = false
	}
	return !g.armed
}

// blocks takes a key press and reports whether it must be ignored.
func (g *guard) blocks(now time.Time) bool {
	if g.open(now) {
		return false
	}
	g.last, g.swallowed = now, true
	return true
}

// note is what the person is told while their keys do not count.
func (g *guard) note(now time.Time) string {
	if g.swallowed && !g.open(now) {
		return "this question opened while you typed: keys count after a short pause"
	}
	return ""
}

// rested is sent when the guard may have opened, so that its note goes away.
type rested struct{}

func (g *guard) wait() tea.Cmd {
	if !g.armed {
		return nil
	}
	return tea.Tick(g.quiet, func(time.Time) tea.Msg { return rested{} })
}
