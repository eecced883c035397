package forms_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"elicit/forms"
)

// recorded is one question of a real server, and what each profile should make
// of it.
type recorded struct {
	file            string
	Message         *string                `json:"message"`
	RequestedSchema json.RawMessage        `json:"requestedSchema"`
	Expect          map[string]expectation `json:"expect"`
}

type expectation struct {
	Verdict    string           `json:"verdict"`
	Rule       string           `json:"rule"`
	Property   string           `json:"property"`
	Rules      []string         `json:"rules"`
	Properties []map[string]any `json:"properties"`
	Findings   []string         `json:"findings"`
}

func (r recorded) request() forms.Request {
	req := forms.Request{Schema: r.RequestedSchema}
	if r.Message != nil {
		req.Message = *r.Message
	}
	return req
}

// otherReadings lists the files whose expectation we do not share, and why.
var otherReadings = map[string]string{}

// beyond are keys that a check may tell beside those expected.
var beyond = []string{"pattern", "itemKind", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems"}

func eachRecorded(t *testing.T, test func(t *testing.T, file string, r recorded)) {
	t.Helper()
	for _, r := range recordedAll(t) {
		t.Run(strings.TrimSuffix(r.file, ".json"), func(t *testing.T) { test(t, r.file, r) })
	}
}

func recordedAll(t testing.TB) []recorded {
	t.Helper()
	files, err := filepath.Glob("../testdata/schemas/*.json")
	if err != nil || len(files) < 214 {
		t.Fatalf("found %d recorded questions (%v), want at least 214", len(files), err)
	}
	all := make([]recorded, len(files))
	for i, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(raw, &all[i]); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all[i].file = filepath.Base(path)
	}
	return all
}

func TestEveryRecordedQuestionIsReadAsExpected(t *testing.T) {
	eachRecorded(t, func(t *testing.T, file string, r recorded) {
		t.Helper()
		if reason, other := otherReadings[file]; other {
			t.Skip("we read it otherwise: " + reason)
		}
		if len(r.Expect) != 3 {
			t.Fatalf("expectations for %d profiles, want 3", len(r.Expect))
		}
		raw, err := json.Marshal(forms.CheckSchema(r.request()))
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]expectation
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatal(err)
		}
		for profile, want := range r.Expect {
			compareVerdicts(t, profile, got[profile], want)
		}
	})
}

func compareVerdicts(t *testing.T, profile string, got, want expectation) {
	t.Helper()
	if got.Verdict != want.Verdict || got.Rule != want.Rule || got.Property != want.Property {
		t.Errorf("%s: %s %s %s, want %s %s %s", profile, got.Verdict, got.Rule, got.Property,
			want.Verdict, want.Rule, want.Property)
	}
	if !slices.Equal(got.Rules, want.Rules) {
		t.Errorf("%s: rules %v, want %v", profile, got.Rules, want.Rules)
	}
	if !slices.Equal(got.Findings, want.Findings) {
		t.Errorf("%s: findings %v, want %v", profile, got.Findings, want.Findings)
	}
	if len(got.Properties) != len(want.Properties) {
		t.Fatalf("%s: %d properties, want %d", profile, len(got.Properties), len(want.Properties))
	}
	for i, wanted := range want.Properties {
		for _, key := range beyond {
			if _, ok := wanted[key]; !ok {
				delete(got.Properties[i], key)
			}
		}
		if !reflect.DeepEqual(got.Properties[i], wanted) {
			t.Errorf("%s: property %d is\n%v, want\n%v", profile, i, got.Properties[i], wanted)
		}
	}
}

func TestPropertiesStandInWireOrderAndUnderEverrunsInNameOrder(t *testing.T) {
	eachRecorded(t, func(t *testing.T, _ string, r recorded) {
		t.Helper()
		var order []string
		var schema struct {
			Properties json.RawMessage `json:"properties"`
		}
		if json.Unmarshal(r.RequestedSchema, &schema) != nil || len(schema.Properties) == 0 {
			return
		}
		dec := json.NewDecoder(bytes.NewReader(schema.Properties))
		if _, err := dec.Token(); err != nil {
			t.Fatal(err)
		}
		for dec.More() {
			name, _ := dec.Token()
			order = append(order, name.(string))
			var skip json.RawMessage
			if err := dec.Decode(&skip); err != nil {
				t.Fatal(err)
			}
		}
		if f, _ := forms.Parse(r.request(), forms.Tester); f != nil && !slices.Equal(namesOf(f), order) {
			t.Errorf("tester: %v, want %v", namesOf(f), order)
		}
		slices.Sort(order)
		if f, _ := forms.Parse(r.request(), forms.Everruns); f != nil && !slices.Equal(namesOf(f), order) {
			t.Errorf("everruns: %v, want %v", namesOf(f), order)
		}
	})
}

func namesOf(f *forms.Form) []string {
	var names []string
	for i := range f.Properties {
		names = append(names, f.Properties[i].Name.Raw())
	}
	return names
}
