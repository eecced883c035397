package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"elicit/internal/inputschema"
	"elicit/internal/safetext"
)

// arguments are a call's arguments in the order they were given.
type arguments []argument

type argument struct {
	name  string
	value json.RawMessage
}

func (o *arguments) set(name string, value json.RawMessage) {
	for i := range *o {
		if (*o)[i].name == name {
			(*o)[i].value = value
			return
		}
	}
	*o = append(*o, argument{name, value})
}

// object is the JSON that is sent; values keep their exact bytes.
func (o *arguments) object() json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, a := range *o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(a.name) // strings always marshal
		b.Write(name)
		b.WriteByte(':')
		b.Write(a.value)
	}
	b.WriteByte('}')
	return b.Bytes()
}

// givenArguments are those on the command line and in --args.
type givenArguments struct {
	file      string
	unchecked bool
}

// forTool makes a tool's arguments, read and checked as its schema says. With
// nothing to read or check by it, the tool is not even looked up.
func (g givenArguments) forTool(ctx context.Context, a *app, l *live, tool string, words []string) (json.RawMessage, error) {
	object, err := g.read(a)
	if err != nil {
		return nil, err
	}
	if g.unchecked && !slices.ContainsFunc(words, isTyped) {
		return withWords(object, words, nil)
	}
	t, err := l.tool(ctx, tool)
	if err != nil {
		return nil, err
	}
	s := inputschema.Read(t.InputSchema)
	out, err := withWords(object, words, s)
	if err != nil {
		return nil, fmt.Errorf("tool %s: %w", t.Name.Line(), err)
	}
	for _, what := range s.Strange() {
		a.sayf("tool %s: %s", t.Name.Line(), what)
	}
	if g.unchecked {
		return out, nil
	}
	problems, unread := s.Check(out)
	switch {
	case unread != nil:
		a.sayf("tool %s: its input schema cannot be used, so that the arguments are not checked: %v", t.Name.Line(), clean(unread.Error()))
	case len(problems) > 0:
		return nil, usage("tool %s: the arguments do not fit its input schema (--unchecked sends them all the same):\n    %s",
			t.Name.Line(), strings.Join(problems, "\n    "))
	}
	return out, nil
}

func (g givenArguments) read(a *app) (json.RawMessage, error) {
	if g.file == "" {
		return nil, nil
	}
	b, err := a.readFile(g.file)
	if err != nil {
		return nil, usage("--args: %w", err)
	}
	if b = bytes.TrimSpace(b); !json.Valid(b) || len(b) == 0 || b[0] != '{' {
		return nil, usage("--args: %s is not a JSON object", g.file)
	}
	return b, nil
}

func (a *app) readFile(path string) ([]byte, error) {
	if path == "-" {
		return io.ReadAll(a.In)
	}
	return os.ReadFile(path)
}

// isTyped reports whether a word needs the schema to be read.
func isTyped(word string) bool {
	name, _, _ := strings.Cut(word, "=")
	return !strings.HasSuffix(name, ":")
}

// withWords puts NAME=VALUE and NAME:=JSON over an object. The object alone
// goes out byte for byte.
func withWords(object json.RawMessage, words []string, s *inputschema.Schema) (json.RawMessage, error) {
	if len(words) == 0 {
		return object, nil
	}
	var o arguments
	if object != nil {
		if err := o.read(object); err != nil {
			return nil, usage("--args: %w", err)
		}
	}
	repeated := map[string][]string{}
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		switch {
		case !ok || name == "" || name == ":":
			return nil, usage("%q is neither NAME=VALUE nor NAME:=JSON", w)
		case strings.HasSuffix(name, ":"):
			if !json.Valid([]byte(value)) {
				return nil, usage("%s is not JSON; text needs its quotation marks: '%s\"…\"'", w, name+"=")
			}
			o.set(strings.TrimSuffix(name, ":"), json.RawMessage(value))
		default:
			repeated[name] = append(repeated[name], value)
			v, err := s.Value(name, repeated[name])
			if err != nil {
				return nil, usage("%w", err)
			}
			o.set(name, v)
		}
	}
	return o.object(), nil
}

// read takes an object apart, keeping its order.
func (o *arguments) read(object json.RawMessage) error {
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		name, isKey := t.(string)
		var v json.RawMessage
		if err := d.Decode(&v); err != nil || !isKey {
			return errors.Join(errors.New("is no JSON object"), err)
		}
		o.set(name, v)
	}
	return nil
}

func clean(s string) string { return safetext.Of(s).Line() }
