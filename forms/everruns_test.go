package forms_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"elicit/forms"
)

const plan = `{"type":"object","properties":{
	"plan":{"type":"string","title":"Plan","enum":["pro","team"],"enumNames":["Pro","team"],"description":"Which plan to buy"},
	"seats":{"type":"integer","title":"Seats","minimum":1,"maximum":50},
	"notify":{"type":"boolean","title":"Notify me","default":true},
	"email":{"type":"string","format":"email"}},"required":["plan","seats"]}`

func TestEverrunsPutsAFormAsTheStrictHostDoes(t *testing.T) {
	raw, err := json.Marshal(form(t, forms.Everruns, plan).Everruns("billing-server-with-a-long-name"))
	if err != nil {
		t.Fatal(err)
	}
	question := func(kind, id, text string, other bool, options string) string {
		o := "false"
		if other {
			o = "true"
		}
		return `{"kind":"` + kind + `","id":"` + id + `","header":"billing-server-…","question":"` + text +
			`","multi_select":false,"allow_other":` + o + `,"options":[` + options + `]}`
	}
	want := "[" + strings.Join([]string{
		question("text", "email", "email (format: email)", true, ""),
		question("choice", "notify", "Notify me", false,
			`{"label":"Yes","description":"","default":true},{"label":"No","description":"","default":false}`),
		question("choice", "plan", "Plan: Which plan to buy", false,
			`{"label":"Pro","description":"pro"},{"label":"team","description":""}`),
		question("text", "seats", "Seats (a whole number from 1 to 50)", true, ""),
	}, ",") + "]"
	if diff := cmp.Diff(want, string(raw)); diff != "" {
		t.Errorf("projection differs (-want +got):\n%s", diff)
	}
}

func TestEverrunsTellsNumbersInWords(t *testing.T) {
	for property, want := range map[string]string{
		`{"type":"integer","minimum":3}`:                     "v (a whole number, at least 3)",
		`{"type":"number","maximum":2.50}`:                   "v (a number, at most 2.5)",
		`{"type":"number"}`:                                  "v (a number)",
		`{"type":"number","minimum":-0.0,"maximum":1e20}`:    "v (a number from 0 to 100000000000000000000)",
		`{"type":"number","minimum":1e-7}`:                   "v (a number, at least 0.0000001)",
		`{"type":"string","description":"  "}`:               "v",
		`{"type":"string","title":"T","description":"a\nb"}`: "T: a\nb",
	} {
		f := one(t, forms.Everruns, property)
		if got := f.Everruns("s")[0].Question.Raw(); got != want {
			t.Errorf("%s: %q, want %q", property, got, want)
		}
	}
}

func TestEverrunsTurnsTheHostsAnswersIntoTypedContent(t *testing.T) {
	f := form(t, forms.Everruns, `{"type":"object","properties":{
		"plan":{"type":"string","enum":["pro","team"],"enumNames":["Pro","Team"]},"seats":{"type":"integer","minimum":1,"maximum":50},
		"ratio":{"type":"number"},"notify":{"type":"boolean"},"name":{"type":"string"}}}`)
	good := func() map[string]forms.HostAnswer {
		return map[string]forms.HostAnswer{
			"plan": {Selected: []string{"Team"}}, "seats": {OtherText: " 12 "}, "ratio": {OtherText: "0.5"},
			"notify": {Selected: []string{"No"}}, "name": {OtherText: " Ada "},
		}
	}
	answers, issues := f.HostAnswers(good())
	if issues != nil {
		t.Fatal(issues)
	}
	want := `{"name":"Ada","notify":false,"plan":"team","ratio":0.5,"seats":12}`
	if got := string(contentOf(t, f, answers)); got != want {
		t.Errorf("content is %s, want %s", got, want)
	}
	for name, bad := range map[string]forms.HostAnswer{
		"seats":  {OtherText: "51"},
		"ratio":  {OtherText: "NaN"},
		"plan":   {Selected: []string{"team"}}, // a value is not a label
		"notify": {},
		"name":   {OtherText: "   "},
	} {
		given := good()
		given[name] = bad
		answers, issues := f.HostAnswers(given)
		if issues == nil {
			_, issues = f.Content(answers)
		}
		if len(issues.Of(name)) != 1 {
			t.Errorf("%s answered with %v: %v, want one issue", name, bad, issues)
		}
	}
	missing := good()
	delete(missing, "name")
	if _, issues := f.HostAnswers(missing); issues == nil {
		t.Error("a property without an answer passes")
	}
}

func TestEverrunsWantsEveryPropertyAnsweredAndTextTrimmed(t *testing.T) {
	f := form(t, forms.Everruns, `{"type":"object","properties":{"note":{"type":"string","format":"email","minLength":99}}}`)
	if got := f.Initial()["note"].State; got != forms.Omitted {
		t.Errorf("a fresh form holds %v", got)
	}
	if !f.Questions()[0].Required {
		t.Error("an optional property is not shown as one to answer")
	}
	for text, want := range map[string]string{"": "note: must not be blank", " \u00a0\t": "note: must not be blank", " x ": ""} {
		content, issues := f.Content(forms.Answers{"note": set(text)})
		if want == "" {
			if string(content) != `{"note":"x"}` {
				t.Errorf("%q is sent as %s (%v), want it trimmed and its format left to the server", text, content, issues)
			}
		} else if issues == nil || issues.Error() != want {
			t.Errorf("%q: %v, want %s", text, issues, want)
		}
	}
	if _, issues := f.Content(nil); issues == nil || issues.Error() != "note: needs an answer" {
		t.Errorf("no answer: %v", issues)
	}
}

func TestEverrunsKeepsADefaultForItsQuestionWithoutFillingItIn(t *testing.T) {
	f := form(t, forms.Everruns, plan)
	if got := f.Initial()["notify"].State; got != forms.Omitted {
		t.Errorf("the default is filled in: %v", got)
	}
}

func TestABadgeHasSixteenCharactersAndCellsAtMost(t *testing.T) {
	for server, want := range map[string]string{
		"billing":                         "billing",
		"exactly-16-chars":                "exactly-16-chars",
		"exactly-17-charsX":               "exactly-17-char…",
		"billing-server-with-a-long-name": "billing-server-…",
		"日本語のサーバー名":                       "日本語のサーバ…",
		"日本語サーバ名前":                        "日本語サーバ名前",
		"a\x1b[31mb":                      "a␛[31mb",
		"a\u202eb":                        "a\ufffdb",
		"two\nlines":                      "two⏎lines",
		"":                                "",
	} {
		if got := forms.Badge(server); got != want {
			t.Errorf("%q: %q, want %q", server, got, want)
		}
	}
}
