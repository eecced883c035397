//go:build unix

package cli_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"elicit/internal/screentest"
)

// home is a person's computer: what they run there in one terminal after the
// other shares its state.
type home struct {
	t   *testing.T
	dir string
}

func newHome(t *testing.T) home {
	t.Helper()
	return home{t, t.TempDir()}
}

func (h home) command(args ...string) *exec.Cmd {
	h.t.Helper()
	path, err := exec.LookPath("elicit") // put there by testscript.Main
	if err != nil {
		h.t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = h.dir
	cmd.Env = append(os.Environ(), "HOME="+h.dir, "XDG_STATE_HOME=", "XDG_CONFIG_HOME=", "NO_COLOR=")
	return cmd
}

// headless runs a command that nobody sits before.
func (h home) headless(args ...string) (stdout string, code int) {
	h.t.Helper()
	cmd := h.command(args...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		h.t.Fatal(err)
	}
	h.t.Logf("elicit %s: exit code %d\n%s", strings.Join(args, " "), cmd.ProcessState.ExitCode(), said.String())
	return out.String(), cmd.ProcessState.ExitCode()
}

// parks runs a call that has to stop, and gives the IDs of what waits.
func (h home) parks(args ...string) (ids []string) {
	h.t.Helper()
	out, code := h.headless(append(args, "--on-ask", "park", "--json")...)
	if code != 3 {
		h.t.Fatalf("the call without a person ends with %d: %s", code, out)
	}
	dec := json.NewDecoder(strings.NewReader(out))
	for dec.More() {
		var p struct {
			ID string `json:"id"`
		}
		if err := dec.Decode(&p); err != nil {
			h.t.Fatal(err)
		}
		ids = append(ids, p.ID)
	}
	return ids
}

func (h home) waiting() int {
	h.t.Helper()
	out, _ := h.headless("pending", "--json")
	return strings.Count(out, `"answerWith"`)
}

func eachEra(t *testing.T, test func(t *testing.T, protocol string)) {
	t.Helper()
	for era, protocol := range map[string]string{"legacy": "2025-11-25", "modern": "2026-07-28"} {
		t.Run(era, func(t *testing.T) {
			t.Parallel()
			test(t, protocol)
		})
	}
}

// A headless call parks; a person answers on the other terminal, in the form;
// the call goes through, once.
func TestAPersonAnswersInTheOtherTerminal(t *testing.T) {
	t.Parallel()
	eachEra(t, func(t *testing.T, protocol string) {
		t.Helper()
		h := newHome(t)
		call := []string{"call", "demo", "book_table", "restaurant=Saffron", "--protocol", protocol}
		if ids := h.parks(call...); len(ids) != 1 {
			t.Fatalf("%d questions wait", len(ids))
		}
		other := screentest.Run(t, h.command("answer"), 100, 30)
		other.WaitFor("A table at Saffron for tonight.")
		other.WaitFor("The answer is kept for the next identical call, for 30 min.")
		listens(other)
		other.Type("Ada")
		other.WaitFor(`"name": "Ada"`)
		other.Press("enter", "enter")
		other.WaitFor("▸3")
		other.Press("down", "down", "space")
		other.WaitFor(`"seating": "quiet"`)
		other.Press("ctrl+s")
		other.WaitFor("This goes to demo")
		other.Press("enter")
		if code := other.Exit(); code != 0 {
			t.Fatalf("answering ends with %d; the terminal shows:\n%s", code, other.Text())
		}
		if !strings.Contains(other.Text(), "accept is recorded for demo, book_table") {
			t.Errorf("the terminal shows:\n%s", other.Text())
		}
		out, code := h.headless(append(call, "--on-ask", "park")...)
		if code != 0 || !strings.Contains(out, "Ada, your table for 2 at Saffron is booked, somewhere quiet.") {
			t.Errorf("the same call ends with %d: %s", code, out)
		}
		h.parks(call...) // the answer was for one call
	})
}

// listens waits until a form takes keys, which it does not right after it
// opened. Its first field is a text, called name.
func listens(p *screentest.Process) {
	p.WaitUntil(func(screen string) bool {
		if strings.Contains(screen, `"name": "x`) {
			return true
		}
		p.Type("x")
		return false
	})
	p.Press("ctrl+u") // comes behind every x
	p.WaitGone(`"name": "x`)
}

// The questions of a round wait together on one screen; leaving it keeps what
// was answered so far.
func TestSeveralQuestionsWaitOnOneScreen(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	call := []string{"call", "demo", "onboard_colleague", "--protocol", "2026-07-28"}
	if ids := h.parks(call...); len(ids) != 3 {
		t.Fatalf("%d questions wait", len(ids))
	}
	other := screentest.Run(t, h.command("answer"), 100, 30)
	other.WaitFor("1 of 3 open")
	other.WaitFor("Who is starting?")
	listens(other)
	other.Type("Ada")
	other.WaitFor(`"name": "Ada"`)
	other.Press("ctrl+s")
	other.WaitFor("This goes to demo")
	other.Press("enter")
	other.WaitFor("of 2 open")
	other.Press("ctrl+c")
	if code := other.Exit(); code != 130 {
		t.Errorf("ctrl+c ends with %d; the terminal shows:\n%s", code, other.Text())
	}
	if got := h.waiting(); got != 2 {
		t.Errorf("after one answer %d questions wait", got)
	}
	if out, code := h.headless("answer", "--answer", "desk=at home", "--answer", "equipment=laptop"); code != 0 {
		t.Errorf("the rest is answered with %d: %s", code, out)
	}
	h.parks(call...) // in its second round
	if got := h.waiting(); got != 1 {
		t.Errorf("in the second round %d questions wait", got)
	}
}
