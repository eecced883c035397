package session

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/rawserver"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/plain"
)

func TestMain(m *testing.M) {
	rawserver.Main()
	os.Exit(m.Run())
}

// driver is one of the expect kind: it reads up to a marker, then writes a
// line. Everything that it read must be fit for any terminal.
type driver struct {
	t    *testing.T
	out  *bufio.Reader
	in   io.WriteCloser
	all  strings.Builder
	done chan error

	mu      sync.Mutex
	records []answers.Record
	take    func() bool // ctrl+c
	cancel  context.CancelCauseFunc
}

func raw(t *testing.T, name, script string) Server {
	t.Helper()
	command, env := rawserver.Command(t, script)
	return Server{Server: mcpclient.Server{Name: name, Command: command, Env: env, Declare: mcpclient.DeclareFormURL}, Profile: forms.Tester}
}

func start(t *testing.T, servers ...Server) *driver {
	t.Helper()
	inR, inW, err := os.Pipe() // which takes a line before it is read
	if err != nil {
		t.Fatal(err)
	}
	outR, outW := io.Pipe()
	d := &driver{t: t, out: bufio.NewReader(outR), in: inW, done: make(chan error, 1)}
	ctx, cancel := context.WithCancelCause(t.Context())
	d.cancel = cancel
	c := Config{
		Servers: servers, Console: plain.NewConsole(inR, outW),
		Told:        func(r answers.Record) { d.mu.Lock(); defer d.mu.Unlock(); d.records = append(d.records, r) },
		OnInterrupt: func(take func() bool) { d.mu.Lock(); defer d.mu.Unlock(); d.take = take },
	}
	go func() {
		err := Run(ctx, c)
		_ = outW.Close()
		d.done <- err
	}()
	late := time.AfterFunc(20*time.Second, func() { _ = outR.CloseWithError(errors.New("nothing more came")) })
	t.Cleanup(func() {
		late.Stop()
		cancel(context.Canceled)
		_ = inW.Close()
		_, _ = io.Copy(io.Discard, outR)
		_ = inR.Close()
		for i, r := range d.all.String() {
			if r != '\n' && safetext.Clean(string(r)) != string(r) {
				t.Errorf("it wrote %U after %q", r, d.all.String()[:i])
			}
		}
	})
	return d
}

// expect reads up to a marker and gives what was said before it.
func (d *driver) expect(marker string) string {
	d.t.Helper()
	var seen strings.Builder
	for !strings.HasSuffix(seen.String(), marker) {
		b, err := d.out.ReadByte()
		if err != nil {
			d.t.Fatalf("%v while waiting for %q after\n%s", err, marker, seen.String())
		}
		seen.WriteByte(b)
		d.all.WriteByte(b)
	}
	return seen.String()
}

func (d *driver) send(line string) { _, _ = io.WriteString(d.in, line+"\n") }

// answer waits for a prompt, writes a line, and gives what was said before.
func (d *driver) answer(marker, line string) string {
	d.t.Helper()
	said := d.expect(marker)
	d.send(line)
	return said
}

// leave waits for the program's end and gives what was said until then.
func (d *driver) leave(want error) string {
	d.t.Helper()
	rest, _ := io.ReadAll(d.out)
	d.all.Write(rest)
	select {
	case err := <-d.done:
		if !errors.Is(err, want) {
			d.t.Errorf("it ended with %v, want %v", err, want)
		}
	case <-time.After(20 * time.Second):
		d.t.Fatal("it did not end")
	}
	return string(rest)
}

func (d *driver) interrupt() bool {
	d.mu.Lock()
	take := d.take
	d.mu.Unlock()
	return take()
}

func (d *driver) has(said, want string) {
	d.t.Helper()
	if !strings.Contains(said, want) {
		d.t.Errorf("%q is not in what it said:\n%s", want, said)
	}
}

const (
	nameForm = `{"message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"Name"}},"required":["name"]}}`
	okResult = `> {"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"thanks"}]}}` + "\n"
)

func asks(id string) string {
	return `> {"jsonrpc":"2.0","id":"` + id + `","method":"elicitation/create","params":` + nameForm + "}\n"
}

func TestALegacyCallFromListToResult(t *testing.T) {
	d := start(t, raw(t, "billing", "on tools/call 1:\n"+asks("q1")+"await q1\n"+okResult+"on tools/call 2:\n"+asks("q2")+"await q2\n"+okResult))
	d.has(d.answer("choose> ", "t"), "  1) t\n")
	d.answer("call> ", "yes")
	d.has(d.answer("answer> ", "Ada"), "[billing] asks (t)")
	d.has(d.answer("send> ", "yes"), `"name": "Ada"`)
	d.has(d.answer("choose> ", ":again"), "[billing] t: done.\n| thanks\n")
	d.has(d.answer("answer> ", ":last"), "The last time you answered: Ada")
	d.answer("send> ", "yes")
	d.has(d.answer("choose> ", ":frames 3"), "done.")
	d.has(d.answer("choose> ", ":quit"), "sent a result, id \"q2\"")
	d.leave(nil)
	if len(d.records) != 2 || string(d.records[1].Outcome.Content) != `{"name":"Ada"}` {
		t.Errorf("records %+v", d.records)
	}
}

func TestTheWaysOutOfAQuestionReachTheServer(t *testing.T) {
	for line, want := range map[string]mcpclient.Action{":decline": mcpclient.Decline, ":cancel": mcpclient.Cancel, ":quit": mcpclient.Cancel} {
		d := start(t, raw(t, "billing", "on tools/call:\n"+asks("q1")+"await q1\n"+okResult))
		d.answer("choose> ", "1")
		d.answer("call> ", "yes")
		d.answer("answer> ", line)
		if line != ":quit" {
			d.answer("choose> ", ":quit")
		}
		d.leave(nil)
		if len(d.records) != 1 || d.records[0].Outcome.Action != want {
			t.Errorf("%s: records %+v", line, d.records)
		}
	}
}

func TestTheEndOfTheInputCancelsTheQuestionAndTellsTheResult(t *testing.T) {
	d := start(t, raw(t, "billing", "on tools/call:\n"+asks("q1")+"await q1\n"+okResult))
	d.answer("choose> ", "1")
	d.answer("call> ", "yes")
	d.expect("answer> ")
	_ = d.in.Close()
	d.has(d.leave(ErrCutShort), "the input ended: cancelled.\n\n[billing] t: done.\n| thanks\n")
	if d.records[0].Outcome.Action != mcpclient.Cancel {
		t.Errorf("records %+v", d.records)
	}
}

func TestTheEndOfTheInputElsewhereIsAnEndLikeAnyOther(t *testing.T) {
	d := start(t, raw(t, "billing", "modern"))
	d.expect("choose> ")
	_ = d.in.Close()
	d.leave(nil)
}

func TestAQuestionWithoutACallIsAnnouncedAndAskedNext(t *testing.T) {
	list := "on tools/list:\n" + `> {"jsonrpc":"2.0","id":$ID,"result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}}` + "\n"
	d := start(t, raw(t, "billing", list+asks("q1")))
	said := d.expect("> ") // it may arrive before the first prompt or at it
	for !strings.HasSuffix(said, "answer> ") {
		d.send("")
		said += d.expect("> ")
	}
	d.has(said, "[billing] asks something. You are asked at the next prompt.\n")
	d.has(said, "[billing] asks\n")
	d.send("Ada")
	d.answer("send> ", "yes")
	d.has(d.answer("choose> ", ":quit"), "sent.\n")
	d.leave(nil)
	if len(d.records) != 1 || string(d.records[0].Outcome.Content) != `{"name":"Ada"}` {
		t.Errorf("records %+v", d.records)
	}
}

func TestAServerThatDiesWhileItAsksIsSaidAndStartedAgain(t *testing.T) {
	d := start(t, raw(t, "billing", "on tools/call:\n"+asks("q1")+"await go\n"+"on notifications/never:\n"+"exit 3\n"))
	d.answer("choose> ", "1")
	d.answer("call> ", "yes")
	d.expect("answer> ")
	if !d.interrupt() {
		t.Error("nobody took the first ctrl+c")
	}
	said := d.expect("choose> ")
	d.has(said, "[billing] no longer waits: the call was cancelled. Nothing was sent.")
	d.has(said, "[billing] t was cancelled.")
	if d.interrupt() {
		t.Error("the second ctrl+c was taken although nothing runs")
	}
	d.send(":quit")
	d.leave(nil)

	d = start(t, raw(t, "billing", "on tools/call:\n"+asks("q1")+"! the last words\nexit 3\n"))
	d.answer("choose> ", "1")
	d.answer("call> ", "yes")
	said = d.expect("choose> ")
	d.has(said, "t failed: server billing ended (exit status 3)")
	d.has(said, "the last words")
	d.send(":again")
	d.has(d.expect("choose> "), "Starting billing.")
	d.send(":quit")
	d.leave(ErrNoServer)
}

func TestAnInterruptedProgramEndsAtOnce(t *testing.T) {
	d := start(t, raw(t, "billing", "on tools/call:\nhang\n"))
	d.answer("choose> ", "1")
	d.answer("call> ", "yes")
	d.expect("Calling t.\n")
	gone := errors.New("interrupted")
	d.cancel(gone)
	d.leave(gone)
}

func TestAServerThatCannotStartSaysWhy(t *testing.T) {
	d := start(t, Server{Server: mcpclient.Server{Name: "billing", Command: []string{"/nowhere/at/all"}}})
	d.has(d.answer("choose> ", "1"), "[billing] failed: server billing did not start")
	d.has(d.answer("choose> ", ":quit"), "does not run")
	d.leave(ErrNoServer)
}

func TestHostileServersWriteNoControlCharacters(t *testing.T) {
	const bad = `\u001b]0;pwned\u0007\u001b[2J\u009b31m\u202eevil\u200b\r\n> \u007f`
	script := "on initialize:\n" + `> {"jsonrpc":"2.0","id":$ID,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"` + bad + `","version":"` + bad + `"},"instructions":"` + bad + `"}}` + "\n" +
		"on tools/list:\n" + `> {"jsonrpc":"2.0","id":$ID,"result":{"tools":[{"name":"` + bad + `","title":"` + bad + `","description":"` + bad + `","inputSchema":{"type":"object","properties":{"p":{"type":"string","title":"` + bad + `","description":"` + bad + `","default":"` + bad + `"}}}}]}}` + "\n" +
		"on tools/call:\n" +
		`> {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"` + bad + `","data":"` + bad + `"}}` + "\n" +
		"! \x1b[2J\n" +
		`> {"jsonrpc":"2.0","id":"q1","method":"elicitation/create","params":{"message":"` + bad + `","requestedSchema":{"type":"object","properties":{"p":{"type":"string","title":"` + bad + `","enum":["` + bad + `","b"]}}}}}` + "\nawait q1\n" +
		`> {"jsonrpc":"2.0","id":$ID,"result":{"isError":true,"content":[{"type":"text","text":"` + bad + `"},{"type":"` + bad + `"},{"type":"resource_link","uri":"` + bad + `","name":"` + bad + `"},{"type":"image","mimeType":"` + bad + `","data":"AAAA"}],"structuredContent":{"` + bad + `":"` + bad + `"}}}` + "\n"
	d := start(t, raw(t, "billing", script))
	d.answer("choose> ", "1")
	d.answer("argument> ", ":schema")
	d.answer("argument> ", "\x1b[31m")
	d.answer("call> ", "yes")
	d.answer("answer> ", "1")
	d.answer("send> ", "yes")
	d.has(d.answer("choose> ", ":log"), "the tool reported an error.")
	d.answer("choose> ", ":stderr")
	d.answer("choose> ", ":frames")
	d.answer("choose> ", ":frame 1")
	d.answer("choose> ", ":json")
	d.answer("choose> ", ":about 1")
	d.answer("choose> ", "\x1b[3J")
	d.answer("choose> ", ":\x1b[2J")
	d.answer("choose> ", ":quit")
	d.leave(nil)
}

func TestLongListsAreSaidInParts(t *testing.T) {
	var tools []string
	for i := range 60 {
		tools = append(tools, `{"name":"tool_`+string(rune('a'+i/10))+string(rune('0'+i%10))+`","inputSchema":{"type":"object"}}`)
	}
	d := start(t, raw(t, "billing", "on tools/list:\n"+`> {"jsonrpc":"2.0","id":$ID,"result":{"tools":[`+strings.Join(tools, ",")+`]}}`+"\n"))
	said := d.answer("choose> ", ":more")
	d.has(said, "  20) tool_b9\n40 more: :more says the next 20, :all the rest.\n")
	d.has(d.answer("choose> ", "tool_c"), "  40) tool_d9\n20 more")
	said = d.answer("choose> ", "60")
	d.has(said, "  21) tool_c0\n")
	if strings.Contains(said, "tool_d") {
		t.Errorf("more than what was looked for:\n%s", said)
	}
	d.has(d.answer("call> ", "no"), "Tool tool_f9")
	d.has(d.answer("choose> ", "61"), "Nothing was called.")
	d.has(d.answer("choose> ", ":quit"), "not accepted: there are 1 to 60")
	d.leave(nil)
}

func TestArgumentsOfEachKind(t *testing.T) {
	schema := `{"type":"object","properties":{"text":{"type":"string"},"whole":{"type":"integer","minimum":1},"number":{"type":"number"},"yes":{"type":"boolean"},` +
		`"one":{"type":"string","enum":["a","b"]},"some":{"type":"array","items":{"type":"string","enum":["x","y","z"]}},"list":{"type":"array","items":{"type":"string"}},"left":{"type":"string"}},"required":["whole"]}`
	list := "on tools/list:\n" + `> {"jsonrpc":"2.0","id":$ID,"result":{"tools":[{"name":"t","inputSchema":` + schema + `}]}}` + "\n"
	d := start(t, raw(t, "billing", list+"on tools/call:\n"+okResult))
	d.answer("choose> ", "1")
	d.has(d.answer("argument> ", ":list"), "Argument 1 of 8 (optional)")
	d.has(d.answer("argument> ", "Ada"), "not now: :list")
	d.answer("argument> ", "0")
	d.has(d.answer("argument> ", "7"), "not accepted: at least 1")
	d.answer("argument> ", "0.10")
	d.answer("argument> ", "no")
	d.answer("argument> ", ":back")
	d.answer("argument> ", "yes")
	d.answer("argument> ", "b")
	d.answer("argument> ", "1,3")
	d.answer("argument> ", "p")
	d.answer("entry 2> ", "q")
	d.answer("entry 3> ", "")
	d.answer("argument> ", ":done")
	d.has(d.answer("call> ", "yes"), "omitted: 8) left")
	d.has(d.answer("choose> ", ":frames"), "done.")
	number := regexp.MustCompile(`(\d+)\) sent tools/call`).FindStringSubmatch(d.expect("choose> "))
	d.send(":frame " + number[1])
	d.has(d.answer("choose> ", ":quit"), `"text": "Ada",
      "whole": 7,
      "number": 0.10,
      "yes": true,
      "one": "b",
      "some": [
        "x",
        "z"
      ],
      "list": [
        "p",
        "q"
      ]`)
	d.leave(nil)
}

func TestArgumentsWithoutAFormAreALineOfJSON(t *testing.T) {
	list := "on tools/list:\n" + `> {"jsonrpc":"2.0","id":$ID,"result":{"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"to":{"type":"object","properties":{"n":{"type":"integer"}}}}}}]}}` + "\n"
	d := start(t, raw(t, "billing", list+"on tools/call:\n"+okResult))
	d.answer("choose> ", "1")
	d.has(d.answer("json> ", "{"), "Its arguments have no form: to is nested.")
	d.has(d.answer("json> ", "[]"), "not accepted: that is no JSON")
	d.has(d.answer("json> ", `{"to":{"n":"x"}}`), "must be one JSON object")
	d.has(d.answer("json> ", ":schema"), ":send sends it all the same")
	d.has(d.answer("json> ", `{"to":{"n":1}}`), `"properties"`)
	d.has(d.answer("choose> ", ":quit"), "done.")
	d.leave(nil)
}
