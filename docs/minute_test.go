//go:build unix

package docs

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"elicit/internal/screentest"
)

const minutePage = "first-minute.md"

// TestTheFirstMinuteIsAsThePageShowsIt walks through the page with the real
// program and compares each screen; -update-screens writes them into the page.
func TestTheFirstMinuteIsAsThePageShowsIt(t *testing.T) {
	p := elicit(t, 100, 26, "demo")
	m := readMinute(t, p)
	p.WaitFor("menu/today")
	m.shows("home")

	p.Press("down")
	p.WaitFor("ferry tickets")
	p.Press("enter")
	p.WaitFor("Kiel–Oslo")
	m.shows("arguments")

	p.Press("ctrl+s")
	p.WaitFor("· 0:02") // keys count after a short pause
	m.shows("question")

	p.Type("12")
	p.Press("enter")
	p.WaitFor("at most 9")
	m.shows("mistake")

	p.Press("shift+tab", "backspace", "alt+3")
	p.WaitFor("▸3")
	p.Type("ada@example.com")
	p.Press("alt+5", "down", "space", "ctrl+s")
	p.WaitFor("This goes to demo")
	m.shows("review")

	p.Press("enter")
	p.WaitFor("1 ticket Kiel–Oslo")
	m.shows("result")

	p.Type("H")
	p.WaitFor("accepted")
	m.shows("history")

	p.Type("q")
	if code := p.Exit(); code != 0 {
		t.Errorf("quitting exits with %d", code)
	}
	m.write()
}

// minute is the page, whose screens stand between marks.
type minute struct {
	t       *testing.T
	screen  *screentest.Process
	page    string
	changed bool
}

func readMinute(t *testing.T, p *screentest.Process) *minute {
	t.Helper()
	page, err := os.ReadFile(minutePage)
	if err != nil {
		t.Fatal(err)
	}
	return &minute{t: t, screen: p, page: string(page)}
}

// shows compares the screen with the page's.
func (m *minute) shows(name string) {
	m.t.Helper()
	head := "<!-- screen " + name + " -->\n```text\n"
	_, after, found := strings.Cut(m.page, head)
	kept, _, closed := strings.Cut(after, "```")
	if !found || !closed {
		m.t.Fatalf("%s has no place for the screen %q", minutePage, name)
	}
	if updating() {
		now := drawn(m.screen)
		m.page = strings.Replace(m.page, head+kept, head+now, 1)
		m.changed = m.changed || now != kept
		return
	}
	var now string
	m.screen.WaitUntil(func(string) bool {
		now = drawn(m.screen)
		return timeless(now) == timeless(kept) || m.t.Context().Err() != nil
	})
	if diff := cmp.Diff(timeless(kept), timeless(now)); diff != "" {
		m.t.Errorf("the screen %q of %s is no longer what the program draws; look at it and run make screens (- page, + program):\n%s", name, minutePage, diff)
	}
}

func (m *minute) write() {
	m.t.Helper()
	if !m.changed {
		return
	}
	if err := os.WriteFile(minutePage, []byte(m.page), 0o644); err != nil {
		m.t.Fatal(err)
	}
}

func updating() bool {
	f := flag.Lookup("update-screens") // screentest's
	return f != nil && f.Value.String() == "true"
}

// drawn is the screen without blanks at the ends of rows.
func drawn(p *screentest.Process) string {
	rows := p.Rows()
	for i, r := range rows {
		rows[i] = strings.TrimRight(r, " ")
	}
	return strings.Join(rows, "\n") + "\n"
}

var times = regexp.MustCompile(` *\d+:\d\d(:\d\d)?| *\d+(\.\d+)? m?s\b|[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]`)

// timeless is a screen without what differs from one run to the next.
func timeless(screen string) string { return times.ReplaceAllString(screen, " -") }
