package tui

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"elicit/internal/inputschema"
	"elicit/internal/safetext"
)

// checkArguments checks a JSON text against a tool's input schema. Each problem
// is one drawable line. A schema that cannot be read is itself a problem, but
// no reason against sending: unread reports that.
func checkArguments(schema json.RawMessage, text []byte) (problems []string, unread error) {
	if err := readObject(text); err != nil {
		return []string{safetext.Of(err.Error()).Line()}, nil
	}
	if len(schema) == 0 {
		return nil, nil
	}
	return inputschema.Read(schema).Check(text)
}

// readObject finds what keeps a text from being one JSON object, and where.
func readObject(text []byte) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return errors.New("nothing is written yet; {} is an object without arguments")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	var value json.RawMessage
	if err := d.Decode(&value); err != nil {
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			line, column := position(text, syntax.Offset)
			return fmt.Errorf("line %d, column %d: %w", line, column, err)
		}
		return err
	}
	if d.More() {
		return errors.New("more follows after the JSON value")
	}
	if value[0] != '{' {
		return errNoObject
	}
	return nil
}

func position(text []byte, offset int64) (line, column int) {
	before := text[:min(max(int(offset)-1, 0), len(text))]
	line = bytes.Count(before, []byte("\n")) + 1
	return line, utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
}
