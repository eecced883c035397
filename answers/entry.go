package answers

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// entry is a value that a rule gives to one property, in one of four ways.
type entry struct {
	name string
	raw  json.RawMessage // JSON
	text []string        // typed by the form's kind; several are several choices or list entries
	file string          // the file that holds the text
	env  string          // the environment variable that holds the text
	used bool
}

// maxValueFile bounds what a value read from a file may be, in bytes.
const maxValueFile = 8 << 20

// typed is the entry's text, from wherever it comes; ok is false for JSON.
func (e entry) typed() (text []string, ok bool, err error) {
	switch {
	case e.env != "":
		v, set := os.LookupEnv(e.env)
		if !set {
			return nil, true, fmt.Errorf("%s: the environment variable %s is not set", quote(e.name), quote(e.env))
		}
		return []string{v}, true, nil
	case e.file != "":
		v, err := readValue(e.file)
		if err != nil {
			return nil, true, fmt.Errorf("%s: %w", quote(e.name), err)
		}
		return []string{v}, true, nil
	case e.raw == nil:
		return e.text, true, nil
	}
	return nil, false, nil
}

// readValue is a file's text without the line break at its end.
func readValue(path string) (string, error) {
	f, err := os.Open(filepath.Clean(path))
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it was only read
	b, err := io.ReadAll(io.LimitReader(f, maxValueFile+1))
	switch {
	case err != nil:
		return "", err
	case len(b) > maxValueFile:
		return "", fmt.Errorf("%s is larger than %d bytes", path, maxValueFile)
	case !utf8.Valid(b):
		return "", fmt.Errorf("%s is not UTF-8 text", path)
	}
	return strings.TrimSuffix(strings.TrimSuffix(string(b), "\n"), "\r"), nil
}
