package tui

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"elicit/internal/safetext"
)

// maxNumber bounds a number's digits and exponent: the validator compares
// numbers exactly, and 1e999999999 would take all memory (DESIGN.md §4.4).
const maxNumber = 400

// noLoader keeps a schema from making the program read files or the network.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("%s: remote references are not followed", url)
}

// checkArguments checks a JSON text against a tool's input schema. Each problem
// is one drawable line. A schema that cannot be read is itself a problem, but
// no reason against sending: unread reports that.
func checkArguments(schema json.RawMessage, text []byte) (problems []string, unread error) {
	value, err := readJSON(text)
	if err != nil {
		return []string{safetext.Of(err.Error()).Line()}, nil
	}
	if _, ok := value.(map[string]any); !ok {
		return []string{errNoObject.Error()}, nil
	}
	if len(schema) == 0 {
		return nil, nil
	}
	compiled, err := compile(schema)
	if err != nil {
		return nil, err
	}
	return violations(compiled, value)
}

// readJSON reads one JSON value with exact numbers, within bounds.
func readJSON(text []byte) (any, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, errors.New("nothing is written yet; {} is an object without arguments")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			line, column := position(text, syntax.Offset)
			return nil, fmt.Errorf("line %d, column %d: %w", line, column, err)
		}
		return nil, err
	}
	if d.More() {
		return nil, errors.New("more follows after the JSON value")
	}
	return value, boundNumbers(value)
}

func position(text []byte, offset int64) (line, column int) {
	before := text[:min(max(int(offset)-1, 0), len(text))]
	line = bytes.Count(before, []byte("\n")) + 1
	return line, len(before) - (bytes.LastIndexByte(before, '\n') + 1) + 1
}

func boundNumbers(value any) error {
	switch v := value.(type) {
	case map[string]any:
		for _, e := range v {
			if err := boundNumbers(e); err != nil {
				return err
			}
		}
	case []any:
		for _, e := range v {
			if err := boundNumbers(e); err != nil {
				return err
			}
		}
	case json.Number:
		return boundNumber(string(v))
	}
	return nil
}

func boundNumber(n string) error {
	digits, exponent, _ := strings.Cut(strings.ToLower(n), "e")
	exponent = strings.TrimLeft(exponent, "+-0")
	if len(digits) > maxNumber || len(exponent) > 3 || len(exponent) == 3 && exponent > fmt.Sprint(maxNumber) {
		return fmt.Errorf("the number %.20s… is too large to be checked", n)
	}
	return nil
}

func compile(schema json.RawMessage) (s *jsonschema.Schema, err error) {
	defer func() {
		if r := recover(); r != nil { // the schema is a stranger's
			s, err = nil, fmt.Errorf("the input schema cannot be read: %v", r)
		}
	}()
	doc, err := readJSON(schema)
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	if err := c.AddResource("urn:elicit:arguments", doc); err != nil {
		return nil, err
	}
	return c.Compile("urn:elicit:arguments")
}

func violations(s *jsonschema.Schema, value any) (problems []string, err error) {
	defer func() {
		if r := recover(); r != nil {
			problems, err = nil, fmt.Errorf("the arguments cannot be checked: %v", r)
		}
	}()
	failed := s.Validate(value)
	if v, ok := errors.AsType[*jsonschema.ValidationError](failed); ok {
		collect(v, &problems)
		sort.Strings(problems)
		return problems, nil
	}
	return nil, failed
}

var english = message.NewPrinter(language.English)

// collect takes the leaves of the tree of errors: they name the place.
func collect(v *jsonschema.ValidationError, out *[]string) {
	if len(*out) >= 64 {
		return
	}
	if len(v.Causes) == 0 {
		where := strings.Join(v.InstanceLocation, ".")
		if where != "" {
			where += ": "
		}
		*out = append(*out, safetext.Of(where+v.ErrorKind.LocalizedString(english)).Line())
		return
	}
	for _, c := range v.Causes {
		collect(c, out)
	}
}
