package question

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"elicit/forms"
	"elicit/mcpclient"
)

// burst presses keys that all arrive before any is acted upon.
func (r *run) burst(keys ...string) {
	var all []tea.Cmd
	for _, k := range keys {
		all = append(all, func() tea.Msg { return tea.KeyPressMsg{Code: rune(k[0]), Text: k} })
	}
	r.Send(burst(all))
}

// alert has the stage alert the person.
type alert string

// burst is handled by the stage as one update.
type burst []tea.Cmd

func TestTheFirstOfTwoKeysInOneBurstAnswers(t *testing.T) {
	for keys, want := range map[string]string{"yn": `{"it":true}`, "ny": `{"it":false}`, "nyy": `{"it":false}`} {
		r := start(t, 80, 24)
		a := r.open(formCase(t, "?", property(`{"type":"boolean"}`, true)))
		r.burst(strings.Split(keys, "")...)
		a.accepts(want)
	}
	for keys, want := range map[string]string{"21": `{"it":"b"}`, "123": `{"it":"a"}`} {
		r := start(t, 80, 24)
		a := r.open(formCase(t, "?", property(`{"type":"string","enum":["a","b","c"]}`, true)))
		r.burst(strings.Split(keys, "")...)
		a.accepts(want)
	}
}

func TestAStoppedAnswerCanBeChanged(t *testing.T) {
	r := start(t, 80, 24)
	a := r.open(formCase(t, "?", property(`{"type":"string"}`, true)))
	r.Type("4111111111111111")
	r.Press("enter")
	r.WaitFor("Stopped:")
	r.Press("esc")
	r.WaitGone("Stopped:")
	r.Press("backspace", "enter")
	a.accepts(`{"it":"411111111111111"}`)
}

func TestWhatIsOneKeyAway(t *testing.T) {
	for key, want := range map[string]string{
		"alt+s": "requestedSchema of billing", "alt+r": "elicitation/create params of billing",
		"alt+j": "Answer as JSON", "alt+t": "TEST: send as is", "alt+m": "The message of billing",
	} {
		t.Run(key, func(t *testing.T) {
			r := start(t, 80, 24)
			a := r.open(formCase(t, planMessage, planSchema))
			r.Press(key)
			r.WaitFor(want)
			r.Press("esc")
			r.WaitGone(want)
			a.undecided()
		})
	}
}

func TestAKeyGoesToTheNextProblem(t *testing.T) {
	r := start(t, 100, 30)
	a := r.open(formCase(t, planMessage, planSchema))
	r.Press("ctrl+n") // also before anything was tried
	r.WaitFor("▸1  Plan")
	r.WaitFor("✗")
	r.Press("ctrl+n")
	r.WaitFor("▸2  Seats")
	r.Press("ctrl+n")
	r.WaitFor("▸1  Plan")
	r.Press('1', "alt+2")
	r.Type("5")
	r.Press("ctrl+n")
	r.WaitFor("nothing keeps this from being sent")
	a.undecided()
}

func TestAFieldGoesBackToItsDefaultOrSaysThatThereIsNone(t *testing.T) {
	r := start(t, 100, 30)
	r.open(formCase(t, planMessage, planSchema))
	r.Press("alt+4")
	r.Type("x")
	r.WaitFor(`"ada@example.comx"`)
	r.Press("ctrl+r")
	r.WaitFor(`"email": "ada@example.com"`)
	r.WaitFor("⌁ default")
	r.Press("alt+2", "ctrl+r")
	r.WaitFor("the server gives no default; ctrl+x leaves it out")
}

func TestEarlierAnswersAreAllTakenOnRequestAndNeverBefore(t *testing.T) {
	r := start(t, 100, 30)
	a := r.open(formCase(t, planMessage, planSchema))
	r.Press('2', "alt+2")
	r.Type("7")
	r.WaitFor(`"seats": 7`)
	a.withdraw(nil)
	r.WaitFor("Kept: your answers")
	r.Press("enter")
	a.ends(mcpclient.Cancel)
	r.WaitFor("nothing is asked")
	again := r.open(formCase(t, planMessage, planSchema))
	r.WaitFor("last: 7")
	if strings.Contains(r.Text(), `"seats": 7`) {
		t.Error("an earlier answer was taken without being asked for")
	}
	r.Press("alt+y")
	r.WaitFor(`"seats": 7`)
	r.WaitFor(`"plan": "team"`)
	again.undecided()
}

func TestTheKeyLineIsClicked(t *testing.T) {
	r := start(t, 100, 30)
	a := r.open(formCase(t, planMessage, planSchema))
	r.WaitFor("would be sent") // in its place, at the window's full width
	r.ClickOn("more")
	r.WaitFor("wire names")
	r.ClickOn("raw schema")
	r.WaitFor("requestedSchema of billing")
	r.ClickOn("esc back")
	r.WaitFor("decline")
	r.ClickOn("decline")
	a.ends(mcpclient.Decline)
}

func TestARefusalShowsWhatCameAtAKey(t *testing.T) {
	r := start(t, 100, 30)
	e := elicitation("Log in.", `{"type":"object","properties":{"pin":{"type":"string"}}}`)
	_, refusal := forms.Parse(forms.Request{Schema: e.Schema}, forms.Tester)
	a := r.refuse(e, refusal)
	r.WaitFor("y copy as bug report") // at the window's full width
	r.Press("alt+r")
	r.WaitFor("elicitation/create params of billing")
	r.ClickOn("esc back")
	r.WaitFor("raw schema")
	r.ClickOn("raw schema")
	r.WaitFor("requestedSchema of billing")
	r.ClickOn("esc back")
	r.WaitFor("decline instead")
	r.ClickOn("decline instead")
	a.ends(mcpclient.Decline)
}

func TestAnotherServersQuestionIsToldAndLosesNothing(t *testing.T) {
	r := start(t, 100, 30)
	r.open(formCase(t, planMessage, planSchema))
	r.Send(alert("travel asks too"))
	r.WaitFor("travel asks too")
	r.Press("alt+2")
	r.WaitFor("▸2  Seats")
	if strings.Contains(r.Text(), "travel asks too") {
		t.Error("the fact stays after a key")
	}
}
