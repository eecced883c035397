package mcpclient

import (
	"context"
	"strings"
	"testing"
)

func required(urls ...string) string {
	var all []string
	for _, u := range urls {
		all = append(all, `{"mode":"url","elicitationId":"`+u[len(u)-1:]+`","url":"`+u+`","message":"go"}`)
	}
	return `> {"jsonrpc":"2.0","id":$ID,"error":{"code":-32042,"message":"URL elicitation required","data":{"elicitations":[` + strings.Join(all, ",") + `],"more":1}}}` + "\n"
}

func TestPagesThatMustBeVisitedAreAskedForAndTheCallIsSentAgain(t *testing.T) {
	for _, era := range []string{"", "modern\n"} { // some servers use the error in both eras
		l := startLab(t, era+"on tools/call 1:\n"+required("https://example.com/a", "https://example.com/b"), always(Outcome{Action: Accept}))
		if got := textOf(l.mustCall(Call{ID: "c"})); got != "ok" {
			t.Errorf("result %q", got)
		}
		q := l.questions()
		if len(q) != 2 || q[0].URL.Raw() != "https://example.com/a" || q[1].Place != 2 || q[1].Of != 2 || q[0].Mode != ModeURL || !q[0].Retried || q[0].CallID != "c" || q[0].ElicitationID != "a" {
			t.Errorf("questions %+v", q)
		}
		params, ids := l.calls("tools/call")
		if len(params) != 2 || ids[0] == ids[1] || params[1].get("inputResponses") != nil {
			t.Error(l.transcript())
		}
	}
}

func TestThePageThatIsNotVisitedLeavesTheRefusal(t *testing.T) {
	for _, action := range []Action{Decline, Cancel} {
		l := startLab(t, "on tools/call:\n"+required("https://example.com/a"), always(Outcome{Action: action}))
		_, err := l.call(Call{})
		wantError[*CallError](t, err, "srv, t", "-32042")
		if params, _ := l.calls("tools/call"); len(params) != 1 {
			t.Errorf("%s: sent %d times", action, len(params))
		}
	}
}

func TestPagesAreNotAskedForWhenURLModeWasNotDeclared(t *testing.T) {
	l := startLab(t, "on tools/call:\n"+required("https://example.com/a"), always(Outcome{Action: Accept}), declare(DeclareForm))
	_, err := l.call(Call{})
	wantError[*CallError](t, err, "-32042", "URL mode was not declared")
	if len(l.questions()) > 0 {
		t.Error("asked")
	}
}

func TestTheSamePageAgainStopsTheCall(t *testing.T) {
	t.Attr("bug", "BUG-058")
	l := startLab(t, "on tools/call:\n"+required("https://example.com/a"), always(Outcome{Action: Accept}))
	_, err := l.call(Call{})
	wantError[*RepeatedURLError](t, err, "srv, t", "https://example.com/a", "same page again")
	if len(l.questions()) != 1 {
		t.Errorf("asked %d times", len(l.questions()))
	}
}

func TestEverNewPagesAreGivenUp(t *testing.T) {
	script := ""
	for i := range 9 {
		n := string(rune('1' + i))
		script = strings.Join([]string{script, "on tools/call ", n, ":\n", required("https://example.com/" + n)}, "")
	}
	l := startLab(t, script, AnswererFunc(func(context.Context, Elicitation) Outcome { return Outcome{Action: Accept} }))
	_, err := l.call(Call{})
	wantError[*TooManyRoundsError](t, err, "5 times")
}

func TestOddPageErrors(t *testing.T) {
	rows := []struct{ name, data, says string }{
		{"no data", ``, "-32042"},
		{"no pages", `,"data":{"elicitations":[]}`, "-32042"},
		{"a form", `,"data":{"elicitations":[{"mode":"form","message":"m"}]}`, "for URLs only"},
		{"null", `,"data":{"elicitations":[null]}`, "needs params"},
	}
	for _, row := range rows {
		l := startLab(t, "on tools/call:\n> "+`{"jsonrpc":"2.0","id":$ID,"error":{"code":-32042,"message":"m"`+row.data+`}}`, always(Outcome{Action: Accept}))
		if _, err := l.call(Call{}); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
	l := startLab(t, "on tools/call 1:\n> "+`{"jsonrpc":"2.0","id":$ID,"error":{"code":-32042,"message":"m","data":{"elicitations":[{"url":"https://example.com/a","message":"no mode"}]}}}`+"\n", always(Outcome{Action: Accept}))
	l.mustCall(Call{})
}
