package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func lookup(env map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) { v, ok := env[name]; return v, ok }
}

func TestBothKindsOfFilesAreReadWithCommentsAndTrailingCommas(t *testing.T) {
	file := write(t, filepath.Join(t.TempDir(), "mcp.json"), `{
  // the team's servers
  "elicit": {"profile": "spec", "timeout": "30s"},
  "mcpServers": {
    "billing": {"command": "node", "args": ["billing.js"], "env": {"B": "2", "A": "1", "PORT": 8080}, "cwd": "srv",
      "elicit": {"profile": "everruns", "allowFields": ["pin"], "protocol": "2025-11-25", "elicitation": "form"},},
  },
  "servers": {"notes": {"type": "stdio", "command": "notes"}, "far": {"type": "http", "url": "https://example.com"}},
}`)
	s, err := Find(Places{File: file})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"billing", "notes", "far"}; !slices.Equal(s.Names(), want) {
		t.Fatalf("found %v, want %v", s.Names(), want)
	}
	b := s.Entries[0]
	if b.Profile != "everruns" || b.Protocol != "2025-11-25" || b.Elicitation != "form" || b.Timeout != 30*time.Second || !slices.Equal(b.AllowFields, []string{"pin"}) {
		t.Errorf("the settings of billing are %+v", b.Settings)
	}
	if want := []Variable{{"B", "2"}, {"A", "1"}, {"PORT", "8080"}}; !slices.Equal(b.Env, want) {
		t.Errorf("its environment is %v, want %v in the file's order", b.Env, want)
	}
	if s.Entries[1].Profile != "spec" {
		t.Errorf("notes has the profile %q, want the file's", s.Entries[1].Profile)
	}
	if b.Project {
		t.Error("a file that was named is taken for one that came with the project")
	}
	c, err := b.Resolve(&Resolver{Dir: "/work"})
	if err != nil || c.Dir != filepath.Join(filepath.Dir(file), "srv") {
		t.Errorf("billing runs in %s (%v), want srv beside the file", c.Dir, err)
	}
	if _, err := s.Entries[2].Resolve(&Resolver{}); err == nil || !strings.Contains(err.Error(), "over http") {
		t.Errorf("a server over HTTP gives %v", err)
	}
}

func TestTheNearestFileWins(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, ".mcp.json"), `{"mcpServers": {"a": {"command": "far"}, "b": {"command": "b"}}}`)
	write(t, filepath.Join(root, "x", ".vscode", "mcp.json"), `{"servers": {"a": {"command": "near"}}}`)
	user := filepath.Join(root, "home")
	write(t, filepath.Join(user, "elicit", "mcp.json"), `{"mcpServers": {"b": {"command": "mine"}, "c": {"command": "c"}}}`)
	s, err := Find(Places{Dir: filepath.Join(root, "x"), User: user})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a": "near", "b": "b", "c": "c"} {
		if e, err := s.Named(name); err != nil || e.Command != want {
			t.Errorf("%s is %q (%v), want %q", name, e.Command, err, want)
		}
	}
	a, _ := s.Named("a")
	c, _ := s.Named("c")
	if !a.Project || c.Project {
		t.Errorf("from the project: a %v, c %v; want only a", a.Project, c.Project)
	}
	if _, err := s.Named("d"); err == nil || !strings.Contains(err.Error(), "a, b, c") {
		t.Errorf("an unknown name gives %v", err)
	}
}

func TestABrokenFileIsNamedWithItsLine(t *testing.T) {
	for text, want := range map[string]string{
		"{\n  \"mcpServers\": {\n    \"a\": {\"command\": }\n}}":  "line 3",
		"{\n  \"mcpServers\": []\n}":                              "is not an object",
		"{\"mcpServers\": {\"a\": {\n\"command\": 5}}}":           "server a: line 2: command is a JSON number",
		`{"mcpServers": {"a": {"elicit": {"profil": "spec"}}}}`:   `unknown field "profil"`,
		`{"mcpServers": {"a": {"elicit": {"timeout": "soon"}}}}`:  `"soon" is not a duration`,
		`{"mcpServers": {"a": {"env": {"A": {"no": "string"}}}}}`: "env A: is not a string",
	} {
		file := write(t, filepath.Join(t.TempDir(), "mcp.json"), text)
		_, err := Find(Places{File: file})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) {
			t.Errorf("%s\ngives %v, want the file and %q", text, err, want)
		}
	}
}

func TestVariablesAreFilledIn(t *testing.T) {
	file := write(t, filepath.Join(t.TempDir(), "p", ".vscode", "mcp.json"), `{
  "inputs": [{"id": "key", "type": "promptString", "password": true}],
  "servers": {"a": {"command": "${env:BIN}/run", "args": ["${workspaceFolder}", "${PORT:-80}", "${input:key}", "${input:key}"], "env": {"TOKEN": "${TOKEN}"}}}}`)
	s, err := Find(Places{File: file})
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	r := &Resolver{
		Dir: "/work", Lookup: lookup(map[string]string{"BIN": "/opt", "TOKEN": "t"}),
		Input: func(in Input) (string, error) { asked++; return "secret", nil },
	}
	c, err := s.Entries[0].Resolve(r)
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Dir(filepath.Dir(file))
	if want := []string{"/opt/run", root, "80", "secret", "secret"}; !slices.Equal(c.Args, want) {
		t.Errorf("the command is %q, want %q", c.Args, want)
	}
	if !slices.Equal(c.Env, []Variable{{"TOKEN", "t"}}) || c.Dir != "/work" || asked != 1 {
		t.Errorf("environment %v, directory %s, asked %d times", c.Env, c.Dir, asked)
	}
}

func TestWhatCannotBeFilledInIsAnError(t *testing.T) {
	for value, want := range map[string]string{
		"${NOPE}":          "NOPE is not set",
		"${env:NOPE}":      "NOPE is not set",
		"${input:nobody}":  "no such id",
		"${command:thing}": "nothing that elicit can fill in",
	} {
		e := Entry{Name: "a", File: "f", Command: value}
		if _, err := e.Resolve(&Resolver{Lookup: lookup(nil)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s gives %v, want %q", value, err, want)
		}
	}
}

func TestServersFromFilesGetNoSecretsOfThePerson(t *testing.T) {
	got := Allowed([]string{"PATH=/bin", "LC_ALL=C", "https_proxy=p", "AWS_SECRET_ACCESS_KEY=x", "GITHUB_TOKEN=x", "MCPGODEBUG=y", "LD_PRELOAD=z", "NODE_OPTIONS=w"})
	if want := []string{"PATH=/bin", "LC_ALL=C", "https_proxy=p"}; !slices.Equal(got, want) {
		t.Errorf("they get %v, want %v", got, want)
	}
	if got := With([]string{"A=1", "B=2"}, Variable{"A", "3"}, Variable{"C", ""}); !slices.Equal(got, []string{"B=2", "A=3", "C="}) {
		t.Errorf("set over it: %v", got)
	}
}

func TestAnAgreementHoldsForThatVeryCommand(t *testing.T) {
	a := Agreements{Dir: filepath.Join(t.TempDir(), "agreed")}
	e := Entry{Name: "a", File: "/p/.mcp.json", Project: true, Command: "node", Args: []string{"a.js"}, Env: []Variable{{"K", "v"}}}
	if a.Given(e) {
		t.Fatal("agreed to before anybody was asked")
	}
	if err := a.Give(e); err != nil {
		t.Fatal(err)
	}
	if !a.Given(e) {
		t.Fatal("the agreement was not kept")
	}
	for what, change := range map[string]func(*Entry){
		"argument":    func(e *Entry) { e.Args = []string{"b.js"} },
		"split":       func(e *Entry) { e.Command, e.Args = "node a.js", nil },
		"environment": func(e *Entry) { e.Env = []Variable{{"NODE_OPTIONS", "--require ./x"}} },
		"directory":   func(e *Entry) { e.Dir = "elsewhere" },
		"file":        func(e *Entry) { e.File = "/q/.mcp.json" },
	} {
		other := e
		change(&other)
		if a.Given(other) {
			t.Errorf("the agreement also holds for another %s", what)
		}
	}
	info, err := os.Stat(a.Dir)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder's mode is %v (%v)", info.Mode(), err)
	}
}
