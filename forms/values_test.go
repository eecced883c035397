package forms_test

import (
	"strings"
	"testing"

	"elicit/forms"
)

// form is the form of a schema that profile takes.
func form(t testing.TB, p forms.Profile, schema string) *forms.Form {
	t.Helper()
	f, refusal := forms.Parse(forms.Request{Message: "?", Schema: []byte(schema)}, p)
	if refusal != nil {
		t.Fatalf("%s refused: %v", schema, refusal)
	}
	return f
}

// one is the form of a schema with the one property "v".
func one(t testing.TB, p forms.Profile, property string) *forms.Form {
	t.Helper()
	return form(t, p, `{"type":"object","properties":{"v":`+property+`}}`)
}

func set(text string) forms.Answer { return forms.Answer{State: forms.Set, Text: text} }

func picks(i ...int) forms.Answer { return forms.Answer{State: forms.Set, Picks: i} }

func items(s ...string) forms.Answer { return forms.Answer{State: forms.Set, Items: s} }

var yes = forms.Answer{State: forms.Set, Yes: true}

func TestAnswersAreSentExactlyOrNotAtAll(t *testing.T) {
	for _, tt := range []struct {
		name, property string
		answer         forms.Answer
		want           string // the value sent, or the issue's text after "✗ "
	}{
		{"digits", `{"type":"integer"}`, set("12"), "12"},
		{"white space around digits", `{"type":"integer"}`, set(" 12 "), "12"},
		{"an exponent", `{"type":"integer"}`, set("1e2"), "100"},
		{"a fraction of zero", `{"type":"integer"}`, set("3.0"), "3"},
		{"beyond what a float holds", `{"type":"integer"}`, set("9007199254740993"), "9007199254740993"},
		{"the greatest 64-bit integer", `{"type":"integer"}`, set("9223372036854775807"), "9223372036854775807"},
		{"the least 64-bit integer", `{"type":"integer"}`, set("-9223372036854775808"), "-9223372036854775808"},
		{"2^63", `{"type":"integer"}`, set("9223372036854775808"), "✗ beyond a 64-bit whole number"},
		{"2^63 as a float", `{"type":"integer"}`, set("9.223372036854775808e18"), "✗ beyond a 64-bit whole number"},
		{"minus zero", `{"type":"integer"}`, set("-0"), "0"},
		{"a fraction", `{"type":"integer"}`, set("2.5"), "✗ not a whole number"},
		{"not a number", `{"type":"integer"}`, set("NaN"), "✗ not a whole number"},
		{"words", `{"type":"integer"}`, set("twelve"), "✗ not a whole number"},
		{"a number and more", `{"type":"integer"}`, set("42xyz"), "✗ not a whole number"},
		{"a leading zero", `{"type":"integer"}`, set("007"), "✗ not a whole number"},
		{"hexadecimal", `{"type":"integer"}`, set("0x10"), "✗ not a whole number"},
		{"nothing", `{"type":"integer"}`, set(""), "✗ not a whole number"},
		{"an exponent without end", `{"type":"integer"}`, set("1e999999999"), "✗ more digits than a number can hold"},
		{"a number as typed", `{"type":"number"}`, set("0.10"), "0.10"},
		{"twenty digits", `{"type":"number"}`, set("3.1415926535897932384626"), "3.1415926535897932384626"},
		{"infinity", `{"type":"number"}`, set("Infinity"), "✗ not a number"},
		{"more than a float holds", `{"type":"number"}`, set("1e309"), "✗ beyond what a 64-bit number can hold"},
		{"less than a float holds", `{"type":"number"}`, set("1e-400"), "✗ beyond what a 64-bit number can hold"},
		{"over the maximum", `{"type":"integer","maximum":50}`, set("51"), "✗ at most 50"},
		{"under the minimum", `{"type":"number","minimum":0.1}`, set("0.0999999999999999999999"), "✗ at least 0.1"},
		{"on an exclusive bound", `{"type":"number","exclusiveMinimum":0}`, set("0"), "✗ more than 0"},
		{"on an exclusive bound of draft 4", `{"type":"number","minimum":0,"exclusiveMinimum":true}`, set("0"), "✗ more than 0"},
		{"a multiple that a float would miss", `{"type":"number","multipleOf":0.1}`, set("0.3"), "0.3"},
		{"no multiple", `{"type":"number","multipleOf":0.1}`, set("0.35"), "✗ a multiple of 0.1"},
		{"text as typed", `{"type":"string"}`, set("  a\n\tb "), `"  a\n\tb "`},
		{"empty text on purpose", `{"type":"string"}`, set(""), `""`},
		{"text with markup", `{"type":"string"}`, set(`<a href="x">&`), `"<a href=\"x\">&"`},
		{"an astral character counts one", `{"type":"string","maxLength":1}`, set("🦀"), `"🦀"`},
		{"two characters", `{"type":"string","maxLength":1}`, set("ab"), "✗ at most 1 character, and these are 2"},
		{"too short", `{"type":"string","minLength":3}`, set("ab"), "✗ at least 3 characters"},
		{"bytes that are no text", `{"type":"string"}`, set("a\xff"), "✗ not valid text: it has bytes that are not UTF-8"},
		{"a pattern", `{"type":"string","pattern":"^[A-Z]+$"}`, set("AB"), `"AB"`},
		{"not the pattern", `{"type":"string","pattern":"^[A-Z]+$"}`, set("Ab"), "✗ does not match ^[A-Z]+$"},
		{"a pattern that cannot be checked", `{"type":"string","pattern":"(?=x)y"}`, set("z"), `"z"`},
		{"yes", `{"type":"boolean"}`, yes, "true"},
		{"no", `{"type":"boolean"}`, forms.Answer{State: forms.Set}, "false"},
		{"a labelled choice", `{"type":"string","enum":["a","b"],"enumNames":["A","B"]}`, picks(1), `"b"`},
		{"a number as option keeps its type", `{"type":"integer","enum":[1,2]}`, picks(1), "2"},
		{"no choice", `{"type":"string","enum":["a"]}`, picks(), "✗ choose one"},
		{"two choices of one", `{"type":"string","enum":["a","b"]}`, picks(0, 1), "✗ choose one"},
		{"a choice that is not there", `{"type":"string","enum":["a"]}`, picks(7), "✗ not one of the options"},
		{"an option of another type", `{"type":"string","enum":["a",1]}`, picks(1), "✗ the schema contradicts itself: it offers this and wants the type string"},
		{"choices", `{"type":"array","items":{"enum":["a","b","c"]}}`, picks(2, 0), `["c","a"]`},
		{"no choices on purpose", `{"type":"array","items":{"enum":["a"]}}`, picks(), `[]`},
		{"too few choices", `{"type":"array","minItems":1,"items":{"enum":["a"]}}`, picks(), "✗ choose at least 1"},
		{"too many choices", `{"type":"array","maxItems":1,"items":{"enum":["a","b"]}}`, picks(0, 1), "✗ choose at most 1"},
		{"a choice twice", `{"type":"array","items":{"enum":["a","b"]}}`, picks(0, 0), "✗ a is chosen twice"},
		{"a list", `{"type":"array","items":{"type":"string"}}`, items("x", "", "y"), `["x","","y"]`},
		{"a list of whole numbers", `{"type":"array","items":{"type":"integer"}}`, items("1e1", " 2"), `[10,2]`},
		{"an entry of another type", `{"type":"array","items":{"type":"integer"}}`, items("1", "x"), "✗ entry 2: not a whole number"},
		{"an entry twice", `{"type":"array","uniqueItems":true,"items":{"type":"number"}}`, items("1", "1.0"), "✗ entry 2 repeats entry 1"},
		{"too many entries", `{"type":"array","maxItems":1,"items":{"type":"string"}}`, items("1", "2"), "✗ at most 1 entry"},
		{"a default that is not there", `{"type":"string"}`, forms.Answer{State: forms.Default}, "✗ there is no default that could be sent"},
		{"a default", `{"type":"number","default":1.50}`, forms.Answer{State: forms.Default}, "1.50"},
		{"a whole default", `{"type":"integer","default":2.0}`, forms.Answer{State: forms.Default}, "2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := one(t, forms.Tester, tt.property)
			content, issues := f.Content(forms.Answers{"v": tt.answer})
			got := strings.TrimSuffix(strings.TrimPrefix(string(content), `{"v":`), "}")
			if issues != nil {
				got = "✗ " + issues.List[0].Text
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if issues == nil {
				if again := f.Check(content); again != nil {
					t.Errorf("our own content %s is refused: %v", content, again)
				}
			} else if found := f.CheckAnswer("v", tt.answer); len(found) == 0 || found[0] != issues.List[0] {
				t.Errorf("while typing: %v, want what is said at the end: %v", found, issues.List)
			}
		})
	}
}

func TestFormatsAreChecked(t *testing.T) {
	for format, texts := range map[string]struct{ good, bad []string }{
		"email": {
			[]string{"ada@example.com", "a.b+c@sub.example.co", `"a b"@example.com`, "a@[127.0.0.1]", "a@[IPv6:::1]", "a@localhost"},
			[]string{"", "ada", "@example.com", "ada@", "a..b@example.com", ".a@example.com", "a@-x.com", "a@x_y.com", "ä@example.com", "a@b@", "a@example.com\n", `"a"b"@example.com`, "a@[127.0.0.1"},
		},
		"uri": {
			[]string{"https://example.com/", "http://[::1]:80/", "mailto:ada@example.com", "urn:isbn:1", "file:///tmp", "https://example.com/%20?q=1#f"},
			[]string{"", "example.com", "/path", "https://", "https://exa mple.com", "https://example.com/%zz", "https://example.com/ä", `https://example.com\x`, "http://[::1%25en0]/", "http://1::2/", "://x"},
		},
		"date": {
			[]string{"2026-02-28", "2024-02-29", "0001-01-01"},
			[]string{"", "2026-02-29", "2026-13-01", "2026-1-1", "28.02.2026", "2026-02-28T00:00:00Z", "26-02-28"},
		},
		"date-time": {
			[]string{"2026-02-28T23:59:59Z", "2026-02-28t00:00:00.123456789+14:00", "2024-02-29T12:00:00-00:00"},
			[]string{"", "2026-02-28", "2026-02-28T12:00:00", "2026-02-30T12:00:00Z", "2026-02-28 12:00:00Z", "2026-02-28T24:00:00Z", "2026-02-28T12:00:00,5Z", "2026-02-28T12:00Z", "2026-02-28T12:00:00+24:00", "2026-02-28T12:00:60Z"},
		},
	} {
		schema := `{"type":"object","properties":{"v":{"type":"string","format":"` + format + `"}}}`
		f, there := form(t, forms.Tester, schema), compiled([]byte(schema))
		for _, s := range texts.good {
			content := contentOf(t, f, forms.Answers{"v": set(s)})
			if err := validates(there, content); err != nil {
				t.Errorf("%s %q passes here and not there: %v", format, s, err)
			}
		}
		for _, s := range texts.bad {
			if found := f.CheckAnswer("v", set(s)); len(found) != 1 || found[0].Rule != "format" {
				t.Errorf("%s %q: %v, want one issue of rule format", format, s, found)
			}
		}
	}
}

func TestAllIssuesAreReportedAtTheirFieldsInOrder(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"object","required":["plan","seats","ok"],"properties":{
		"seats":{"type":"integer","maximum":50,"multipleOf":5},"plan":{"type":"string","enum":["a"]},"ok":{"type":"boolean"}}}`)
	_, issues := f.Content(forms.Answers{"seats": set("51"), "zzz": set("x"), "aaa": set("x")})
	want := "seats: at most 50; seats: a multiple of 5; plan: choose one; ok: choose yes or no; " +
		"aaa: the form has no property of this name; zzz: the form has no property of this name"
	if got := issues.Error(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := string(f.Preview(forms.Answers{"seats": set("51"), "plan": picks(0)})); got != `{"plan":"a"}` {
		t.Errorf("preview is %s, want what has no issue", got)
	}
}

func TestAtMostSixtyFourIssuesAreKeptAndTheRestCounted(t *testing.T) {
	f := one(t, forms.Tester, `{"type":"array","items":{"type":"integer"}}`)
	_, issues := f.Content(forms.Answers{"v": items(strings.Split(strings.Repeat("x,", 99)+"x", ",")...)})
	if len(issues.List) != forms.MaxIssues || issues.More != 100-forms.MaxIssues {
		t.Errorf("kept %d and counted %d, want %d and %d", len(issues.List), issues.More, forms.MaxIssues, 100-forms.MaxIssues)
	}
	if !strings.HasSuffix(issues.Error(), "; and 36 more") {
		t.Errorf("the error does not count the rest: %s", issues.Error())
	}
}

func TestContentFromElsewhereIsCheckedWithoutCoercion(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"object","required":["n"],"properties":{"n":{"type":"integer"},"b":{"type":"boolean"},
		"s":{"type":"string"},"c":{"type":"string","enum":["a"]},"m":{"type":"array","items":{"enum":["a","b"]}},"l":{"type":"array","items":{"type":"number"}}}}`)
	for content, want := range map[string]string{
		`{"n":1.0,"b":false,"s":"","c":"a","m":["b","a"],"l":[1,2.5]}`: "",
		`{"n":"1"}`:                 "n: must be a number, not text",
		`{"n":1,"b":"true"}`:        "b: must be true or false, not text",
		`{"n":1,"s":null}`:          "s: must be text, not null, which is never sent",
		`{"n":1,"c":"A"}`:           "c: not one of the options",
		`{"n":1,"m":["a","a"]}`:     "m: a is chosen twice",
		`{"n":1,"m":"a"}`:           "m: must be a list, not text",
		`{"n":1,"l":[1,"2"]}`:       "l: entry 2: text does not belong here",
		`{"n":1,"none":"here"}`:     "none: the form has no property of this name",
		`{"s":"x"}`:                 "n: needs an answer",
		`[]`:                        "must be a JSON object of property names and values",
		`{"n":1`:                    "no JSON that can be sent, from its byte 6 on",
		`{"n":1,"n":2}`:             "",
		`{"n":9223372036854775808}`: "n: beyond a 64-bit whole number",
	} {
		got := ""
		if issues := f.Check([]byte(content)); issues != nil {
			got = issues.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", content, got, want)
		}
	}
}

func TestAnswersOfContentGiveTheContentBack(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"object","properties":{"n":{"type":"number"},"b":{"type":"boolean"},
		"s":{"type":"string"},"c":{"enum":[1,"1",true]},"m":{"type":"array","items":{"enum":["a","b"]}},"l":{"type":"array","items":{"type":"string"}}}}`)
	const content = `{"n":0.10,"b":false,"s":"a\"b","c":"1","m":["b","a"],"l":["","x"]}`
	answers, issues := f.Answers([]byte(content))
	if issues != nil {
		t.Fatal(issues)
	}
	if got := string(contentOf(t, f, answers)); got != content {
		t.Errorf("got %s, want %s", got, content)
	}
	partly, issues := f.Answers([]byte(`{"n":"x","b":true}`))
	if issues == nil || len(partly) != 1 || !partly["b"].Yes {
		t.Errorf("answers %v with issues %v, want those that can be taken up", partly, issues)
	}
}
