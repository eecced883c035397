package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// input is an input_required result; requests and state are JSON, or empty.
func input(requests, state string) string {
	b := `{"jsonrpc":"2.0","id":$ID,"result":{"resultType":"input_required","content":null`
	if requests != "" {
		b += `,"inputRequests":{` + requests + `}`
	}
	if state != "" {
		b += `,"requestState":` + state
	}
	return b + "}}"
}

func entry(key, params string) string {
	return key + `:{"method":"elicitation/create","params":` + params + `}`
}

func saying(m string) string {
	return `{"message":"` + m + `","requestedSchema":{"type":"object","properties":{}}}`
}

// calls are the params of the requests of a method that went out, and their ids.
func (l *lab) calls(method string) (params []object, ids []string) {
	for _, f := range l.sent(`"method":"` + method + `"`) {
		o := rawObject(json.RawMessage(f))
		params = append(params, rawObject(o.get("params")))
		ids = append(ids, string(o.get("id")))
	}
	return params, ids
}

func TestRoundsCarryWhatTheLatestRoundAskedForAndNothingElse(t *testing.T) {
	script := "modern\non tools/call 1:\n> " + input(entry(`"zeta"`, form)+","+entry(`"a\u006cpha"`, saying("two")), `"s\u00e9\u00ff \"1\" <&>"`) +
		"\non tools/call 2:\n> " + input(entry(`"third"`, saying("three")), "") +
		"\non tools/call 3:\n> " + input(entry(`"fourth"`, saying("four")), `""`) + "\n"
	n := 0
	l := startLab(t, script, AnswererFunc(func(context.Context, Elicitation) Outcome {
		n++
		return accept(`{"n": 900719925474099` + strconv.Itoa(n) + `,"x":1.50}`)
	}))
	r := l.mustCall(Call{ID: "c1", Args: []byte(`{"b": 1.0, "a":"<>"}`)})
	if r.Rounds != 3 || textOf(r) != "ok" {
		t.Errorf("result %+v", r)
	}
	var asked []string
	for _, e := range l.questions() {
		asked = append(asked, e.Key+" "+strconv.Itoa(e.Round)+" "+strconv.Itoa(e.Place)+"/"+strconv.Itoa(e.Of))
		if e.CallID != "c1" || e.Target.Raw() != "t" || e.Era != Modern || !e.Retried || string(e.Args) != `{"b": 1.0, "a":"<>"}` {
			t.Errorf("question %+v", e)
		}
	}
	if want := []string{"zeta 1 1/2", "alpha 1 2/2", "third 2 1/1", "fourth 3 1/1"}; !slices.Equal(asked, want) {
		t.Errorf("asked %q, want %q", asked, want)
	}
	if string(l.questions()[0].Schema) != string(rawObject(json.RawMessage(form)).get("requestedSchema")) {
		t.Errorf("schema %s", l.questions()[0].Schema)
	}
	params, ids := l.calls("tools/call")
	want := []struct{ responses, state string }{
		{"", ""},
		{`{"zeta":{"action":"accept","content":{"n": 9007199254740991,"x":1.50}},"a\u006cpha":{"action":"accept","content":{"n": 9007199254740992,"x":1.50}}}`, `"s\u00e9\u00ff \"1\" <&>"`},
		{`{"third":{"action":"accept","content":{"n": 9007199254740993,"x":1.50}}}`, ""},
		{`{"fourth":{"action":"accept","content":{"n": 9007199254740994,"x":1.50}}}`, `""`},
	}
	tokens := map[string]bool{}
	for i, p := range params {
		if string(p.get("inputResponses")) != want[i].responses || string(p.get("requestState")) != want[i].state {
			t.Errorf("request %d carries %s and %s, want %+v", i+1, p.get("inputResponses"), p.get("requestState"), want[i])
		}
		if string(p.get("name")) != `"t"` || string(p.get("arguments")) != `{"b": 1.0, "a":"<>"}` {
			t.Errorf("request %d changed the params: %v", i+1, p)
		}
		meta := rawObject(p.get("_meta"))
		tokens[string(meta.get("progressToken"))] = true
		if meta.get("io.modelcontextprotocol/clientCapabilities") == nil || string(meta.get("io.modelcontextprotocol/protocolVersion")) != `"2026-07-28"` {
			t.Errorf("request %d lacks its _meta", i+1)
		}
	}
	slices.Sort(ids)
	if len(params) != 4 || len(slices.Compact(ids)) != 4 || len(tokens) != 4 {
		t.Errorf("%d requests, ids %v, tokens %v", len(params), ids, tokens)
	}
	var told []RoundBegan
	for _, e := range l.told() {
		if r, ok := e.(RoundBegan); ok {
			told = append(told, r)
		}
	}
	if len(told) != 3 || told[0].State != `sé`+"ÿ"+` "1" <&>` || told[1].StateGiven || !told[2].StateGiven || told[2].State != "" {
		t.Errorf("rounds told: %+v", told)
	}
}

func TestPromptsAndResourcesMayAskToo(t *testing.T) {
	for _, method := range []string{MethodPrompt, MethodResource} {
		done := `> {"jsonrpc":"2.0","id":$ID,"result":{"resultType":"complete","messages":[{"role":"user","content":{"type":"text","text":"hi"}}],"contents":[{"uri":"x:y","text":"hi"}]}}`
		l := startLab(t, "modern\non "+method+" 1:\n> "+input(entry(`"k"`, form), "")+"\non "+method+" 2:\n"+done, always(accept(`{}`)))
		r := l.mustCall(Call{Method: method, Target: "x:y"})
		if textOf(r) != "hi" || l.questions()[0].Method != method || l.questions()[0].Target.Raw() != "x:y" {
			t.Errorf("%s: %+v", method, r)
		}
	}
}

func TestKeysOfEveryKindComeBackInTheirOwnBytes(t *testing.T) {
	for _, key := range []string{`"module:function"`, `"github_authorization:<flow>"`, `"input"`, `"ask_user"`, `""`, `"a\u00e9\ud800"`, `"\"q\\ \/"`, `"__proto__"`} {
		l := startLab(t, "modern\non tools/call 1:\n> "+input(entry(key, form), "")+"\n", always(accept(`{}`)))
		l.mustCall(Call{})
		if params, _ := l.calls("tools/call"); string(params[1].get("inputResponses")) != `{`+key+`:{"action":"accept","content":{}}}` {
			t.Errorf("key %s: %s", key, params[1].get("inputResponses"))
		}
	}
}

func TestModernOutcomes(t *testing.T) {
	t.Parallel()
	over := errors.New("over")
	rows := []struct {
		name    string
		outcome Outcome
		sent    string // as inputResponses; empty when nothing may be sent
		ends    string
	}{
		{"accept", accept(`{}`), `{"a":{"action":"accept","content":{}},"b":{"action":"accept","content":{}}}`, ""},
		{"BUG-070 decline", Outcome{Action: Decline, Content: []byte(`{}`)}, `{"a":{"action":"decline"},"b":{"action":"decline"}}`, ""},
		{"cancel", Outcome{Action: Cancel}, `{"a":{"action":"cancel"},"b":{"action":"cancel"}}`, ""},
		{"decline that ends the call", Outcome{Action: Decline, End: over}, `{"a":{"action":"decline"},"b":{"action":"cancel"}}`, "over"},
		{"nobody answered", Outcome{Action: Ask, End: over}, "", "over"},
		{"nobody answered, no error given", Outcome{Action: Ask}, "", "nobody answered"},
		{"refused", Outcome{Action: Refuse, Reason: "credential: pin", End: over}, "", "over"},
		{"refused, no error given", Outcome{Action: Refuse, Reason: "credential: pin"}, "", "credential: pin"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			l := startLab(t, "modern\non tools/call 1:\n> "+input(entry(`"a"`, form)+","+entry(`"b"`, form), "")+"\n", always(row.outcome))
			_, err := l.call(Call{})
			if (err == nil) != (row.ends == "") || err != nil && !strings.Contains(err.Error(), row.ends) {
				t.Errorf("error %v, want %q", err, row.ends)
			}
			params, _ := l.calls("tools/call")
			if row.sent == "" && len(params) != 1 || row.sent != "" && string(params[len(params)-1].get("inputResponses")) != row.sent {
				t.Errorf("sent %v", params)
			}
			if got := l.sent("notifications/cancelled"); len(got) > 0 {
				t.Errorf("sent %q: nothing was in flight", got)
			}
		})
	}
}

func TestARoundThatCannotBeAnsweredFailsTheCallUnasked(t *testing.T) {
	t.Parallel()
	good := entry(`"good"`, form) + ","
	rows := []struct{ name, result, says string }{
		{"unknown result type", `{"resultType":"task","taskId":"1"}`, `"task"`},
		{"neither requests nor state", `{"resultType":"input_required"}`, "neither inputRequests nor requestState"},
		{"requests no object", `{"resultType":"input_required","inputRequests":[1]}`, "not an object"},
		{"state no string", `{"resultType":"input_required","requestState":{"a":1}}`, "requestState is not a string"},
		{"null entry", `{"resultType":"input_required","inputRequests":{` + good + `"a":null}}`, `"a" names no method`},
		{"undeclared roots", `{"resultType":"input_required","inputRequests":{` + good + `"r":{"method":"roots/list"}}}`, `roots/list under the key "r"`},
		{"undeclared sampling", `{"resultType":"input_required","inputRequests":{` + good + `"s":{"method":"sampling/createMessage","params":{}}}}`, `sampling/createMessage under the key "s"`},
		{"unknown method", `{"resultType":"input_required","inputRequests":{"x":{"method":"foo/bar"}}}`, "foo/bar"},
		{"undeclared mode", `{"resultType":"input_required","inputRequests":{` + good + entry(`"u"`, `{"mode":"url","message":"m","url":"https://example.com"}`) + `}}`, `mode "url"`},
		{"unknown mode", `{"resultType":"input_required","inputRequests":{` + entry(`"u"`, `{"mode":"openai/form","message":"m"}`) + `}}`, `mode "openai/form"`},
		{"params missing", `{"resultType":"input_required","inputRequests":{"u":{"method":"elicitation/create"}}}`, "needs params"},
		{"a key twice", `{"resultType":"input_required","inputRequests":{` + good + entry(`"good"`, form) + `}}`, `"good" twice`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			l := startLab(t, "modern\non tools/call 1:\n> "+`{"jsonrpc":"2.0","id":$ID,"result":`+row.result+"}\n", always(accept(`{}`)), declare(DeclareForm))
			_, err := l.call(Call{})
			if err == nil || !strings.Contains(err.Error(), row.says) || !strings.Contains(err.Error(), "srv, t") {
				t.Errorf("error %v, want %q", err, row.says)
			}
			if len(l.questions()) > 0 {
				t.Error("a question of the round was asked all the same")
			}
			l.mustCall(Call{})
		})
	}
}

func TestResultTypesThatCountAsComplete(t *testing.T) {
	for _, result := range []string{`{"content":[]}`, `{"resultType":"complete","content":[]}`, `{"resultType":null,"content":[]}`, `{"content":[],"inputRequests":null}`, `{"content":[],"inputRequests":{}}`, `{"resultType":"complete","content":[],"inputRequests":{"a":{}}}`} {
		l := startLab(t, "modern\non tools/call:\n> "+`{"jsonrpc":"2.0","id":$ID,"result":`+result+"}", always(accept(`{}`)))
		if r := l.mustCall(Call{}); string(r.Raw) != result {
			t.Errorf("result %s", r.Raw)
		}
	}
}

func TestBareInputRequestsInALegacySessionAreAQuestion(t *testing.T) {
	l := startLab(t, "on tools/call 1:\n> "+`{"jsonrpc":"2.0","id":$ID,"result":{"content":[],"inputRequests":{`+entry(`"two"`, form)+`},"requestState":"s2"}}`+"\n", always(accept(`{"a":1}`)))
	if got := textOf(l.mustCall(Call{})); got != "ok" {
		t.Errorf("result %q", got)
	}
	params, _ := l.calls("tools/call")
	if len(params) != 2 || string(params[1].get("inputResponses")) != `{"two":{"action":"accept","content":{"a":1}}}` || string(params[1].get("requestState")) != `"s2"` {
		t.Error(l.transcript())
	}
}

func TestAServerThatAsksForEverIsStoppedAndThePersonMayGoOn(t *testing.T) {
	t.Attr("bug", "BUG-071")
	script := "modern\non tools/call:\n> " + input(entry(`"again"`, form), "")
	l := startLab(t, script, always(Outcome{Action: Decline}), rounds(3))
	_, err := l.call(Call{})
	if e := gotError[*TooManyRoundsError](t, err, "srv, t", "3 times"); e.Rounds != 3 || len(l.questions()) != 3 {
		t.Errorf("%+v after %d questions", e, len(l.questions()))
	}
	var at []int
	_, err = l.call(Call{Continue: func(round int) bool {
		at = append(at, round)
		return len(at) < 2
	}})
	wantError[*TooManyRoundsError](t, err, "6 times")
	if !slices.Equal(at, []int{3, 6}) {
		t.Errorf("asked whether to go on at %v", at)
	}
}

func TestRoundsThatAskNothingAreRetriedWithTheirState(t *testing.T) {
	script := "modern\n"
	for i := range 3 {
		state := `"s` + strconv.Itoa(i) + `"`
		script = strings.Join([]string{script, "on tools/call ", strconv.Itoa(i + 1), ":\n> ", input("", state), "\n"}, "")
	}
	l := startLab(t, script, nil)
	l.statePause = time.Millisecond
	if r := l.mustCall(Call{}); textOf(r) != "ok" || r.Rounds != 0 {
		t.Errorf("result %+v", r)
	}
	params, _ := l.calls("tools/call")
	for i, want := range []string{"", `"s0"`, `"s1"`, `"s2"`} {
		if string(params[i].get("requestState")) != want || params[i].get("inputResponses") != nil {
			t.Errorf("request %d: %v", i+1, params[i])
		}
	}
}

func TestAServerThatIsNeverReadyIsGivenUp(t *testing.T) {
	l := startLab(t, "modern\non tools/call:\n> "+input("", `"later"`), nil)
	l.statePause = time.Microsecond
	_, err := l.call(Call{})
	if e := gotError[*TooManyRoundsError](t, err, "without asking"); !e.State || e.Rounds != 10 {
		t.Errorf("%+v", e)
	}
	if params, _ := l.calls("tools/call"); len(params) != 11 {
		t.Errorf("%d requests", len(params))
	}
	l.statePause = time.Hour
	_, err = l.call(Call{Timeout: 20 * time.Millisecond})
	if !errors.Is(err, ErrTimeout) {
		t.Errorf("while waiting: %v", err)
	}
}

func TestARequestFromAModernServerIsNeverAnswered(t *testing.T) {
	for _, method := range []string{"elicitation/create", "ping", "roots/list"} {
		l := startLab(t, "modern\non tools/call 1:\n> "+`{"jsonrpc":"2.0","id":"s1","method":"`+method+`","params":{"message":"m"}}`+"\n> "+`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"x"}}`+"\nawait notifications/cancelled\n", always(accept(`{}`)))
		if method == methodElicit {
			_, err := l.call(Call{})
			wantError[*ProtocolError](t, err, "srv, t", "elicitation/create as a request")
		} else {
			go l.callInVain(Call{})
			l.until("it is told", func() bool { return len(l.noise()) > 0 })
		}
		l.Close()
		if got := l.sent(`"id":"s1"`); len(got) > 0 || len(l.questions()) > 0 {
			t.Errorf("%s was answered: %q", method, got)
		}
		if len(l.noise()) == 0 {
			t.Errorf("%s was not told", method)
		}
	}
}

func TestModernCallsRunAlongsideAndEachNamesItsOwnQuestions(t *testing.T) {
	script := "modern\non tools/call 1:\n> " + input(entry(`"k"`, saying("first")), "") + "\non tools/call 2:\n> " + input(entry(`"k"`, saying("second")), "") + "\n"
	both := make(chan struct{})
	l := startLab(t, script, AnswererFunc(func(context.Context, Elicitation) Outcome {
		<-both
		return accept(`{}`)
	}))
	done := make(chan error, 2)
	for _, target := range []string{"one", "two"} {
		go func() {
			_, err := l.call(Call{ID: target, Target: target})
			done <- err
		}()
	}
	l.until("both ask", func() bool { return len(l.questions()) == 2 })
	close(both)
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	for _, e := range l.questions() {
		if e.CallID != e.Target.Raw() {
			t.Errorf("question %+v", e)
		}
	}
}

func TestClosingBetweenRoundsSendsNothing(t *testing.T) {
	cause := make(chan error, 1)
	l := startLab(t, "modern\non tools/call 1:\n> "+input(entry(`"k"`, form), "")+"\n", untilDone(cause))
	done := make(chan error, 1)
	go func() {
		_, err := l.call(Call{})
		done <- err
	}()
	l.until("the question is open", func() bool { return len(l.questions()) == 1 })
	before := len(l.frames(Out))
	within(t, quick, "closing", func() { l.Close() })
	if err := <-cause; !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	if err := <-done; !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	if len(l.frames(Out)) != before {
		t.Error(l.transcript())
	}
}

func TestAMissingCapabilityIsExplained(t *testing.T) {
	l := startLab(t, "modern\non tools/call:\n> "+`{"jsonrpc":"2.0","id":$ID,"error":{"code":-32021,"message":"needs elicitation","data":{"requiredCapabilities":{"elicitation":{}}}}}`, nil)
	_, err := l.call(Call{})
	if e := gotError[*CallError](t, err, "srv, t", "-32021", "--declare"); string(e.Data) != `{"requiredCapabilities":{"elicitation":{}}}` {
		t.Errorf("data %s", e.Data)
	}
}

func TestAServerThatStartsAnewInEveryRoundGetsOnlyTheLatestAnswer(t *testing.T) {
	script := "modern\n"
	for i := range 3 {
		script = strings.Join([]string{script, "on tools/call ", strconv.Itoa(i + 1), ":\n> ", input(entry(`"input"`, saying(strconv.Itoa(i))), ""), "\n"}, "")
	}
	l := startLab(t, script, AnswererFunc(func(_ context.Context, e Elicitation) Outcome {
		return accept(`{"to":"` + e.Message.Raw() + `"}`)
	}))
	l.mustCall(Call{})
	params, _ := l.calls("tools/call")
	for i, want := range []string{"", "0", "1", "2"} {
		if i > 0 {
			want = `{"input":{"action":"accept","content":{"to":"` + want + `"}}}`
		}
		if string(params[i].get("inputResponses")) != want || params[i].get("requestState") != nil {
			t.Errorf("request %d: %v", i+1, params[i])
		}
	}
}

func TestStatesOfEveryKindComeBackInTheirOwnBytes(t *testing.T) {
	for _, state := range []string{`"{\"a\":\"\\\"q\\\"\",\"n\":1.0}"`, `"eyJhIjoxfQ-_="`, `"v1.YQ.c2ln"`, `"plain"`, `""`, `"\u003c\/\ud83d\ude00\ud800"`} {
		l := startLab(t, "modern\non tools/call 1:\n> "+input(entry(`"k"`, form), state)+"\n", always(accept(`{}`)))
		l.mustCall(Call{})
		if params, _ := l.calls("tools/call"); string(params[1].get("requestState")) != state {
			t.Errorf("state %s came back as %s", state, params[1].get("requestState"))
		}
	}
}

func TestAModernURLMayStillCarryAnElicitationID(t *testing.T) {
	l := startLab(t, "modern\non tools/call 1:\n> "+input(entry(`"u"`, `{"mode":"url","message":"m","url":"https://example.com","elicitationId":"x"}`), "")+"\n", always(Outcome{Action: Accept}))
	l.mustCall(Call{})
	if e := l.questions()[0]; e.Mode != ModeURL || len(l.sent(`"inputResponses":{"u":{"action":"accept"}}`)) != 1 {
		t.Errorf("%+v\n%s", e, l.transcript())
	}
}
