package question

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"elicit/mcpclient"
)

const bank = "https://login.bank.example.com/connect?flow=8f2c"

func (a *asking) consents() {
	a.t.Helper()
	if d := a.decision(); d.Action != mcpclient.Accept || d.Content != nil {
		a.t.Fatalf("decided %s with %s, want accept without content", d.Action, d.Content)
	}
}

func TestALegacyServerIsToldOfConsentAtOnce(t *testing.T) {
	r := start(t, 80, 24)
	a := r.open(urlCase(bank, false))
	r.Press('o')
	a.consents()
	if got := <-r.opened; got != bank {
		t.Fatalf("opened %s", got)
	}
	r.WaitFor("The server was told")
	r.Press('o')
	<-r.opened
	r.Press("enter")
	r.WaitFor("nothing is asked")
}

func TestAServerThatAsksAgainIsToldWhenThePersonIsDone(t *testing.T) {
	r := start(t, 80, 24)
	a := r.open(urlCase(bank, true))
	r.Press('o')
	<-r.opened
	r.WaitFor("Finish there")
	a.undecided()
	r.Press("enter")
	a.consents()
}

func TestACompletionClosesTheFollowUp(t *testing.T) {
	r := start(t, 80, 24)
	a := r.open(urlCase(bank, false))
	r.Press('a')
	a.consents()
	r.Send(mcpclient.URLCompleted{ElicitationID: "another"})
	r.Settle()
	r.WaitFor("The server was told")
	r.Send(mcpclient.URLCompleted{ElicitationID: "el-1"})
	r.WaitFor("nothing is asked")
}

func TestAfterConsentEscapeStopsTheCall(t *testing.T) {
	r := start(t, 80, 24)
	a := r.open(urlCase(bank, false))
	r.Press('a')
	a.consents()
	r.Press("esc")
	r.WaitFor("nothing is asked")
	r.Settle()
	if len(r.stage.stopped) != 1 || r.stage.stopped[0].CallID != "c1" {
		t.Fatalf("stopped: %v", r.stage.stopped)
	}
}

func TestNoBrowserIsNoConsent(t *testing.T) {
	r := start(t, 80, 24)
	r.browse = errors.New("no browser here")
	a := r.open(urlCase(bank, false))
	r.Press('o')
	r.WaitFor("no browser could be started: no browser here")
	a.undecided()
	r.Press('y')
	if got := r.copied(); got != bank {
		t.Fatalf("copied %s", got)
	}
	a.undecided()
	r.Press("ctrl+d")
	a.ends(mcpclient.Decline)
}

func TestOnlyHTTPSAndThisMachineMayBeOpened(t *testing.T) {
	for _, address := range []string{"http://example.com/", "javascript:alert(1)", "file:///etc/passwd", "https:", "data:text/html,x", "https://exa mple.com/", "-x"} {
		t.Run(address, func(t *testing.T) {
			r := start(t, 80, 24)
			a := r.open(urlCase(address, false))
			r.WaitFor("cannot be opened")
			r.Press('o', 'a', 'y', 'Q', "enter")
			r.Settle()
			a.undecided()
			if len(r.opened) > 0 || r.Clipboard() != "" {
				t.Fatal("it was opened or copied")
			}
			r.Press("esc")
			a.ends(mcpclient.Cancel)
		})
	}
}

func TestTheQRCodeIsDrawn(t *testing.T) {
	r := start(t, 80, 40)
	r.open(urlCase(bank, false))
	r.Press('Q')
	r.WaitFor("Scan to open on another device")
	r.WaitFor("▀")
	r.Press("esc")
	r.WaitFor("open in browser")
}

func TestAnAddressLongerThanTheScreenMustBeSeenBeforeConsent(t *testing.T) {
	long := bank
	for len(long) < 900 {
		long += "0123456789"
	}
	r := start(t, 40, 12)
	a := r.open(urlCase(long, true))
	r.Press('o', 'a')
	r.WaitFor("first scroll down")
	if len(r.opened) > 0 {
		t.Fatal("it was opened unseen")
	}
	for range 12 {
		r.Press("pgdown")
	}
	r.WaitFor("the site that gets the visit")
	r.Press('o')
	<-r.opened
	r.WaitFor("Finish there")
	a.undecided()
}

func TestConsentThatComesTooLateDoesNotClaimToBeSent(t *testing.T) {
	q := NewQueue(NewPerson(func(tea.Msg) {}), Options{Quiet: -1}) // nobody waits for any answer
	q.Update(Asked{Case: urlCase(bank, false)})
	_ = q.View() // consent needs that the address was seen
	consent := q.panes[0].Update(tea.KeyPressMsg{Code: 'a', Text: "a"})
	if consent == nil {
		t.Fatal("a did not consent")
	}
	q.Update(consent())
	if view := q.View(); !strings.Contains(view, "Nothing was sent.") || strings.Contains(view, "The server was told") {
		t.Fatalf("it shows\n%s", view)
	}
}
