package forms_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"elicit/forms"
)

// schemas are generated as a server might send them: every kind, bounds that
// may contradict each other, detours, odd options.
type schemas struct{ *rapid.T }

func (s schemas) maybe(key string, value func() any) map[string]any {
	if rapid.Bool().Draw(s.T, key+"?") {
		return map[string]any{key: value()}
	}
	return nil
}

func merged(parts ...map[string]any) map[string]any {
	all := map[string]any{}
	for _, part := range parts {
		maps.Copy(all, part)
	}
	return all
}

func (s schemas) number(what string) any {
	return json.Number(rapid.SampledFrom([]string{
		"0", "1", "-1", "2.5", "1e2", "0.1", "0.10", "-3", "100", "9007199254740993", "1e-3", "9223372036854775807",
	}).Draw(s.T, what))
}

func (s schemas) length(what string) any { return rapid.IntRange(0, 6).Draw(s.T, what) }

func (s schemas) word(what string) any {
	return rapid.SampledFrom([]string{"a", "bb", "", "Ada", "😀", "x\u200b", "a b", "ada@example.com", "2026-01-31"}).Draw(s.T, what)
}

func (s schemas) text() map[string]any {
	return merged(map[string]any{"type": "string"},
		s.maybe("minLength", func() any { return s.length("minLength") }),
		s.maybe("maxLength", func() any { return s.length("maxLength") }),
		s.maybe("pattern", func() any {
			return rapid.SampledFrom([]string{"^[a-z]+$", "a", "^.{2}$", `\d`, "[^\\s]"}).Draw(s.T, "pattern")
		}),
		s.maybe("format", func() any {
			return rapid.SampledFrom([]string{"email", "uri", "date", "date-time"}).Draw(s.T, "format")
		}),
		s.maybe("default", func() any { return s.word("default") }))
}

func (s schemas) numeric(typeName string) map[string]any {
	return merged(map[string]any{"type": typeName},
		s.maybe("minimum", func() any { return s.number("minimum") }),
		s.maybe("maximum", func() any { return s.number("maximum") }),
		s.maybe("exclusiveMinimum", func() any { return s.number("exclusiveMinimum") }),
		s.maybe("exclusiveMaximum", func() any { return s.number("exclusiveMaximum") }),
		s.maybe("multipleOf", func() any {
			return json.Number(rapid.SampledFrom([]string{"1", "0.1", "5", "0.25"}).Draw(s.T, "multipleOf"))
		}),
		s.maybe("default", func() any { return s.number("default") }))
}

func (s schemas) options() []any {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) any {
		inner := schemas{t}
		switch rapid.IntRange(0, 5).Draw(t, "option") {
		case 0:
			return inner.number("option")
		case 1:
			return rapid.Bool().Draw(t, "option")
		}
		return inner.word("option")
	}), 1, 5).Draw(s.T, "options")
}

func (s schemas) offered(way string) map[string]any {
	options := s.options()
	if way == "enum" {
		return map[string]any{"enum": options}
	}
	var consts []any
	for i, o := range options {
		consts = append(consts, map[string]any{"const": o, "title": fmt.Sprintf("title %d", i%3)})
	}
	return map[string]any{way: consts}
}

func (s schemas) property() map[string]any {
	way := rapid.SampledFrom([]string{"enum", "oneOf", "anyOf"}).Draw(s.T, "way")
	list := merged(map[string]any{"type": "array"},
		s.maybe("minItems", func() any { return rapid.IntRange(0, 3).Draw(s.T, "minItems") }),
		s.maybe("maxItems", func() any { return rapid.IntRange(0, 4).Draw(s.T, "maxItems") }),
		s.maybe("uniqueItems", func() any { return true }))
	switch rapid.SampledFrom([]string{"text", "integer", "number", "boolean", "choice", "typed", "choices", "list"}).Draw(s.T, "kind") {
	case "text":
		return s.text()
	case "integer":
		return s.numeric("integer")
	case "number":
		return s.numeric("number")
	case "boolean":
		return merged(map[string]any{"type": "boolean"}, s.maybe("default", func() any { return rapid.Bool().Draw(s.T, "default") }))
	case "choice":
		return s.offered(way)
	case "typed":
		typeName := rapid.SampledFrom([]string{"string", "integer", "number", "boolean"}).Draw(s.T, "type")
		return merged(s.offered(way), map[string]any{"type": typeName},
			s.maybe("minLength", func() any { return s.length("minLength") }),
			s.maybe("maximum", func() any { return s.number("maximum") }))
	case "choices":
		return merged(list, map[string]any{"items": s.offered(way)})
	}
	items := s.numeric(rapid.SampledFrom([]string{"integer", "number"}).Draw(s.T, "items"))
	if rapid.Bool().Draw(s.T, "texts") {
		items = s.text()
	}
	delete(items, "default")
	return merged(list, map[string]any{"items": items})
}

// detoured is a property written in a roundabout way of the same meaning.
func (s schemas) detoured(name string, property, defs map[string]any) map[string]any {
	switch rapid.IntRange(0, 7).Draw(s.T, "detour") {
	case 0:
		defs[name] = property
		return map[string]any{"$ref": "#/$defs/" + name}
	case 1:
		return map[string]any{"allOf": []any{property}}
	case 2:
		return map[string]any{"anyOf": []any{property, map[string]any{"type": "null"}}}
	}
	return property
}

func (s schemas) schema() []byte {
	properties, defs, required := map[string]any{}, map[string]any{}, []string{}
	for i := range rapid.IntRange(0, 5).Draw(s.T, "properties") {
		name := fmt.Sprintf("p%d", i)
		properties[name] = s.detoured(name, s.property(), defs)
		if rapid.Bool().Draw(s.T, "required") {
			required = append(required, name)
		}
	}
	raw, err := json.Marshal(map[string]any{"type": "object", "properties": properties, "required": required, "$defs": defs})
	if err != nil {
		s.Fatal(err)
	}
	return raw
}

// answer is an answer to a property as somebody might give it, good or not.
func (s schemas) answer(p *forms.Property) forms.Answer {
	a := forms.Answer{State: forms.State(rapid.IntRange(0, 2).Draw(s.T, "state"))}
	numbers := rapid.SampledFrom([]string{"1", " 2 ", "0", "1e2", "3.0", "2.5", "-1", "0.1", "x", "", "1e400", "007", "9007199254740993"})
	texts := rapid.SampledFrom([]string{"a", "", "ab", "Ada", "😀", "a@b.c", "https://x.y/", "2026-02-29", "2026-02-28", "2026-02-28T00:00:00Z", " x "})
	switch p.Kind {
	case forms.KindText:
		a.Text = texts.Draw(s.T, "text")
	case forms.KindInteger, forms.KindNumber:
		a.Text = numbers.Draw(s.T, "number")
	case forms.KindBoolean:
		a.Yes = rapid.Bool().Draw(s.T, "yes")
	case forms.KindChoice, forms.KindChoices:
		a.Picks = rapid.SliceOfN(rapid.IntRange(0, len(p.Options)), 0, 3).Draw(s.T, "picks")
	case forms.KindList:
		from := numbers
		if p.ItemKind == forms.KindText {
			from = texts
		}
		a.Items = rapid.SliceOfN(from, 0, 4).Draw(s.T, "items")
	}
	return a
}

func TestWhatValidatesHereValidatesThere(t *testing.T) {
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		s := schemas{t}
		schema := s.schema()
		f, refusal := forms.Parse(forms.Request{Schema: schema}, forms.Tester)
		if refusal != nil {
			if refusal.Rule != "unsatisfiable" {
				t.Fatalf("%s: %v", schema, refusal)
			}
			return
		}
		there := compiled(schema)
		if there == nil {
			t.Fatalf("no valid schema there: %s", schema)
		}
		answers := forms.Answers{}
		for i := range f.Properties {
			p := &f.Properties[i]
			answers[p.Name.Raw()] = s.answer(p)
			if good, ok := goodAnswer(f, p); ok && len(f.CheckAnswer(p.Name.Raw(), answers[p.Name.Raw()])) > 0 {
				answers[p.Name.Raw()] = good
			}
		}
		content, issues := f.Content(answers)
		if issues != nil {
			if slices.ContainsFunc(issues.List, func(i forms.Issue) bool { return i.Text == "" || i.Property == "" }) {
				t.Fatalf("an issue says nothing: %v", issues.List)
			}
			return
		}
		compared++
		if err := validates(there, content); err != nil {
			t.Fatalf("%s for %s: %v", content, schema, err)
		}
		if issues := f.Check(content); issues != nil {
			t.Fatalf("our own %s is refused: %v", content, issues)
		}
		again, _ := f.Answers(content)
		if got := contentOf(t, f, again); !reflect.DeepEqual(decoded(t, got), decoded(t, content)) {
			t.Fatalf("%s came back as %s", content, got)
		}
	})
	if compared == 0 {
		t.Error("no generated answer was compared")
	}
}

// decoded is JSON apart from how its strings are escaped and its white space.
func decoded(t fataler, raw []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestFingerprintsOfGeneratedSchemasAreEqualOnlyForTheSameQuestions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := schemas{t}
		a, _ := forms.Parse(forms.Request{Schema: s.schema()}, forms.Tester)
		b, _ := forms.Parse(forms.Request{Schema: s.schema()}, forms.Tester)
		if a == nil || b == nil {
			return
		}
		if same := a.Fingerprint() == b.Fingerprint(); same != (seenOf(t, a) == seenOf(t, b)) {
			t.Fatalf("same fingerprint: %v\n%s\n%s", same, a.Schema, b.Schema)
		}
	})
}

// optionsSchema has one choice of n titled options.
func optionsSchema(n int) []byte {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(`{"const":"value-%d","title":"Option number %d"}`, i, i))
	}
	return []byte(`{"type":"object","properties":{"v":{"type":"string","oneOf":[` + strings.Join(list, ",") + `]}}}`)
}

// walk is what every question goes through, from bytes to bytes.
func walk(tb testing.TB, schema []byte, n int) {
	tb.Helper()
	f, refusal := forms.Parse(forms.Request{Schema: schema}, forms.Tester)
	if refusal != nil {
		tb.Fatal(refusal)
	}
	if len(f.Questions()[0].Options) != n || f.Fingerprint() == "" {
		tb.Fatal("options are missing")
	}
	contentOf(tb, f, forms.Answers{"v": picks(n - 1)})
}

func TestWorkGrowsNoFasterThanTheOptions(t *testing.T) {
	cost := func(n int) float64 {
		schema := optionsSchema(n)
		return testing.AllocsPerRun(20, func() { walk(t, schema, n) })
	}
	few, many := cost(10), cost(1000)
	// a hundred times the options, and some allocations that every form has
	if many > 100*few {
		t.Errorf("10 options take %v allocations and 1000 take %v, more than a hundred times as many", few, many)
	}
}

func BenchmarkOptions(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		schema := optionsSchema(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(schema)))
			for b.Loop() {
				walk(b, schema, n)
			}
		})
	}
}

func BenchmarkPreview(b *testing.B) {
	f, _ := forms.Parse(forms.Request{Schema: optionsSchema(1000)}, forms.Tester)
	answers := forms.Answers{"v": picks(999)}
	b.ReportAllocs()
	for b.Loop() {
		f.Preview(answers)
	}
}
