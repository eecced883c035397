package plain

import (
	"encoding/json"
	"strings"
	"testing"

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
