package inputschema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
)

// patience is how long a schema may keep the validator busy: one that refers to
// itself in several ways at once takes longer than anybody lives.
const patience = 2 * time.Second

// most is how many problems are told.
const most = 64

// Check says what keeps an object from fitting, one drawable line each. A schema
// that cannot be used is no reason against sending: unread says why, and the
// server will judge.
//
// The validator is the one that the MCP SDK brings along: another would cost
// every start of the program as much as the rest of it. It compares numbers as
// float64 does; the bytes that are sent stay exact. It cannot be stopped: when
// it takes too long it is left to itself, and ends with the process at the
// latest.
func (s *Schema) Check(object json.RawMessage) (problems []string, unread error) {
	if len(object) == 0 {
		object = json.RawMessage("{}")
	}
	if s.root == nil {
		return nil, errors.New("it is no JSON object")
	}
	if bytes.Equal(bytes.TrimSpace(object), []byte("{}")) && s.takesNothing() {
		return nil, nil
	}
	if hugeNumber(s.raw) || hugeNumber(object) {
		return nil, errors.New("a number is too large to be checked")
	}
	if err := s.endless(); err != nil {
		return nil, err
	}
	type verdict struct {
		problems []string
		unread   error
	}
	done := make(chan verdict, 1)
	go func() {
		p, err := validate(s.raw, object)
		done <- verdict{p, err}
	}()
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case v := <-done:
		return v.problems, v.unread
	case <-late.C:
		return nil, errors.New("it is so involved that checking takes too long")
	}
}

// takesNothing reports whether the empty object fits as far as can be seen at
// once. Most tools without required arguments are called so, and the validator
// costs as much as the call itself.
func (s *Schema) takesNothing() bool {
	for key, value := range s.root {
		switch key {
		case "$schema", "$comment", "title", "description", "properties", "additionalProperties", "$defs", "definitions":
		case "type":
			if value != "object" {
				return false
			}
		case "required":
			if names, ok := value.([]any); !ok || len(names) > 0 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func validate(schema, object json.RawMessage) (problems []string, unread error) {
	defer func() {
		if r := recover(); r != nil { // the schema is a stranger's
			problems, unread = nil, fmt.Errorf("the validator failed: %v", r)
		}
	}()
	var root jsonschema.Schema
	if err := json.Unmarshal(schema, &root); err != nil {
		return nil, fmt.Errorf("it cannot be read: %w", err)
	}
	resolved, err := root.Resolve(nil) // without a loader nothing far is loaded
	if err != nil {
		return nil, fmt.Errorf("it cannot be used: %w", err)
	}
	var v any
	if err := json.Unmarshal(object, &v); err != nil {
		return []string{err.Error()}, nil
	}
	return all(resolved, v), nil
}

// all collects the problems of a value. The validator tells only the first, so
// what it complained of is taken out and the rest is looked at again.
func all(resolved *jsonschema.Resolved, value any) []string {
	removed := map[string]bool{}
	var problems []string
	for len(problems) < most {
		err := resolved.Validate(value)
		if err == nil {
			break
		}
		p := readProblem(err.Error())
		if !strings.HasPrefix(p.fact, "required:") {
			problems = append(problems, p.line())
		} else if missing := p.missing(removed); missing != "" {
			problems = append(problems, missing)
		}
		if !remove(value, p.path, removed) {
			break
		}
	}
	return problems
}

// remove takes the value at path out of the objects that hold it, or all that
// is left of an object that lacks something.
func remove(value any, path []string, removed map[string]bool) bool {
	for i, name := range path {
		m, ok := value.(map[string]any)
		if !ok {
			return false
		}
		if i < len(path)-1 {
			value = m[name]
			continue
		}
		if _, ok := m[name]; !ok {
			return false
		}
		delete(m, name)
		removed[strings.Join(path, ".")] = true
		return true
	}
	return false
}

// hugeNumber finds numbers whose digits or exponent are beyond what is read
// anywhere (DESIGN.md §4.4).
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
		if _, err := n.Float64(); err != nil || len(n) > 400 || scientific && len(strings.TrimLeft(exponent, "+-0")) > 3 {
			return true
		}
	}
}
