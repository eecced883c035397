package inputschema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"elicit/internal/safetext"
)

// refuseAll loads nothing: a tool's schema is the server's, and must not make
// this program read files or pages.
type refuseAll struct{}

func (refuseAll) Load(url string) (any, error) { return nil, fmt.Errorf("%s is not loaded", url) }

// patience is how long a schema may keep the validator busy: one that refers to
// itself in several ways at once takes longer than anybody lives.
const patience = 2 * time.Second

// Check says what keeps an object from fitting, one drawable line each. A schema
// that cannot be used is no reason against sending: unread says why, and the
// server will judge.
//
// The validator cannot be stopped. When it takes too long it is left to itself,
// and ends with the process at the latest.
func (s *Schema) Check(object json.RawMessage) (problems []string, unread error) {
	if len(object) == 0 {
		object = json.RawMessage("{}")
	}
	if hugeNumber(s.raw) || hugeNumber(object) {
		return nil, errors.New("a number is too large to be checked")
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

func validate(schema, object json.RawMessage) (problems []string, unread error) {
	defer func() {
		if r := recover(); r != nil {
			problems, unread = nil, fmt.Errorf("the validator failed: %v", r)
		}
	}()
	c := jsonschema.NewCompiler()
	c.UseLoader(refuseAll{})
	compiled, err := compile(c, schema)
	if err != nil {
		return nil, err
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(object))
	if err != nil {
		return []string{safetext.Of(err.Error()).Line()}, nil
	}
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](compiled.Validate(v)); ok {
		return leaves(invalid), nil
	}
	return nil, nil
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

// most is how many problems are told.
const most = 64

// leaves are the ends of the tree of errors: they name the place.
func leaves(e *jsonschema.ValidationError) []string {
	p := message.NewPrinter(language.English)
	var lines []string
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		for _, c := range e.Causes {
			walk(c)
		}
		if len(e.Causes) > 0 || len(lines) == most {
			return
		}
		line := e.ErrorKind.LocalizedString(p)
		if where := strings.Join(e.InstanceLocation, "."); where != "" {
			line = where + ": " + line
		}
		lines = append(lines, safetext.Of(line).Line())
	}
	walk(e)
	slices.Sort(lines)
	return lines
}
