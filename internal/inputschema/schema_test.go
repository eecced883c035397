package inputschema

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

const odd = `{"$defs":{"n":{"type":"integer"},"loop":{"$ref":"#/$defs/loop"}},"type":"object","properties":{
 "text":{"type":"string"},"count":{"$ref":"#/$defs/n"},"rate":{"type":["number","null"]},"on":{"type":"boolean"},
 "maybe":{"anyOf":[{"type":"integer"},{"type":"null"}]},"either":{"type":["string","integer"]},"level":{"enum":[1,2]},
 "tags":{"type":"array","items":{"type":"string"}},"ids":{"type":"array","items":{"$ref":"#/$defs/n"}},
 "at":{"type":"object"},"any":{},"loop":{"$ref":"#/$defs/loop"},"far":{"$ref":"https://example.com/x"}}}`

func TestWhatIsTypedIsReadAsTheSchemaSays(t *testing.T) {
	for _, c := range []struct {
		name  string
		typed []string
		want  string // empty: an error
	}{
		{"text", []string{"5"}, `"5"`},
		{"text", []string{"say \"hi\""}, `"say \"hi\""`},
		{"text", []string{"a", "b"}, ""},
		{"count", []string{" 12 "}, `12`},
		{"count", []string{"9007199254740993"}, `9007199254740993`},
		{"count", []string{"twelve"}, ""},
		{"rate", []string{"0.10"}, `0.10`},
		{"rate", []string{"null"}, `null`},
		{"rate", []string{"NaN"}, ""},
		{"on", []string{"yes"}, `true`},
		{"on", []string{"false"}, `false`},
		{"on", []string{"1"}, ""},
		{"maybe", []string{"3"}, `3`},
		{"either", []string{"3"}, `"3"`},
		{"level", []string{"2"}, `2`},
		{"tags", []string{"a"}, `["a"]`},
		{"tags", []string{"a", "b,c"}, `["a","b,c"]`},
		{"tags", []string{`["a","b"]`}, `["a","b"]`},
		{"ids", []string{"1", "2"}, `[1,2]`},
		{"ids", []string{"one"}, ""},
		{"at", []string{`{"x":1}`}, `{"x":1}`},
		{"at", []string{`x`}, ""},
		{"any", []string{"5"}, `"5"`},
		{"loop", []string{"5"}, `"5"`},
		{"far", []string{"5"}, `"5"`},
		{"unnamed", []string{"5"}, `"5"`},
	} {
		got, err := Read(json.RawMessage(odd)).Value(c.name, c.typed)
		if string(got) != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s=%v is %s (%v), want %s", c.name, c.typed, got, err, c.want)
		}
	}
}

func TestAnArgumentThatIsNotNamedIsToldOrRefused(t *testing.T) {
	s := Read(json.RawMessage(`{"properties":{"restaurant":{}}}`))
	if _, err := s.Value("restaurants", []string{"x"}); err != nil || len(s.Strange()) != 1 || !strings.Contains(s.Strange()[0], "did you mean restaurant?") {
		t.Errorf("an open schema tells %v (%v)", s.Strange(), err)
	}
	s = Read(json.RawMessage(`{"properties":{"restaurant":{}},"additionalProperties":false}`))
	if _, err := s.Value("restaurants", []string{"x"}); err == nil {
		t.Error("a closed schema lets it through")
	}
}

func TestAllThatDoesNotFitIsNamed(t *testing.T) {
	s := Read(json.RawMessage(`{"type":"object","properties":{"a":{"type":"integer","maximum":5},"b":{"type":"object","properties":{"c":{"type":"string"}}}},"required":["d"]}`))
	problems, unread := s.Check(json.RawMessage(`{"a":6,"b":{"c":1}}`))
	all := strings.Join(problems, "\n")
	if unread != nil || !strings.Contains(all, "a: ") || !strings.Contains(all, "b.c: ") || !strings.Contains(all, "'d'") {
		t.Errorf("problems %v (%v)", problems, unread)
	}
	if problems, unread := s.Check(nil); len(problems) != 1 || unread != nil {
		t.Errorf("no arguments: %v (%v)", problems, unread)
	}
}

func TestASchemaThatCannotBeUsedChecksNothingAndHarmsNothing(t *testing.T) {
	for _, schema := range []string{
		``, `null`, `[]`, `{"type":5}`, `{"$ref":"file:///etc/passwd"}`, `{"$ref":"https://example.com/s.json"}`,
		`{"properties":{"a":{"multipleOf":1e9999999}}}`, `{"properties":{"a":{"pattern":"(?=x)"}}}`,
	} {
		problems, unread := Read(json.RawMessage(schema)).Check(json.RawMessage(`{"a":1}`))
		if len(problems) > 0 || unread == nil {
			t.Errorf("%s: problems %v, unread %v", schema, problems, unread)
		}
	}
	if _, unread := Read(json.RawMessage(`{"properties":{"a":{"minimum":1}}}`)).Check(json.RawMessage(`{"a":1e999999999}`)); unread == nil {
		t.Error("a number of a billion digits was checked")
	}
}

func TestASchemaThatNeverComesToAnEndIsNotFollowed(t *testing.T) {
	for _, schema := range []string{
		`{"$ref":"#"}`, `{"allOf":[{"$ref":"#"}]}`, `{"properties":{"a":{"$ref":"#/properties/a"}}}`,
		`{"$defs":{"x":{"not":{"$ref":"#/$defs/y"}},"y":{"if":{"$ref":"#/$defs/x"}}},"properties":{"a":{"$ref":"#/$defs/x"}}}`,
		`{"properties":{"a":{"$id":"https://example.com/a","$ref":"#"}}}`, `{"$dynamicAnchor":"n","$dynamicRef":"#n"}`,
		`{"$defs":{"a/b":{"$ref":"#/$defs/a~1b"}},"$ref":"#/$defs/a~1b"}`,
	} {
		if problems, unread := Read(json.RawMessage(schema)).Check(json.RawMessage(`{"a":1}`)); unread == nil || len(problems) > 0 {
			t.Errorf("%s: problems %v, unread %v", schema, problems, unread)
		}
	}
}

func TestASchemaOfItselfInsideIsFollowedAsDeepAsTheValue(t *testing.T) {
	tree := Read(json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"},"sub":{"$ref":"#"}},"required":["n"]}`))
	if problems, unread := tree.Check(json.RawMessage(`{"n":1,"sub":{"n":2,"sub":{"n":3}}}`)); len(problems) > 0 || unread != nil {
		t.Errorf("problems %v, unread %v", problems, unread)
	}
	problems, unread := tree.Check(json.RawMessage(`{"n":"x","sub":{"n":2,"sub":{}}}`))
	if all := strings.Join(problems, "\n"); unread != nil || !strings.Contains(all, "n: type") || !strings.Contains(all, "sub.sub: missing property 'n'") {
		t.Errorf("problems %v, unread %v", problems, unread)
	}
}

func TestASchemaThatMultipliesItselfEnds(t *testing.T) {
	var defs []string
	for i := range 60 {
		defs = append(defs, fmt.Sprintf(`"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, i+1, i+1))
	}
	schema := `{"$defs":{` + strings.Join(defs, ",") + `,"d60":{}},"properties":{"a":{"$ref":"#/$defs/d0"}}}`
	s := Read(json.RawMessage(schema))
	if v, err := s.Value("a", []string{"x"}); err != nil || string(v) != `"x"` {
		t.Errorf("it became %s (%v)", v, err)
	}
	if problems, unread := s.Check(json.RawMessage(`{"a":"x"}`)); len(problems) > 0 || unread == nil {
		t.Errorf("problems %v, unread %v", problems, unread)
	}
}

func FuzzSchema(f *testing.F) {
	f.Add([]byte(odd), "count", "1")
	f.Add([]byte(`{"properties":{"a":{"items":{"anyOf":[{"$ref":"#/properties/a"}]}}}}`), "a", "[")
	f.Fuzz(func(t *testing.T, schema []byte, name, typed string) {
		s := Read(schema)
		v, err := s.Value(name, []string{typed})
		if err == nil && !json.Valid(v) {
			t.Errorf("%q became %q, which is no JSON", typed, v)
		}
		_, _ = s.Check(json.RawMessage(`{"a":1}`))
	})
}

func TestNoArgumentsFitWhereNoneIsRequired(t *testing.T) {
	for schema, fits := range map[string]bool{
		`{"type":"object"}`: true, `{"type":"object","properties":{"a":{"type":"string"}},"required":[]}`: true, `{}`: true,
		`{"type":"object","required":["a"]}`: false, `{"minProperties":1}`: false, `{"type":"string"}`: false, `{"allOf":[{"required":["a"]}]}`: false,
	} {
		problems, unread := Read(json.RawMessage(schema)).Check(json.RawMessage(" {} "))
		if unread != nil || (len(problems) == 0) != fits {
			t.Errorf("%s: %q (%v)", schema, problems, unread)
		}
	}
}
