package plain

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

func formCase(t *testing.T, p forms.Profile, message, schema string) answers.Case {
	t.Helper()
	f, refusal := forms.Parse(forms.Request{Message: message, Schema: json.RawMessage(schema)}, p)
	if refusal != nil {
		t.Fatal(refusal)
	}
	return answers.Case{Form: f, Elicitation: mcpclient.Elicitation{
		ID: "q1", Server: "billing", Era: mcpclient.Legacy, Target: safetext.Of("buy_seats"), Round: 1, Place: 1, Of: 2,
		Mode: mcpclient.ModeForm, Message: safetext.Of(message), Schema: json.RawMessage(schema),
	}}
}

func it(schema string, required bool) string {
	tail := ""
	if required {
		tail = `,"required":["it"]`
	}
	return `{"type":"object","properties":{"it":` + schema + `}` + tail + `}`
}

// decide answers a case with these lines.
func decide(t *testing.T, c answers.Case, lines string) (answers.Decision, string) {
	t.Helper()
	var out strings.Builder
	p := New(NewConsole(strings.NewReader(lines), &out), Options{})
	d, err := p.Decide(t.Context(), c)
	if err != nil {
		t.Fatalf("%v, after\n%s", err, out.String())
	}
	return d, out.String()
}

func TestEveryKindIsAnsweredByLines(t *testing.T) {
	const colours = `"enum":["red","green","blue"]`
	for name, x := range map[string]struct{ schema, lines, want string }{
		"a text":                           {`{"type":"string"}`, "Ada\nyes\n", `{"it":"Ada"}`},
		"a text keeps its blanks":          {`{"type":"string"}`, "  Ada \nyes\n", `{"it":"  Ada "}`},
		"a text that begins with a colon":  {`{"type":"string"}`, "::cancel\nyes\n", `{"it":":cancel"}`},
		"an empty text":                    {`{"type":"string"}`, ":empty\nyes\n", `{"it":""}`},
		"several lines":                    {`{"type":"string"}`, ":text\none\n\n..\n:two\n.\nyes\n", `{"it":"one\n\n.\n:two"}`},
		"too short, then long enough":      {`{"type":"string","minLength":3}`, "ab\nabc\nyes\n", `{"it":"abc"}`},
		"a whole number":                   {`{"type":"integer"}`, "twelve\n2.5\n9007199254740993\nyes\n", `{"it":9007199254740993}`},
		"a number, as typed":               {`{"type":"number"}`, "0.10\nyes\n", `{"it":0.10}`},
		"yes":                              {`{"type":"boolean"}`, "maybe\nYes\nyes\n", `{"it":true}`},
		"no":                               {`{"type":"boolean"}`, "n\nyes\n", `{"it":false}`},
		"an option by number":              {`{"type":"string",` + colours + `}`, "4\n2\nyes\n", `{"it":"green"}`},
		"an option by its words":           {`{"type":"string",` + colours + `}`, "blue\nyes\n", `{"it":"blue"}`},
		"an option that is a number":       {`{"type":"string","enum":["2","1"]}`, "1\n=1\nyes\n", `{"it":"1"}`},
		"the number of an option":          {`{"type":"string","enum":["2","1"]}`, "#1\nyes\n", `{"it":"2"}`},
		"several options":                  {`{"type":"array","items":{"type":"string",` + colours + `}}`, "3, red\nyes\n", `{"it":["red","blue"]}`},
		"none of the options":              {`{"type":"array","items":{"type":"string",` + colours + `}}`, ":empty\nyes\n", `{"it":[]}`},
		"a list":                           {`{"type":"array","items":{"type":"string"}}`, "a\nb\n::c\n\nyes\n", `{"it":["a","b",":c"]}`},
		"a list of numbers":                {`{"type":"array","items":{"type":"integer"}}`, "1\nx\n\n1\n2\n\nyes\n", `{"it":[1,2]}`},
		"enter takes the default":          {`{"type":"string","default":"x"}`, "\nyes\n", `{"it":"x"}`},
		"the default, asked for":           {`{"type":"integer","default":7}`, "8\nno\n:default\nyes\n", `{"it":7}`},
		"a default is left out on purpose": {`{"type":"string","default":"x"}`, ":skip\nyes\n", `{}`},
		"enter leaves it out":              {`{"type":"string"}`, "\nyes\n", `{}`},
		"edited after the review":          {`{"type":"string"}`, "a\nedit\nb\nyes\n", `{"it":"b"}`},
		"kept after the review":            {`{"type":"string"}`, "a\n1\n\nyes\n", `{"it":"a"}`},
		"an unknown command":               {`{"type":"string"}`, ":nonsense\nx\nyes\n", `{"it":"x"}`},
		"a last line without its end":      {`{"type":"string"}`, "x\nyes", `{"it":"x"}`},
		"lines that end in CRLF":           {`{"type":"string"}`, "x\r\nyes\r\n", `{"it":"x"}`},
	} {
		t.Run(name, func(t *testing.T) {
			d, out := decide(t, formCase(t, forms.Tester, "?", it(x.schema, false)), x.lines)
			if d.Action != mcpclient.Accept || string(d.Content) != x.want || d.By != answers.ByPerson {
				t.Fatalf("decided %s %s by %q, want accept %s; it said\n%s", d.Action, d.Content, d.By, x.want, out)
			}
			if !strings.HasSuffix(out, "sent.\n") {
				t.Errorf("it does not say that it was sent:\n%s", out)
			}
		})
	}
}

func TestTheWaysOut(t *testing.T) {
	for lines, want := range map[string]mcpclient.Action{
		"":              mcpclient.Cancel, // the end of the input is never a decline
		"x":             mcpclient.Cancel,
		"x\n":           mcpclient.Cancel,
		":text\nx\n":    mcpclient.Cancel,
		":cancel\n":     mcpclient.Cancel,
		":decline\n":    mcpclient.Decline,
		"x\n:decline\n": mcpclient.Decline,
		"x\n:cancel\n":  mcpclient.Cancel,
	} {
		d, _ := decide(t, formCase(t, forms.Everruns, "?", it(`{"type":"string"}`, true)), lines)
		if d.Action != want || d.Content != nil {
			t.Errorf("%q decides %s %s, want %s", lines, d.Action, d.Content, want)
		}
	}
}

func TestAFormWithoutFields(t *testing.T) {
	d, out := decide(t, formCase(t, forms.Tester, "Restart?", `{"type":"object","properties":{}}`), "what\nyes\n")
	if d.Action != mcpclient.Accept || string(d.Content) != "{}" {
		t.Fatalf("decided %s %s:\n%s", d.Action, d.Content, out)
	}
}

func TestAWholeConversation(t *testing.T) {
	schema := `{"type":"object","properties":{
		"plan":{"type":"string","title":"Plan","description":"Which one?\nBoth are good.","oneOf":[{"const":"pro","title":"Pro"},{"const":"team","title":"Team"}]},
		"seats":{"type":"integer","title":"Seats","minimum":1,"maximum":50},
		"email":{"type":"string","title":"Email","format":"email","default":"ada@example.com"}},"required":["plan","seats"]}`
	d, out := decide(t, formCase(t, forms.Tester, "Pick a plan.\nNow.", schema), "2\n51\n5\n:back\n7\n\n2\n8\nyes\n")
	if string(d.Content) != `{"plan":"team","seats":8,"email":"ada@example.com"}` {
		t.Fatalf("content %s", d.Content)
	}
	const want = `
[billing] asks (buy_seats, question 1 of 2)
An MCP server wrote the words behind "|". elicit did not.
| Pick a plan.
| Now.
3 questions.
:help lists the commands.

Question 1 of 3 (required, one of 2)
| Plan
| Which one?
| Both are good.
  1) Pro
  2) Team
Type one number, or its words.
answer> 

Question 2 of 3 (required, whole number, 1 to 50)
| Seats
Type a whole number.
answer> 
not accepted: at most 50
answer> 

Question 3 of 3 (optional, email)
| Email
Type a text; :text takes several lines.
Enter alone sends the default: ada@example.com
answer> 

Question 2 of 3 (required, whole number, 1 to 50)
| Seats
Type a whole number.
Enter alone keeps: 5
answer> 

Question 3 of 3 (optional, email)
| Email
Type a text; :text takes several lines.
Enter alone sends the default: ada@example.com
answer> 

This would be sent to billing:
{
  "plan": "team",
  "seats": 7,
  "email": "ada@example.com"
}
  default: 3) Email
Type yes to send it, 1 to 3 to edit, :decline or :cancel.
send> 

Question 2 of 3 (required, whole number, 1 to 50)
| Seats
Type a whole number.
Enter alone keeps: 7
answer> 

This would be sent to billing:
{
  "plan": "team",
  "seats": 8,
  "email": "ada@example.com"
}
  default: 3) Email
Type yes to send it, 1 to 3 to edit, :decline or :cancel.
send> 
sent.
`
	if out != want {
		t.Fatalf("it said\n%s", out)
	}
}

func TestNoByteOfAServerActsOnATerminal(t *testing.T) {
	hostile := "\x1b[2J\x1b]0;x\x07\u202e\u0085\r\nnext"
	b, _ := json.Marshal(hostile)
	schema := `{"type":"object","properties":{"it":{"type":"string","title":` + string(b) + `,"description":` + string(b) + `,"default":` + string(b) + `},
		"c":{"type":"string","oneOf":[{"const":` + string(b) + `,"title":` + string(b) + `},{"const":"b","title":"B"}]}}}`
	c := formCase(t, forms.Tester, hostile, schema)
	c.Target = safetext.Of(hostile)
	_, out := decide(t, c, "\n1\nyes\n")
	for _, r := range out {
		if r != '\n' && safetext.Clean(string(r)) != string(r) {
			t.Fatalf("it wrote %U in\n%q", r, out)
		}
	}
	for row := range strings.SplitSeq(out, "\n") {
		if strings.HasPrefix(row, "next") {
			t.Errorf("a server's row stands before the bar: %q", row)
		}
	}
}

func TestACredentialIsSentOnlyWhenItIsMeant(t *testing.T) {
	c := formCase(t, forms.Tester, "Note?", it(`{"type":"string"}`, true))
	d, _ := decide(t, c, "4111 1111 1111 1111\nyes\nno\n\nyes\nsend it\n")
	if d.Action != mcpclient.Accept || !d.Confirmed {
		t.Fatalf("decided %+v", d)
	}
	d, out := decide(t, formCase(t, forms.Everruns, "Note?", it(`{"type":"string"}`, true)), "4111 1111 1111 1111\nyes\nsend it\nyes\n")
	if d.Action != mcpclient.Accept || string(d.Content) != `{"it":"send it"}` || !strings.Contains(out, "never sends that") {
		t.Fatalf("decided %+v %s:\n%s", d, d.Content, out)
	}
}

func TestEarlierAnswersAreOfferedAndNeverTakenSilently(t *testing.T) {
	c := formCase(t, forms.Tester, "?", it(`{"type":"string"}`, false))
	last := func(answers.Case) forms.Answers { return forms.Answers{"it": {State: forms.Set, Text: "owl"}} }
	for lines, want := range map[string]string{"\nyes\n": `{}`, ":last\nyes\n": `{"it":"owl"}`} {
		var out strings.Builder
		d, _ := New(NewConsole(strings.NewReader(lines), &out), Options{Previous: last}).Decide(t.Context(), c)
		if string(d.Content) != want || !strings.Contains(out.String(), "The last time you answered: owl") {
			t.Errorf("%q gives %s:\n%s", lines, d.Content, out.String())
		}
	}
}

// talk is a driver of the expect kind: it reads up to a prompt, then writes.
type talk struct {
	t   *testing.T
	out *bufio.Reader
	in  io.Writer
}

func (k *talk) expect(prompt string) string {
	k.t.Helper()
	var seen strings.Builder
	for !strings.HasSuffix(seen.String(), prompt) {
		b, err := k.out.ReadByte()
		if err != nil {
			k.t.Fatalf("%v while waiting for %q after\n%s", err, prompt, seen.String())
		}
		seen.WriteByte(b)
	}
	return seen.String()
}

func (k *talk) send(line string) { _, _ = io.WriteString(k.in, line+"\n") }

func pipes(t *testing.T) (*Prompter, *talk) {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	late := time.AfterFunc(20*time.Second, func() { _ = outR.CloseWithError(errors.New("nothing more came")) })
	t.Cleanup(func() { late.Stop(); _ = inW.Close(); _ = outR.Close() })
	return New(NewConsole(inR, outW), Options{OpenURL: func(string) error { return nil }}), &talk{t, bufio.NewReader(outR), inW}
}

func TestADriverHoldsAConversation(t *testing.T) {
	p, k := pipes(t)
	got := make(chan answers.Decision, 1)
	c := formCase(t, forms.Tester, "Name?", it(`{"type":"string"}`, true))
	go func() { d, _ := p.Decide(t.Context(), c); got <- d }()
	k.expect("answer> ")
	k.send("")
	k.expect("not accepted: ")
	k.expect("answer> ")
	k.send("Ada")
	k.expect("send> ")
	k.send("yes")
	k.expect("sent.\n")
	if d := <-got; string(d.Content) != `{"it":"Ada"}` {
		t.Fatalf("content %s", d.Content)
	}
}

func TestALineForAWithdrawnQuestionDoesNotAnswerTheNext(t *testing.T) {
	p, k := pipes(t)
	ctx, withdraw := context.WithCancelCause(t.Context())
	errs := make(chan error, 1)
	go func() {
		_, err := p.Decide(ctx, formCase(t, forms.Tester, "First?", it(`{"type":"string"}`, true)))
		errs <- err
	}()
	k.expect("answer> ")
	gone := errors.New("gone")
	withdraw(gone)
	k.expect("no longer waits for this answer. Nothing was sent.\n")
	if err := <-errs; !errors.Is(err, gone) {
		t.Fatalf("ended with %v", err)
	}
	k.send("for the first") // read while nobody asks: dropped
	waitUntil(t, func() bool {
		p.c.mu.Lock()
		defer p.c.mu.Unlock()
		return !p.c.reading
	})
	got := make(chan answers.Decision, 1)
	go func() {
		d, _ := p.Decide(t.Context(), formCase(t, forms.Tester, "Second?", it(`{"type":"string"}`, true)))
		got <- d
	}()
	k.expect("answer> ")
	k.send("for the second")
	k.expect("> ")
	k.send("yes")
	k.expect("sent.\n")
	if d := <-got; string(d.Content) != `{"it":"for the second"}` {
		t.Fatalf("content %s", d.Content)
	}
}

// atAPrompt has the person stand at a prompt of the program's own, and gives
// what they typed there once they did.
func atAPrompt(t *testing.T, p *Prompter, k *talk) (typed chan string) {
	t.Helper()
	if err := p.Hold(t.Context()); err != nil {
		t.Fatal(err)
	}
	typed = make(chan string, 1)
	go func() { text, _ := p.c.Ask(t.Context(), "choose> "); typed <- text }()
	k.expect("choose> ")
	return typed
}

func TestAQuestionThatArrivesAtAPromptIsAnnouncedAndAskedAtTheNext(t *testing.T) {
	p, k := pipes(t)
	typed := atAPrompt(t, p, k)
	got := make(chan answers.Decision, 1)
	go func() {
		d, _ := p.Decide(t.Context(), formCase(t, forms.Tester, "Name?", it(`{"type":"string"}`, true)))
		got <- d
	}()
	if said := k.expect("choose> "); said != "\n[billing] asks something (buy_seats). You are asked at the next prompt.\nchoose> " {
		t.Errorf("it said %q", said)
	}
	k.send("7")
	k.expect("\n")
	if text := <-typed; text != "7" {
		t.Errorf("the prompt got %q", text)
	}
	yielded := make(chan error, 1)
	go func() { yielded <- p.Yield(t.Context()) }()
	k.expect("answer> ")
	k.send("Ada")
	k.expect("send> ")
	k.send("yes")
	k.expect("sent.\n")
	if d := <-got; string(d.Content) != `{"it":"Ada"}` {
		t.Errorf("content %s", d.Content)
	}
	if err := <-yielded; err != nil {
		t.Error(err)
	}
}

func TestAQuestionThatIsWithdrawnWhileItWaitsIsSaid(t *testing.T) {
	p, k := pipes(t)
	typed := atAPrompt(t, p, k)
	ctx, withdraw := context.WithCancelCause(t.Context())
	got := make(chan error, 1)
	go func() {
		_, err := p.Decide(ctx, formCase(t, forms.Tester, "Name?", it(`{"type":"string"}`, true)))
		got <- err
	}()
	k.expect("next prompt.\nchoose> ")
	withdraw(mcpclient.ErrWithdrawn)
	k.expect("\n[billing] took its question back. Nothing was sent.\nchoose> ")
	if err := <-got; !errors.Is(err, mcpclient.ErrWithdrawn) {
		t.Errorf("it ended with %v", err)
	}
	k.send("")
	k.expect("\n")
	<-typed
	if err := p.Yield(t.Context()); err != nil { // there is nobody to wait for
		t.Error(err)
	}
}

func TestAQuestionIsAskedBetweenTwoArguments(t *testing.T) {
	p, k := pipes(t)
	if err := p.Hold(t.Context()); err != nil {
		t.Fatal(err)
	}
	f, _ := forms.Parse(forms.Request{Schema: json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}`)}, forms.Arguments)
	content := make(chan string, 1)
	go func() { c, err := p.Arguments(t.Context(), f, "billing", nil); content <- fmt.Sprint(string(c), err) }()
	k.expect("argument> ")
	go func() {
		_, _ = p.Decide(t.Context(), formCase(t, forms.Tester, "Name?", it(`{"type":"string"}`, true)))
	}()
	k.expect("next prompt.\nargument> ")
	k.send("1")
	k.expect("answer> ")
	k.send(":decline")
	k.expect("declined.\n")
	k.expect("Argument 2 of 2")
	k.expect("argument> ")
	k.send("2")
	k.expect("call> ")
	k.send("yes")
	k.expect("\n")
	if got := <-content; got != `{"a":"1","b":"2"}<nil>` {
		t.Errorf("arguments %s", got)
	}
}

func waitUntil(t *testing.T, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); !ok(); time.Sleep(time.Millisecond) { //nolint:forbidigo // between two looks at the condition
		if time.Now().After(deadline) {
			t.Fatal("it never happened")
		}
	}
}

func TestPages(t *testing.T) {
	for name, x := range map[string]struct {
		address, lines string
		retried        bool
		want           mcpclient.Action
		opens          int
	}{
		"opened, legacy":         {"https://example.com/x", "open\n", false, mcpclient.Accept, 1},
		"opened, then done":      {"https://example.com/x", "\nopen\nopen\n\n", true, mcpclient.Accept, 2},
		"opened elsewhere":       {"https://example.com/x", "accept\n", false, mcpclient.Accept, 0},
		"opened, then cancelled": {"https://example.com/x", "open\n:cancel\n", true, mcpclient.Cancel, 1},
		"declined":               {"https://example.com/x", ":decline\n", false, mcpclient.Decline, 0},
		"the input ends":         {"https://example.com/x", "", false, mcpclient.Cancel, 0},
		"not https":              {"http://example.com/x", "open\naccept\n:decline\n", false, mcpclient.Decline, 0},
	} {
		t.Run(name, func(t *testing.T) {
			opens := 0
			var out strings.Builder
			p := New(NewConsole(strings.NewReader(x.lines), &out), Options{OpenURL: func(string) error { opens++; return nil }})
			c := answers.Case{Elicitation: mcpclient.Elicitation{Server: "billing", Mode: mcpclient.ModeURL, URL: safetext.Of(x.address), Retried: x.retried}}
			d, err := p.Decide(t.Context(), c)
			if err != nil || d.Action != x.want || d.Content != nil || opens != x.opens {
				t.Fatalf("decided %s %s, opened %d times, %v:\n%s", d.Action, d.Content, opens, err, out.String())
			}
			if !strings.Contains(out.String(), x.address) {
				t.Errorf("the address is not shown whole:\n%s", out.String())
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	r := &forms.Refusal{Profile: "tester", Rule: "credential", Property: "pin", Reason: "it asks for a credential", Advice: "use URL mode"}
	for lines, want := range map[string]mcpclient.Action{"": "", "\n": "", "x\n\n": "", ":cancel\n": mcpclient.Cancel, ":decline\n": mcpclient.Decline} {
		var out strings.Builder
		p := New(NewConsole(strings.NewReader(lines), &out), Options{})
		if d := p.Refused(t.Context(), mcpclient.Elicitation{Server: "billing"}, r); d.Action != want {
			t.Errorf("%q tells %q, want %q", lines, d.Action, want)
		}
		if !strings.Contains(out.String(), "pin") || !strings.Contains(out.String(), "use URL mode") {
			t.Errorf("it said\n%s", out.String())
		}
	}
}

func TestFillGivesContent(t *testing.T) {
	c := formCase(t, forms.Tester, "", it(`{"type":"string"}`, true))
	var out strings.Builder
	p := New(NewConsole(strings.NewReader("x\nyes\n"), &out), Options{})
	content, action, err := p.Fill(t.Context(), c.Form, nil)
	if err != nil || action != mcpclient.Accept || string(content) != `{"it":"x"}` {
		t.Fatalf("%s %s %v", action, content, err)
	}
}

func TestPickTakesNumbersAndWords(t *testing.T) {
	for lines, want := range map[string]int{"2\n": 1, "b\n": 1, "9\nzz\n1\n": 0} {
		c := NewConsole(strings.NewReader(lines), io.Discard)
		if i, err := c.Pick(t.Context(), "Which?", []string{"a", "b"}); err != nil || i != want {
			t.Errorf("%q picks %d, %v", lines, i, err)
		}
	}
	if _, err := NewConsole(strings.NewReader(""), io.Discard).Pick(t.Context(), "Which?", []string{"a"}); !errors.Is(err, io.EOF) {
		t.Errorf("the end of the input gives %v", err)
	}
}
