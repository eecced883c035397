package question

import (
	"testing"
	"time"

	"elicit/mcpclient"
)

func guarded(o *Options) { o.Quiet = 0 }

func TestTypedAheadKeysAnswerNothing(t *testing.T) {
	r := start(t, 80, 24, guarded)
	a := r.open(formCase(t, "Delete?", property(`{"type":"boolean"}`, true)))
	for range 5 { // a burst: y, enter, …
		r.Press('y', "enter", "esc", "ctrl+d")
		r.Settle()
		r.clock.advance(100 * time.Millisecond)
	}
	r.WaitFor("keys count after a short pause")
	a.undecided()
	r.clock.advance(324 * time.Millisecond) // 424 ms after the last key
	r.Press('y')
	r.Settle()
	a.undecided()
	r.clock.advance(425 * time.Millisecond)
	r.Press('n')
	a.accepts(`{"it":false}`)
}

func TestTheGuardEndsAtItsCeiling(t *testing.T) {
	r := start(t, 80, 24, guarded)
	a := r.open(formCase(t, "Delete?", property(`{"type":"boolean"}`, true)))
	for range 14 {
		r.clock.advance(100 * time.Millisecond)
		r.Press('y')
		r.Settle()
	}
	a.undecided()
	r.clock.advance(100 * time.Millisecond)
	r.Press('y')
	a.accepts(`{"it":true}`)
}

func TestPastesAndClicksAreGuardedToo(t *testing.T) {
	r := start(t, 80, 24, guarded)
	a := r.open(formCase(t, planMessage, planSchema))
	r.ClickOn("Decline ]")
	r.Paste("pasted")
	r.Settle()
	a.undecided()
}

func TestTheNextQuestionIsGuardedFromTheKeysOfTheOneBefore(t *testing.T) {
	r := start(t, 80, 24, guarded)
	yes := property(`{"type":"boolean"}`, true)
	first := r.open(formCase(t, "First?", yes))
	c := formCase(t, "Second?", yes)
	c.ID = "q2"
	second := r.behind(c)
	r.clock.advance(time.Second)
	r.Press('y')
	first.accepts(`{"it":true}`)
	r.WaitFor("Second?")
	r.Press('y', "ctrl+d", "esc")
	r.Settle()
	second.undecided()
	r.clock.advance(time.Second)
	r.Press("ctrl+d")
	second.ends(mcpclient.Decline)
}

func TestAQuestionThatIsTakenUpAgainIsNotGuarded(t *testing.T) {
	r := start(t, 80, 24, guarded)
	r.open(formCase(t, "First?", property(`{"type":"boolean"}`, true)))
	c := formCase(t, "Second?", property(`{"type":"boolean"}`, true))
	c.ID = "q2"
	second := r.behind(c)
	r.clock.advance(time.Second)
	r.Press("alt+right", 'n')
	second.accepts(`{"it":false}`)
}
