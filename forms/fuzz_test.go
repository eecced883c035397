package forms_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"elicit/forms"
)

func addRecorded(f *testing.F, add func(r recorded)) {
	f.Helper()
	for _, r := range recordedAll(f) {
		add(r)
	}
}

// allProfiles are those that a schema is read under.
var allProfiles = []forms.Profile{forms.Tester, forms.Spec, forms.Everruns, forms.Arguments, forms.Spec.ForProtocol("2025-06-18")}

// FuzzParse: arbitrary bytes give a form or a refusal, whose every drawable
// text is safe and whose own defaults can be sent.
func FuzzParse(f *testing.F) {
	addRecorded(f, func(r recorded) { f.Add([]byte(r.RequestedSchema), "m") })
	f.Add([]byte(`{"properties":{"a":{"$ref":"#/properties/a"},"b":{"anyOf":[{"const":1},{"type":"null"}]}}}`), "\x1b[2J")
	f.Fuzz(func(t *testing.T, schema []byte, message string) {
		for _, p := range allProfiles {
			form, refusal := forms.Parse(forms.Request{Message: message, Schema: schema}, p)
			if (form == nil) == (refusal == nil) {
				t.Fatalf("form %v and refusal %v", form, refusal)
			}
			if refusal != nil {
				if notJSON := refusal.Rule == "not-json"; notJSON && json.Valid(schema) && utf8.Valid(schema) {
					t.Fatalf("%q is JSON, and is refused as none", schema)
				}
				drawable(t, refusal.Error(), refusal.ForAuthor())
				if !utf8.ValidString(refusal.ForAuthor()) {
					t.Fatal("a refusal is no valid text")
				}
				continue
			}
			if len(bytes.TrimSpace(schema)) > 0 && !json.Valid(schema) {
				t.Fatalf("%q is no JSON, and is read", schema)
			}
			sameNames(t, form)
			for _, q := range form.Questions() {
				drawable(t, q.Name, q.Title, q.Description, q.Constraint, q.DefaultText)
				labels := map[string]bool{}
				for _, o := range q.Options {
					drawable(t, o.Label, o.Value)
					if labels[o.Label] {
						t.Fatalf("label %q stands there twice", o.Label)
					}
					labels[o.Label] = true
				}
			}
			if content := form.Preview(form.Initial()); !json.Valid(content) {
				t.Fatalf("no JSON: %s", content)
			}
			for name, a := range form.Initial() {
				if a.State == forms.Default {
					if found := form.CheckAnswer(name, a); len(found) > 0 {
						t.Fatalf("the default of %q is not a valid answer: %v", name, found)
					}
				}
			}
			form.Everruns(message)
		}
		if _, err := json.Marshal(forms.CheckSchema(forms.Request{Message: message, Schema: schema})); err != nil {
			t.Fatal(err)
		}
	})
}

// sameNames compares a form's names with those that encoding/json reads.
func sameNames(t *testing.T, f *forms.Form) {
	t.Helper()
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(f.Schema, &schema) != nil || len(schema.Properties) != len(f.Properties) {
		return // a repeated key of the root, or a root that is a reference
	}
	for _, name := range namesOf(f) {
		if _, ok := schema.Properties[name]; !ok {
			t.Fatalf("%q is no property of %s", name, f.Schema)
		}
	}
}

func drawable(t *testing.T, texts ...string) {
	t.Helper()
	for _, s := range texts {
		for _, r := range s {
			if unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Cf, r) {
				t.Fatalf("%U in %q would be drawn", r, s)
			}
		}
	}
}

// enforced are the keywords and formats that both sides check.
var enforced = []string{
	"type", "properties", "required", "title", "description", "enum", "const", "oneOf", "anyOf", "items", "default",
	"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern",
	"minItems", "maxItems", "uniqueItems", "enumNames",
}

// meansTheSame reports whether a schema's meaning is the same on both sides: no
// keyword that is not checked here, and no required name without a property.
func meansTheSame(f *forms.Form) bool {
	if len(f.Findings) > 0 && strings.Contains(findings(f), "ignored") || strings.Contains(findings(f), "all-of") ||
		strings.Contains(findings(f), "local-ref") || strings.Contains(findings(f), "nullable") {
		return false // a detour's keywords give way to those nearer by
	}
	var root map[string]json.RawMessage
	if json.Unmarshal(f.Schema, &root) != nil {
		return false
	}
	var required []string
	_ = json.Unmarshal(root["required"], &required)
	for _, name := range required {
		if !strings.Contains("\x00"+strings.Join(namesOf(f), "\x00")+"\x00", "\x00"+name+"\x00") {
			return false
		}
	}
	var properties map[string]json.RawMessage
	_ = json.Unmarshal(root["properties"], &properties)
	for key := range root {
		if key != "type" && key != "properties" && key != "required" && key != "title" && key != "description" {
			return false
		}
	}
	for _, p := range properties {
		if !onlyEnforced(p) {
			return false
		}
	}
	return true
}

func onlyEnforced(property json.RawMessage) bool {
	var keys map[string]json.RawMessage
	if json.Unmarshal(property, &keys) != nil {
		return false
	}
	for key, value := range keys {
		known := key == "format" && (bytes.Equal(value, []byte(`"email"`)) || bytes.Equal(value, []byte(`"uri"`)) ||
			bytes.Equal(value, []byte(`"date"`)) || bytes.Equal(value, []byte(`"date-time"`)))
		for _, e := range enforced {
			known = known || e == key
		}
		if !known {
			return false
		}
	}
	// one way of offering options at a time: the others give way here
	ways := 0
	for _, way := range []string{"enum", "const", "oneOf", "anyOf"} {
		if keys[way] != nil {
			ways++
		}
	}
	if items := keys["items"]; items != nil && !onlyEnforced(items) {
		return false
	}
	for _, way := range []string{"oneOf", "anyOf"} {
		var alts []map[string]json.RawMessage
		_ = json.Unmarshal(keys[way], &alts)
		for _, alt := range alts {
			for key := range alt {
				if key != "const" && key != "title" && (key != "type" || keys[way] == nil || len(alt) > 1) {
					return false
				}
			}
		}
	}
	return ways <= 1
}

func findings(f *forms.Form) string {
	var all []string
	for _, finding := range f.Findings {
		all = append(all, finding.Rule)
	}
	return strings.Join(all, " ")
}

// FuzzContent: what validates here validates there.
func FuzzContent(f *testing.F) {
	addRecorded(f, func(r recorded) {
		if form, _ := forms.Parse(r.request(), forms.Tester); form != nil {
			content, _ := form.Content(goodAnswers(f, form))
			f.Add([]byte(r.RequestedSchema), []byte(content))
		}
	})
	for _, seed := range [][2]string{
		{`{"type":"string","format":"uri"}`, `"http://[::1]"`},
		{`{"type":"string","format":"email"}`, `"a@b"`},
		{`{"type":"string","format":"date-time"}`, `"2026-01-31T23:59:59+23:59"`},
		{`{"type":"number","multipleOf":0.01}`, `1.10e1`},
		{`{"enum":[1,1.0,"1",true]}`, `1e0`},
		{`{"type":"array","items":{"type":"number"},"uniqueItems":true}`, `[1,1.5]`},
		{`{"type":"integer","exclusiveMaximum":9223372036854775807}`, `9223372036854775806`},
		{`{"type":"array","items":{"oneOf":[{"const":"a"},{"const":"a"},{"const":"b"}]},"maxItems":2}`, `["b"]`},
	} {
		f.Add([]byte(`{"type":"object","properties":{"v":`+seed[0]+`}}`), []byte(`{"v":`+seed[1]+`}`))
	}
	f.Fuzz(func(t *testing.T, schema, content []byte) {
		form, _ := forms.Parse(forms.Request{Schema: schema}, forms.Tester)
		if form == nil || form.Check(content) != nil || !meansTheSame(form) {
			return
		}
		there := compiled(schema)
		if there == nil {
			return
		}
		if err := validates(there, content); err != nil {
			t.Fatalf("%s passes here for %s and not there: %v", content, schema, err)
		}
		answers, issues := form.Answers(content)
		if issues != nil {
			t.Fatalf("checked content %s gives no answers: %v", content, issues)
		}
		sent, issues := form.Content(answers)
		if issues != nil {
			t.Fatalf("the answers of checked content %s have issues: %v", content, issues)
		}
		if err := validates(there, sent); err != nil {
			t.Fatalf("%s is sent for %s and is not valid there: %v", sent, schema, err)
		}
	})
}

// FuzzFingerprint: two forms have the same fingerprint if and only if they ask
// the same.
func FuzzFingerprint(f *testing.F) {
	all := recordedAll(f)
	for i := range all {
		f.Add([]byte(all[i].RequestedSchema), []byte(all[(i+1)%len(all)].RequestedSchema), "a", "a")
		f.Add([]byte(all[i].RequestedSchema), []byte(all[i].RequestedSchema), "a", "b")
	}
	f.Fuzz(func(t *testing.T, a, b []byte, messageA, messageB string) {
		formA, _ := forms.Parse(forms.Request{Message: messageA, Schema: a}, forms.Tester)
		formB, _ := forms.Parse(forms.Request{Message: messageB, Schema: b}, forms.Tester)
		if formA == nil || formB == nil || !utf8.ValidString(messageA) || !utf8.ValidString(messageB) {
			return
		}
		same := formA.Fingerprint() == formB.Fingerprint()
		if asks := seenOf(t, formA) == seenOf(t, formB); asks != same {
			t.Fatalf("asks the same: %v, same fingerprint: %v\n%s\n%s", asks, same, a, b)
		}
	})
}

// FuzzCredentialShaped: any text is judged without a panic.
func FuzzCredentialShaped(f *testing.F) {
	f.Add("4111 1111 1111 1111")
	f.Add("eyJhbGciOiJub25lIn0.e30.")
	f.Add("sk-aaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
	f.Fuzz(func(t *testing.T, s string) {
		if what, is := forms.CredentialShaped(s); is != (what != "") {
			t.Fatalf("%q: %q, %v", s, what, is)
		}
	})
}
