package tui

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// buys calls buy_seats with a team and a number of seats.
func buys(team, seats string) func(*app) {
	return func(a *app) {
		a.Type("e")
		a.WaitFor("call buy_seats")
		a.Press("ctrl+x")
		a.Type(team)
		a.Press(tea.KeyTab, "ctrl+x")
		a.Type(seats)
		a.WaitFor(`→ {"team":"` + team + `","seats":` + seats + `}`)
		a.ctrl('s')
		a.WaitFor(`you sent {"team":"` + team + `","seats":` + seats + `}`)
		a.Press(tea.KeyEscape)
		a.WaitFor("Last call")
	}
}

func TestArgumentsOfPastCallsAreOfferedAndMarked(t *testing.T) {
	a := open(t, 100, 30, configured{"billing", shop()})
	a.WaitFor("Buys seats")
	buys("platform", "12")(a)
	buys("core", "3")(a)
	a.Type("e")
	a.WaitFor("as last time")
	a.WaitFor(`→ {"team":"core","seats":3}`)
	a.Press("alt+h")
	a.WaitFor("called before with")
	a.Press(tea.KeyDown, tea.KeyEnter)
	a.WaitFor("as in the call at 12:00:00")
	a.WaitFor(`→ {"team":"platform","seats":12}`)
	if a.Shows("you sent") {
		t.Error("choosing sent something")
	}
}

func TestWhatWasTypedAsJSONAndNotSentIsThereAgain(t *testing.T) {
	a := open(t, 100, 30, configured{"billing", shop()})
	a.WaitFor("cancel_plan")
	a.Type("jj")
	a.Press(tea.KeyEnter)
	a.WaitFor("missing property 'lines'")
	a.Type(`"lines": [`) // not JSON yet
	a.WaitFor(`"lines": [`)
	a.Press(tea.KeyEscape)
	a.WaitFor("Places an order")
	a.Press(tea.KeyEnter)
	a.WaitFor("typed before, not sent")
	a.WaitFor(`"lines": [`)
}

func TestOnlySomePastArgumentsAreKeptAndEachOnce(t *testing.T) {
	s := newServer(ServerConfig{}, 0)
	for i := range maxPast + 5 {
		s.keepArguments("k", json.RawMessage(fmt.Sprint(i)), time.Time{})
	}
	s.keepArguments("k", json.RawMessage("20"), time.Time{})
	if n := len(s.past["k"]); n != maxPast {
		t.Errorf("%d are kept, want %d", n, maxPast)
	}
	if got := string(s.lastArguments("k")); got != "20" {
		t.Errorf("the latest are %s", got)
	}
}

func TestPastCallsOnEveryScreen(t *testing.T) {
	for _, size := range sizes {
		a := openAs(t, size.w, size.h, func(m *Model) tea.Model {
			s := m.servers[0]
			s.keepArguments("tools/call buy_seats", json.RawMessage(`{"team":"platform","seats":12}`), noon).verdict = "done"
			s.keepArguments("tools/call buy_seats", json.RawMessage(`{"team":"the core team, with a name that a narrow window has to cut","seats":3}`), noon).verdict = "error"
			return m
		}, configured{"billing", shop()})
		a.WaitFor("cancel_plan")
		a.Type("e")
		a.WaitFor("call buy_seats")
		a.Golden("opened")
		a.Press("alt+h")
		a.WaitFor("called before with")
		a.Golden("list")
	}
}
