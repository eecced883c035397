package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"elicit/internal/demo"
)

const demos = "../../docs/demos"

// TestADemoGetsWhereItsScriptSays plays every script of docs/demos twice. It
// fails when a screen no longer gets there, and when the two recordings differ.
func TestADemoGetsWhereItsScriptSays(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(demos, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			t.Parallel()
			first, second := played(t, file), played(t, file)
			if !bytes.Equal(first, second) {
				t.Errorf("the recordings differ:\n%s", firstDifference(first, second))
			}
		})
	}
}

// played is the recording of a script, without its header.
func played(t *testing.T, script string) []byte {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "demo.cast")
	program(t, dir, "play", abs(t, script), "-o", file)
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, events, _ := bytes.Cut(b, []byte("\n"))
	return events
}

// program runs elicit as a process with nothing configured.
func program(t *testing.T, home string, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "elicit", args...)
	cmd.Dir = home
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("elicit %s: %v\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	return stdout.Bytes()
}

func abs(t *testing.T, file string) string {
	t.Helper()
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func firstDifference(a, b []byte) string {
	left, right := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range min(len(left), len(right)) {
		if !bytes.Equal(left[i], right[i]) {
			return string(left[i]) + "\n" + string(right[i])
		}
	}
	return "one is longer"
}

func TestEveryBuiltInToolHasADemo(t *testing.T) {
	for _, s := range demo.Servers() {
		var list struct {
			Tools []struct {
				Name string `json:"name"`
			} `json:"tools"`
		}
		if err := json.Unmarshal(program(t, t.TempDir(), "list", s.Name, "--json"), &list); err != nil {
			t.Fatal(err)
		}
		if len(list.Tools) == 0 {
			t.Errorf("%s lists no tools", s.Name)
		}
		for _, tool := range list.Tools {
			if _, err := os.Stat(filepath.Join(demos, tool.Name+".yaml")); err != nil {
				t.Errorf("%s of %s has none: %v", tool.Name, s.Name, err)
			}
		}
	}
}
