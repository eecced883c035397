package forms_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"elicit/forms"
)

func fingerprint(t testing.TB, message, schema string) string {
	t.Helper()
	f, refusal := forms.Parse(forms.Request{Message: message, Schema: []byte(schema)}, forms.Tester)
	if refusal != nil {
		t.Fatalf("%s: %v", schema, refusal)
	}
	return f.Fingerprint()
}

func TestOnlyWhatThePersonSawChangesTheFingerprint(t *testing.T) {
	const asked = `{"type":"object","required":["a"],"properties":{
		"a":{"type":"string","title":"T","description":"D","minLength":1,"default":"x"},"b":{"type":"string","enum":["x","y"]}}}`
	want := fingerprint(t, "m", asked)
	if !strings.HasPrefix(want, "sha256:") || len(want) != len("sha256:")+64 {
		t.Errorf("a fingerprint reads %s", want)
	}
	for what, schema := range map[string]string{
		"the order of keys": `{"properties":{"b":{"enum":["x","y"],"type":"string"},
			"a":{"default":"x","minLength":1,"description":"D","title":"T","type":"string"}},"required":["a"],"type":"object"}`,
		"white space and escapes": `{"type":"object","required":["a"],"properties":{"\u0061":{"type":"string","title":"\u0054",
			"description":"D","minLength":1.0,"default":"\u0078"},"b":{"type":"string","enum":[ "x" , "\u0079" ]}}}`,
		"a comment": strings.Replace(asked, `"type"`, `"$comment":"c","type"`, 1),
	} {
		if fingerprint(t, "m", schema) != want {
			t.Errorf("%s changes the fingerprint", what)
		}
	}
	seen := map[string]string{want: "the original"}
	change := func(what, from, to string) {
		changed := strings.Replace(asked, from, to, 1)
		got := fingerprint(t, "m", changed)
		if earlier, same := seen[got]; same || changed == asked {
			t.Errorf("%s has the fingerprint of %s", what, earlier)
		}
		seen[got] = what
	}
	change("a title", `"T"`, `"U"`)
	change("no title", `"title":"T",`, ``)
	change("a description", `"D"`, `"E"`)
	change("a title that moved into the description", `"title":"T","description":"D"`, `"description":"TD"`)
	change("a bound", `"minLength":1`, `"minLength":2`)
	change("another bound", `"minLength":1`, `"maxLength":1`)
	change("a default", `"default":"x"`, `"default":"y"`)
	change("no default", `,"default":"x"`, ``)
	change("required", `["a"]`, `[]`)
	change("an option", `["x","y"]`, `["x","z"]`)
	change("the order of options", `["x","y"]`, `["y","x"]`)
	change("fewer options", `["x","y"]`, `["x"]`)
	change("a label", `["x","y"]`, `["x","y"],"enumNames":["X","y"]`)
	change("a kind", `"string","enum"`, `"array","items":{"type":"string","enum":["x","y"]},"enum"`)
	change("a name", `"b"`, `"c"`)
	change("a format", `"minLength":1`, `"minLength":1,"format":"time"`)
	change("a finding", `"type":"string","enum"`, `"type":["string","null"],"enum"`)
	if got := fingerprint(t, "n", asked); seen[got] != "" {
		t.Error("another message has the same fingerprint")
	}
}

// seen is a form as data, apart from the order of its properties.
func seenOf(t fataler, f *forms.Form) string {
	t.Helper()
	type property struct {
		forms.CheckedProperty
		Required bool
	}
	all := map[string]any{"message": f.Message.Raw(), "findings": f.Findings, "more": f.MoreFound}
	for _, v := range forms.CheckSchema(forms.Request{Message: f.Message.Raw(), Schema: f.Schema}, f.Profile)[0].Properties {
		for i := range v.Options {
			v.Options[i].Value = normal(v.Options[i].Value)
		}
		if v.Default != nil {
			v.Default = normal(v.Default)
		}
		all["property "+v.Name] = property{v, v.Required}
	}
	var out strings.Builder
	for _, key := range slices.Sorted(maps.Keys(all)) {
		raw, err := json.Marshal(all[key])
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(key + string(raw) + "\n")
	}
	return out.String()
}

// normal is a JSON value with its strings in one spelling.
func normal(raw json.RawMessage) json.RawMessage {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		raw, _ = json.Marshal(s)
		return raw
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		for i := range list {
			list[i] = normal(list[i])
		}
		raw, _ = json.Marshal(list)
	}
	return raw
}

func TestRecordedQuestionsHaveTheSameFingerprintOnlyWhenTheyAskTheSame(t *testing.T) {
	asked := map[string]string{}
	eachRecorded(t, func(t *testing.T, _ string, r recorded) {
		t.Helper()
		f, _ := forms.Parse(r.request(), forms.Tester)
		if f == nil {
			return
		}
		sees := seenOf(t, f)
		if earlier, ok := asked[f.Fingerprint()]; ok && earlier != sees {
			t.Errorf("two questions share a fingerprint:\n%s\n%s", earlier, sees)
		}
		asked[f.Fingerprint()] = sees
	})
}
