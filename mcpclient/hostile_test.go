package mcpclient

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"
)

const okResult = `{"jsonrpc":"2.0","id":$ID,"result":{"resultType":"complete","content":[{"type":"text","text":"ok"}]}}`

// Each row breaks the protocol on the way to a result that must still arrive.
func TestABrokenLineNeverEndsTheSession(t *testing.T) {
	t.Parallel()
	rows := []struct{ name, steps, noise string }{
		{"debug line", "> debug: doing something\n> " + okResult, "not JSON"},
		{"log line in brackets", "> [info] hello\n> " + okResult, "not valid JSON"},
		{"blank lines", `>> "\n\n  \n"` + "\n> " + okResult, ""},
		{"trailing space", `>> "` + quoted(okResult) + ` \n"`, ""},
		{"CRLF", `>> "` + quoted(okResult) + `\r\n"`, ""},
		{"byte order mark", `>> "\xef\xbb\xbf` + quoted(okResult) + `\n"`, ""},
		{"pretty-printed", `>> "{\n \"jsonrpc\":\"2.0\",\n \"id\":$ID,\n \"result\":{\"content\":[{\"type\":\"text\",\"text\":\"ok\"}]}}\n"`, ""},
		{"half a message, then a whole one", `>> "{\"jsonrpc\":\"2.0\",\n"` + "\n> " + okResult, "not complete"},
		{"two messages on a line", `>> "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":\"x\"}}` + quoted(okResult) + `\n"`, ""},
		{"garbage after a message", `>> "` + quoted(okResult) + ` and more\n"`, "not valid JSON"},
		{"batch", "> [" + okResult + "]", ""},
		{"an object that is no message", "> {\"hello\":\"world\"}\n> " + okResult, "not JSON-RPC 2.0"},
		{"empty object", "> {}\n> " + okResult, "not JSON-RPC 2.0"},
		{"error with id null", "> {\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"parse error\"}}\n> " + okResult, "without an id"},
		{"unknown ids", "> {\"jsonrpc\":\"2.0\",\"id\":9999,\"result\":{}}\n> {\"jsonrpc\":\"2.0\",\"id\":\"$ID\",\"result\":{\"content\":[]}}\n> " + okResult, ""},
		{"an id written as a fraction", `> {"jsonrpc":"2.0","id":$ID.0,"result":{"content":[{"type":"text","text":"ok"}]}}`, ""},
		{"answered twice", "> " + okResult + "\n> {\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"second\"}]}}", ""},
		{"unknown notification", "> {\"jsonrpc\":\"2.0\",\"method\":\"notifications/foo\",\"params\":{}}\n> " + okResult, ""},
		{"notifications without params", "> {\"jsonrpc\":\"2.0\",\"method\":\"notifications/elicitation/complete\"}\n> {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n> {\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":null}\n> " + okResult, ""},
	}
	for _, era := range []string{"", "modern\n"} {
		for _, row := range rows {
			t.Run(strings.TrimSpace(era)+" "+row.name, func(t *testing.T) {
				t.Parallel()
				l := startLab(t, era+"on tools/call:\n"+row.steps, nil)
				if got := textOf(l.mustCall(Call{})); got != "ok" {
					t.Errorf("result %q, want ok", got)
				}
				if got := strings.Join(l.noise(), "|"); row.noise == "" && got != "" || !strings.Contains(got, row.noise) {
					t.Errorf("noise told: %q, want %q", got, row.noise)
				}
				l.mustCall(Call{Args: []byte(`{"again":true}`)})
			})
		}
	}
}

func quoted(s string) string { return strings.ReplaceAll(s, `"`, `\"`) }

// Each row answers one call in a way that cannot be used: that call fails, with
// words that help, and the session lives.
func TestABadAnswerFailsItsCallAlone(t *testing.T) {
	t.Parallel()
	rows := []struct{ name, steps, says string }{
		{"error as a string", `> {"jsonrpc":"2.0","id":$ID,"error":"boom"}`, "boom"},
		{"error without a code", `> {"jsonrpc":"2.0","id":$ID,"error":{"message":"no code"}}`, "no code"},
		{"result null", `> {"jsonrpc":"2.0","id":$ID,"result":null}`, "result is not an object"},
		{"neither result nor error", `> {"jsonrpc":"2.0","id":$ID}`, "result is not an object"},
		{"another JSON-RPC", `> {"jsonrpc":"1.0","id":$ID,"result":{}}`, "not JSON-RPC 2.0"},
		{"over the cap", "big 2", "over the limit of 1048576"},
		{"over the cap, id last", "big-id-last 2", "over the limit of 1048576"},
		{"deeper than JSON readers go", `>> "{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":` + strings.Repeat("[", 20000) + `\n"`, "not"},
	}
	for _, era := range []string{"", "modern\n"} {
		for _, row := range rows {
			t.Run(strings.TrimSpace(era)+" "+row.name, func(t *testing.T) {
				t.Parallel()
				l := startLab(t, era+"on tools/call 1:\n"+row.steps, nil, frameCap(1<<20))
				_, err := l.call(Call{})
				if err == nil || !strings.Contains(err.Error(), row.says) || !strings.Contains(err.Error(), "srv, t") {
					t.Errorf("error %v, want one that names srv, t and says %q", err, row.says)
				}
				if got := textOf(l.mustCall(Call{})); got != "ok" {
					t.Errorf("the next call gave %q", got)
				}
			})
		}
	}
}

func TestAFrameAtTheCapIsRead(t *testing.T) {
	l := startLab(t, "on tools/call:\nbig 3\n", nil)
	if got := len(textOf(l.mustCall(Call{}))); got != 3<<20 {
		t.Errorf("got %d bytes of text", got)
	}
}

func TestAnOversizedQuestionIsRefusedAndTheCallGoesOn(t *testing.T) {
	script := `on tools/call:
		>> "{\"jsonrpc\":\"2.0\",\"id\":\"q1\",\"method\":\"elicitation/create\",\"params\":{\"message\":\"` + strings.Repeat("x", 5000) + `\"}}\n"
		await q1
		> ` + okResult
	l := startLab(t, script, always(accept(`{}`)), frameCap(4500))
	l.mustCall(Call{})
	if len(l.questions()) != 0 || len(l.sent(`"id":"q1","error":{"code":-32600`)) != 1 {
		t.Errorf("not refused:\n%s", l.transcript())
	}
}

func TestUnusualTextArrivesAsFarAsItCanBeRead(t *testing.T) {
	t.Parallel()
	rows := []struct{ name, body, want string }{
		{"invalid UTF-8", `{\"type\":\"text\",\"text\":\"a\xff\xfeb\"}`, "a��b"},
		{"lone surrogate and NUL", `{\"type\":\"text\",\"text\":\"a\\ud800b\\u0000c\"}`, "a�b\x00c"},
		{"null item", `null,{\"type\":\"text\",\"text\":\"x\"}`, "|x"},
		{"unknown type", `{\"type\":\"hologram\",\"beam\":1},{\"type\":\"text\",\"text\":\"x\"}`, "|x"},
		{"bad base64", `{\"type\":\"image\",\"data\":\"%%%\",\"mimeType\":\"image/png\"},{\"type\":\"text\",\"text\":\"x\"}`, "|x"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			l := startLab(t, "on tools/call:\n"+`>> "{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"content\":[`+row.body+`]}}\n"`, nil)
			if got := textOf(l.mustCall(Call{})); got != row.want {
				t.Errorf("text %q, want %q", got, row.want)
			}
		})
	}
}

func TestStructuredContentKeepsItsExactNumbers(t *testing.T) {
	body := `{"big":12345678901234567890,"money":0.10,"z":1,"a":2}`
	l := startLab(t, `on tools/call:
		> {"jsonrpc":"2.0","id":$ID,"result":{"content":[],"structuredContent":`+body+`}}`, nil)
	if got := string(l.mustCall(Call{}).Structured); got != body {
		t.Errorf("structured content %s", got)
	}
}

func TestACrashDuringACallIsToldAtOnceWithItsLastWords(t *testing.T) {
	t.Parallel()
	rows := []struct{ name, steps, status string }{
		{"exit", "! cannot open the database\nexit 9", "exit status 9"},
		{"killed", "! cannot open the database\nkill", "signal: killed"},
		{"half a message", "! cannot open the database\n>> \"{\\\"jsonrpc\\\":\"\nexit 9", "exit status 9"},
		{"a grandchild holds the pipes", "! cannot open the database\ngrandchild\nexit 9", "exit status 9"},
		{"closes stdout and lives on", "! cannot open the database\nclose-stdout\nhang", "closed its stdin or stdout"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			l := startLab(t, "on tools/call:\n"+row.steps, nil)
			within(t, quick, "noticing the crash", func() {
				_, err := l.call(Call{})
				if !errors.Is(err, ErrClosed) {
					t.Errorf("error %v, want ErrClosed", err)
				}
				wantError[*ExitError](t, err, "srv", row.status, "cannot open the database")
			})
			<-l.Done()
			noneLeft(t, l.PID())
			l.until("the exit is told", func() bool {
				for _, e := range l.told() {
					if x, ok := e.(Exited); ok {
						return !x.Expected
					}
				}
				return false
			})
			if _, err := l.call(Call{}); !errors.Is(err, ErrClosed) {
				t.Errorf("a call afterwards: %v", err)
			}
		})
	}
}

func TestACrashDuringAQuestionClosesItsForm(t *testing.T) {
	cause := make(chan error, 1)
	l := startLab(t, `on tools/call:
		> {"jsonrpc":"2.0","id":"e1","method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}
		await never
	on notifications/cancelled:
		exit 4
	`, untilDone(cause))
	done := make(chan error, 1)
	go func() {
		_, err := l.call(Call{})
		done <- err
	}()
	l.until("the question is open", func() bool { return len(l.questions()) == 1 })
	if err := l.proc.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	wantError[*ExitError](t, <-cause, "signal: killed")
	wantError[*ExitError](t, <-done, "signal: killed")
}

func TestRequestsBeforeTheHandshakeAreHeldOrAnswered(t *testing.T) {
	l := startLab(t, `start:
		> {"jsonrpc":"2.0","id":"s1","method":"elicitation/create","params":{"message":"early","requestedSchema":{"type":"object","properties":{}}}}
		> {"jsonrpc":"2.0","id":"s2","method":"ping"}
		> {"jsonrpc":"2.0","id":"s3","method":"roots/list"}
	`, always(accept(`{"a":1}`)))
	l.until("all three are answered", func() bool {
		return len(l.sent(`"id":"s1","result":{"action":"accept","content":{"a":1}}`)) == 1 &&
			len(l.sent(`"id":"s2","result":{}`)) == 1 && len(l.sent(`"id":"s3","error":{"code":-32601`)) == 1
	})
	if e := l.questions()[0]; e.Method != "" || e.CallID != "" || e.Protocol != "2025-11-25" {
		t.Errorf("question %+v: no call was open", e)
	}
}

func TestServerIDsOfEveryKindComeBackInTheirOwnBytes(t *testing.T) {
	t.Parallel()
	t.Attr("bug", "BUG-075") // 0 is an id
	for _, id := range []string{`0`, `-1`, `1.5`, `9007199254740993`, `"a\u00e9b"`, `""`} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			l := startLab(t, "on tools/call:\n> "+`{"jsonrpc":"2.0","id":`+id+`,"method":"elicitation/create","params":{"message":"m"}}`+"\n> "+`{"jsonrpc":"2.0","id":"p","method":"ping"}`+"\nawait p\nhang", always(accept(`{}`)))
			go l.callInVain(Call{})
			l.until("the answer goes out", func() bool {
				return len(l.sent(`{"jsonrpc":"2.0","id":`+id+`,"result":{"action":"accept","content":{}}}`)) == 1
			})
		})
	}
}

func TestARequestIDUsedTwiceIsAnsweredOnce(t *testing.T) {
	q := `> {"jsonrpc":"2.0","id":"dup","method":"elicitation/create","params":{"message":"m"}}`
	release := make(chan struct{})
	l := startLab(t, "on tools/call:\n"+q+"\n"+q+"\nawait dup\n> "+okResult, AnswererFunc(func(ctxT, Elicitation) Outcome {
		<-release
		return accept(`{}`)
	}))
	go func() {
		l.until("the second is dropped", func() bool { return strings.Contains(strings.Join(l.noise(), ""), "used again") })
		close(release)
	}()
	l.mustCall(Call{})
	if got := l.sent(`"id":"dup"`); len(got) != 1 {
		t.Errorf("answers: %q", got)
	}
}

func TestAServerThatDoesNotReadCannotHoldACall(t *testing.T) {
	l := startLab(t, "on tools/call:\nstop-reading\n", nil)
	go l.callInVain(Call{Alongside: true})
	l.until("the first call is out", func() bool { return len(l.sent("tools/call")) == 1 })
	big := `{"text":"` + strings.Repeat("x", 1<<20) + `"}`
	within(t, patience/2, "the time-out", func() {
		_, err := l.call(Call{Args: []byte(big), Alongside: true, Timeout: 100 * time.Millisecond})
		if !errors.Is(err, ErrTimeout) {
			t.Errorf("error %v", err)
		}
	})
	within(t, quick, "closing", func() { l.Close() })
}

func TestStderrIsKeptAndToldLineByLine(t *testing.T) {
	l := startLab(t, "start:\n! one\n! "+strings.Repeat("y", 9000)+"\n! three\n", nil)
	l.until("three lines", func() bool { return len(l.Stderr()) == 3 })
	got := l.Stderr()
	if got[0].Raw() != "one" || got[2].Raw() != "three" || len(got[1].Raw()) > lineBytes+len("…") {
		t.Errorf("stderr %q", got)
	}
	l.until("three events", func() bool {
		n := 0
		for _, e := range l.told() {
			if _, ok := e.(StderrWritten); ok {
				n++
			}
		}
		return n == 3
	})
}

func TestAServerThatFloodsIsHeldBack(t *testing.T) {
	t.Parallel()
	var flood strings.Builder
	for i := range maxOpen + 10 {
		flood.WriteString(`> {"jsonrpc":"2.0","id":` + strconv.Itoa(i) + `,"method":"elicitation/create","params":{"message":"m"}}` + "\n")
	}
	cause := make(chan error, maxOpen)
	l := startLab(t, "on tools/call:\n"+flood.String()+"hang", untilDone(cause))
	go l.callInVain(Call{})
	l.until("the rest is refused", func() bool { return len(l.sent("questions are open already")) == 10 })
	if got := len(l.questions()); got > maxOpen {
		t.Errorf("%d questions are open", got)
	}
	l.Close()
}

func TestNothingIsReadWhileTooManyAnswersWaitToBeWritten(t *testing.T) {
	t.Parallel()
	o := newOutbox()
	for range maxQueue {
		o.put(nil)
	}
	went := make(chan struct{})
	go func() {
		o.room()
		close(went)
	}()
	select {
	case <-went:
		t.Fatal("there was room")
	default:
	}
	o.take()
	<-went
	o.close()
	o.room()
}
