package config

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/tailscale/hujson"
)

// file is a configuration file: Claude's "mcpServers" or VS Code's "servers".
type file struct {
	McpServers object          `json:"mcpServers"`
	Servers    object          `json:"servers"`
	Inputs     []Input         `json:"inputs"`
	Elicit     json.RawMessage `json:"elicit"`
}

// Input is something that a file wants to be asked for: VS Code's ${input:ID}.
type Input struct {
	ID          string            `json:"id"`
	Type        string            `json:"type"` // promptString or pickString
	Description string            `json:"description"`
	Default     string            `json:"default"`
	Password    bool              `json:"password"`
	Options     []json.RawMessage `json:"options"`
}

type server struct {
	Type    string          `json:"type"`
	Command string          `json:"command"`
	Args    []string        `json:"args"`
	Env     object          `json:"env"`
	Dir     string          `json:"cwd"`
	URL     string          `json:"url"`
	Elicit  json.RawMessage `json:"elicit"`
}

type settings struct {
	Profile     string   `json:"profile"`
	AllowFields []string `json:"allowFields"`
	Protocol    string   `json:"protocol"`
	Elicitation string   `json:"elicitation"`
	Timeout     string   `json:"timeout"`
}

// read parses one file. Comments and trailing commas are allowed.
func read(path string, b []byte) ([]Entry, error) {
	std, err := hujson.Standardize(bytes.Clone(b))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var f file
	if err := json.Unmarshal(std, &f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, located(err, std))
	}
	under, err := readSettings(f.Elicit)
	if err != nil {
		return nil, fmt.Errorf("%s: \"elicit\": %w", path, err)
	}
	var entries []Entry
	for _, m := range append(f.McpServers, f.Servers...) {
		e, err := readServer(m)
		if err != nil {
			return nil, fmt.Errorf("%s: server %s: %w", path, m.name, err)
		}
		e.File, e.inputs, e.root = path, f.Inputs, rootOf(path)
		e.Settings = e.over(under)
		entries = append(entries, e)
	}
	return entries, nil
}

func readServer(m member) (Entry, error) {
	var s server
	if err := json.Unmarshal(m.value, &s); err != nil {
		return Entry{}, located(err, m.value)
	}
	e := Entry{Name: m.name, Type: s.Type, Command: s.Command, Args: s.Args, Dir: s.Dir, URL: s.URL}
	for _, v := range s.Env {
		value, err := scalar(v.value)
		if err != nil {
			return Entry{}, fmt.Errorf("env %s: %w", v.name, err)
		}
		e.Env = append(e.Env, Variable{v.name, value})
	}
	var err error
	if e.Settings, err = readSettings(s.Elicit); err != nil {
		return Entry{}, fmt.Errorf("\"elicit\": %w", err)
	}
	return e, nil
}

// readSettings is strict: a misspelt key of ours must not go unnoticed.
func readSettings(b json.RawMessage) (Settings, error) {
	if len(b) == 0 {
		return Settings{}, nil
	}
	var s settings
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return Settings{}, err
	}
	out := Settings{Profile: s.Profile, AllowFields: s.AllowFields, Protocol: s.Protocol, Elicitation: s.Elicitation}
	if s.Timeout == "" {
		return out, nil
	}
	d2, err := time.ParseDuration(s.Timeout)
	if err != nil || d2 < 0 {
		return Settings{}, fmt.Errorf("timeout %q is not a duration such as \"30s\"", s.Timeout)
	}
	out.Timeout = d2
	return out, nil
}

// scalar is an environment's value: VS Code writes numbers and null there too.
func scalar(b json.RawMessage) (string, error) {
	var v any
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return "", err
	}
	switch v := v.(type) {
	case string:
		return v, nil
	case json.Number, bool:
		return fmt.Sprint(v), nil
	case nil:
		return "", nil
	}
	return "", errors.New("is not a string")
}

func located(err error, b []byte) error {
	var at int64
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &kind):
		at = kind.Offset
		err = fmt.Errorf("%s is a JSON %s, which it cannot be", cmp.Or(kind.Field, "the file"), kind.Value)
	default:
		return err
	}
	at = min(at, int64(len(b)))
	return fmt.Errorf("line %d: %w", bytes.Count(b[:at], []byte("\n"))+1, err)
}

// rootOf is the folder that a file speaks for.
func rootOf(path string) string {
	dir := filepath.Dir(path)
	if b := filepath.Base(dir); b == ".vscode" || b == ".cursor" {
		return filepath.Dir(dir)
	}
	return dir
}
