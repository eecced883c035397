//go:build unix

package docs

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"elicit/internal/screentest"
)

var update = flag.Bool("update-pictures", false, "make the pictures again")

// TestAPersonAnswersAQuestionOfTheDemo is the first minute with elicit, on the
// real program and a real pseudo-terminal.
func TestAPersonAnswersAQuestionOfTheDemo(t *testing.T) {
	p := elicit(t, 100, 30, "demo")
	p.WaitFor("book_table")
	p.WaitFor("menu/today")
	picture(t, p, "home", "elicit: the tools, prompts and resources of a server")

	p.Press("down")
	p.WaitFor("ferry tickets")
	p.Press("enter")
	p.WaitFor("Route")
	p.Press("ctrl+s")
	// A question that opens while somebody types ignores keys for a moment.
	p.WaitFor("· 0:02")
	p.Type("12")
	p.Press("enter")
	p.WaitFor("at most 9")
	picture(t, p, "question", "elicit: a question, and x")

	p.Press("shift+tab")
	p.Press("backspace")
	p.WaitGone("at most 9")
	p.WaitFor(`"tickets": 1`)
	p.Press("ctrl+c")
	p.WaitFor("A question is half answered")
	p.Press("y")
	if code := p.Exit(); code != 0 {
		t.Errorf("quitting exits with %d", code)
	}
	if p.AltScreen() {
		t.Error("the terminal was not given back")
	}
	if _, _, shown := p.Cursor(); !shown {
		t.Error("the cursor is gone")
	}
}

// elicit starts the program as a newcomer's shell would: nothing is configured.
func elicit(t *testing.T, w, h int, args ...string) *screentest.Process {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "elicit")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, "elicit")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	return screentest.Run(t, cmd, w, h,
		screentest.Env("HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_STATE_HOME="+dir, "XDG_CACHE_HOME="+dir))
}

// picture keeps the screen as docs/<name>.svg, or sees to it that it is there.
func picture(t *testing.T, p *screentest.Process, name, title string) {
	t.Helper()
	file := name + ".svg"
	if *update {
		if err := os.WriteFile(file, []byte(p.SVG(title)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	made, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("make it with -update-pictures: %v", err)
	}
	if !strings.Contains(string(made), "<title>"+title+"</title>") {
		t.Errorf("%s shows something else", file)
	}
}
