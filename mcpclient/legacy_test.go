package mcpclient

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"elicit/internal/safetext"
)

func ask(id, params string) string {
	return `> {"jsonrpc":"2.0","id":"` + id + `","method":"elicitation/create","params":` + params + "}\nawait " + id + "\n"
}

const form = `{"message":"Who?","requestedSchema":{"type":"object","properties":{"zeta":{"type":"string"},"alpha":{"type":"integer","maximum":9007199254740993}}}}`

func oneQuestion(params string) string {
	return "on tools/call:\n" + ask("q1", params) + "> " + okResult
}

func TestALegacyQuestionKeepsItsBytesAndNamesItsCall(t *testing.T) {
	l := startLab(t, oneQuestion(form), always(accept(`{"zeta":"a<b>&","alpha": 9007199254740993,"x":0.10}`)))
	l.mustCall(Call{ID: "c7", Args: []byte(`{"n": 12345678901234567890}`)})
	e := l.questions()[0]
	if string(e.Schema) != `{"type":"object","properties":{"zeta":{"type":"string"},"alpha":{"type":"integer","maximum":9007199254740993}}}` {
		t.Errorf("schema %s", e.Schema)
	}
	if e.Server != "srv" || e.Era != Legacy || e.Protocol != "2025-11-25" || e.Method != MethodTool || e.Target != safetext.Of("t") ||
		e.CallID != "c7" || string(e.Args) != `{"n": 12345678901234567890}` || e.Key != "" || e.Round != 1 || e.Place != 1 || e.Of != 1 ||
		e.Mode != ModeForm || e.Message.Raw() != "Who?" || string(e.Params) != form || e.Retried {
		t.Errorf("elicitation %+v", e)
	}
	want := `{"jsonrpc":"2.0","id":"q1","result":{"action":"accept","content":{"zeta":"a<b>&","alpha": 9007199254740993,"x":0.10}}}`
	if got := l.sent(`"id":"q1"`); len(got) != 1 || got[0] != want {
		t.Errorf("answer %q\nwant   %q", got, want)
	}
	if len(l.sent(`"arguments":{"n": 12345678901234567890}`)) != 1 {
		t.Error("the arguments were changed on the way")
	}
}

func TestEachOutcomeIsWrittenAsTheProtocolSays(t *testing.T) {
	t.Parallel()
	over := errors.New("over")
	url := `{"mode":"url","message":"go","url":"https://example.com/x","elicitationId":"id-1"}`
	rows := []struct {
		name, params string
		outcome      Outcome
		sent         string
		ends         error
	}{
		{"accept", form, accept(`{"a":1}`), `"result":{"action":"accept","content":{"a":1}}`, nil},
		{"BUG-038 accept without content", form, Outcome{Action: Accept}, `"result":{"action":"accept","content":{}}`, nil},
		{"BUG-039 accept an empty form", `{"message":"ok?","requestedSchema":{"type":"object","properties":{}}}`, accept(`{}`), `"result":{"action":"accept","content":{}}`, nil},
		{"content over several lines", form, accept("{\n \"a\": \"b\\n\"\r\n}"), `"content":{ "a": "b\n"}}`, nil},
		{"accept a URL", url, accept(`{"never":1}`), `"result":{"action":"accept"}}`, nil},
		{"BUG-067 decline", form, Outcome{Action: Decline, Content: []byte(`{"x":1}`)}, `"result":{"action":"decline"}}`, nil},
		{"cancel", form, Outcome{Action: Cancel, Content: []byte(`null`)}, `"result":{"action":"cancel"}}`, nil},
		{"decline that ends the call", form, Outcome{Action: Decline, End: over}, `"result":{"action":"decline"}}`, over},
		{"nobody answered", form, Outcome{Action: Ask, End: over}, `"result":{"action":"cancel"}}`, over},
		{"refused", form, Outcome{Action: Refuse, Reason: "credential: pin", End: over}, `"error":{"code":-32602,"message":"credential: pin"}}`, nil},
		{"BUG-025 a word that is none", form, Outcome{Action: "reject", End: over}, `"result":{"action":"cancel"}}`, over},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			l := startLab(t, oneQuestion(row.params), always(row.outcome))
			_, err := l.call(Call{})
			if !errors.Is(err, row.ends) {
				t.Errorf("the call ended with %v, want %v", err, row.ends)
			}
			if got := l.sent(`"id":"q1"`); len(got) != 1 || !strings.Contains(got[0], row.sent) {
				t.Errorf("sent %q, want %s", got, row.sent)
			}
		})
	}
}

func TestContentThatIsNoObjectIsNeverSent(t *testing.T) {
	for _, content := range []string{`[1]`, `{"a":`, `"x"`, `null`} {
		l := startLab(t, oneQuestion(form), always(accept(content)))
		_, err := l.call(Call{})
		if err == nil || !strings.Contains(err.Error(), "not a JSON object") || len(l.sent(`"id":"q1","result":{"action":"cancel"}`)) != 1 {
			t.Errorf("content %s: error %v\n%s", content, err, l.transcript())
		}
	}
}

func TestAModeThatWasNotDeclaredIsRefusedUnseen(t *testing.T) {
	t.Parallel()
	url := `{"mode":"url","message":"go","url":"https://example.com/x"}`
	rows := []struct {
		name, params string
		declare      Declared
		says         string
	}{
		{"url", url, DeclareForm, "mode url was not declared"},
		{"url with an empty declaration", url, DeclareEmpty, "mode url was not declared"},
		{"form", form, DeclareURL, "mode form was not declared"},
		{"anything", form, DeclareNone, "mode form was not declared"},
		{"a vendor's own", `{"mode":"openai/form","message":"m"}`, DeclareFormURL, `mode \"openai/form\" is not known`},
		{"no string", `{"mode":7,"message":"m"}`, DeclareFormURL, `mode \"7\" is not known`},
		{"url without a URL", `{"mode":"url","message":"m"}`, DeclareFormURL, "needs a url"},
		{"params null", `null`, DeclareFormURL, "needs params"},
		{"params an array", `[]`, DeclareFormURL, "needs params"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			l := startLab(t, oneQuestion(row.params), always(accept(`{}`)), declare(row.declare))
			l.mustCall(Call{})
			if len(l.questions()) > 0 {
				t.Error("it was put to the answerer")
			}
			if got := l.sent(`"id":"q1"`); len(got) != 1 || !strings.Contains(got[0], `"code":-32602`) || !strings.Contains(got[0], row.says) {
				t.Errorf("sent %q, want %s", got, row.says)
			}
		})
	}
}

func TestLenientlyReadQuestions(t *testing.T) {
	t.Parallel()
	rows := []struct {
		name, params string
		ok           func(Elicitation) bool
	}{
		{"BUG-074 no schema", `{"mode":"form","message":"Visit http://example.com and enter WDJB-MJHT"}`, func(e Elicitation) bool { return e.Schema == nil && e.Mode == ModeForm }},
		{"mode null", `{"mode":null,"message":"m"}`, func(e Elicitation) bool { return e.Mode == ModeForm }},
		{"BUG-061 no elicitationId", `{"mode":"url","message":"m","url":"https://example.com/?a=b&c=<d>"}`, func(e Elicitation) bool {
			return e.URL.Raw() == "https://example.com/?a=b&c=<d>" && e.ElicitationID == ""
		}},
		{"BUG-002 line breaks", `{"message":"Asset: x\nRisk: y\r\n\r\nSQL"}`, func(e Elicitation) bool { return e.Message.Raw() == "Asset: x\nRisk: y\r\n\r\nSQL" }},
		{"no message", `{"requestedSchema":{}}`, func(e Elicitation) bool { return e.Message.Empty() }},
		{"a schema that crashes SDKs", `{"message":"m","requestedSchema":{"type":"object","$ref":"#","properties":{"a":{"oneOf":[null]}}}}`, func(e Elicitation) bool { return strings.Contains(string(e.Schema), "[null]") }},
		{"BUG-029 items with type and anyOf", `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"array","items":{"type":"string","anyOf":[{"const":"v","title":"V"}]}}}}}`, func(e Elicitation) bool { return e.Schema != nil }},
		{"BUG-030 items without type", `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"array","items":{"enum":["bug"]}}}}}`, func(e Elicitation) bool { return e.Schema != nil }},
		{"BUG-031 nullable", `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"anyOf":[{"type":"integer"},{"type":"null"}],"default":null}}}}`, func(e Elicitation) bool { return e.Schema != nil }},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			l := startLab(t, oneQuestion(row.params), always(accept(`{}`)))
			l.mustCall(Call{})
			if q := l.questions(); len(q) != 1 || !row.ok(q[0]) || string(q[0].Params) != row.params {
				t.Errorf("questions %+v", q)
			}
		})
	}
}

func TestNoDefaultIsEverInsertedOnTheWay(t *testing.T) {
	l := startLab(t, oneQuestion(`{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","default":"x"},"b":{"type":"integer","default":3}}}}`), always(accept(`{"a":"y"}`)))
	l.mustCall(Call{})
	if len(l.sent(`"content":{"a":"y"}}}`)) != 1 {
		t.Error(l.transcript())
	}
}

// Servers on SDK defaults give up after 60 s, and say so.
func TestAWithdrawnQuestionClosesAndNothingIsSentForIt(t *testing.T) {
	t.Attr("bug", "BUG-019")
	t.Attr("bug", "BUG-023")
	cause := make(chan error, 1)
	l := startLab(t, `on tools/call:
		> {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"message":"m"}}
		> {"jsonrpc":"2.0","id":"p","method":"ping"}
		await p
		> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"Request timed out"}}
		> {"jsonrpc":"2.0","id":"p2","method":"ping"}
		await p2
		> {"jsonrpc":"2.0","id":$ID,"result":{"isError":true,"content":[{"type":"text","text":"timed out"}]}}
	`, untilDone(cause))
	r := l.mustCall(Call{})
	if err := <-cause; !errors.Is(err, ErrWithdrawn) || !strings.Contains(err.Error(), "Request timed out") {
		t.Errorf("cause %v", err)
	}
	if !r.IsError || textOf(r) != "timed out" {
		t.Errorf("result %+v", r)
	}
	l.Close()
	if got := l.sent(`"id":7`); len(got) > 0 {
		t.Errorf("sent %q for a withdrawn question", got)
	}
}

func TestAQuestionWhoseCallWasAnsweredWithoutItIsOver(t *testing.T) {
	cause := make(chan error, 1)
	l := startLab(t, `on tools/call:
		> {"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"m"}}
		> {"jsonrpc":"2.0","id":"p","method":"ping"}
		await p
		> `+okResult, AnswererFunc(func(ctx context.Context, e Elicitation) Outcome { return untilDone(cause).Answer(ctx, e) }))
	l.mustCall(Call{})
	if err := <-cause; !errors.Is(err, ErrCallEnded) {
		t.Errorf("cause %v", err)
	}
	l.until("the server is told cancel, not the late answer", func() bool {
		return len(l.sent(`"id":"q","result":{"action":"cancel"}`)) == 1
	})
	if len(l.sent("late")) > 0 {
		t.Error("a late answer went out")
	}
}

func TestSeveralQuestionsAtOnceAreAllOpenAndAnsweredApart(t *testing.T) {
	q := func(id string) string {
		return `> {"jsonrpc":"2.0","id":"` + id + `","method":"elicitation/create","params":{"message":"` + id + `"}}` + "\n"
	}
	all := make(chan struct{})
	l := startLab(t, "on tools/call:\n"+q("a")+q("b")+q("c")+"await a\nawait b\nawait c\n> "+okResult, AnswererFunc(func(_ context.Context, e Elicitation) Outcome {
		<-all
		return accept(`{"is":"` + e.Message.Raw() + `"}`)
	}))
	go func() {
		l.until("three questions", func() bool { return len(l.questions()) == 3 })
		close(all)
	}()
	l.mustCall(Call{})
	for _, id := range []string{"a", "b", "c"} {
		if len(l.sent(`"id":"`+id+`","result":{"action":"accept","content":{"is":"`+id+`"}}`)) != 1 {
			t.Error(l.transcript())
		}
	}
	seen := map[int]bool{}
	for _, e := range l.questions() {
		if e.Target.Raw() != "t" || seen[e.Round] {
			t.Errorf("question %+v", e)
		}
		seen[e.Round] = true
	}
}

func TestFormAfterURLAfterFormInOneCall(t *testing.T) {
	t.Attr("bug", "BUG-007")
	t.Attr("bug", "BUG-021")
	l := startLab(t, "on tools/call:\n"+ask("1", form)+ask("2", `{"mode":"url","message":"m","url":"https://example.com"}`)+ask("3", form)+"> "+okResult, always(accept(`{}`)))
	l.mustCall(Call{})
	q := l.questions()
	if len(q) != 3 || q[1].Mode != ModeURL || q[2].Round != 3 {
		t.Errorf("questions %+v", q)
	}
}

func TestCallsOfALegacySessionWaitForTheirTurn(t *testing.T) {
	l := startLab(t, "on tools/call 1:\n"+ask("q1", form)+"> "+okResult+"\non tools/call 2:\n> "+okResult, AnswererFunc(func(context.Context, Elicitation) Outcome { return accept(`{}`) }))
	second := make(chan error, 1)
	hold := make(chan struct{})
	l.answerer = AnswererFunc(func(_ context.Context, e Elicitation) Outcome {
		go func() { second <- l.callAside(Call{ID: "second"}) }() //nolint:contextcheck // a call of its own
		<-hold
		return accept(`{"call":"` + e.CallID + `"}`)
	})
	go func() {
		l.until("the first call is out", func() bool { return len(l.sent("tools/call")) == 1 })
		close(hold)
	}()
	l.mustCall(Call{ID: "first"})
	if err := <-second; err != nil {
		t.Error(err)
	}
	answer, call2 := -1, -1
	for i, f := range l.frames(Out) {
		if strings.Contains(string(f.Bytes), `{"call":"first"}`) {
			answer = i
		}
		if strings.Contains(string(f.Bytes), "tools/call") {
			call2 = i
		}
	}
	if answer < 0 || call2 < answer {
		t.Errorf("the second call did not wait:\n%s", l.transcript())
	}
}

func TestAmongSeveralCallsNoneIsNamed(t *testing.T) {
	t.Attr("bug", "BUG-063")
	t.Attr("bug", "BUG-065")
	l := startLab(t, "on tools/call 1:\nawait go\n> "+okResult+"\non tools/call 2:\n"+ask("q1", form)+"> "+okResult+"\n", always(accept(`{}`)))
	first := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_, err := l.Call(ctx, Call{Method: MethodTool, Target: "one"})
		first <- err
	}()
	l.until("the first call is out", func() bool { return len(l.sent("tools/call")) == 1 })
	if _, err := l.call(Call{Target: "two", Alongside: true}); err != nil {
		t.Error(err)
	}
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	e := l.questions()[0]
	if e.Method != "" || !e.Target.Empty() || e.Args != nil || e.CallID != "" {
		t.Errorf("question %+v names a call", e)
	}
}

func TestACancelledCallWithdrawsItsQuestionAndTellsTheServer(t *testing.T) {
	cause := make(chan error, 1)
	l := startLab(t, "on tools/call 1:\n"+ask("q1", form)+"hang", untilDone(cause))
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		l.until("the question is open", func() bool { return len(l.questions()) == 1 })
		cancel(errors.New("enough"))
	}()
	_, err := l.Call(ctx, Call{Method: MethodTool, Target: "t"})
	if err == nil || !strings.Contains(err.Error(), "srv, t: the call was cancelled: enough") {
		t.Errorf("error %v", err)
	}
	if err := <-cause; !errors.Is(err, ErrCallCancelled) {
		t.Errorf("cause %v", err)
	}
	l.mustCall(Call{})
	out := l.transcript()
	q, c := strings.Index(out, `"id":"q1","result":{"action":"cancel"}`), strings.Index(out, `notifications/cancelled`)
	if q < 0 || c < q {
		t.Errorf("order on the wire:\n%s", out)
	}
}

func TestATimeOutCancelsTheCallAndALateResultIsDropped(t *testing.T) {
	t.Attr("bug", "BUG-077")
	l := startLab(t, "on tools/call 1:\nawait notifications/cancelled\n> "+strings.Replace(okResult, "ok", "late", 1)+"\n", nil)
	_, err := l.call(Call{Timeout: 30 * time.Millisecond})
	if !errors.Is(err, ErrTimeout) || !strings.Contains(err.Error(), "srv, t") {
		t.Errorf("error %v", err)
	}
	if got := textOf(l.mustCall(Call{})); got != "ok" {
		t.Errorf("the next call gave %q", got)
	}
	if len(l.sent("timed out after 30ms")) != 1 {
		t.Error(l.transcript())
	}
}

// A person may take longer than the server.
func TestTheTimeOutStandsStillWhileAQuestionIsOpen(t *testing.T) {
	t.Attr("bug", "BUG-013")
	t.Attr("bug", "BUG-018")
	t.Attr("bug", "BUG-022")
	// How the clock counts is TestAClockCountsOnlyWhileItIsNotPaused.
	for _, era := range []string{"", "modern\n"} {
		script := oneQuestion(form)
		if era != "" {
			script = "on tools/call 1:\n> " + input(`"k":{"method":"elicitation/create","params":`+form+`}`, "") + "\n"
		}
		holds := func(l *lab) int {
			l.Session.mu.Lock()
			defer l.Session.mu.Unlock()
			c := l.Session.calls[0].clock
			c.mu.Lock()
			defer c.mu.Unlock()
			return c.holds
		}
		var l *lab
		l = startLab(t, era+script, AnswererFunc(func(context.Context, Elicitation) Outcome {
			if n := holds(l); n != 1 {
				t.Errorf("%d holds while the question is open", n)
			}
			return accept(`{}`)
		}))
		l.mustCall(Call{Timeout: patience})
	}
}

func TestProgressLogsAndListChangesAreTold(t *testing.T) {
	l := startLab(t, `on tools/call:
		> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.5,"total":2,"message":"half"}}
		> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":99,"progress":1}}
		> {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"db","data":{"n":9007199254740993}}}
		> {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
		> {"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"x1"}}
		> `+okResult, nil)
	l.mustCall(Call{ID: "c1"})
	want := []Event{
		Progressed{CallID: "c1", Progress: 0.5, Total: 2, Message: safetext.Of("half")},
		Logged{Level: "info", Logger: safetext.Of("db"), Data: safetext.Of(`{"n":9007199254740993}`)},
		ListChanged{What: "tools"},
		URLCompleted{ElicitationID: "x1"},
	}
	var got []Event
	for _, e := range l.told() {
		switch e.(type) {
		case Progressed, Logged, ListChanged, URLCompleted:
			got = append(got, e)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("told %+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("told %+v, want %+v", got[i], want[i])
		}
	}
}

func TestFramesAreNumberedInTheOrderInWhichTheyCrossed(t *testing.T) {
	l := startLab(t, oneQuestion(form), always(accept(`{}`)))
	l.mustCall(Call{})
	var last Frame
	for i, f := range l.frames("") {
		if f.Number != i+1 || f.Time.Before(last.Time) {
			t.Errorf("frame %d: %+v", i, f)
		}
		last = f
	}
	if string(last.Bytes) != strings.Replace(okResult, "$ID", "3", 1) {
		t.Errorf("last frame %s", last.Bytes)
	}
}

func TestAPanickingAnswererEndsTheCallAlone(t *testing.T) {
	l := startLab(t, "on tools/call 1:\n"+ask("q1", form)+"> "+okResult, AnswererFunc(func(context.Context, Elicitation) Outcome { panic("oh") }))
	if _, err := l.call(Call{}); err == nil || !strings.Contains(err.Error(), "oh") {
		t.Errorf("error %v", err)
	}
	l.mustCall(Call{})
}

func TestBadCallsAreRefusedBeforeAnythingIsSent(t *testing.T) {
	l := startLab(t, "", nil)
	for _, c := range []Call{{Method: "tools/list"}, {Args: []byte(`[1]`)}, {Args: []byte(`{"a":`)}, {Args: []byte(``)}} {
		if _, err := l.call(c); err == nil {
			t.Errorf("call %+v went through", c)
		}
	}
	if len(l.sent("tools/call")) > 0 {
		t.Error(l.transcript())
	}
}
