//go:build unix

package cli_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"elicit/internal/cast"
	"elicit/internal/foreign"
	"elicit/internal/screentest"
)

// TestAsciinemaShowsOurRecordings has asciinema itself read what elicit wrote:
// a recording of a session, and one of a script.
func TestAsciinemaShowsOurRecordings(t *testing.T) {
	foreign.Program(t, "asciinema")
	dir := t.TempDir()
	session, script := filepath.Join(dir, "session.cast"), filepath.Join(dir, "script.cast")
	answerOneQuestion(t, onTerminal(t, dir, nil, "demo", "--record", session))
	program(t, dir, "play", abs(t, filepath.Join(demos, "nullable.yaml")), "-o", script)
	for _, file := range []string{session, script} {
		var written strings.Builder
		for _, e := range readRecording(t, file).Events {
			if e.Code == cast.Output {
				written.WriteString(e.Data)
			}
		}
		cat := exec.Command("asciinema", "cat", file)
		p := screentest.Run(t, cat, 90, 30, screentest.Env("HOME="+dir, "ASCIINEMA_CONFIG_HOME="+dir, "LC_ALL=C.UTF-8"))
		if code := p.Exit(); code != 0 {
			t.Errorf("asciinema cat exits with %d:\n%s", code, p.Text())
		}
		// The terminal's driver makes \r\n of a bare \n.
		plain := func(s string) string { return strings.ReplaceAll(s, "\r", "") }
		if !strings.Contains(plain(p.Output()), plain(written.String())) {
			t.Errorf("asciinema shows something else of %s", filepath.Base(file))
		}
	}
}
