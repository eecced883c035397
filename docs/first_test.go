//go:build unix

package docs

import (
	"os/exec"
	"path/filepath"
	"testing"

	"elicit/internal/screentest"
)

// TestAPersonAnswersAQuestionOfTheDemo is the first minute with elicit, on the
// real program and a real pseudo-terminal.
func TestAPersonAnswersAQuestionOfTheDemo(t *testing.T) {
	p := elicit(t, 100, 30, "demo")
	p.WaitFor("book_table")
	p.WaitFor("menu/today")

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
	cmd := exec.Command(program(t, dir), args...)
	cmd.Dir = dir
	return screentest.Run(t, cmd, w, h, screentest.Env(home(dir)...))
}

// program builds elicit into a folder.
func program(t *testing.T, dir string) string {
	t.Helper()
	file := filepath.Join(dir, "elicit")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", file, "elicit")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file
}

func home(dir string) []string {
	return []string{"HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "XDG_STATE_HOME=" + dir, "XDG_CACHE_HOME=" + dir}
}
