package answers

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// rulesOf reads an answers file that must be right.
func rulesOf(t *testing.T, file string) *Rules {
	t.Helper()
	r, err := ReadRules(strings.NewReader(file))
	if err != nil {
		t.Fatalf("the file is refused: %v\n%s", err, file)
	}
	return r
}

func flagsOf(t *testing.T, flags ...string) *Rules {
	t.Helper()
	r, err := RulesFromFlags(flags)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// answered is what goes to the server when only these answerers are there.
func answered(t *testing.T, e mcpclient.Elicitation, by ...Answerer) mcpclient.Outcome {
	t.Helper()
	return (&Desk{Answerers: by}).Answer(t.Context(), e)
}

const kindsSchema = `{"type":"object","properties":{
 "text":{"type":"string"}, "whole":{"type":"integer"}, "number":{"type":"number"}, "yes":{"type":"boolean"},
 "choice":{"type":"string","oneOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green, dark"}]},
 "several":{"type":"array","items":{"type":"string","enum":["a","b","c,d"]}},
 "list":{"type":"array","items":{"type":"string"}},
 "size":{"type":"integer","default":5}}}`

func TestFlagsAreReadByTheFormsKind(t *testing.T) {
	for _, test := range []struct {
		flags []string
		want  string
	}{
		{[]string{"text=12"}, `{"text":"12","size":5}`},
		{[]string{"text="}, `{"text":"","size":5}`},
		{[]string{"text=a=b"}, `{"text":"a=b","size":5}`},
		{[]string{"whole=9007199254740993"}, `{"whole":9007199254740993,"size":5}`},
		{[]string{"whole= 1e2 "}, `{"whole":100,"size":5}`},
		{[]string{"number=0.10"}, `{"number":0.10,"size":5}`},
		{[]string{"yes=no"}, `{"yes":false,"size":5}`},
		{[]string{"yes=TRUE"}, `{"yes":true,"size":5}`},
		{[]string{"choice=g"}, `{"choice":"g","size":5}`},
		{[]string{"choice=Green, dark"}, `{"choice":"g","size":5}`},
		{[]string{"several=b,a"}, `{"several":["a","b"],"size":5}`},
		{[]string{"several=c,d", "several=a"}, `{"several":["a","c,d"],"size":5}`},
		{[]string{"list=one, two", "list=three"}, `{"list":["one, two","three"],"size":5}`},
		{[]string{`list:=["x"]`}, `{"list":["x"],"size":5}`},
		{[]string{"number:=20000000000000000000.50"}, `{"number":20000000000000000000.50,"size":5}`},
		{[]string{"size=6", "elsewhere=1"}, `{"size":6}`},
	} {
		out := answered(t, asked(mcpclient.Legacy, kindsSchema), flagsOf(t, test.flags...))
		wantEqual(t, "the content of "+strings.Join(test.flags, " "), string(out.Content), test.want)
		if out.End != nil {
			t.Errorf("the call ends with %v", out.End)
		}
	}
}

func TestAFlagThatDoesNotFitIsNeverCoerced(t *testing.T) {
	for _, flag := range []string{
		"whole=twelve", "whole=2.5", "whole:=\"12\"", "number=NaN", "yes=maybe", "yes:=1",
		"choice=blue", "several=a,z", "list:=[1]", "text:=null", "size:={}",
	} {
		out := answered(t, asked(mcpclient.Legacy, kindsSchema), flagsOf(t, flag))
		wantEqual(t, "the action for "+flag, out.Action, mcpclient.Ask)
		var unfit *UnfitError
		name, _, _ := strings.Cut(strings.TrimSuffix(flag, ":"), "=")
		name = strings.TrimSuffix(name, ":")
		if !errors.As(out.End, &unfit) || !strings.Contains(out.End.Error(), name) {
			t.Errorf("%s ends the call with %v, want an *UnfitError that names %s", flag, out.End, name)
		}
	}
}

func TestAllThatDoesNotFitIsNamedAtOnce(t *testing.T) {
	out := answered(t, asked(mcpclient.Legacy, seatsSchema), rulesOf(t, "- content: {note: 7, extra: 1}"))
	var unfit *UnfitError
	if !errors.As(out.End, &unfit) {
		t.Fatalf("the call ends with %v, want an *UnfitError", out.End)
	}
	for _, name := range []string{"seats", "note", "extra", "the answers file:1"} {
		if !strings.Contains(unfit.Error(), name) {
			t.Errorf("the error %q does not name %s", unfit, name)
		}
	}
	out = answered(t, asked(mcpclient.Legacy, seatsSchema), flagsOf(t, "seats=many", "note=this is longer than it may be"))
	if !errors.As(out.End, &unfit) {
		t.Fatalf("the call ends with %v, want an *UnfitError", out.End)
	}
	wantEqual(t, "the number of issues", len(unfit.Issues.List), 2)
}

func TestFlagsThatFitNoQuestionAreReported(t *testing.T) {
	r := flagsOf(t, "seats=2", "colour=red")
	out := answered(t, asked(mcpclient.Legacy, kindsSchema), r)
	wantEqual(t, "the action for a form with none of them", out.Action, mcpclient.Ask)
	answered(t, asked(mcpclient.Legacy, seatsSchema), r)
	wantEqual(t, "what is unused", strings.Join(r.Unused(), "; "), `--answer "colour"`)
}

func TestBadFlags(t *testing.T) {
	for _, flags := range [][]string{{"seats"}, {"=2"}, {":=2"}, {"seats:={"}, {"seats=1", "seats:=2"}} {
		if _, err := RulesFromFlags(flags); err == nil {
			t.Errorf("%q is taken", flags)
		}
	}
}

// A rule that decides alone, and the questions that it is for.
func TestRulesMatch(t *testing.T) {
	legacy, modern := asked(mcpclient.Legacy, seatsSchema), asked(mcpclient.Modern, seatsSchema)
	prompt := legacy
	prompt.Method = mcpclient.MethodPrompt
	second := modern
	second.Round = 2
	url := askedURL(mcpclient.Modern, "https://example.com/a")
	fingerprint := caseOf(t, legacy).Fingerprint()
	for _, test := range []struct {
		criterion   string
		asked       mcpclient.Elicitation
		doesNotMeet mcpclient.Elicitation
	}{
		{"server: booking", legacy, func() mcpclient.Elicitation { e := legacy; e.Server = "bookings"; return e }()},
		{"tool: book", legacy, prompt},
		{"prompt: book", prompt, legacy},
		{"resource: book", func() mcpclient.Elicitation { e := legacy; e.Method = mcpclient.MethodResource; return e }(), legacy},
		{"key: seats", modern, legacy},
		{"message: How many seats?", legacy, url},
		{"message: /many s/", legacy, url},
		{"message: '/^Please/'", url, legacy},
		{"fields: [note, seats]", legacy, asked(mcpclient.Legacy, kindsSchema)},
		{"fields: []", asked(mcpclient.Legacy, ""), legacy},
		{"fingerprint: " + fingerprint, legacy, asked(mcpclient.Legacy, kindsSchema)},
		{"round: 2", second, modern},
		{"mode: url", url, legacy},
		{"mode: form", legacy, url},
		{"url: https://example.com/a", url, askedURL(mcpclient.Modern, "https://example.com/b")},
		{"url: /example/", url, legacy},
	} {
		file := "- " + test.criterion + "\n  action: decline\n"
		wantEqual(t, test.criterion+": the action", answered(t, test.asked, rulesOf(t, file)).Action, mcpclient.Decline)
		wantEqual(t, test.criterion+": the action for another question", answered(t, test.doesNotMeet, rulesOf(t, file)).Action, mcpclient.Ask)
	}
}

func TestAPartOfAMessageIsNotTheMessage(t *testing.T) {
	out := answered(t, asked(mcpclient.Legacy, seatsSchema), rulesOf(t, "- {message: How many, action: decline}"))
	wantEqual(t, "the action", out.Action, mcpclient.Ask)
}

func TestTheFirstRuleThatMatchesWins(t *testing.T) {
	r := rulesOf(t, `
rules:
  - tool: other
    action: cancel
  - content: {seats: 1}
  - content: {seats: 2}
`)
	wantEqual(t, "the content", string(answered(t, asked(mcpclient.Legacy, seatsSchema), r).Content), `{"seats":1}`)
	wantEqual(t, "what is unused", strings.Join(r.Unused(), "; "), `the answers file:3 ("other"); the answers file:6`)
}

func TestTheNthTimeCountsTheQuestionsThatMeetTheRest(t *testing.T) {
	r := rulesOf(t, `
- {tool: book, nth: 1, content: {seats: 11}}
- {tool: book, nth: 3, content: {seats: 13}}
- {tool: book, content: {seats: 5}}
`)
	elsewhere := asked(mcpclient.Legacy, seatsSchema)
	elsewhere.Target = safetext.Of("other")
	var got []string
	for range 4 {
		answered(t, elsewhere, r) // does not count
		got = append(got, string(answered(t, asked(mcpclient.Legacy, seatsSchema), r).Content))
	}
	wantEqual(t, "the answers", strings.Join(got, " "), `{"seats":11} {"seats":5} {"seats":13} {"seats":5}`)
}

func TestOtherwise(t *testing.T) {
	for policy, want := range map[string]mcpclient.Action{
		"decline": mcpclient.Decline, "cancel": mcpclient.Cancel, "fail": mcpclient.Ask,
		"prompt": mcpclient.Accept, // the next answerer is asked
	} {
		r := rulesOf(t, "rules: []\notherwise: "+policy)
		out := answered(t, asked(mcpclient.Legacy, seatsSchema), r, says(accepted(`{"seats":2}`)))
		wantEqual(t, "the action otherwise "+policy, out.Action, want)
	}
	r := rulesOf(t, "rules: []\notherwise: park")
	r.ParkIn(openTestStore(t, nil))
	var parked *ParkedError
	if out := answered(t, asked(mcpclient.Legacy, seatsSchema), r); !errors.As(out.End, &parked) {
		t.Errorf("otherwise park ends the call with %v", out.End)
	}
}

func TestConsentToAURLIsNeverGivenInPassing(t *testing.T) {
	url := askedURL(mcpclient.Legacy, "https://example.com/a")
	for file, want := range map[string]mcpclient.Action{
		"- action: accept":                              mcpclient.Ask,
		"- {server: booking, action: accept}":           mcpclient.Ask,
		"- content: {}":                                 mcpclient.Ask,
		"- {mode: url, action: accept}":                 mcpclient.Accept,
		"- {url: /example.com/, action: accept}":        mcpclient.Accept,
		"- {server: booking, action: decline}":          mcpclient.Decline,
		"- {mode: url, url: /evil/, action: accept}":    mcpclient.Ask,
		"- {mode: form, action: decline}":               mcpclient.Ask,
		"- {mode: url, message: other, action: accept}": mcpclient.Ask,
	} {
		wantEqual(t, "the action of "+file, answered(t, url, rulesOf(t, file)).Action, want)
	}
}

func TestContentIsWhatTheFileSaysAndNoMore(t *testing.T) {
	for file, want := range map[string]string{
		"- content: {text: hi}":                                 `{"text":"hi"}`,
		"- content: {}":                                         `{}`,
		"- action: accept":                                      `{"size":5}`,
		"- {content: {text: hi}, defaults: true}":               `{"text":"hi","size":5}`,
		"- {content: {size: 6}, defaults: true}":                `{"size":6}`,
		"- {content: {number: 0.10, whole: 9007199254740993}}":  `{"whole":9007199254740993,"number":0.10}`,
		"- content: {number: 123456789012345678901234567890.5}": `{"number":123456789012345678901234567890.5}`,
		"- content: {number: 1e5}":                              `{"number":1e5}`,
		`[{"content": {"number": 0.10}}]`:                       `{"number":0.10}`,
		"- {asIs: true, content: {size: many, new: [1.0]}}":     `{"size":"many","new":[1.0]}`,
	} {
		out := answered(t, asked(mcpclient.Legacy, kindsSchema), rulesOf(t, file))
		wantEqual(t, "the content of "+file, string(out.Content), want)
	}
}

func TestQuotedNumbersStayTexts(t *testing.T) {
	for _, value := range []string{`"12"`, `'12'`, `"1e5"`, `"123456789012345678901234567890"`} {
		out := answered(t, asked(mcpclient.Legacy, kindsSchema), rulesOf(t, "- content: {whole: "+value+"}"))
		wantEqual(t, "the action", out.Action, mcpclient.Ask)
		out = answered(t, asked(mcpclient.Legacy, kindsSchema), rulesOf(t, "- content: {text: "+value+"}"))
		wantEqual(t, "the content", string(out.Content), `{"text":"`+strings.Trim(value, `'"`)+`"}`)
	}
}

func TestValuesFromFilesAndTheEnvironment(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("note.txt", "two\nlines\n")
	write("answers.yaml", "- content:\n    text: {file: note.txt}\n    whole: {env: ELICIT_TEST_WHOLE}\n    yes: {env: ELICIT_TEST_YES}\n")
	t.Setenv("ELICIT_TEST_WHOLE", "42")
	t.Setenv("ELICIT_TEST_YES", "no")
	read := func() *Rules {
		f, err := os.Open(filepath.Join(dir, "answers.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = f.Close() }()
		r, err := ReadRules(f)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	out := answered(t, asked(mcpclient.Legacy, kindsSchema), read())
	wantEqual(t, "the content", string(out.Content), `{"text":"two\nlines","whole":42,"yes":false}`)

	t.Setenv("ELICIT_TEST_WHOLE", "many")
	out = answered(t, asked(mcpclient.Legacy, kindsSchema), read())
	var unfit *UnfitError
	if !errors.As(out.End, &unfit) || !strings.Contains(unfit.Error(), "answers.yaml:1") {
		t.Errorf("a value that does not fit ends the call with %v", out.End)
	}

	if err := os.Remove(filepath.Join(dir, "note.txt")); err != nil {
		t.Fatal(err)
	}
	out = answered(t, asked(mcpclient.Legacy, kindsSchema), read())
	wantEqual(t, "the action without the file", out.Action, mcpclient.Ask)
	if out.End == nil || !strings.Contains(out.End.Error(), "note.txt") {
		t.Errorf("a missing file ends the call with %v", out.End)
	}
}

func TestACredentialFromAFileNeedsTheFilesWord(t *testing.T) {
	const content = "content: {seats: 1, note: AKIAIOSFODNN7EXAMPLE}"
	out := answered(t, asked(mcpclient.Legacy, seatsSchema), rulesOf(t, "- "+content))
	if _, ok := errors.AsType[*CredentialError](out.End); !ok {
		t.Errorf("the call ends with %v, want a *CredentialError", out.End)
	}
	out = answered(t, asked(mcpclient.Legacy, seatsSchema), rulesOf(t, "- confirmed: true\n  "+content))
	wantEqual(t, "the action when it is confirmed", out.Action, mcpclient.Accept)
}

func TestPolicies(t *testing.T) {
	store := openTestStore(t, nil)
	for name, want := range map[string]mcpclient.Action{
		"decline": mcpclient.Decline, "cancel": mcpclient.Cancel, "fail": mcpclient.Ask, "park": mcpclient.Ask, "prompt": mcpclient.Accept,
	} {
		policy, err := PolicyNamed(name, store)
		if err != nil {
			t.Fatal(err)
		}
		out := answered(t, asked(mcpclient.Legacy, seatsSchema), policy, says(accepted(`{"seats":2}`)))
		wantEqual(t, "the action under "+name, out.Action, want)
		if want == mcpclient.Ask && !errors.Is(out.End, ErrUnanswered) {
			t.Errorf("the policy %s ends the call with %v", name, out.End)
		}
	}
	for _, name := range []string{"", "Prompt", "ignore"} {
		if _, err := PolicyNamed(name, store); err == nil || !strings.Contains(err.Error(), "park") {
			t.Errorf("the policy %q: %v", name, err)
		}
	}
	if _, err := PolicyNamed("park", nil); err == nil {
		t.Error("parking needs no store")
	}
}
