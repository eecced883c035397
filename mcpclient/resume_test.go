package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"elicit/internal/foreign"
)

// stopped is what a call leaves that stopped in a round: what its observer was
// told and the questions that its answerer saw.
func (l *lab) stopped(round int) *Resume {
	l.t.Helper()
	r := &Resume{Round: round}
	for _, e := range l.told() {
		if b, ok := e.(RoundBegan); ok && b.Round == round {
			r.State = b.RawState
		}
	}
	for _, e := range l.questions() {
		if e.Round == round {
			for _, q := range append([]Elicitation{e}, e.Later...) {
				r.Questions = append(r.Questions, ResumedQuestion{Key: q.Key, Params: q.Params})
			}
			return r
		}
	}
	l.t.Fatalf("no question was asked in round %d\n%s", round, l.transcript())
	return nil
}

// untilRound accepts what rounds before n ask, and answers nothing from then on.
func untilRound(n int, content string) Answerer {
	return AnswererFunc(func(_ context.Context, e Elicitation) Outcome {
		if e.Round >= n {
			return Outcome{Action: Ask, End: errors.New("parked")}
		}
		return accept(content)
	})
}

func TestACallIsTakenUpInTheRoundWhereAnotherOneStopped(t *testing.T) {
	twoRounds := "modern\non tools/call 1:\n> " + input(entry(`"one"`, saying("one")), `"s1"`) +
		"\non tools/call 2:\n> " + input(entry(`"b\/1"`, form)+","+entry(`"a"`, saying("two")), `"s\u0032\ud800\/"`) + "\n"
	first := startLab(t, twoRounds, untilRound(2, `{}`))
	if err := first.callAside(Call{ID: "c1"}); err == nil || err.Error() != "parked" {
		t.Fatalf("the first call ended with %v", err)
	}
	stopped := first.stopped(2)
	if len(stopped.Questions) != 2 {
		t.Fatalf("the round has %d questions, later ones included", len(stopped.Questions))
	}

	second := startLab(t, "modern\n", always(accept(`{"n":1.50}`)))
	r := second.mustCall(Call{ID: "c2", Resume: stopped})
	params, _ := second.calls("tools/call")
	if len(params) != 1 || textOf(r) != "ok" || r.Rounds != 2 {
		t.Fatalf("%d requests, result %+v\n%s", len(params), r, second.transcript())
	}
	wantResponses := `{"b/1":{"action":"accept","content":{"n":1.50}},"a":{"action":"accept","content":{"n":1.50}}}`
	if got := string(params[0].get("inputResponses")); got != wantResponses {
		t.Errorf("the responses are %s", got)
	}
	if got := string(params[0].get("requestState")); got != `"s\u0032\ud800\/"` {
		t.Errorf("the state is %s", got)
	}
	q := second.questions()
	if len(q) != 2 || q[0].Round != 2 || q[0].Of != 2 || q[0].CallID != "c2" || q[1].Place != 2 || string(q[0].Params) != form {
		t.Errorf("asked %+v", q)
	}
	if b, ok := began(second); !ok || !b.Resumed || string(b.RawState) != string(stopped.State) {
		t.Errorf("told %+v", b)
	}
}

func began(l *lab) (RoundBegan, bool) {
	for _, e := range l.told() {
		if b, ok := e.(RoundBegan); ok {
			return b, true
		}
	}
	return RoundBegan{}, false
}

func TestAResumedCallThatNobodyAnswersSendsNothing(t *testing.T) {
	l := startLab(t, "modern\n", always(Outcome{Action: Ask, End: errors.New("parked")}))
	r := &Resume{Round: 2, State: json.RawMessage(`"s"`), Questions: []ResumedQuestion{{Key: "k", Params: json.RawMessage(form)}}}
	if err := l.callAside(Call{Resume: r}); err == nil || err.Error() != "parked" {
		t.Errorf("it ends with %v", err)
	}
	if got := l.sent(`"method":"tools/call"`); len(got) > 0 {
		t.Errorf("it sent %q", got)
	}
}

func TestACallWhoseStateIsStaleStartsFromItsBeginning(t *testing.T) {
	script := "modern\non tools/call 1:\n> " + `{"jsonrpc":"2.0","id":$ID,"error":{"code":-32602,"message":"the state expired"}}` +
		"\non tools/call 2:\n> " + input(entry(`"k"`, form), "") + "\n"
	l := startLab(t, script, always(accept(`{}`)))
	stale := &Resume{Round: 3, State: json.RawMessage(`"old"`), Questions: []ResumedQuestion{{Key: "k", Params: json.RawMessage(form)}}}
	r := l.mustCall(Call{ID: "c", Resume: stale})
	params, _ := l.calls("tools/call")
	if len(params) != 3 || r.Rounds != 1 {
		t.Fatalf("%d requests, %d rounds\n%s", len(params), r.Rounds, l.transcript())
	}
	for i, want := range []string{`"old"`, "", ""} {
		if got := string(params[i].get("requestState")); got != want {
			t.Errorf("request %d carries the state %s, want %s", i+1, got, want)
		}
	}
	if params[1].get("inputResponses") != nil {
		t.Errorf("the plain start carries %s", params[1].get("inputResponses"))
	}
	for _, e := range l.told() {
		if refused, ok := e.(ResumeRefused); ok {
			if refused.CallID != "c" || !strings.Contains(refused.Err.Error(), "the state expired") {
				t.Errorf("told %+v", refused)
			}
			return
		}
	}
	t.Error("nobody was told that the state was refused")
}

// Only -32602 says that the request was refused as it came; after any other
// error, or the same one later, part of the work may be done.
func TestOtherErrorsOfAResumedCallEndIt(t *testing.T) {
	for name, script := range map[string]string{
		"another code": "modern\non tools/call 1:\n> " + `{"jsonrpc":"2.0","id":$ID,"error":{"code":-32603,"message":"boom"}}` + "\n",
		"a later request": "modern\non tools/call 1:\n> " + input(entry(`"k"`, form), `"s2"`) +
			"\non tools/call 2:\n> " + `{"jsonrpc":"2.0","id":$ID,"error":{"code":-32602,"message":"boom"}}` + "\n",
	} {
		l := startLab(t, script, always(accept(`{}`)))
		r := &Resume{Round: 2, State: json.RawMessage(`"s"`), Questions: []ResumedQuestion{{Key: "k", Params: json.RawMessage(form)}}}
		want := strings.Count(script, "on tools/call")
		if err := l.callAside(Call{Resume: r}); err == nil || !strings.Contains(err.Error(), "boom") || len(l.sent(`"method":"tools/call"`)) != want {
			t.Errorf("%s: %v after\n%s", name, err, l.transcript())
		}
	}
}

func TestALegacyCallAlwaysStarts(t *testing.T) {
	l := startLab(t, "", always(accept(`{}`)), protocol("2025-11-25"))
	r := &Resume{Round: 2, State: json.RawMessage(`"s"`), Questions: []ResumedQuestion{{Key: "k", Params: json.RawMessage(form)}}}
	l.mustCall(Call{Resume: r})
	if len(l.questions()) > 0 || len(l.sent("requestState")) > 0 {
		t.Errorf("it was taken up:\n%s", l.transcript())
	}
}

func TestTheConformanceServerGoesOnInAnotherProcess(t *testing.T) {
	run := command(foreign.ConformanceServer(t)...)
	c := Call{Target: "test_input_required_result_multi_round", Args: json.RawMessage(`{}`)}
	first := startLab(t, "", untilRound(2, `{"name":"Ada"}`), run, protocol("2026-07-28"))
	if err := first.callAside(c); err == nil || err.Error() != "parked" {
		t.Fatalf("the first call ended with %v", err)
	}
	c.Resume = first.stopped(2)
	second := startLab(t, "", always(accept(`{"color":"blue"}`)), run, protocol("2026-07-28"))
	if r := second.mustCall(c); !strings.Contains(textOf(r), "Ada likes blue") || len(second.questions()) != 1 {
		t.Errorf("%q after %d questions", textOf(r), len(second.questions()))
	}
}

func TestAStateThatWasTamperedWithStartsTheCallAgain(t *testing.T) {
	run := command(foreign.ConformanceServer(t)...)
	c := Call{Target: "test_input_required_result_tampered_state", Args: json.RawMessage(`{}`)}
	c.Resume = &Resume{Round: 2, State: json.RawMessage(`"tampered_state-TAMPERED"`), Questions: []ResumedQuestion{{Key: "confirm", Params: json.RawMessage(form)}}}
	l := startLab(t, "", always(accept(`{"ok":true}`)), run, protocol("2026-07-28"))
	if r := l.mustCall(c); !strings.Contains(textOf(r), "state-ok") || len(l.questions()) != 2 {
		t.Errorf("%q after %d questions\n%s", textOf(r), len(l.questions()), l.transcript())
	}
}
