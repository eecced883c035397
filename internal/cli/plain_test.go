//go:build unix

package cli_test

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"

	"elicit/internal/screentest"
)

// lineTerminal starts elicit on a terminal, with nothing configured.
func lineTerminal(t *testing.T, env string, args ...string) *screentest.Process {
	t.Helper()
	cmd := exec.Command("elicit", args...)
	dir := t.TempDir()
	cmd.Dir = dir
	return screentest.Run(t, cmd, 100, 60, screentest.Env(env, "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_STATE_HOME="+dir))
}

// atPrompt waits until what stands after these words ends with this prompt, the
// only one there, then types a line.
func atPrompt(t *testing.T, p *screentest.Process, words, prompt, line string) {
	t.Helper()
	p.WaitUntil(func(text string) bool {
		at := strings.LastIndex(text, words)
		if at < 0 {
			return false
		}
		rest := strings.TrimRight(text[at:], " \n")
		return strings.HasSuffix(rest, "\n"+prompt) && strings.Count(rest, ">") == 1
	})
	p.Type(line + "\n")
}

func TestAWholeCallLineByLineOnATerminal(t *testing.T) {
	for _, protocol := range []string{"2025-11-25", "2026-07-28"} {
		p := lineTerminal(t, "TERM=xterm", "demo", "--plain", "--protocol", protocol)
		atPrompt(t, p, "a part of a name finds.", "choose>", "buy_tickets")
		atPrompt(t, p, "sends the default", "argument>", "")
		atPrompt(t, p, "Type yes to call it", "call>", "yes")
		atPrompt(t, p, "Question 1 of 5", "answer>", "99")
		atPrompt(t, p, "not accepted: at most 9", "answer>", "3")
		atPrompt(t, p, "Question 2 of 5", "answer>", ":back")
		atPrompt(t, p, "Enter alone keeps: 3", "answer>", "2")
		atPrompt(t, p, "Question 2 of 5", "answer>", ":done")
		atPrompt(t, p, "On board: needs an answer", "answer>", "ada@example.com")
		atPrompt(t, p, "Question 4 of 5", "answer>", "")
		atPrompt(t, p, "Question 5 of 5", "answer>", "cabin")
		atPrompt(t, p, "Type yes to send it", "send>", "yes")
		p.WaitFor("2 tickets Kiel–Oslo with cabin")
		atPrompt(t, p, "buy_tickets: done.", "choose>", ":quit")
		if code := p.Exit(); code != 0 {
			t.Errorf("%s: exit %d:\n%s", protocol, code, p.Text())
		}
	}
}

func TestADumbTerminalIsSpokenToInLines(t *testing.T) {
	p := lineTerminal(t, "TERM=dumb", "demo")
	p.WaitFor("elicit, line by line.")
	if p.AltScreen() {
		t.Error("it took the whole screen")
	}
	p.WaitFor("choose>")
	p.Press("ctrl+d")
	if code := p.Exit(); code != 0 {
		t.Errorf("exit %d:\n%s", code, p.Text())
	}
}

func TestCtrlCCancelsTheCallFirst(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	p := lineTerminal(t, "TERM=xterm", "--plain", "--server", "demo", "--", "sh", "-c", "echo $$ > "+pid+"; exec elicit serve demo")
	atPrompt(t, p, "a part of a name finds.", "choose>", "print_brochure")
	atPrompt(t, p, "sends the default", "argument>", "120")
	atPrompt(t, p, "Type yes to call it", "call>", "yes")
	p.WaitFor("Progress: ")
	p.Press("ctrl+c")
	p.WaitFor("Cancelling print_brochure. ctrl+c once more quits.")
	atPrompt(t, p, "print_brochure was cancelled.", "choose>", "delete_photos")
	atPrompt(t, p, "It takes no arguments", "call>", "yes")
	p.WaitFor("Type yes to send it, :decline or :cancel.\nsend>")
	p.Press("ctrl+c")
	p.WaitFor("no longer waits: the call was cancelled.")
	p.WaitUntil(func(text string) bool {
		_, rest, ok := strings.Cut(text, "delete_photos was cancelled.")
		return ok && strings.Contains(rest, "choose>")
	})
	p.Press("ctrl+c")
	if code := p.Exit(); code != 130 {
		t.Errorf("exit %d:\n%s", code, p.Text())
	}
	b, err := os.ReadFile(pid)
	number, _ := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil || number == 0 || !errors.Is(syscall.Kill(number, 0), syscall.ESRCH) {
		t.Errorf("the server %q still runs (%v)", b, err)
	}
}

// TestTheSessionInTheDocumentsWorks does what the expect script of
// docs/plain.md says, on pipes, and looks at every byte.
func TestTheSessionInTheDocumentsWorks(t *testing.T) {
	doc, err := os.ReadFile("../../docs/plain.md")
	if err != nil {
		t.Fatal(err)
	}
	_, script, _ := strings.Cut(string(doc), "```tcl\nspawn elicit ")
	script, _, _ = strings.Cut(script, "```")
	words, script, ok := strings.Cut(script, "\n")
	if !ok {
		t.Fatal("there is no script")
	}
	cmd := exec.Command("elicit", strings.Fields(words)...)
	cmd.Env = append(cmd.Environ(), "HOME="+t.TempDir())
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	read := bufio.NewReader(out)
	var seen strings.Builder
	steps := regexp.MustCompile(`expect (?:"(.*?)"|(eof))(?:\s*\{ send "(.*)\\r" \})?`).FindAllStringSubmatch(script, -1)
	for _, step := range steps {
		for from := seen.Len(); !strings.HasSuffix(seen.String()[from:], step[1]) || step[2] != ""; {
			b, err := read.ReadByte()
			if err != nil && step[2] != "" {
				break
			}
			if err != nil {
				t.Fatalf("%v while waiting for %q after\n%s", err, step[1], seen.String())
			}
			seen.WriteByte(b)
		}
		if strings.Contains(step[0], "send") {
			_, _ = io.WriteString(in, step[3]+"\n")
		}
	}
	if err := cmd.Wait(); err != nil || len(steps) < 10 {
		t.Errorf("%d steps, %v", len(steps), err)
	}
	if !strings.Contains(seen.String(), "| 2 tickets Kiel–Oslo with cabin") {
		t.Errorf("it said\n%s", seen.String())
	}
	for _, r := range seen.String() {
		if r != '\n' && unicode.IsControl(r) {
			t.Errorf("it wrote %U", r)
		}
	}
}
