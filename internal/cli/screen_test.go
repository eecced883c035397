//go:build unix

package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"elicit/internal/screentest"
)

// screen opens the program on a terminal, in a folder of its own.
func screen(t *testing.T, args ...string) (p *screentest.Process, dir string) {
	t.Helper()
	program, err := exec.LookPath("elicit") // what TestMain made of this test
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "server.js"), []byte("1"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	return screentest.Run(t, cmd, 120, 40, screentest.Env("HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_STATE_HOME="+dir)), dir
}

// buysTickets calls buy_tickets of the demo and answers its question.
func buysTickets(p *screentest.Process) {
	p.WaitFor("book_table")
	p.Press("down", "enter")
	p.WaitFor("Kiel–Oslo")
	p.Press("ctrl+s")
	p.WaitFor("· 0:02") // it opened by itself: keys count after a short pause
	p.Type("2")
	p.Press("alt+3")
	p.WaitFor("▸3")
	p.Type("ada@example.com")
	p.Press("alt+5", "space", "down", "space", "ctrl+s")
	p.WaitFor("This goes to demo")
	p.Press("enter")
	p.WaitFor("2 tickets Kiel–Oslo with breakfast and cabin")
}

func TestACopiedCommandMakesTheSameCallAgain(t *testing.T) {
	p, dir := screen(t, "demo", "--save-answers", "saved.yaml")
	buysTickets(p)
	p.Type("y")
	p.WaitFor("copied all of it")
	result := p.Clipboard()
	p.Press("esc")
	p.WaitGone("copied all of it")
	p.Type("H")
	p.WaitFor("accepted")
	p.Type("Y")
	p.WaitFor("copied the command")
	p.WaitUntil(func(string) bool { return strings.HasPrefix(p.Clipboard(), "elicit call ") })
	command := p.Clipboard()
	p.Type("q")
	if code := p.Exit(); code != 0 {
		t.Fatalf("quitting exits with %d", code)
	}

	if got := shell(t, dir, command); strings.TrimSpace(got) != strings.TrimSpace(result) {
		t.Errorf("%s\nprints %q, and the screen showed %q", command, got, result)
	}
	if got := shell(t, dir, "elicit call demo buy_tickets --answers saved.yaml"); strings.TrimSpace(got) != strings.TrimSpace(result) {
		t.Errorf("with the saved answers it prints %q", got)
	}
}

// shell runs a command line and gives its standard output.
func shell(t *testing.T, dir, line string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_STATE_HOME="+dir)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s\n%v: %s", line, err, errs.String())
	}
	return out.String()
}

func TestSeveralServersAreOpenAndRestartWhenAFileChanges(t *testing.T) {
	p, dir := screen(t, "--server", "demo", "--server", "billing", "--watch", "server.js")
	p.WaitFor("● demo")
	p.WaitFor("● billing")
	p.WaitFor("watch")
	p.Type("0")
	p.WaitFor("2 servers")
	if err := os.WriteFile(filepath.Join(dir, "server.js"), []byte("2"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.WaitFor("server.js changed")
	p.WaitFor("was restarted")
	p.Type("q")
	if code := p.Exit(); code != 0 {
		t.Errorf("quitting exits with %d", code)
	}
}
