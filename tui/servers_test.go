package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"elicit/mcpclient"
)

// three are servers in different states: ready, asking, failed.
func three(t *testing.T, w, h int) (*app, *fake, chan mcpclient.Outcome) {
	t.Helper()
	travel, broken := asking(), shop()
	broken.connect = failsToConnect
	a := open(t, w, h, configured{"billing", shop()}, configured{"travel", travel}, configured{"broken", broken})
	a.WaitFor("cancel_plan")
	outcome := make(chan mcpclient.Outcome, 1)
	s := travel.session(t, 0)
	go func() { outcome <- s.ask(t.Context(), mcpclient.Call{Target: "book"}, "Where to?", plan) }()
	a.WaitFor("travel  asks")
	return a, travel, outcome
}

func TestAllServersAreListedWithTheirStates(t *testing.T) {
	for _, size := range sizes {
		a, _, _ := three(t, size.w, size.h)
		a.Type("0")
		a.WaitFor("3 servers, 1 open question")
		a.WaitFor("gone")
		a.Golden()
	}
}

func TestAServerIsStoppedAndStartedFromTheList(t *testing.T) {
	a, travel, outcome := three(t, 100, 30)
	a.Type("0")
	a.WaitFor("◆ asks 1 question")
	a.Type("jS")
	a.WaitFor("○ stopped")
	if o := <-outcome; o.Action == mcpclient.Decline || o.Action == mcpclient.Accept {
		t.Errorf("a stopped server was told %s", o.Action)
	}
	a.Type("r")
	travel.session(t, 1)
	a.WaitGone("○ stopped")
	a.Press(tea.KeyEnter)
	a.WaitFor("0 servers") // home, on that server
	a.WaitUntil(func(string) bool { return a.Title() == "elicit · travel" })
}

func TestAClickGoesToAServer(t *testing.T) {
	a, _, _ := three(t, 100, 30)
	a.Type("0")
	a.WaitFor("3 servers")
	y := 0
	for i, row := range a.Rows() {
		if strings.Contains(row, "✗ failed") {
			y = i
		}
	}
	a.Click(8, y)
	a.Click(8, y)
	a.WaitFor("start it again")
}

func TestTheNoticeOfABackgroundServerHasItsBadgeAndLeadsToIt(t *testing.T) {
	a, _, outcome := three(t, 100, 30)
	a.WaitFor("travel  asks; ctrl+g answers")
	_, y := a.Find("asks; ctrl+g")
	x, _ := a.Find("travel  asks; ctrl+g")
	if badge := a.Cell(x, y); badge.Style.Bg == nil {
		t.Error("the name in the notice is no badge")
	}
	a.ctrl('g')
	a.WaitFor("Where to?")
	a.ctrl('d')
	if o := <-outcome; o.Action != mcpclient.Decline {
		t.Errorf("the outcome was %s", o.Action)
	}
}

func TestAWithdrawnQuestionThatNobodySawLeavesNothingBehind(t *testing.T) {
	a, _, _ := three(t, 100, 30)
	a.Type("0jS")
	a.WaitFor("○ stopped")
	a.WaitFor("3 servers")
	a.WaitGone("open question")
}

func TestASecondServersQuestionIsToldOnTheFirstOnes(t *testing.T) {
	a, _, outcome := three(t, 100, 30)
	a.ctrl('g')
	a.WaitFor("Where to?")
	s := a.fakes[0].session(t, 0)
	second := make(chan mcpclient.Outcome, 1)
	go func() { second <- s.ask(t.Context(), mcpclient.Call{}, "How many?", plan) }()
	a.WaitFor("billing  asks too; alt+→ goes there")
	a.Type("2") // answers the question on screen, and no other
	if o := <-outcome; string(o.Content) != `{"plan":"team"}` {
		t.Errorf("the first was told %s", o.Content)
	}
	select {
	case o := <-second:
		t.Fatalf("the second was told %s", o.Action)
	default:
	}
	a.ctrl('g')
	a.WaitFor("How many?")
	a.Press("ctrl+p")
	a.WaitFor("what to do")
	a.Type("decline")
	a.WaitFor("ctrl+d")
	a.Press(tea.KeyEnter)
	if o := <-second; o.Action != mcpclient.Decline {
		t.Errorf("the second was told %s", o.Action)
	}
}

func TestAServerThatDiesBehindAnotherScreenIsTold(t *testing.T) {
	a := open(t, 100, 30, configured{"billing", shop()})
	a.WaitFor("cancel_plan")
	a.Type("H")
	a.WaitFor("no server has asked anything yet")
	a.fakes[0].session(t, 0).observe(mcpclient.Exited{Err: errGone})
	a.WaitFor("billing  failed: gone")
}
