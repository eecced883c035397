package cli

import (
	"bytes"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"elicit/internal/config"
)

// someone answers on a terminal with the lines given, and keeps what they saw.
func someone(t *testing.T, lines string) (a *app, saw func() string) {
	t.Helper()
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	theirs := os.NewFile(uintptr(pair[1]), "their side")
	if _, err := theirs.WriteString(lines); err != nil {
		t.Fatal(err)
	}
	var opened bool
	a = &app{Streams: Streams{
		In: strings.NewReader(""), Out: io.Discard, Err: io.Discard, ErrTTY: true,
		Environ: []string{"HOME=" + t.TempDir()},
		OpenTerminal: func() (*os.File, error) {
			opened = true
			return os.NewFile(uintptr(pair[0]), "terminal"), nil
		},
	}}
	return a, func() string {
		if !opened {
			_ = syscall.Close(pair[0])
		}
		var b bytes.Buffer
		_, _ = io.Copy(&b, theirs)
		_ = theirs.Close()
		return b.String()
	}
}

var fromProject = config.Entry{
	Name: "notes", File: "/p/.mcp.json", Project: true, Command: "node", Args: []string{"a b.js", "\x1b[2J"},
	Env: []config.Variable{{Name: "NODE_OPTIONS", Value: "--require ./x"}},
}

func TestAProjectsCommandIsShownAndAgreedToOnce(t *testing.T) {
	a, saw := someone(t, "y\n")
	if err := a.agree(t.Context(), fromProject); err != nil {
		t.Fatal(err)
	}
	screen := saw()
	if want := `NODE_OPTIONS="--require ./x" node "a b.js"`; !strings.Contains(screen, want) || !strings.Contains(screen, "/p/.mcp.json") {
		t.Errorf("they saw %q, want %q in it", screen, want)
	}
	if strings.Contains(screen, "\x1b") {
		t.Errorf("an escape sequence of the file reached the terminal: %q", screen)
	}
	again, sawAgain := someone(t, "")
	again.Environ = a.Environ
	if err := again.agree(t.Context(), fromProject); err != nil || sawAgain() != "" {
		t.Errorf("they were asked again (%v)", err)
	}
}

func TestAProjectsCommandIsNotStartedWithoutAYes(t *testing.T) {
	for _, lines := range []string{"n\n", "\n", "sure\n"} {
		a, saw := someone(t, lines)
		if err := a.agree(t.Context(), fromProject); err == nil || !strings.Contains(err.Error(), "was not started") {
			t.Errorf("%q gives %v", lines, err)
		}
		if a.agreements().Given(fromProject) {
			t.Errorf("%q is remembered as a yes", lines)
		}
		_ = saw()
	}
}
