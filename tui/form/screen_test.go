package form

import (
	"encoding/json"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"elicit/forms"
	"elicit/internal/screentest"
	"elicit/tui/theme"
)

// everySize are the sizes that all screens are shown at.
func everySize(yield func(w, h int) bool) {
	_ = yield(120, 40) && yield(80, 24) && yield(40, 12)
}

func everyKind(t *testing.T, w, h int) (*screentest.Screen, *Model) {
	t.Helper()
	return start(t, parse(t, read(t, "every-kind.json")), Options{
		Previous: forms.Answers{"seats": {State: forms.Set, Text: "12"}},
	}, w, h)
}

func TestAFreshFormOnScreen(t *testing.T) {
	for w, h := range everySize {
		s, _ := everyKind(t, w, h)
		s.WaitFor("Plan")
		s.Golden()
	}
}

func TestAFilledFormOnScreen(t *testing.T) {
	for w, h := range everySize {
		s, _ := everyKind(t, w, h)
		s.Type("3")
		s.Press(tea.KeyEnter)
		s.Type("Ōsaka")
		s.Press(tea.KeyEnter)
		s.Type("0")
		s.Press(tea.KeyEnter)
		s.Type("0.25")
		s.Press(tea.KeyEnter)
		s.Type("n")
		s.Press(tea.KeyEnter, tea.KeyEnter)
		s.Type("13")
		s.WaitFor("[x]")
		s.Golden()
	}
}

func TestAllIssuesOnScreen(t *testing.T) {
	for w, h := range everySize {
		s, _ := everyKind(t, w, h)
		s.Press("ctrl+s")
		s.WaitFor("✗")
		s.Golden()
	}
}

func TestALongListUnderAFilterOnScreen(t *testing.T) {
	for w, h := range everySize {
		s, _ := everyKind(t, w, h)
		s.Press("alt+9")
		s.Type("/eu")
		s.WaitFor("3 of 11")
		s.Golden()
	}
}

func TestAFreeListOnScreen(t *testing.T) {
	for w, h := range everySize {
		s, _ := everyKind(t, w, h)
		s.Press("alt+8")
		s.Type("ada@example.com")
		s.Press(tea.KeyEnter)
		s.Type("grace@example.com")
		s.Press(tea.KeyEnter)
		s.WaitFor("new entry")
		s.Golden()
	}
}

func TestFindingsAndWireNamesOnScreen(t *testing.T) {
	for w, h := range everySize {
		f := parse(t, `{"type":"object","properties":{
			"note":{"title":"A note","anyOf":[{"type":"string"},{"type":"null"}]},
			"size":{"title":"Size","enum":[1,2.5,"large"]},
			"code":{"title":"Code","type":"string","format":"iban"}}}`)
		m := New(f, Options{Theme: theme.New(false, true)})
		m.ToggleFindings()
		m.ToggleWireNames()
		s := screentest.Start(t, host{m, new(int)}, w, h)
		s.WaitFor("(note)")
		s.Golden()
	}
}

func TestWithoutColourTheFormIsReadable(t *testing.T) {
	s, _ := start(t, parse(t, read(t, "every-kind.json")), Options{Theme: theme.New(true, false)}, 80, 24)
	s.WaitFor("▸1  Plan")
	for y := range 24 {
		for x := range 80 {
			if c := s.Cell(x, y); c.Style.Fg != nil || c.Style.Bg != nil {
				t.Fatalf("the cell at %d,%d has a colour: %+v", x, y, c.Style)
			}
		}
	}
}

// hostile are texts that would change a screen if they reached it.
var hostile = []string{
	"\x1b[2J\x1b[H\x1b]0;owned\x07\x1b]52;c;AAAA\x07",
	"a\rb\x08\x08\x7f\u0085c",
	"\u202egnp.exe\u202c \u2066x\u2069 \u200b\u200d\ufeff",
	"\x1bP1;2|17/ab\x1b\\ \x1b_Ga=T\x1b\\ \u009b31m",
	"\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\",
	strings.Repeat("W", 300),
	strings.Repeat("字", 150),
	strings.Repeat("\n", 50) + "far below",
	"Z" + strings.Repeat("\u0301", 60),
	"▸1  Seats *   ● set",
}

func TestHostileWordsDoNotChangeTheLayout(t *testing.T) {
	for w, h := range everySize {
		for i, text := range hostile {
			m := New(parse(t, hostileSchema(t, text)), Options{Previous: forms.Answers{"text": {State: forms.Set, Text: text}}})
			m.SetSize(w, h)
			m.ToggleWireNames()
			m.ToggleFindings()
			for range 5 {
				frameFits(t, m, w, h)
				if strings.ContainsAny(ansi.Strip(m.View()), "\x1b\r\x07\x08\x7f\u0085\u009b\u202e\u2066\u200b\ufeff") {
					t.Fatalf("text %d reaches the screen: %q", i, m.View())
				}
				press(t, m, "down", "tab")
			}
		}
	}
}

func TestHostileWordsOnATerminalLeaveTheNextFieldWhereItIs(t *testing.T) {
	for i, text := range hostile {
		s, _ := start(t, parse(t, hostileSchema(t, text)), Options{}, 80, 60)
		s.Press("ctrl+end")
		s.WaitFor("\n▸4  end")
		s.Settle()
		for y := range 60 {
			if c := s.Cell(79, y).Content; c != "" && c != " " && c != "│" && c != "┃" {
				t.Errorf("text %d reaches the edge at row %d: %q", i, y, c)
			}
		}
	}
}

// hostileSchema has a text wherever a server can put one.
func hostileSchema(t *testing.T, text string) string {
	t.Helper()
	quote := func(s string) string {
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	x := quote(text)
	return `{"type":"object","properties":{
		"text":{"type":"string","title":` + x + `,"description":` + x + `,"default":` + x + `,"format":` + x + `},
		"choice":{"type":"string","title":` + x + `,"oneOf":[{"const":` + x + `,"title":` + x + `},{"const":"b","title":"B"}]},
		"choices":{"type":"array","description":` + x + `,"items":{"type":"string","enum":[` + x + `,"b"]},"default":[` + x + `]},
		"end":{"type":"string"}}}`
}
