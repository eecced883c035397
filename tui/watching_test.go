package tui

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/safetext"
	"elicit/internal/watch"
	"elicit/mcpclient"
)

// watching opens the program on a server whose files the test changes.
func watching(t *testing.T, w, h int, f *fake) (*app, chan<- watch.Change) {
	t.Helper()
	changes := make(chan watch.Change, 9)
	a := openWith(t, w, h, func(c *Config) { c.Changes, c.Watching = changes, []string{"src"} }, configured{"billing", f})
	a.WaitFor("cancel_plan")
	return a, changes
}

var serverChanged = watch.Change{Files: []string{"src/server.js"}}

func TestAChangedFileRestartsTheServerAndSaysWhich(t *testing.T) {
	f := shop()
	a, changes := watching(t, 100, 30, f)
	a.WaitFor("watch")
	changes <- serverChanged
	a.WaitFor("src/server.js changed: billing was restarted")
	if !f.session(t, 0).isClosed() || f.session(t, 1).isClosed() {
		t.Error("the old session goes on, or the new one does not")
	}
}

func TestAfterAChangeTheLastCallIsRepeatedOnlyOnRequest(t *testing.T) {
	f := shop()
	calls := make(chan string, 9)
	f.serve = func(_ context.Context, _ *fakeSession, c mcpclient.Call) (mcpclient.Result, error) {
		calls <- c.ID
		return textResult("done " + c.ID), nil
	}
	a, changes := watching(t, 100, 30, f)
	callsIt("done call-1")(a)
	changes <- serverChanged
	a.WaitFor("billing was restarted; . repeats cancel_plan")
	a.Type("w")
	a.WaitFor("watch ↻ repeat")
	changes <- watch.Change{Files: []string{"a", "b"}, More: 2}
	a.WaitFor("done call-2")
	a.WaitFor("a and 3 more changed: billing was restarted, cancel_plan repeated")
	if len(calls) != 2 {
		t.Errorf("%d calls were made, want 2", len(calls))
	}
	a.Press(tea.KeyEscape)
	a.WaitFor("▸ cancel_plan")
	a.Type("ke")
	a.WaitFor("call buy_seats")
	changes <- serverChanged // while something is written, nothing takes the keys
	a.WaitFor(". repeats cancel_plan")
	if len(calls) != 2 || !a.Shows("call buy_seats") {
		t.Error("a call was made, and the person was writing")
	}
}

func TestAServerThatFailsAfterAChangeIsTriedAgainAtTheNext(t *testing.T) {
	f := shop()
	fail := false
	f.connect = func(context.Context) error {
		if fail {
			return errGone
		}
		return nil
	}
	a, changes := watching(t, 120, 30, f)
	f.session(t, 0).observe(mcpclient.StderrWritten{Line: safetext.Of("SyntaxError: x")})
	fail = true
	changes <- serverChanged
	a.WaitFor("src/server.js changed, the next change tries again: gone · SyntaxError: x")
	fail = false
	changes <- serverChanged
	a.WaitFor("billing was restarted")
}

func TestAServerThatWasStoppedStaysStoppedWhenAFileChanges(t *testing.T) {
	f := shop()
	a, changes := watching(t, 100, 30, f)
	a.Type("S")
	a.WaitFor("stopped")
	changes <- serverChanged
	changes <- watch.Change{Err: errGone} // told after the change was looked at
	a.WaitFor("gone")
	if !a.Shows("○ billing stopped") {
		t.Error("it was started")
	}
}

func TestAQuestionThatARestartEndedSaysWhyAndKeepsWhatWasTyped(t *testing.T) {
	a, changes := watching(t, 100, 30, asking())
	callsIt("Pick a plan")(a)
	a.Press(tea.KeyDown, tea.KeySpace)
	a.WaitFor(`{"plan":"team"}`)
	changes <- serverChanged
	a.WaitFor("src/server.js changed, and the server was restarted")
	a.WaitFor("Kept: your answers")
	a.Press(tea.KeyEnter)
	a.WaitFor("▸ cancel_plan")
	a.Type(".")
	a.WaitFor("Pick a plan")
	a.WaitFor("last: team")
}
