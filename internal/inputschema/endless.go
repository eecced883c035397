package inputschema

import (
	"errors"
	"fmt"
	"strings"
)

// deepest is how far schemas may nest (DESIGN.md §4.4).
const deepest = 64

// inPlace are the keywords whose schemas look at the same value. A circle of
// them never comes to an end, and the validator would follow it until the stack
// is used up, which no recover can stop.
var (
	inPlaceOne  = []string{"not", "if", "then", "else"}
	inPlaceMany = []string{"allOf", "anyOf", "oneOf"}
)

// endless is an error for a schema that refers to itself without taking a step
// into the value, or in a way that cannot be followed here.
func (s *Schema) endless() error {
	f := finder{root: s.root, state: map[string]int{}}
	return f.nested("#", any(s.root), 0)
}

type finder struct {
	root  map[string]any
	state map[string]int // 1 while it is looked through, 2 once it has been
}

// nested looks through every schema at and below a place.
func (f *finder) nested(at string, node any, depth int) error {
	if depth > 2*deepest {
		return fmt.Errorf("it nests deeper than %d", deepest)
	}
	switch n := node.(type) {
	case map[string]any:
		if err := f.follow(at, n, 0); err != nil {
			return err
		}
		for key, value := range n {
			if err := unfollowable(key, depth); err != nil {
				return err
			}
			if err := f.nested(at+"/"+key, value, depth+1); err != nil {
				return err
			}
		}
	case []any:
		for i, value := range n {
			if err := f.nested(fmt.Sprintf("%s/%d", at, i), value, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// unfollowable are the ways to name a schema other than by its place. Inside a
// list of properties the same words are only names, which costs a check of
// those odd schemas and nothing else.
func unfollowable(key string, depth int) error {
	switch key {
	case "$dynamicRef", "$recursiveRef", "$anchor", "$dynamicAnchor":
		return fmt.Errorf("it uses %s, which is not followed", key)
	case "$id", "id":
		if key == "$id" && depth > 0 {
			return errors.New("it changes its base with $id, which is not followed")
		}
	}
	return nil
}

// follow goes through the schemas that look at the same value as this one.
func (f *finder) follow(at string, node map[string]any, steps int) error {
	switch {
	case f.state[at] == 2:
		return nil
	case f.state[at] == 1, steps > 1000:
		return errors.New("it refers to itself without end")
	}
	f.state[at] = 1
	defer func() { f.state[at] = 2 }()
	if ref, ok := node["$ref"].(string); ok {
		to, found := f.at(ref)
		if !found {
			return fmt.Errorf("%.80s is not in it, and nothing far is loaded", ref)
		}
		if err := f.step(strings.TrimSuffix(ref, "/"), to, steps); err != nil {
			return err
		}
	}
	for place, next := range inPlace(node) {
		if err := f.step(at+place, next, steps); err != nil {
			return err
		}
	}
	return nil
}

func (f *finder) step(at string, node any, steps int) error {
	if m, ok := node.(map[string]any); ok {
		return f.follow(at, m, steps+1)
	}
	return nil
}

// inPlace are the schemas inside one that look at the same value, by place.
func inPlace(node map[string]any) map[string]any {
	out := map[string]any{}
	for _, key := range inPlaceOne {
		out["/"+key] = node[key]
	}
	for _, key := range inPlaceMany {
		members, _ := node[key].([]any)
		for i, m := range members {
			out[fmt.Sprintf("/%s/%d", key, i)] = m
		}
	}
	dependents, _ := node["dependentSchemas"].(map[string]any)
	for name, d := range dependents {
		out["/dependentSchemas/"+name] = d
	}
	return out
}

// at finds what a reference inside the schema means.
func (f *finder) at(ref string) (any, bool) {
	if ref == "#" {
		return f.root, true
	}
	rest, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return nil, false
	}
	var at any = f.root
	for step := range strings.SplitSeq(rest, "/") {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		switch here := at.(type) {
		case map[string]any:
			if at, ok = here[step]; !ok {
				return nil, false
			}
		case []any:
			var i int
			if n, err := fmt.Sscanf(step, "%d", &i); n != 1 || err != nil || i < 0 || i >= len(here) {
				return nil, false
			}
			at = here[i]
		default:
			return nil, false
		}
	}
	return at, true
}
