package tui

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

func TestArgumentsGoOutAsTheFormHasThem(t *testing.T) {
	a := open(t, 100, 30, configured{"billing", shop()})
	a.WaitFor("cancel_plan")
	a.Press(tea.KeyEnter)
	a.WaitFor("call buy_seats")
	a.Type("platform")
	a.Press(tea.KeyEnter)
	a.Type("12")
	a.WaitFor(`{"team":"platform","seats":12}`)
	a.ctrl('s')
	a.WaitFor(`you sent {"team":"platform","seats":12}`)
}

func TestArgumentsWithIssuesAreNotSent(t *testing.T) {
	a := open(t, 100, 30, configured{"billing", shop()})
	a.WaitFor("cancel_plan")
	a.Press(tea.KeyEnter)
	a.WaitFor("call buy_seats")
	a.Type("platform")
	a.Press(tea.KeyEnter)
	a.Type("51")
	a.ctrl('s')
	a.WaitFor("at most 50")
	if a.Shows("you sent") {
		t.Error("the call was made")
	}
}

func TestHalfWrittenArgumentsAreKeptWhenLeft(t *testing.T) {
	a := open(t, 100, 30, configured{"billing", shop()})
	a.WaitFor("cancel_plan")
	a.Press(tea.KeyEnter)
	a.WaitFor("call buy_seats")
	a.Type("platform")
	a.WaitFor(`{"team":"platform"}`)
	a.Press(tea.KeyEscape)
	a.WaitFor("cancel_plan")
	a.Press(tea.KeyEnter)
	a.WaitFor(`{"team":"platform"}`)
}

func TestNestedArgumentsAreWrittenAsJSONAndChecked(t *testing.T) {
	a := open(t, 100, 30, configured{"billing", shop()})
	a.WaitFor("cancel_plan")
	a.Type("jj")
	a.Press(tea.KeyEnter)
	a.WaitFor("missing property 'lines'")
	a.ctrl('s')
	a.WaitFor("missing property 'lines'")
	a.Program().Send(tea.PasteMsg{Content: `"lines":[{"sku":"x"}]`})
	a.WaitFor("fits the tool's input schema")
	a.ctrl('s')
	a.WaitFor(`you sent {"lines":[{"sku":"x"}]}`)
}

func TestTheLastCallIsRepeatedWithTheSameArguments(t *testing.T) {
	f := shop()
	a := open(t, 100, 30, configured{"billing", f})
	calls := make(chan mcpclient.Call, 9)
	f.serve = func(_ context.Context, _ *fakeSession, c mcpclient.Call) (mcpclient.Result, error) {
		calls <- c
		return textResult("done " + c.ID), nil
	}
	a.WaitFor("cancel_plan")
	a.Press(tea.KeyEnter)
	a.WaitFor("call buy_seats")
	a.Type("platform")
	a.Press(tea.KeyEnter)
	a.Type("12")
	a.WaitFor(`12}`)
	a.ctrl('s')
	a.WaitFor("done call-1")
	a.Type(".")
	a.WaitFor("done call-2")
	if one, two := <-calls, <-calls; string(one.Args) != string(two.Args) || one.ID == two.ID {
		t.Errorf("the calls were %v and %v", one, two)
	}
	a.Type("R") // a new session, and the same call again
	a.WaitFor("done call-3")
	if !f.session(t, 0).isClosed() || f.session(t, 1).isClosed() {
		t.Error("restarting did not end the old session and keep the new one")
	}
}

func TestALateResultOfACancelledCallIsDropped(t *testing.T) {
	release, left := make(chan struct{}), make(chan struct{})
	f := serving(func(ctx context.Context, _ *fakeSession, c mcpclient.Call) (mcpclient.Result, error) {
		if c.ID == "call-2" {
			return textResult("second"), nil
		}
		<-ctx.Done()
		<-release
		defer close(left)
		return textResult("too late"), nil
	})()
	a := open(t, 100, 30, configured{"billing", f})
	callsIt("running")(a)
	a.Press(tea.KeyEscape)
	a.WaitFor("was cancelled after")
	a.Press(tea.KeyEnter)
	a.WaitFor("second")
	close(release)
	<-left
	a.Type("i")
	a.WaitFor("calls itself") // later than whatever the late result would have done
	if a.Shows("too late") || a.model.servers[0].last.ID != "call-2" {
		t.Error("a cancelled call's result was taken")
	}
}

func TestTheClockStandsStillWhileAQuestionIsOpen(t *testing.T) {
	a := open(t, 100, 30, configured{"billing", asking()})
	callsIt("Pick a plan")(a)
	a.clock.forward(10 * time.Minute)
	a.ctrl('g')
	a.WaitFor("the clock stands still at 0:00")
	a.Type("a")
	a.WaitFor("Pick a plan")
}

func TestAQuestionOfABackgroundServerOnlyRaisesANotice(t *testing.T) {
	quiet := asking()
	a := open(t, 100, 30, configured{"billing", shop()}, configured{"travel", quiet})
	a.WaitFor("● travel")
	outcome := make(chan mcpclient.Outcome, 1)
	go func() {
		s := quiet.session(t, 0)
		outcome <- s.ask(t.Context(), mcpclient.Call{Target: "book"}, "Where to?", plan)
	}()
	a.WaitFor("travel  asks")
	a.Type("jj") // still the list's keys
	a.WaitFor("Places an order")
	if a.Shows("Where to?") {
		t.Error("another server's question came up under the person's keys")
	}
	a.Type("2a")
	a.WaitFor("Where to?")
	a.ctrl('d')
	if o := <-outcome; o.Action != mcpclient.Decline {
		t.Errorf("the outcome was %v", o.Action)
	}
	a.WaitGone("asks")
}

func TestAnsweringOneServerNeverBringsUpAnothersQuestion(t *testing.T) {
	one, two := asking(), asking()
	a := open(t, 100, 30, configured{"one", one}, configured{"two", two})
	a.WaitFor("● two")
	first, second := make(chan mcpclient.Outcome, 1), make(chan mcpclient.Outcome, 1)
	go func() {
		first <- one.session(t, 0).ask(t.Context(), mcpclient.Call{}, "First?", plan)
	}()
	a.WaitFor("First?")
	go func() {
		second <- two.session(t, 0).ask(t.Context(), mcpclient.Call{}, "Second?", plan)
	}()
	a.WaitFor("1 of 2")
	a.ctrl('d')
	<-first
	a.WaitFor("two  asks")
	if a.Shows("Second?") {
		t.Error("the other server's question came up by itself")
	}
	a.ctrl('g')
	a.WaitFor("Second?")
	a.ctrl('d')
	<-second
}

func TestAChangedListAppearsLive(t *testing.T) {
	f := shop()
	a := open(t, 100, 30, configured{"billing", f})
	a.WaitFor("cancel_plan")
	f.mu.Lock()
	f.tools = append(f.tools, tool("brand_new", "", nothing))
	f.mu.Unlock()
	f.session(t, 0).observe(mcpclient.ListChanged{What: "tools"})
	a.WaitFor("brand_new")
}

func TestToolNamesCannotDrawOnTheTerminal(t *testing.T) {
	f := shop()
	f.tools[0].Name = safetext.Of("buy\x1b[2J\u202eseats")
	a := open(t, 100, 30, configured{"billing", f})
	a.WaitFor("buy␛[2J\ufffdseats")
}

func TestClickingARowMovesThereAndASecondClickCalls(t *testing.T) {
	a := open(t, 100, 30, configured{"billing", shop()})
	a.WaitFor("cancel_plan")
	y := 0
	for i, line := range strings.Split(a.Text(), "\n") {
		if strings.Contains(line, "  cancel_plan") {
			y = i
		}
	}
	click := tea.MouseClickMsg{X: 4, Y: y, Button: tea.MouseLeft}
	a.Program().Send(click)
	a.WaitFor("▸ cancel_plan")
	a.Program().Send(click)
	a.WaitFor("you sent")
}

func TestTheFilterFindsByAFewLetters(t *testing.T) {
	a := open(t, 100, 30, configured{"billing", shop()})
	a.WaitFor("cancel_plan")
	a.Type("/plor")
	a.WaitFor("Tools 1 of 3")
	a.Press(tea.KeyEnter)
	a.Press(tea.KeyEscape)
	a.WaitFor("cancel_plan")
}

func TestAFailedServerSaysWhyAndStartsAgain(t *testing.T) {
	f := shop()
	tries := 0
	f.connect = func(context.Context) error {
		tries++
		if tries == 1 {
			return errGone
		}
		return nil
	}
	a := open(t, 100, 30, configured{"billing", f})
	a.WaitFor("gone")
	a.Type("r")
	a.WaitFor("cancel_plan")
}
