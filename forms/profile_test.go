package forms_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"elicit/forms"
)

// judged is what a profile makes of a schema: "ok" with its findings, or the
// rules that refuse it.
func judged(schema string, p forms.Profile) string {
	f, refusal := forms.Parse(forms.Request{Schema: []byte(schema)}, p)
	if refusal == nil {
		words := []string{"ok"}
		for _, finding := range f.Findings {
			words = append(words, finding.String())
		}
		return strings.Join(words, " ")
	}
	if len(refusal.Rules) > 0 {
		return "refused " + strings.Join(refusal.Rules, " ")
	}
	return "refused " + forms.Finding{Rule: refusal.Rule, Property: refusal.Property}.String()
}

func TestEachProfileJudgesByItsTable(t *testing.T) {
	const root = `{"type":"object","properties":`
	for _, tt := range []struct{ name, schema, tester, spec, everruns string }{
		{"no schema", ``, "ok no-schema", "refused no-schema", "refused not-an-object"},
		{"null", ` null `, "ok no-schema", "refused no-schema", "refused not-an-object"},
		{"a list", `[]`, "refused not-an-object", "refused not-an-object", "refused not-an-object"},
		{"no JSON", `{"type":`, "refused not-json", "refused not-json", "refused not-json"},
		{"two values", `{} {}`, "refused not-json", "refused not-json", "refused not-json"},
		{"another root type", `{"type":"array","properties":{}}`, "refused not-an-object", "refused not-an-object", "refused not-an-object"},
		{"a root type list", `{"type":["object"],"properties":{}}`, "refused not-an-object", "refused not-an-object", "refused not-an-object"},
		{"no root type", `{"properties":{}}`, "ok missing-root-type", "refused missing-root-type", "refused not-an-object"},
		{"properties are a list", root + `[]}`, "refused not-an-object", "refused not-an-object", "refused no-properties"},
		{"properties are null", root + `null}`, "refused not-an-object", "refused not-an-object", "refused no-properties"},
		{"a confirmation", root + `{}}`, "ok", "ok", "refused no-properties"},
		{"properties in alternatives", `{"type":"object","oneOf":[{"properties":{"a":{}}}]}`, "refused union", "refused union", "refused union"},
		{"the root is a reference", `{"$ref":"#/$defs/R","$defs":{"R":` + root + `{"a":{"type":"string"}}}}}`, "ok local-ref", "refused local-ref", "refused local-ref"},
		{"a condition at the root", `{"type":"object","minProperties":1,"properties":{"a":{"type":"string"}}}`, "ok keyword-ignored", "ok keyword-ignored", "ok"},

		{"not a schema", root + `{"a":true}}`, "refused not-a-schema@a", "refused not-a-schema@a", "refused not-a-schema@a"},
		{"an empty name", root + `{"":{"type":"string"}}}`, "refused property-name", "refused property-name", "refused property-name"},
		{"a name with a control", root + `{"a\u001b":{"type":"string"}}}`, "refused property-name@a\x1b", "refused property-name@a\x1b", "refused property-name@a\x1b"},
		{"a name with half a character", root + `{"a\ud800":{"type":"string"}}}`, "refused property-name@a\ufffd", "refused property-name@a\ufffd", "refused property-name@a\ufffd"},
		{"a name of words", root + `{"a b":{"type":"string"}}}`, "ok", "ok", "refused property-name@a b"},

		{"a reference in the schema", root + `{"a":{"$ref":"#/$defs/a~1b~0c%20d"}},"$defs":{"a/b~c d":{"type":"string"}}}`, "ok local-ref@a", "refused local-ref@a", "refused local-ref@a"},
		{"a reference to a list's member", root + `{"a":{"$ref":"#/$defs/x/1"}},"$defs":{"x":[0,{"type":"string"}]}}`, "ok local-ref@a", "refused local-ref@a", "refused local-ref@a"},
		{"a reference elsewhere", root + `{"a":{"$ref":"https://example.com/s.json"}}}`, "refused remote-ref@a", "refused remote-ref@a", "refused local-ref@a"},
		{"a reference to the root", root + `{"a":{"$ref":"#"}}}`, "refused remote-ref@a", "refused remote-ref@a", "refused local-ref@a"},
		{"a circular reference", root + `{"a":{"$ref":"#/properties/b"},"b":{"$ref":"#/properties/a"}}}`, "refused remote-ref@a", "refused remote-ref@a", "refused local-ref@a"},
		{"a chain of eight references", root + chain(8), "ok local-ref@a", "refused local-ref@a", "refused local-ref@a"},
		{"a chain of nine references", root + chain(9), "refused remote-ref@a", "refused remote-ref@a", "refused local-ref@a"},
		{"a reference whose bound gives way", root + `{"a":{"$ref":"#/$defs/x","title":"mine","minLength":1}},"$defs":{"x":{"type":"string","title":"theirs","minLength":5}}}`, "ok keyword-ignored@a local-ref@a", "refused local-ref@a", "refused local-ref@a"},
		{"all of one", root + `{"a":{"allOf":[{"type":"string"}],"title":"A"}}}`, "ok all-of@a", "refused all-of@a", "refused untyped@a"},
		{"a type list with null", root + `{"a":{"type":["null","string"]}}}`, "ok nullable@a", "refused nullable@a", "refused untyped@a"},
		{"a type list", root + `{"a":{"type":["string","integer"]}}}`, "refused union@a", "refused union@a", "refused untyped@a"},
		{"alternatives with null", root + `{"a":{"oneOf":[{"type":"null"},{"type":"integer"}]}}}`, "ok nullable@a", "refused nullable@a", "refused untyped@a"},
		{"a nullable reference", root + `{"a":{"anyOf":[{"$ref":"#/$defs/E"},{"type":"null"}]}},"$defs":{"E":{"type":"string","enum":["x"]}}}`, "ok local-ref@a nullable@a", "refused local-ref@a nullable@a", "refused untyped@a"},
		{"integer or number", root + `{"a":{"anyOf":[{"type":"integer"},{"type":"number"}]}}}`, "ok numeric-union@a", "refused numeric-union@a", "refused untyped@a"},
		{"string or integer", root + `{"a":{"anyOf":[{"type":"string"},{"type":"integer"}]}}}`, "refused union@a", "refused union@a", "refused untyped@a"},

		{"an object", root + `{"a":{"type":"object"}}}`, "refused nested@a", "refused nested@a", "refused nested@a"},
		{"an object with options", root + `{"a":{"type":"object","enum":["a"]}}}`, "refused nested@a", "refused nested@a", "refused nested@a"},
		{"a list of lists", root + `{"a":{"type":"array","items":{"type":"array"}}}}`, "refused nested@a", "refused nested@a", "refused nested@a"},
		{"a list of booleans", root + `{"a":{"type":"array","items":{"type":"boolean"}}}}`, "refused untyped@a", "refused untyped@a", "refused nested@a"},
		{"a list of anything", root + `{"a":{"type":"array"}}}`, "refused untyped@a", "refused untyped@a", "refused nested@a"},
		{"a free list", root + `{"a":{"type":"array","items":{"type":"number"}}}}`, "ok free-list@a", "refused free-list@a", "refused nested@a"},
		{"untyped items", root + `{"a":{"type":"array","items":{"enum":["x"]}}}}`, "ok untyped-items@a", "refused untyped-items@a", "refused nested@a"},
		{"titled items", root + `{"a":{"type":"array","items":{"anyOf":[{"const":"x","title":"X"}]}}}}`, "ok", "ok", "refused nested@a"},
		{"titled items in oneOf", root + `{"a":{"type":"array","items":{"oneOf":[{"const":"x","title":"X"}]}}}}`, "ok items-one-of@a", "refused items-one-of@a", "refused nested@a"},

		{"untyped options", root + `{"a":{"enum":["x"]}}}`, "ok untyped-choice@a", "refused untyped-choice@a", "refused untyped@a"},
		{"a lone const", root + `{"a":{"const":"x","type":"string"}}}`, "ok untyped-choice@a", "refused untyped-choice@a", "ok"},
		{"options of anyOf", root + `{"a":{"type":"string","anyOf":[{"const":"x"},{"const":"y"}]}}}`, "ok untyped-choice@a", "refused untyped-choice@a", "ok"},
		{"no options", root + `{"a":{"type":"string","enum":[]}}}`, "refused empty-enum@a", "refused empty-enum@a", "refused empty-enum@a"},
		{"options that are no list", root + `{"a":{"type":"string","enum":"x"}}}`, "refused empty-enum@a", "refused empty-enum@a", "refused empty-enum@a"},
		{"only null to choose", root + `{"a":{"enum":[null]}}}`, "refused empty-enum@a", "refused empty-enum@a", "refused untyped@a"},
		{"null among the options", root + `{"a":{"type":"string","enum":["x",null]}}}`, "ok nullable@a", "refused nullable@a", "refused non-string-option@a"},
		{"an object as option", root + `{"a":{"type":"string","enum":[{}]}}}`, "refused non-scalar-option@a", "refused non-scalar-option@a", "refused non-scalar-option@a"},
		{"a number as option", root + `{"a":{"type":"number","enum":[1]}}}`, "ok non-string-option@a", "refused non-string-option@a", "ok"},
		{"an option twice", root + `{"a":{"type":"string","enum":["x","x"]}}}`, "ok duplicate-option@a", "refused duplicate-option@a", "refused duplicate-label@a"},
		{"an option twice under two names", root + `{"a":{"type":"string","enum":["x","x"],"enumNames":["X","Y"]}}}`, "ok duplicate-option@a", "refused duplicate-option@a", "ok"},
		{"two options of one name", root + `{"a":{"type":"string","enum":["x","y"],"enumNames":["X","X"]}}}`, "ok", "ok", "refused duplicate-label@a"},
		{"a blank option", root + `{"a":{"type":"string","enum":["x"," "]}}}`, "ok", "ok", "refused blank-option@a"},
		{"too few names", root + `{"a":{"type":"string","enum":["x","y"],"enumNames":["X"]}}}`, "ok enum-names-length@a", "refused enum-names-length@a", "refused enum-names-length@a"},
		{"a name that is no text", root + `{"a":{"type":"string","enum":["x"],"enumNames":[1]}}}`, "ok enum-names-length@a", "refused enum-names-length@a", "refused enum-names-length@a"},
		{"names that are no list", root + `{"a":{"type":"string","enum":["x"],"enumNames":"X"}}}`, "ok enum-names-length@a", "refused enum-names-length@a", "ok"},

		{"an unknown format", root + `{"a":{"type":"string","format":"time"}}}`, "ok format-unknown@a", "refused format-unknown@a", "ok"},
		{"a pattern of another engine", root + `{"a":{"type":"string","pattern":"(?=a)"}}}`, "ok pattern-unknown@a", "ok pattern-unknown@a", "ok"},
		{"a pattern that grows", root + `{"a":{"type":"string","pattern":"((a{1,100}){1,100})"}}}`, "ok pattern-unknown@a", "ok pattern-unknown@a", "ok"},
		{"a condition", root + `{"a":{"type":"string","not":{"const":"x"}}}}`, "ok keyword-ignored@a", "ok keyword-ignored@a", "ok"},
		{"an unknown type", root + `{"a":{"type":"date"}}}`, "refused untyped@a", "refused untyped@a", "refused nested@a"},
		{"no type", root + `{"a":{}}}`, "refused untyped@a", "refused untyped@a", "refused untyped@a"},
		{"crossed bounds", root + `{"a":{"type":"number","minimum":2,"maximum":1}}}`, "refused unsatisfiable@a", "refused unsatisfiable@a", "ok"},
		{"bounds that meet in the open", root + `{"a":{"type":"number","minimum":2,"exclusiveMaximum":2}}}`, "refused unsatisfiable@a", "refused unsatisfiable@a", "ok"},
		{"bounds without a whole number", root + `{"a":{"type":"integer","minimum":1.2,"maximum":1.8}}}`, "refused unsatisfiable@a", "refused unsatisfiable@a", "ok"},
		{"bounds beyond 64 bits", root + `{"a":{"type":"integer","minimum":1e19}}}`, "refused unsatisfiable@a", "refused unsatisfiable@a", "ok"},
		{"more items than options", root + `{"a":{"type":"array","minItems":2,"items":{"type":"string","enum":["x"]}}}}`, "refused unsatisfiable@a", "refused unsatisfiable@a", "refused nested@a"},
		{"no option of the type", root + `{"a":{"type":"string","enum":[1]}}}`, "refused unsatisfiable@a", "refused unsatisfiable@a", "refused non-string-option@a"},
		{"a default of another type", root + `{"a":{"type":"string","default":1}}}`, "ok default-invalid@a", "ok default-invalid@a", "ok"},
		{"a default beyond the bounds", root + `{"a":{"type":"integer","default":9,"maximum":8}}}`, "ok default-invalid@a", "ok default-invalid@a", "ok"},
		{"a default that is no option", root + `{"a":{"type":"string","enum":["x"],"default":"X"}}}`, "ok default-invalid@a", "ok default-invalid@a", "ok"},
		{"a default of null", root + `{"a":{"type":"string","default":null}}}`, "ok", "ok", "ok"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for p, want := range map[*forms.Profile]string{&forms.Tester: tt.tester, &forms.Spec: tt.spec, &forms.Everruns: tt.everruns} {
				if got := judged(tt.schema, *p); got != want {
					t.Errorf("%s: %s, want %s", p.Name, got, want)
				}
			}
		})
	}
}

// chain is properties whose "a" is n references away from a string.
func chain(n int) string {
	var defs strings.Builder
	for i := 1; i < n; i++ {
		fmt.Fprintf(&defs, `"d%d":{"$ref":"#/$defs/d%d"},`, i, i+1)
	}
	return fmt.Sprintf(`{"a":{"$ref":"#/$defs/d1"}},"$defs":{%s"d%d":{"type":"string"}}}`, defs.String(), n)
}

func TestWhatIsOverABoundIsRefusedNeverTrimmed(t *testing.T) {
	names := func(n int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(`"p%d":{"type":"string"}`, i))
		}
		return `{"type":"object","properties":{` + strings.Join(list, ",") + `}}`
	}
	options := func(n int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(`"o%d"`, i))
		}
		return `{"type":"object","properties":{"a":{"type":"string","enum":[` + strings.Join(list, ",") + `]}}}`
	}
	text := func(key string, n int) string {
		return `{"type":"object","properties":{"a":{"type":"string","` + key + `":"` + strings.Repeat("ü", n) + `"}}}`
	}
	name := func(n int) string {
		return `{"type":"object","properties":{"` + strings.Repeat("n", n) + `":{"type":"string"}}}`
	}
	label := func(n int) string {
		return `{"type":"object","properties":{"a":{"type":"string","enum":["x"],"enumNames":["` + strings.Repeat("ü", n) + `"]}}}`
	}
	for _, tt := range []struct {
		what   string
		make   func(int) string
		rule   string
		bounds map[*forms.Profile]int
	}{
		{"properties", names, "too-many-properties", map[*forms.Profile]int{&forms.Tester: 128, &forms.Spec: 128, &forms.Everruns: 16}},
		{"options", options, "too-many-options", map[*forms.Profile]int{&forms.Tester: 1000, &forms.Spec: 1000, &forms.Everruns: 32}},
		{"names", name, "property-name", map[*forms.Profile]int{&forms.Tester: 256, &forms.Everruns: 64}},
		{"titles", func(n int) string { return text("title", n) }, "text-too-long", map[*forms.Profile]int{&forms.Tester: 500, &forms.Everruns: 200}},
		{"labels", label, "text-too-long", map[*forms.Profile]int{&forms.Tester: 500, &forms.Everruns: 200}},
		{"descriptions", func(n int) string { return text("description", n) }, "text-too-long", map[*forms.Profile]int{&forms.Tester: 16_000, &forms.Everruns: 2000}},
		{"defaults", func(n int) string { return text("default", n) }, "text-too-long", map[*forms.Profile]int{&forms.Tester: 16_000}},
	} {
		for p, most := range tt.bounds {
			if got := judged(tt.make(most), *p); got != "ok" {
				t.Errorf("%s: %d %s: %s, want them taken", p.Name, most, tt.what, got)
			}
			if got := judged(tt.make(most+1), *p); !strings.HasPrefix(got, "refused "+tt.rule) {
				t.Errorf("%s: %d %s: %.80s, want %s", p.Name, most+1, tt.what, got, tt.rule)
			}
		}
	}
	for p, most := range map[*forms.Profile]int{&forms.Tester: 16_000, &forms.Everruns: 2000} {
		schema := []byte(names(1))
		if _, refusal := forms.Parse(forms.Request{Message: strings.Repeat("ü", most), Schema: schema}, *p); refusal != nil {
			t.Errorf("%s: a message of %d characters is refused: %v", p.Name, most, refusal)
		}
		if _, refusal := forms.Parse(forms.Request{Message: strings.Repeat("ü", most+1), Schema: schema}, *p); refusal == nil || refusal.Rule != "text-too-long" {
			t.Errorf("%s: a message of %d characters: %v, want text-too-long", p.Name, most+1, refusal)
		}
	}
}

func TestSpecIsStricterUnderTheFirstProtocolVersion(t *testing.T) {
	p := forms.Spec.ForProtocol("2025-06-18")
	for schema, want := range map[string]string{
		`{"a":{"type":"array","items":{"type":"string","enum":["x"]}}}`:               "refused multi-select@a",
		`{"a":{"type":"string","oneOf":[{"const":"x","title":"X"}]}}`:                 "refused titled-choice@a",
		`{"a":{"type":"string","default":"x"},"b":{"type":"boolean","default":true}}`: "ok typed-default@a",
		`{"a":{"type":"string","enum":["x"],"enumNames":["X"]}}`:                      "ok",
		`{"a":{"type":["string","null"]}}`:                                            "refused nullable@a",
	} {
		if got := judged(`{"type":"object","properties":`+schema+`}`, p); got != want {
			t.Errorf("%s: %s, want %s", schema, got, want)
		}
	}
	if got := forms.Spec.ForProtocol("2025-11-25"); got != forms.Spec {
		t.Error("spec differs under 2025-11-25")
	}
	if got := forms.Tester.ForProtocol("2025-06-18"); got != forms.Tester {
		t.Error("tester differs under 2025-06-18")
	}
}

func TestProfilesAreFoundByTheNamesOfTheCommandLine(t *testing.T) {
	if got := forms.ProfileNames(); !slices.Equal(got, []string{"tester", "spec", "everruns"}) {
		t.Errorf("names are %v", got)
	}
	for _, name := range forms.ProfileNames() {
		if p, ok := forms.ProfileNamed(name); !ok || p.Name != name {
			t.Errorf("%s is not found by its name", name)
		}
	}
	if _, ok := forms.ProfileNamed("arguments"); ok {
		t.Error("the profile of tool arguments can be chosen for questions")
	}
}

func TestARefusalNamesProfilePropertyRuleAndWhatToDo(t *testing.T) {
	_, refusal := forms.Parse(forms.Request{Schema: []byte(`{"type":"object","properties":{"userPin":{"type":"string"}}}`)}, forms.Tester)
	if refusal == nil {
		t.Fatal("not refused")
	}
	for _, text := range []string{refusal.Error(), refusal.ForAuthor()} {
		for _, want := range []string{"tester", `"userPin"`, "credential", "URL mode"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q does not name %s", text, want)
			}
		}
	}
	_, refusal = forms.Parse(forms.Request{Schema: []byte(`{"properties":{"a":{"type":["string","null"]},"b":{"enum":["x"]}}}`)}, forms.Spec)
	for _, want := range []string{"missing-root-type", "nullable@a", "untyped-choice@b"} {
		if !strings.Contains(refusal.Error(), want) || !slices.Contains(refusal.Rules, want) {
			t.Errorf("%q with rules %v does not name %s", refusal.Error(), refusal.Rules, want)
		}
	}
	_, refusal = forms.Parse(forms.Request{Schema: []byte(`{"type":"object","properties":{"a\u001b[2J\u202e":{"type":"string"}}}`)}, forms.Tester)
	if strings.ContainsAny(refusal.Error()+refusal.ForAuthor(), "\x1b\u202e") {
		t.Error("a refusal lets a server's escape code through")
	}
}

func TestAtMostSixtyFourFindingsAreKeptAndTheRestCounted(t *testing.T) {
	var list []string
	for i := range 100 {
		list = append(list, fmt.Sprintf(`"p%02d":{"type":["string","null"]}`, i))
	}
	schema := []byte(`{"type":"object","properties":{` + strings.Join(list, ",") + `}}`)
	f, _ := forms.Parse(forms.Request{Schema: schema}, forms.Tester)
	if len(f.Findings) != forms.MaxFindings || f.MoreFound != 36 {
		t.Errorf("kept %d and counted %d, want 64 and 36", len(f.Findings), f.MoreFound)
	}
	_, refusal := forms.Parse(forms.Request{Schema: schema}, forms.Spec)
	if len(refusal.Rules) != forms.MaxFindings || refusal.MoreRules != 36 {
		t.Errorf("kept %d and counted %d rules, want 64 and 36", len(refusal.Rules), refusal.MoreRules)
	}
}

func TestEveryFindingIsExplained(t *testing.T) {
	f := form(t, forms.Tester, `{"properties":{"a":{"type":["string","null"],"format":"x","default":1}}}`)
	for _, finding := range f.Findings {
		if finding.Explain() == "" || finding.Advice() == "" {
			t.Errorf("%s is not explained", finding)
		}
	}
}

func TestToolArgumentsAreNotAskedForByAnyone(t *testing.T) {
	f := form(t, forms.Arguments, `{"properties":{"token":{"type":"string","description":"`+strings.Repeat("x", 50_000)+`"},"tags":{"type":"array","items":{"type":"string"}}}}`)
	if len(f.Properties) != 2 || len(f.Findings) != 0 {
		t.Errorf("%d properties and findings %v, want 2 and none", len(f.Properties), f.Findings)
	}
	if got := judged(`{"type":"object","properties":{"o":{"type":"object"}}}`, forms.Arguments); got != "refused nested@o" {
		t.Errorf("a nested argument: %s, want it left to the JSON editor", got)
	}
}
