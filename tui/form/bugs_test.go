package form

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// Each test is named after a defect that people met in other clients; the id is
// the one under which it is collected.

// An integer was asked as yes or no, and {} was sent for it (BUG-001).
func TestBug001AnIntegerIsTypedAndSentAsANumber(t *testing.T) {
	m := newModel(t, one(`{"type":"integer","minimum":1,"maximum":3}`, true), 80, 24)
	press(t, m, "enter")
	if !strings.Contains(m.View(), "✗") {
		t.Errorf("a missing required integer is not named:\n%s", m.View())
	}
	press(t, m, "2")
	if got := content(t, m); got != `{"p":2}` {
		t.Errorf("sends %s", got)
	}
}

// A $ref to an enum became a free text (BUG-034).
func TestBug034AReferredEnumIsAChoice(t *testing.T) {
	m := newModel(t, `{"type":"object","properties":{"p":{"$ref":"#/$defs/C"},"z":{"type":"string"}},"$defs":{"C":{"type":"string","enum":["red","green"]}}}`, 80, 24)
	press(t, m, "2")
	if got := content(t, m); got != `{"p":"green"}` {
		t.Errorf("sends %s", got)
	}
}

// Values went out as strings, or were turned into others (BUG-041, BUG-053).
func TestBug041And053ValuesHaveTheirTypes(t *testing.T) {
	m := newModel(t, `{"type":"object","properties":{"b":{"type":"boolean"},"i":{"type":"integer"},"n":{"type":"number"},"e":{"enum":[1,true,"x"]}}}`, 80, 24)
	press(t, m, "y", "tab", "7", "tab", "1.50", "tab", "1")
	if got := content(t, m); got != `{"b":true,"i":7,"n":1.50,"e":1}` {
		t.Errorf("sends %s", got)
	}
}

// A cleared optional text was sent as "" (BUG-042).
func TestBug042AClearedTextIsOmitted(t *testing.T) {
	m := newModel(t, pair(`{"type":"string"}`), 80, 24)
	press(t, m, "abc", "ctrl+u")
	if got := content(t, m); got != `{}` {
		t.Errorf("sends %s", got)
	}
}

// The empty text could not be given at all (BUG-043).
func TestBug043AnEmptyTextCanBeMeant(t *testing.T) {
	m := newModel(t, one(`{"type":"string"}`, true), 80, 24)
	press(t, m, "ctrl+t")
	if got := content(t, m); got != `{"p":""}` {
		t.Errorf("sends %s", got)
	}
	if !strings.Contains(ansi.Strip(m.View()), "empty text") || !strings.Contains(ansi.Strip(m.View()), "● set") {
		t.Errorf("the screen does not tell it from no answer:\n%s", m.View())
	}
}

// Values were shown where there are titles, and bounds and
// defaults not at all (BUG-045, BUG-055).
func TestBug045And055TitlesBoundsAndDefaultsAreShown(t *testing.T) {
	m := newModel(t, `{"type":"object","properties":{
		"a":{"type":"string","oneOf":[{"const":"x1","title":"First"},{"const":"x2","title":"Second"}]},
		"b":{"type":"string","enum":["y1","y2"],"enumNames":["Third","Fourth"]},
		"c":{"type":"array","items":{"anyOf":[{"const":"z1","title":"Fifth"}]}},
		"d":{"type":"integer","title":"How many","minimum":3,"maximum":9,"default":5}}}`, 100, 40)
	view := ansi.Strip(m.View())
	for _, want := range []string{"First", "Second", "Third", "Fourth", "Fifth", "How many", "3 to 9", "⌁ default", "    5"} {
		if !strings.Contains(view, want) {
			t.Errorf("%q is not shown:\n%s", want, view)
		}
	}
}

// 42xyz was taken for 42 (BUG-046).
func TestBug046APartOfANumberIsNoNumber(t *testing.T) {
	m := newModel(t, pair(`{"type":"integer"}`), 80, 24)
	press(t, m, "42xyz", "tab")
	rows := strings.Split(ansi.Strip(m.View()), "\n")
	if !strings.Contains(rows[1], "42xyz") || !strings.Contains(rows[2], "✗") {
		t.Errorf("no issue right below what was typed:\n%s", strings.Join(rows, "\n"))
	}
	if got := content(t, m); !strings.HasPrefix(got, "issues:") {
		t.Errorf("sends %s", got)
	}
}

// Characters beyond the basic plane counted twice (BUG-051).
func TestBug051LengthsCountCharacters(t *testing.T) {
	m := newModel(t, pair(`{"type":"string","maxLength":2}`), 80, 24)
	press(t, m, "🦀🦀", "tab")
	if got := content(t, m); got != `{"p":"🦀🦀"}` {
		t.Errorf("sends %s", got)
	}
}

// Options became a free text, or crashed the client (BUG-054, BUG-078).
func TestBug054And078OptionsAreChosen(t *testing.T) {
	m := newModel(t, `{"type":"object","properties":{"a":{"type":"string","enum":["r","g"]},"b":{"type":"array","items":{"type":"string","enum":["r","g"]}}}}`, 80, 24)
	press(t, m, "1", "tab", "12")
	if got := content(t, m); got != `{"a":"r","b":["r","g"]}` {
		t.Errorf("sends %s", got)
	}
}
