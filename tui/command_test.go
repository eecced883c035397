package tui

import (
	"encoding/json"
	"strings"
	"testing"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// decided is a question of buy that ended so.
func decided(t *testing.T, schema string, o mcpclient.Outcome) answers.Record {
	t.Helper()
	f, refusal := forms.Parse(forms.Request{Schema: json.RawMessage(schema)}, forms.Tester)
	if refusal != nil {
		t.Fatal(refusal)
	}
	e := mcpclient.Elicitation{Server: "billing", Method: mcpclient.MethodTool, Target: safetext.Of("buy"), Schema: json.RawMessage(schema), Mode: mcpclient.ModeForm}
	return answers.Record{Case: answers.Case{Elicitation: e, Form: f}, Outcome: o}
}

func accepts(content string) mcpclient.Outcome {
	return mcpclient.Outcome{Action: mcpclient.Accept, Content: json.RawMessage(content)}
}

const withDefault = `{"type":"object","properties":{"n":{"type":"integer"},"d":{"type":"string","default":"x"}}}`

func TestACallIsWrittenAsACommand(t *testing.T) {
	s := newServer(ServerConfig{Server: mcpclient.Server{Name: "billing", Command: []string{"node", "my server.js"}}}, 0)
	s.tools = []mcpclient.Tool{tool("buy", "", seatsSchema)}
	built := newServer(ServerConfig{Server: mcpclient.Server{Name: "demo"}, Flags: []string{"--server", "demo"}}, 0)
	const end = ` --server billing -- node 'my server.js'`
	for name, x := range map[string]struct {
		server  *server
		method  string
		args    string
		records []answers.Record
		want    string // the first line
		below   string // words of the documents
	}{
		"no arguments":      {s, mcpclient.MethodTool, ``, nil, `elicit call buy` + end, ""},
		"by its own words":  {built, mcpclient.MethodTool, `{}`, nil, `elicit call buy --server demo`, ""},
		"exact values":      {s, mcpclient.MethodTool, `{"team":"it's","seats":2}`, nil, `elicit call buy 'team:="it'\''s"' seats:=2` + end, ""},
		"what does not fit": {s, mcpclient.MethodTool, `{"team":1}`, nil, `elicit call buy team:=1 --unchecked` + end, ""},
		"a strange name":    {built, mcpclient.MethodTool, `{"a=b":1}`, nil, `elicit call buy --args /dev/fd/3 --server demo 3<<'END_OF_ELICIT'`, `{"a=b":1}`},
		"a prompt":          {built, mcpclient.MethodPrompt, `{"to":"Ada L."}`, nil, `elicit prompt buy 'to=Ada L.' --server demo`, ""},
		"a resource":        {built, mcpclient.MethodResource, ``, nil, `elicit read buy --server demo`, ""},
		"an answer":         {built, mcpclient.MethodTool, ``, []answers.Record{decided(t, withDefault, accepts(`{"n":1,"d":"y"}`))}, `elicit call buy --answer n:=1 --answer 'd:="y"' --server demo`, ""},
		"a no":              {built, mcpclient.MethodTool, ``, []answers.Record{decided(t, plan, mcpclient.Outcome{Action: mcpclient.Decline})}, `elicit call buy --on-ask decline --server demo`, ""},
		"an omitted default": {
			built, mcpclient.MethodTool, ``,
			[]answers.Record{decided(t, withDefault, accepts(`{"n":1}`))},
			`elicit call buy --answers /dev/fd/3 --server demo 3<<'END_OF_ELICIT'`, `"n": 1`,
		},
		"a yes and a no": {
			built, mcpclient.MethodTool, ``,
			[]answers.Record{decided(t, plan, accepts(`{"plan":"pro"}`)), decided(t, withDefault, mcpclient.Outcome{Action: mcpclient.Decline})},
			`elicit call buy --answers /dev/fd/3 --server demo 3<<'END_OF_ELICIT'`, "action: decline",
		},
		"one name, two answers": {
			built, mcpclient.MethodTool, ``,
			[]answers.Record{decided(t, plan, accepts(`{"plan":"pro"}`)), decided(t, plan, accepts(`{"plan":"team"}`))},
			`elicit call buy --answers /dev/fd/3 --server demo 3<<'END_OF_ELICIT'`, "nth: 2",
		},
		"an open question": {built, mcpclient.MethodTool, ``, []answers.Record{decided(t, plan, mcpclient.Outcome{Action: mcpclient.Ask})}, `elicit call buy --server demo`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := commandOf(x.server, x.method, "buy", json.RawMessage(x.args), x.records)
			line, documents, _ := strings.Cut(got, "\n")
			if line != x.want {
				t.Errorf("the command is\n%s\nwant\n%s", line, x.want)
			}
			if !strings.Contains(documents, x.below) || x.below == "" && documents != "" {
				t.Errorf("below it stands %q, want %q", documents, x.below)
			}
		})
	}
}

func TestACommandHoldsNothingThatATerminalActsOn(t *testing.T) {
	s := newServer(ServerConfig{Server: mcpclient.Server{Name: "b", Command: []string{"x\x1b[2J"}}}, 0)
	r := decided(t, withDefault, accepts(`{"n":1,"d":"\u001b[2J\u202e"}`))
	got := commandOf(s, mcpclient.MethodTool, "t\x1b]0;x\a", json.RawMessage("{\"k\x1b\":\"\u202e\"}"), []answers.Record{r})
	for line := range strings.SplitSeq(got, "\n") {
		if safetext.Of(line).String() != line {
			t.Errorf("%q is not drawable", line)
		}
	}
}

func TestHistoryKeepsTokensAsTheyWere(t *testing.T) {
	r := decided(t, withDefault, accepts(`{"n":1.0,"d":"<&>"}`))
	r.Case.Params = json.RawMessage(`{"message":"a<b","z":1e2,"a":9007199254740993}`)
	got := string(recordJSON(r))
	for _, want := range []string{`"question":{"message":"a<b","z":1e2,"a":9007199254740993}`, `"answer":{"action":"accept","content":{"n":1.0,"d":"<&>"}}`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks %s", got, want)
		}
	}
	if !json.Valid(historyJSON([]answers.Record{r, r})) {
		t.Error("the history is no JSON")
	}
}
