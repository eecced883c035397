package tui

import (
	"context"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// leave waits for the program's end and closes it as Run does.
func (a *app) leave() {
	a.t.Helper()
	if _, err := a.Final(); err != nil {
		a.t.Errorf("the program ended with %v", err)
	}
	began := time.Now()
	a.model.Close()
	if d := time.Since(began); d > 2*time.Second {
		a.t.Errorf("closing took %v", d)
	}
	for _, f := range a.fakes {
		for _, s := range f.sessions {
			if !s.isClosed() {
				a.t.Error("a session was left open")
			}
		}
	}
}

func TestQuitFromTheList(t *testing.T) {
	a := open(t, 80, 24, configured{"billing", shop()})
	a.WaitFor("cancel_plan")
	a.Type("q")
	a.leave()
}

func TestQuitWhileConnectingToAServerThatNeverAnswers(t *testing.T) {
	f := shop()
	f.connect = func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	a := open(t, 80, 24, configured{"billing", f})
	a.WaitFor("starting")
	a.Type("q")
	a.leave()
}

func TestQuitWhileACallRuns(t *testing.T) {
	a := open(t, 80, 24, configured{"billing", working()})
	callsIt("6/10")(a)
	a.Type("q")
	a.leave()
}

func TestQuitAsksBeforeItLosesHalfFilledArguments(t *testing.T) {
	a := open(t, 80, 24, configured{"billing", shop()})
	a.WaitFor("cancel_plan")
	a.Press(tea.KeyEnter)
	a.WaitFor("call buy_seats")
	a.Type("platform")
	a.WaitFor(`"platform"`)
	a.ctrl('c')
	a.WaitFor("have not been sent")
	a.Type("n")
	a.WaitGone("have not been sent")
	a.ctrl('c')
	a.WaitFor("have not been sent")
	a.ctrl('c') // a second time means it
	a.leave()
}

func TestQuitWithAnUntouchedQuestionAnswersItWithCancel(t *testing.T) {
	a := open(t, 80, 24, configured{"billing", asking()})
	callsIt("Pick a plan")(a)
	a.ctrl('c')
	a.leave()
	if h := a.model.history; len(h) > 0 && h[0].Outcome.Content != nil {
		t.Error("something was sent for a person who had left")
	}
}

func TestAPanicOfOurOwnEndsTheProgramWithAReport(t *testing.T) {
	a := open(t, 80, 24, configured{"billing", shop()})
	a.WaitFor("cancel_plan")
	a.model.inbox.post(panicked{where: "a test", value: "boom", stack: "stack"})
	a.leave()
	if a.model.fatal == nil {
		t.Error("the defect was not reported")
	}
}
