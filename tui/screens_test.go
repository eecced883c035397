package tui

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"testing"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// sizes are the terminals that every screen is looked at in.
var sizes = []struct{ w, h int }{{120, 40}, {80, 24}, {40, 12}}

// screens are ways to each screen from a fresh start.
var screenPaths = []struct {
	name  string
	shop  func() *fake
	steps func(a *app)
}{
	{"home", shop, func(a *app) { a.WaitFor("cancel_plan") }},
	{"detail", shop, func(a *app) {
		a.WaitFor("cancel_plan")
		a.Press(tea.KeyRight)
		a.WaitFor("Buys seats")
	}},
	{"filter", shop, func(a *app) {
		a.WaitFor("cancel_plan")
		a.Type("/plan")
		a.WaitGone("buy_seats")
	}},
	{"arguments", shop, func(a *app) {
		a.WaitFor("cancel_plan")
		a.Press(tea.KeyEnter)
		a.WaitFor("call buy_seats")
		a.Type("platform")
		a.WaitFor("platform")
	}},
	{"arguments as JSON", shop, func(a *app) {
		a.WaitFor("cancel_plan")
		a.Type("jj")
		a.Press(tea.KeyEnter)
		a.WaitFor("lines")
	}},
	{"running", working, func(a *app) {
		a.WaitFor("cancel_plan")
		a.Type("j")
		a.Press(tea.KeyEnter)
		a.WaitFor("6/10")
		a.WaitFor("looking up")
	}},
	{"result", resulting(rich()), callsIt("Order 4711")},
	{"result of an error", resulting(mcpclient.Result{IsError: true, Content: textResult("no such plan").Content, Raw: json.RawMessage(`{}`)}), callsIt("error")},
	{"result that is empty", resulting(mcpclient.Result{Raw: json.RawMessage(`{"content":[]}`)}), callsIt("The result is empty")},
	{"failed call", failing, callsIt("failed")},
	{"frames", resulting(rich()), then(callsIt("Order 4711"), func(a *app) { a.Type("f"); a.WaitFor("frames of billing") })},
	{"one frame", resulting(rich()), then(callsIt("Order 4711"), func(a *app) {
		a.Type("f")
		a.WaitFor("frames of billing")
		a.Press(tea.KeyEnter)
		a.WaitFor(`"jsonrpc"`)
	})},
	{"history", asking, then(answersIt, func(a *app) { a.Type("H"); a.WaitFor("accepted") })},
	{"history entry", asking, then(answersIt, func(a *app) { a.Type("H"); a.WaitFor("accepted"); a.Press(tea.KeyEnter); a.WaitFor(`"outcome"`) })},
	{"rounds", rounding, then(callsIt("done in rounds"), func(a *app) { a.Type("o"); a.WaitFor("requestState") })},
	{"stderr", shop, func(a *app) {
		a.WaitFor("cancel_plan")
		a.said()
		a.Type("E")
		a.WaitFor("listening")
	}},
	{"help", shop, func(a *app) { a.WaitFor("cancel_plan"); a.Type("?"); a.WaitFor("keys here") }},
	{"palette", shop, func(a *app) { a.WaitFor("cancel_plan"); a.Type(":hist"); a.WaitFor("history") }},
	{"trouble", shop, func(a *app) {
		a.WaitFor("cancel_plan")
		a.said()
		a.fakes[0].session(a.t, 0).observe(mcpclient.Exited{Err: errors.New("exited with status 3")})
		a.WaitFor("failed")
	}},
	{"server", shop, func(a *app) { a.WaitFor("cancel_plan"); a.Type("i"); a.WaitFor("calls itself") }},
}

func TestScreens(t *testing.T) {
	for _, p := range screenPaths {
		t.Run(p.name, func(t *testing.T) {
			for _, size := range sizes {
				a := open(t, size.w, size.h, configured{"billing", p.shop()})
				p.steps(a)
				a.Golden()
			}
		})
	}
}

func then(first, second func(*app)) func(*app) {
	return func(a *app) { first(a); second(a) }
}

// callsIt calls the tool without arguments and waits for words of the result.
func callsIt(words string) func(*app) {
	return func(a *app) {
		a.WaitFor("cancel_plan")
		a.Type("j")
		a.Press(tea.KeyEnter)
		a.WaitFor(words)
	}
}

// said makes the server write on stderr and log.
func (a *app) said() {
	s := a.fakes[0].session(a.t, 0)
	s.observe(mcpclient.StderrWritten{Line: safetext.Of("billing: listening on stdio")})
	s.observe(mcpclient.NoiseSkipped{Line: safetext.Of("debug!"), Size: 6, Why: "no JSON"})
	s.observe(mcpclient.StderrWritten{Line: safetext.Of("panic: \x1b[31mred\x1b[0m")})
}

func serving(serve func(ctx context.Context, s *fakeSession, c mcpclient.Call) (mcpclient.Result, error)) func() *fake {
	return func() *fake {
		f := shop()
		f.serve = serve
		return f
	}
}

func resulting(r mcpclient.Result) func() *fake {
	return serving(func(_ context.Context, s *fakeSession, c mcpclient.Call) (mcpclient.Result, error) {
		s.frame(mcpclient.In, `{"jsonrpc":"2.0","id":1,"result":`+string(r.Raw)+`}`)
		return r, nil
	})
}

var failing = serving(func(context.Context, *fakeSession, mcpclient.Call) (mcpclient.Result, error) {
	return mcpclient.Result{}, &mcpclient.CallError{
		Server: "billing", Target: "cancel_plan", Code: -32000, Message: safetext.Of("the plan\x1b]0;x\a is locked"), Data: json.RawMessage(`{"by":"ada"}`),
	}
})

// working reports progress and never ends by itself.
var working = serving(func(ctx context.Context, s *fakeSession, c mcpclient.Call) (mcpclient.Result, error) {
	s.observe(mcpclient.Logged{Level: "info", Logger: safetext.Of("db"), Data: safetext.Of("looking up team")})
	s.observe(mcpclient.Progressed{CallID: c.ID, Progress: 6, Total: 10, Message: safetext.Of("rows")})
	<-ctx.Done()
	return mcpclient.Result{}, ctx.Err()
})

const plan = `{"type":"object","properties":{"plan":{"type":"string","enum":["pro","team"]}},"required":["plan"]}`

// asking asks one question and says what it was told.
var asking = serving(func(ctx context.Context, s *fakeSession, c mcpclient.Call) (mcpclient.Result, error) {
	o := s.ask(ctx, c, "Pick a plan", plan)
	return textResult("told " + string(o.Action) + " " + string(o.Content)), nil
})

// answersIt calls the tool and accepts its question with the first option.
func answersIt(a *app) {
	callsIt("Pick a plan")(a)
	a.Type("1")
	a.ctrl('s')
	a.WaitForAny("told accept", "goes to billing")
	if a.Shows("goes to billing") {
		a.Press(tea.KeyEnter)
	}
	a.WaitFor("told accept")
}

var rounding = serving(func(ctx context.Context, s *fakeSession, c mcpclient.Call) (mcpclient.Result, error) {
	s.observe(mcpclient.RoundBegan{CallID: c.ID, Round: 1, Keys: []string{"plan", "seats"}, State: "opaque-\x1bstate", StateGiven: true})
	s.observe(mcpclient.RoundBegan{CallID: c.ID, Round: 2})
	return textResult("done in rounds"), nil
})

// rich is a result of every kind of content.
func rich() mcpclient.Result {
	png, _ := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
	return mcpclient.Result{
		Raw: json.RawMessage(`{"content":[{"type":"text","text":"Order 4711 placed"}]}`),
		Content: []mcpclient.Content{
			{Type: "text", Text: safetext.Of("Order 4711 placed.\x1b]52;c;x\a\n\n# Next\n\n- pay **now**\n- relax")},
			{Type: "text", Text: safetext.Of(`{"order":4711,"seats":9007199254740993,"lines":[{"sku":"a"},{"sku":"b"}]}`)},
			{Type: "image", MIMEType: safetext.Of("image/png"), Data: png},
			{Type: "resource_link", URI: safetext.Of("billing://orders/4711"), Name: safetext.Of("the order")},
		},
		Structured: json.RawMessage(`{"order":4711,"note":"as \u202e wire"}`),
	}
}
