package forms_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"elicit/forms"
)

func TestConstraintsAreToldInWords(t *testing.T) {
	for property, want := range map[string]string{
		`{"type":"string"}`:                                                                       "",
		`{"type":"string","maxLength":200}`:                                                       "at most 200 characters",
		`{"type":"string","minLength":1}`:                                                         "at least 1 character",
		`{"type":"string","minLength":0,"maxLength":9}`:                                           "at most 9 characters",
		`{"type":"string","minLength":-1}`:                                                        "",
		`{"type":"string","minLength":5,"maxLength":5}`:                                           "exactly 5 characters",
		`{"type":"string","minLength":2,"maxLength":5}`:                                           "2 to 5 characters",
		`{"type":"string","pattern":"^[A-Z]+$"}`:                                                  "pattern: ^[A-Z]+$",
		`{"type":"string","pattern":"(?=x)"}`:                                                     "pattern: (?=x) (not checked)",
		`{"type":"string","format":"email"}`:                                                      "email",
		`{"type":"string","format":"date","minLength":3}`:                                         "date (YYYY-MM-DD), at least 3 characters",
		`{"type":"string","format":"a\u001bb"}`:                                                   "format: a␛b (not checked)",
		`{"type":"integer"}`:                                                                      "whole number",
		`{"type":"integer","minimum":1,"maximum":50}`:                                             "whole number, 1 to 50",
		`{"type":"integer","minimum":1,"multipleOf":5}`:                                           "whole number, at least 1, a multiple of 5",
		`{"type":"number","exclusiveMinimum":0,"maximum":1.0}`:                                    "number, more than 0, at most 1.0",
		`{"type":"number","exclusiveMaximum":9007199254740993}`:                                   "number, less than 9007199254740993",
		`{"type":"boolean"}`:                                                                      "yes or no",
		`{"type":"string","enum":["a","b"]}`:                                                      "one of 2",
		`{"type":"array","items":{"enum":["a","b"]}}`:                                             "any of 2",
		`{"type":"array","minItems":1,"maxItems":2,"items":{"enum":["a","b","c"]}}`:               "1 to 2 of 3",
		`{"type":"array","minItems":1,"items":{"enum":["a","b"]}}`:                                "at least 1 of 2",
		`{"type":"array","items":{"type":"string"}}`:                                              "any number of entries",
		`{"type":"array","maxItems":5,"uniqueItems":true,"items":{"type":"integer","minimum":0}}`: "at most 5 entries, each a whole number, at least 0, none twice",
		`{"type":"array","minItems":1,"items":{"type":"string","format":"email"}}`:                "at least 1 entry, each email",
	} {
		if got := one(t, forms.Tester, property).Questions()[0].Constraint; got != want {
			t.Errorf("%s: %q, want %q", property, got, want)
		}
	}
}

func TestAQuestionIsWhatAPersonSees(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"object","required":["c"],"properties":{
		"c":{"type":["string","null"],"title":"Colour","description":"one\r\ntwo","enum":["r","g"],"enumNames":["Red","Green"],"default":"g"}}}`)
	want := []forms.Question{{
		Name: "c", Title: "Colour", Description: "one\ntwo", Constraint: "one of 2", Kind: forms.KindChoice, Required: true,
		Options:    []forms.QuestionOption{{Label: "Red", Value: "r"}, {Label: "Green", Value: "g"}},
		Findings:   []forms.Finding{{Rule: "nullable", Property: "c"}},
		HasDefault: true, DefaultText: "Green",
	}}
	if diff := cmp.Diff(want, f.Questions()); diff != "" {
		t.Errorf("question differs (-want +got):\n%s", diff)
	}
}

func TestEqualLabelsAreToldApart(t *testing.T) {
	for property, want := range map[string][]string{
		`{"enum":["a","b","c"],"enumNames":["X","X","Y"]}`:     {"X (a)", "X (b)", "Y"},
		`{"enum":[1,"1",true,"true"]}`:                         {`1 (1)`, `1 ("1")`, `true (true)`, `true ("true")`},
		`{"enum":["a\u200b","a\u200c"]}`:                       {`a� ("a\u200b")`, `a� ("a\u200c")`},
		`{"enum":["a","a "]}`:                                  {`a ("a")`, `a  ("a ")`},
		`{"enum":["","x"]}`:                                    {`""`, "x"},
		`{"enum":["a","b","c"],"enumNames":["X","X","X (a)"]}`: {"X (a)", "X (b)", "X (a) #2"},
		`{"enum":["a","b"],"enumNames":[" ","\t"]}`:            {`"a"`, `"b"`},
	} {
		f := one(t, forms.Tester, property)
		var got []string
		for _, o := range f.Questions()[0].Options {
			got = append(got, o.Label)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", property, diff)
		}
	}
}

func TestAnswersReadAsAPersonReadsThem(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"object","properties":{"s":{"type":"string","default":"hi"},"b":{"type":"boolean"},
		"c":{"type":"array","items":{"anyOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}]}},"l":{"type":"array","items":{"type":"string"}}}}`)
	for _, tt := range []struct {
		name string
		a    forms.Answer
		want string
	}{
		{"s", set("a\nb\x1b"), "a⏎b␛"},
		{"s", set(""), `""`},
		{"s", forms.Answer{}, "omitted"},
		{"s", forms.Answer{State: forms.Default}, "hi"},
		{"b", yes, "yes"},
		{"b", forms.Answer{State: forms.Set}, "no"},
		{"c", picks(1, 0), "Green, Red"},
		{"c", picks(), "none"},
		{"l", items("x", "y"), "x, y"},
		{"unknown", set("x"), "omitted"},
	} {
		if got := f.AnswerText(tt.name, tt.a); got != tt.want {
			t.Errorf("%s %v: %q, want %q", tt.name, tt.a, got, tt.want)
		}
	}
}

func TestNothingDrawableHoldsWhatATerminalActsOn(t *testing.T) {
	const evil = `\u001b[2J\u009b31m\u202e\u200b\u0007\r`
	f := form(t, forms.Tester, `{"type":"object","properties":{"a`+"\u202e"+`":{"type":"string","title":"`+evil+`","description":"`+evil+
		`","format":"`+evil+`","pattern":"[`+evil+`]","default":"\u202e"},"c":{"enum":["`+evil+`"],"enumNames":["`+evil+`"],"default":"`+evil+`"}}}`)
	var drawn strings.Builder
	for _, q := range f.Questions() {
		drawn.WriteString(q.Name + q.Title + q.Description + q.Constraint + q.DefaultText)
		for _, o := range q.Options {
			drawn.WriteString(o.Label + o.Value)
		}
	}
	for _, issue := range f.CheckAnswer("a\u202e", set("b")) {
		drawn.WriteString(issue.Text + issue.String())
	}
	for _, r := range drawn.String() {
		if unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Cf, r) {
			t.Fatalf("%U is drawn", r)
		}
	}
}
