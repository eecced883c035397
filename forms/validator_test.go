package forms_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"elicit/forms"
)

// noLoader keeps the validator from loading anything from anywhere.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) { return nil, errors.New("refused to load " + url) }

// compiled is a schema in the independent validator; nil when it is no valid
// schema there.
func compiled(schema []byte) (s *jsonschema.Schema) {
	defer func() {
		if recover() != nil {
			s = nil
		}
	}()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	c.AssertFormat()
	if err := c.AddResource("mem:///schema", doc); err != nil {
		return nil
	}
	if s, err = c.Compile("mem:///schema"); err != nil {
		return nil
	}
	return s
}

func validates(s *jsonschema.Schema, content []byte) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the validator panicked: %v", r)
		}
	}()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	if err != nil {
		return err
	}
	return s.Validate(value)
}

// texts are answers to try where the schema wants text.
var texts = []string{
	"Ada", "ada@example.com", "https://example.com/a", "2026-02-28", "2026-02-28T12:30:00+01:00",
	"10:00:00Z", "ABC-123", "a", "", "AAAAAAAAAA", "12345", "user_name", "fe8f1a52-2b11-4c1c-9b6f-0c7a1c1f5d1e",
	"a somewhat longer text of more than fifty characters, all in all", "ab", "abcdef",
}

var numbers = []string{"1", "0", "2.5", "10", "100", "-1", "0.10", "1000"}

// goodAnswer is an answer to a property that the form takes; ok is false when
// none of those tried is.
func goodAnswer(f *forms.Form, p *forms.Property) (forms.Answer, bool) {
	for _, a := range candidates(p) {
		a.State = forms.Set
		if len(f.CheckAnswer(p.Name.Raw(), a)) == 0 {
			return a, true
		}
	}
	return forms.Answer{}, false
}

func candidates(p *forms.Property) []forms.Answer {
	var list []forms.Answer
	switch p.Kind {
	case forms.KindText:
		if p.Format.Raw() == "time" {
			return []forms.Answer{{Text: "10:00:00Z"}}
		}
		for _, s := range texts {
			list = append(list, forms.Answer{Text: s})
		}
	case forms.KindInteger, forms.KindNumber:
		for _, bound := range []json.Number{p.Minimum, p.Maximum} {
			list = append(list, forms.Answer{Text: string(bound)})
		}
		for _, s := range numbers {
			list = append(list, forms.Answer{Text: s})
		}
	case forms.KindBoolean:
		list = []forms.Answer{{Yes: false}}
	case forms.KindChoice:
		for i := range slices.Backward(p.Options) {
			list = append(list, forms.Answer{Picks: []int{i}})
		}
	case forms.KindChoices:
		for n := range len(p.Options) + 1 {
			a := forms.Answer{}
			for i := range n {
				a.Picks = append(a.Picks, i)
			}
			list = append(list, a)
		}
	case forms.KindList:
		for n := range 4 {
			a := forms.Answer{}
			for i := range n {
				a.Items = append(a.Items, strconv.Itoa(i+1))
			}
			list = append(list, a)
		}
		list = append(list, forms.Answer{Items: texts[:2]})
	}
	return list
}

// goodAnswers are answers to every property of a form.
func goodAnswers(t fataler, f *forms.Form) forms.Answers {
	t.Helper()
	answers := forms.Answers{}
	for i := range f.Properties {
		p := &f.Properties[i]
		a, ok := goodAnswer(f, p)
		if !ok {
			t.Fatalf("no answer tried fits %q (%s)", p.Name.Raw(), p.Kind)
		}
		answers[p.Name.Raw()] = a
	}
	return answers
}

func contentOf(t fataler, f *forms.Form, a forms.Answers) forms.Content {
	t.Helper()
	content, issues := f.Content(a)
	if issues != nil {
		t.Fatalf("the answers have issues: %v", issues)
	}
	return content
}

// This schema requires a property that it does not have, so that no answer to
// its form can be valid.
const requiresWhatItDoesNotAsk = "modelcontextprotocol-java-sdk__McpSchemaTests.java-L1576.json"

func TestEveryRecordedQuestionCanBeAnsweredWithWhatItsSchemaTakes(t *testing.T) {
	eachRecorded(t, func(t *testing.T, file string, r recorded) {
		t.Helper()
		f, _ := forms.Parse(r.request(), forms.Tester)
		if f == nil || file == requiresWhatItDoesNotAsk {
			return
		}
		var original *jsonschema.Schema
		if !bytes.Equal(bytes.TrimSpace(r.RequestedSchema), []byte("null")) {
			original = compiled(r.RequestedSchema)
		}
		everything := goodAnswers(t, f)
		for what, answers := range map[string]forms.Answers{
			"every property": everything, "those required": onlyRequired(f, everything), "the defaults": withDefaults(f, everything),
		} {
			content := contentOf(t, f, answers)
			if issues := f.Check(content); issues != nil {
				t.Errorf("%s: our own content %s does not pass our check: %v", what, content, issues)
			}
			if original == nil {
				continue
			}
			if err := validates(original, content); err != nil {
				t.Errorf("%s: %s is not valid there: %v", what, content, err)
			}
		}
		answeredByTheStrictHost(t, r, contentOf(t, f, everything))
	})
}

// answeredByTheStrictHost checks that profile everruns, where it takes the
// question, takes the same content and sends the same values.
func answeredByTheStrictHost(t *testing.T, r recorded, content forms.Content) {
	t.Helper()
	f, _ := forms.Parse(r.request(), forms.Everruns)
	if f == nil {
		return
	}
	answers, issues := f.Answers(content)
	if issues != nil {
		t.Fatalf("everruns: %s gives no answers: %v", content, issues)
	}
	if original := compiled(r.RequestedSchema); original != nil {
		sent := contentOf(t, f, answers)
		if err := validates(original, sent); err != nil {
			t.Errorf("everruns: %s is not valid there: %v", sent, err)
		}
	}
}

func onlyRequired(f *forms.Form, all forms.Answers) forms.Answers {
	answers := forms.Answers{}
	for i := range f.Properties {
		if f.Properties[i].Required {
			answers[f.Properties[i].Name.Raw()] = all[f.Properties[i].Name.Raw()]
		}
	}
	return answers
}

func withDefaults(f *forms.Form, all forms.Answers) forms.Answers {
	answers := f.Initial()
	for name, a := range onlyRequired(f, all) {
		if answers[name].State == forms.Omitted {
			answers[name] = a
		}
	}
	return answers
}

func TestRecordedSchemasAreKnownToTheValidator(t *testing.T) {
	unknown := 0
	eachRecorded(t, func(t *testing.T, file string, r recorded) {
		t.Helper()
		if f, _ := forms.Parse(r.request(), forms.Tester); f != nil && compiled(r.RequestedSchema) == nil {
			unknown++
			t.Logf("%s is no valid JSON Schema", file)
		}
	})
	// null is no schema; a negative minLength and an enumNames of another type
	// are none either
	if unknown > 3 {
		t.Errorf("%d answerable schemas could not be compared with the validator, want at most 3", unknown)
	}
}

// fataler is a test, a benchmark, a fuzz target or a generated case.
type fataler interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}
