package forms_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"elicit/forms"
)

func TestOrderAndNumbersComeFromTheWire(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"object","properties":{
		"z":{"type":"number","minimum":0.10,"maximum":1E+2},"10":{"type":"integer","maximum":9007199254740993},
		"2":{"type":"string"},"a":{"type":"number","default":1.50}}}`)
	if got := namesOf(f); !slices.Equal(got, []string{"z", "10", "2", "a"}) {
		t.Errorf("order is %v", got)
	}
	if p := f.Properties[0]; p.Minimum != "0.10" || p.Maximum != "1E+2" {
		t.Errorf("bounds are %s and %s, want them as they were written", p.Minimum, p.Maximum)
	}
	if p := f.Properties[1]; p.Maximum != "9007199254740993" || len(f.CheckAnswer("10", set("9007199254740994"))) != 1 {
		t.Errorf("the maximum is %s", p.Maximum)
	}
	if p := f.Properties[3]; string(p.Default) != "1.50" || string(p.Schema) != `{"type":"number","default":1.50}` {
		t.Errorf("the default is %s of %s", p.Default, p.Schema)
	}
}

func TestARepeatedKeyHasItsFirstPlaceAndItsLastValue(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"array","properties":{"a":{"type":"string"},"b":{"type":"string"},"\u0061":{"type":"integer","title":"x","title":"y"}},"type":"object"}`)
	if got := namesOf(f); !slices.Equal(got, []string{"a", "b"}) || f.Properties[0].Kind != forms.KindInteger || f.Properties[0].Title.Raw() != "y" {
		t.Errorf("read as %v, the first as %s %q", got, f.Properties[0].Kind, f.Properties[0].Title.Raw())
	}
	var many strings.Builder
	for range 3 {
		for name := range strings.FieldsSeq("a b c d e f g h i j k l m n o p q r s t") {
			many.WriteString(`"` + name + `":{"type":"string"},`)
		}
	}
	f = form(t, forms.Tester, `{"type":"object","properties":{`+many.String()+`"a":{"type":"boolean"}}}`)
	if len(f.Properties) != 20 || f.Properties[0].Kind != forms.KindBoolean {
		t.Errorf("%d properties, the first of kind %s", len(f.Properties), f.Properties[0].Kind)
	}
}

func TestNamesAndTextsKeepTheirCharactersOnTheWayBack(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"object","properties":{"n\u00e4me \ud83d\ude00 \"q\"":{"type":"string"}}}`)
	const name = "näme 😀 \"q\""
	content := contentOf(t, f, forms.Answers{name: set("\u202e\u0085 ü")})
	if want := `{"näme 😀 \"q\"":"\u202e\u0085 ü"}`; string(content) != want {
		t.Errorf("sent %s, want %s", content, want)
	}
	answers, issues := f.Answers(content)
	if issues != nil || answers[name].Text != "\u202e\u0085 ü" {
		t.Errorf("came back as %q with %v", answers[name].Text, issues)
	}
}

func TestAFormCanBeUsedFromSeveralPlacesAtOnce(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"object","properties":{"s":{"type":"string","pattern":"a"},"n":{"type":"number","multipleOf":0.1},"c":{"enum":["a","b"]}}}`)
	want := f.Fingerprint()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				content, issues := f.Content(forms.Answers{"s": set("a"), "n": set("0.3"), "c": picks(1)})
				if issues != nil || f.Check(content) != nil || f.Fingerprint() != want || len(f.Questions()) != 3 {
					t.Errorf("one use saw another: %v", issues)
				}
			}
		})
	}
	wg.Wait()
}

func TestAFreshFormHoldsTheDefaultsAndNothingElse(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"object","properties":{"b":{"type":"boolean"},"d":{"type":"boolean","default":false},"s":{"type":"string","default":""},"x":{"type":"string","default":7}}}`)
	initial := f.Initial()
	for name, want := range map[string]forms.State{"b": forms.Omitted, "d": forms.Default, "s": forms.Default, "x": forms.Omitted} {
		if got := initial[name].State; got != want {
			t.Errorf("%s starts as %v, want %v", name, got, want)
		}
	}
	if got := string(contentOf(t, f, initial)); got != `{"d":false,"s":""}` {
		t.Errorf("left as it was it sends %s", got)
	}
	if a, ok := f.DefaultAnswer("d"); !ok || a.State != forms.Set || a.Yes {
		t.Errorf("the default as an answer to edit is %+v", a)
	}
	if _, ok := f.DefaultAnswer("x"); ok {
		t.Error("an invalid default can be edited")
	}
}

func TestJSONIsReadAsItsGrammarSays(t *testing.T) {
	for _, text := range []string{
		`{}`, ` { "a" : [ ] } `, `{"a":-0.5e+10}`, `{"a":"\u00e9\/\b\f\n\r\t\"\\"}`, `{"a":true,"b":false,"c":null}`, `{"a":1E5}`,
		`{`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{,}`, `{a:1}`, `{"a":01}`, `{"a":1.}`, `{"a":.5}`, `{"a":+1}`, `{"a":1e}`, `{"a":-}`, `{"a":"\x"}`,
		`{"a":"\u12g4"}`, `{"a":"\u123"}`, "{\"a\":\"\n\"}", `{"a":"`, `{"a":"\`, `{"a":tru}`, `{"a":nulll}`, `[1,]`, `[`, `{"a":1}x`, `{"a":1 "b":2}`,
		"{\"a\":\"\xff\"}",
	} {
		_, refusal := forms.Parse(forms.Request{Schema: []byte(text)}, forms.Tester)
		refused := refusal != nil && refusal.Rule == "not-json"
		if valid := json.Valid([]byte(text)) && utf8.ValidString(text); refused == valid {
			t.Errorf("%s: refused as no JSON: %v, and it is JSON: %v", text, refused, valid)
		}
	}
	f := one(t, forms.Tester, `{"type":"string","enum":["\u00e9\/\b\f\n\r\t\"\\\ud83d\ude00\ud83d"]}`)
	if got, want := f.Properties[0].Options[0].Label.Raw(), "é/\b\f\n\r\t\"\\😀\ufffd"; got != want {
		t.Errorf("read %q, want %q", got, want)
	}
}
