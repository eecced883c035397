//go:build unix

package screentest

import (
	"os/exec"
	"testing"
)

const dialogue = `
stty size
printf 'name? '; read name
printf '\033]2;hello %s\007' "$name"
trap 'stty size; printf "how many? "; until [ "$n" ]; do read n; done; exit $n' WINCH
printf 'waiting\n'
while :; do read ignored; done`

func TestARealProgramIsTypedToResizedAndEnds(t *testing.T) {
	p := Run(t, exec.Command("sh", "-c", dialogue), 50, 10)
	p.WaitFor("10 50")
	p.WaitFor("name?")
	p.Type("Ada\n")
	p.WaitFor("waiting")
	p.WaitUntil(func(string) bool { return p.Title() == "hello Ada" })
	p.Resize(40, 12)
	p.Press("enter") // some shells run a trap only when read returns
	p.WaitFor("12 40")
	p.WaitFor("how many?")
	p.Type("7")
	p.Press("enter")
	if code := p.Exit(); code != 7 {
		t.Errorf("it exited with %d:\n%s", code, p.Text())
	}
}

func TestInterruptsReachARealProgram(t *testing.T) {
	p := Run(t, exec.Command("sleep", "600"), 40, 5)
	p.WaitUntil(func(string) bool { return p.PID() > 0 })
	p.Press("ctrl+c")
	if code := p.Exit(); code != -1 {
		t.Errorf("it exited with %d", code)
	}
}
