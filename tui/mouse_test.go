package tui

import "testing"

func TestTheKeyLineAndThePaletteAreClicked(t *testing.T) {
	a := open(t, 100, 30, configured{"billing", shop()})
	a.WaitFor("cancel_plan")
	a.ClickOn("H history")
	a.WaitFor("no server has asked anything yet")
	a.ClickOn("esc back")
	a.WaitFor("cancel_plan")
	a.ClickOn(": commands")
	a.WaitFor("what to do")
	a.Type("cancel_plan")
	a.WaitFor("call cancel_plan")
	a.ClickOn("call cancel_plan")
	a.WaitFor("you sent")
	if a.Shows("what to do") {
		t.Error("the palette stays")
	}
}

func TestPastArgumentsAreChosenByAClick(t *testing.T) {
	a := open(t, 100, 30, configured{"billing", shop()})
	a.WaitFor("Buys seats")
	buys("platform", "12")(a)
	buys("core", "3")(a)
	a.Type("e")
	a.WaitFor("as last time")
	a.Press("alt+h")
	a.WaitFor("called before with")
	a.ClickOn(`"platform"`)
	a.WaitFor("as in the call at 12:00:00")
	a.WaitFor(`→ {"team":"platform","seats":12}`)
}

func TestAClickOnANoticeOnlyPutsItAway(t *testing.T) {
	a := open(t, 100, 30, configured{"billing", failing()})
	a.WaitFor("cancel_plan")
	callsIt("is locked")(a)
	a.Type("y")
	a.WaitFor("copied all of it")
	a.ClickOn("copied all of it")
	a.WaitGone("copied all of it")
	a.WaitFor("is locked")
}
