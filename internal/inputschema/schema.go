package inputschema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"elicit/internal/nearest"
	"elicit/internal/safetext"
)

// Schema is as much of a tool's input schema as typing NAME=VALUE needs.
// It is the server's, so nothing in it is relied on.
type Schema struct {
	raw     json.RawMessage
	root    map[string]any
	strange []string
}

// Read reads a schema; one that is none knows no types and refuses nothing.
func Read(raw json.RawMessage) *Schema {
	s := &Schema{raw: raw}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if d.Decode(&s.root) != nil {
		s.root = nil
	}
	return s
}

func (s *Schema) properties() map[string]any {
	if s == nil {
		return nil
	}
	p, _ := s.root["properties"].(map[string]any)
	return p
}

// Value reads what was typed for a property, as its schema says. Several values
// for one name are the entries of an array. Nothing is guessed: text stays text
// unless the schema wants something else.
func (s *Schema) Value(name string, typed []string) (json.RawMessage, error) {
	property, known := s.properties()[name]
	if !known {
		if err := s.unknown(name); err != nil {
			return nil, err
		}
	}
	types := s.types(property)
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
func (s *Schema) unknown(name string) error {
	if s == nil {
		return nil
	}
	names := s.names()
	closed := s.root["additionalProperties"] == false
	what := "it names no argument " + name + "; it names " + strings.Join(names, ", ")
	if near := nearest.To(name, names); near != "" {
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

// Strange are facts about arguments that Value was given and the schema does not
// name; drawable.
func (s *Schema) Strange() []string { return s.strange }

func (s *Schema) names() []string {
	var names []string
	for n := range s.properties() {
		names = append(names, safetext.Of(n).Line())
	}
	slices.Sort(names)
	return names
}

func (s *Schema) array(name string, property any, typed []string) (json.RawMessage, error) {
	if len(typed) == 1 && strings.HasPrefix(strings.TrimSpace(typed[0]), "[") && json.Valid([]byte(typed[0])) {
		return json.RawMessage(typed[0]), nil
	}
	p, _ := s.follow(property, 0).(map[string]any)
	types := s.types(p["items"])
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
func (s *Schema) types(schema any) []string {
	w := walk{s: s, left: 1000}
	return w.types(schema)
}

// walk is one look through a schema. Schemas refer to themselves, in any number
// of ways at once, so that only counting ends it.
type walk struct {
	s    *Schema
	left int // schemas that may still be looked at
}

func (w *walk) types(schema any) []string {
	m, ok := w.s.follow(schema, 0).(map[string]any)
	w.left--
	if !ok || w.left < 0 {
		return nil
	}
	switch t := m["type"].(type) {
	case string:
		return []string{t}
	case []any:
		return stringsOf(t)
	}
	var out []string
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		members, _ := m[key].([]any)
		for _, member := range members {
			out = append(out, w.types(member)...)
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

func stringsOf(values []any) []string {
	var out []string
	for _, v := range values {
		if s, ok := v.(string); ok {
			out = append(out, s)
		}
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
func (s *Schema) follow(schema any, steps int) any {
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
