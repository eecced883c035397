package form

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"elicit/forms"
	"elicit/tui/theme"
)

// corpus is where the schemas found in the wild are.
const corpus = "../../testdata/schemas"

// wild is a schema of the corpus.
type wild struct {
	Message         string          `json:"message"`
	RequestedSchema json.RawMessage `json:"requestedSchema"`
	Expect          map[string]struct {
		Verdict string `json:"verdict"`
	} `json:"expect"`
}

// beyondJudging are schemas whose content no validator can accept.
var beyondJudging = map[string]string{
	"go-sdk-1.8.0-tests__31":                                   "minLength is -1: the schema itself is not valid",
	"modelcontextprotocol-java-sdk__McpSchemaTests.java-L1576": "requires a property that it does not describe",
}

func TestEveryAnswerableSchemaIsFilledInByKeys(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no schemas in %s: %v", corpus, err)
	}
	answered := 0
	for _, file := range files {
		w := readWild(t, file)
		f, refusal := forms.Parse(forms.Request{Message: w.Message, Schema: w.RequestedSchema}, forms.Tester)
		if refusal != nil {
			continue
		}
		answered++
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			content := fillIn(t, f)
			err := judge(w.RequestedSchema, content)
			if why, known := beyondJudging[name]; known != (err != nil) {
				t.Errorf("%s judged: %v (known: %s)", content, err, why)
			}
		})
	}
	if answered < 100 {
		t.Errorf("only %d of %d schemas were answerable", answered, len(files))
	}
}

func readWild(t *testing.T, file string) wild {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var w wild
	if err := json.Unmarshal(b, &w); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return w
}

// fillIn answers each field with keys alone and looks at every frame.
func fillIn(t *testing.T, f *forms.Form) forms.Content {
	t.Helper()
	m := New(f, Options{Theme: theme.New(true, true), Now: (&clock{}).now})
	m.SetSize(80, 24)
	for i, q := range f.Questions() {
		if m.Focused() != i {
			t.Fatalf("the focus is on %d, want %d\n%s", m.Focused(), i, m.View())
		}
		keys := answerKeys(t, f, q)
		press(t, m, keys...)
		frameFits(t, m, 80, 24)
		if got := m.Answers()[f.Properties[q.Property].Name.Raw()]; got.State == forms.Omitted {
			t.Fatalf("%s is unanswered after %q\n%s", q.Name, keys, m.View())
		}
		if !strings.Contains(ansi.Strip(m.View()), "▸") {
			t.Errorf("the focus is not visible at %s", q.Name)
		}
		if i < len(f.Properties)-1 {
			press(t, m, "tab")
		}
	}
	content, issues := f.Content(m.Answers())
	if issues != nil {
		t.Fatalf("issues: %v\n%s", issues, m.View())
	}
	return content
}

// frameFits checks that a frame has exactly the cells it was given.
func frameFits(t *testing.T, m *Model, w, h int) {
	t.Helper()
	rows := strings.Split(m.View(), "\n")
	if len(rows) != h {
		t.Fatalf("%d rows, want %d\n%s", len(rows), h, m.View())
	}
	for _, row := range rows {
		if n := ansi.StringWidth(row); n != w {
			t.Fatalf("a row of %d cells, want %d: %q", n, w, row)
		}
	}
}

// answerKeys are the keys that give a field a valid answer.
func answerKeys(t *testing.T, f *forms.Form, q forms.Question) []string {
	t.Helper()
	p := f.Properties[q.Property]
	keep := func(a forms.Answer) bool { return len(f.CheckAnswer(p.Name.Raw(), a)) == 0 }
	switch q.Kind {
	case forms.KindBoolean:
		return []string{"y"}
	case forms.KindChoice:
		keys := []string{"ctrl+x", "home"}
		if !q.Required {
			keys = append(keys, "down") // past "no answer"
		}
		return append(keys, "space")
	case forms.KindChoices:
		return choicesKeys(p, keep)
	case forms.KindList:
		return listKeys(t, p, keep)
	case forms.KindText, forms.KindInteger, forms.KindNumber:
	}
	for _, text := range candidates(p) {
		if keep(forms.Answer{State: forms.Set, Text: text}) {
			return append([]string{"ctrl+a", "ctrl+k"}, text)
		}
	}
	t.Fatalf("no candidate fits %s (%s)", q.Name, q.Constraint)
	return nil
}

// choicesKeys toggle all off and then as many on as are needed.
func choicesKeys(p forms.Property, keep func(forms.Answer) bool) []string {
	keys := []string{"ctrl+t", "home"}
	var picks []int
	for i := range p.Options {
		picks = append(picks, i)
		keys = append(keys, "space")
		if keep(forms.Answer{State: forms.Set, Picks: picks}) {
			break
		}
		keys = append(keys, "down")
	}
	return keys
}

func listKeys(t *testing.T, p forms.Property, keep func(forms.Answer) bool) []string {
	t.Helper()
	keys := []string{"ctrl+x"}
	var items []string
	for i := range 100 {
		item := fmt.Sprint(i + 1)
		items = append(items, item)
		keys = append(keys, item)
		if keep(forms.Answer{State: forms.Set, Items: items}) {
			return keys
		}
		keys = append(keys, "enter")
	}
	t.Fatalf("no list fits %s", p.Name)
	return nil
}

// candidates are texts of which one is likely to fit.
func candidates(p forms.Property) []string {
	c := []string{
		"Ada", "ada@example.com", "https://example.com/x", "2026-11-29", "2026-11-29T12:00:00Z", "12:30:00", "42",
		"7", "1", "0", "0.5", "12345", "+4915112345678", "ABC-123", "abc", "a", "192.0.2.1", "550e8400-e29b-41d4-a716-446655440000", "1.0.0", "main", "AA",
	}
	for _, n := range []json.Number{p.Minimum, p.Maximum, p.MultipleOf} {
		if n != "" {
			c = append(c, n.String())
		}
	}
	if p.MinLength != nil && *p.MinLength > 0 {
		c = append(c, strings.Repeat("x", *p.MinLength), strings.Repeat("7", *p.MinLength))
	}
	return c
}

// judge validates content against the schema as the server wrote it, by a
// validator that has nothing to do with this project.
func judge(schema json.RawMessage, content forms.Content) error {
	if len(schema) == 0 || string(schema) == "null" {
		schema = json.RawMessage(`{"type":"object","maxProperties":0}`)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return err
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	if err := c.AddResource("mem://schema.json", doc); err != nil {
		return err
	}
	compiled, err := c.Compile("mem://schema.json")
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	if err != nil {
		return err
	}
	return compiled.Validate(value)
}

// noLoader fetches nothing.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) { return nil, errors.New("no schema is fetched: " + url) }
