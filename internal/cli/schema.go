package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// inputSchema is as much of a tool's input schema as typing NAME=VALUE needs.
// It is the server's, so nothing in it is relied on.
type inputSchema struct {
	raw     json.RawMessage
	root    map[string]any
	strange []string // arguments that it does not name, as facts
}

func readInputSchema(raw json.RawMessage) *inputSchema {
	s := &inputSchema{raw: raw}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if d.Decode(&s.root) != nil {
		s.root = nil
	}
	return s
}

func (s *inputSchema) properties() map[string]any {
	if s == nil {
		return nil
	}
	p, _ := s.root["properties"].(map[string]any)
	return p
}

// value reads what was typed for a property, as its schema says. Several values
// for one name are the entries of an array. Nothing is guessed: text stays text
// unless the schema wants something else.
func (s *inputSchema) value(name string, typed []string) (json.RawMessage, error) {
	property, known := s.properties()[name]
	if !known {
		if err := s.unknown(name); err != nil {
			return nil, err
		}
	}
	types := s.types(property, 0)
	if slices.Contains(types, "array") && !slices.Contains(types, "string") {
		return s.array(name, property, typed)
	}
	if len(typed) > 1 {
		return nil, fmt.Errorf("%s was given %d times, and it is no list", name, len(typed))
	}
	return scalar(name, typed[0], types)
}

// unknown is about an argument that the schema does not name. Most schemas are
// open without meaning it, so what is probably misspelt is said, and sent.
func (s *inputSchema) unknown(name string) error {
	if s == nil {
		return nil
	}
	names := s.names()
	closed := s.root["additionalProperties"] == false
	what := "it names no argument " + name + "; it names " + list(names)
	if near := nearest(name, names); near != "" {
		what = "it names no argument " + name + "; did you mean " + near + "?"
	}
	switch {
	case closed && len(names) == 0:
		return fmt.Errorf("it takes no arguments, and %s was given", name)
	case closed:
		return errors.New(what)
	case len(names) > 0:
		s.strange = append(s.strange, what)
	}
	return nil
}

func (s *inputSchema) names() []string {
	var names []string
	for n := range s.properties() {
		names = append(names, clean(n))
	}
	slices.Sort(names)
	return names
}

func (s *inputSchema) array(name string, property any, typed []string) (json.RawMessage, error) {
	if len(typed) == 1 && strings.HasPrefix(strings.TrimSpace(typed[0]), "[") && json.Valid([]byte(typed[0])) {
		return json.RawMessage(typed[0]), nil
	}
	p, _ := s.follow(property, 0).(map[string]any)
	types := s.types(p["items"], 0)
	items := make([][]byte, 0, len(typed))
	for _, t := range typed {
		v, err := scalar(name, t, types)
		if err != nil {
			return nil, err
		}
		items = append(items, v)
	}
	return slices.Concat([]byte("["), bytes.Join(items, []byte(",")), []byte("]")), nil
}

// scalar reads one value of one of the types; no types means text.
func scalar(name, typed string, types []string) (json.RawMessage, error) {
	if len(types) == 0 || slices.Contains(types, "string") {
		return json.Marshal(typed)
	}
	word := strings.TrimSpace(typed)
	switch {
	case slices.Contains(types, "boolean") && slices.Contains([]string{"true", "yes", "false", "no"}, word):
		return json.RawMessage(map[string]string{"true": "true", "yes": "true", "false": "false", "no": "false"}[word]), nil
	case (slices.Contains(types, "number") || slices.Contains(types, "integer")) && isNumber(word):
		return json.RawMessage(word), nil
	case slices.Contains(types, "object") && strings.HasPrefix(word, "{") && json.Valid([]byte(word)):
		return json.RawMessage(word), nil
	case slices.Contains(types, "null") && word == "null":
		return json.RawMessage("null"), nil
	}
	return nil, fmt.Errorf("%s=%s: that is no %s", name, typed, strings.Join(types, " or "))
}

func isNumber(word string) bool {
	return json.Valid([]byte(word)) && strings.ContainsAny(word[:1], "-0123456789")
}

// types are what a schema allows, as far as can be told; none when anything is.
func (s *inputSchema) types(schema any, depth int) []string {
	m, ok := s.follow(schema, 0).(map[string]any)
	if !ok || depth > 8 {
		return nil
	}
	switch t := m["type"].(type) {
	case string:
		return []string{t}
	case []any:
		var out []string
		for _, one := range t {
			if name, ok := one.(string); ok {
				out = append(out, name)
			}
		}
		return out
	}
	var out []string
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		members, _ := m[key].([]any)
		for _, member := range members {
			out = append(out, s.types(member, depth+1)...)
		}
	}
	if values, ok := m["enum"].([]any); ok && len(out) == 0 {
		out = typesOf(values)
	}
	if v, ok := m["const"]; ok && len(out) == 0 {
		out = typesOf([]any{v})
	}
	return out
}

func typesOf(values []any) []string {
	var out []string
	for _, v := range values {
		switch v.(type) {
		case string:
			out = append(out, "string")
		case json.Number:
			out = append(out, "number")
		case bool:
			out = append(out, "boolean")
		case nil:
			out = append(out, "null")
		}
	}
	return out
}

// follow resolves local references.
func (s *inputSchema) follow(schema any, steps int) any {
	m, ok := schema.(map[string]any)
	if !ok || steps > 8 {
		return schema
	}
	ref, ok := m["$ref"].(string)
	if !ok || !strings.HasPrefix(ref, "#/") {
		return schema
	}
	var at any = s.root
	for step := range strings.SplitSeq(ref[2:], "/") {
		here, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = here[strings.NewReplacer("~1", "/", "~0", "~").Replace(step)]
	}
	return s.follow(at, steps+1)
}

// refuseAll loads nothing: a tool's schema is the server's, and must not make
// this program read files or pages.
type refuseAll struct{}

func (refuseAll) Load(url string) (any, error) { return nil, fmt.Errorf("%s is not loaded", url) }

// check validates an object against the schema. A schema that is none, or that
// refers to somewhere else, checks nothing: that is for the server to say.
func (s *inputSchema) check(object json.RawMessage) (err error) {
	defer func() {
		if recover() != nil { // a schema that breaks the validator checks nothing
			err = nil
		}
	}()
	if len(object) == 0 {
		object = json.RawMessage("{}")
	}
	if s.root == nil || hugeNumber(s.raw) || hugeNumber(object) {
		return nil
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(refuseAll{})
	schema, err := compile(c, s.raw)
	if err != nil {
		return nil
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(object))
	if err != nil {
		return err
	}
	var invalid *jsonschema.ValidationError
	if err := schema.Validate(v); errors.As(err, &invalid) {
		return notFitting(invalid)
	}
	return nil
}

func compile(c *jsonschema.Compiler, raw json.RawMessage) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	if err := c.AddResource("tool:input", doc); err != nil {
		return nil, err
	}
	return c.Compile("tool:input")
}

// hugeNumber finds exponents that the validator would compute for hours.
func hugeNumber(b []byte) bool {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	for {
		t, err := d.Token()
		if err != nil {
			return false
		}
		n, ok := t.(json.Number)
		if !ok {
			continue
		}
		_, exponent, scientific := strings.Cut(strings.ToLower(n.String()), "e")
		if len(n) > 400 || scientific && len(strings.TrimLeft(exponent, "+-0")) > 3 {
			return true
		}
	}
}

func notFitting(e *jsonschema.ValidationError) error {
	p := message.NewPrinter(language.English)
	var lines []string
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		for _, c := range e.Causes {
			walk(c)
		}
		if len(e.Causes) > 0 || len(lines) == 16 {
			return
		}
		where := strings.Join(e.InstanceLocation, ".")
		if where != "" {
			where = clean(where) + ": "
		}
		lines = append(lines, "    "+where+clean(e.ErrorKind.LocalizedString(p)))
	}
	walk(e)
	return fmt.Errorf("the arguments do not fit its input schema (--unchecked sends them all the same):\n%s", strings.Join(lines, "\n"))
}
