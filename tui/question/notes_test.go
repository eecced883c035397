package question

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"elicit/answers"
	"elicit/forms"
	"elicit/mcpclient"
)

func TestNotesStandBelowTheServersWordsAndNeverHideTheForm(t *testing.T) {
	schema := `{"type":"object","properties":{"seats":{"type":"integer"}},"required":["seats"]}`
	f, refusal := forms.Parse(forms.Request{Message: "How many?", Schema: []byte(schema)}, forms.Tester)
	if refusal != nil {
		t.Fatal(refusal)
	}
	c := answers.Case{Form: f, Elicitation: mcpclient.Elicitation{ID: "1", Server: "booking", Message: f.Message, Schema: f.Schema}}
	many := make([]string, 50)
	for i := range many {
		many[i] = "Changed since it was answered: maximum of seats changed from 50 to 5"
	}
	for _, size := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
		s := New(c, Options{Notes: func(answers.Case) []string { return many }})
		s.SetSize(size[0], size[1])
		shown := plainText(s.View())
		message, note, field := at(shown, "How many?"), at(shown, "△ Changed since"), at(shown, "seats")
		if message < 0 || note < message || at(shown[note:], "…") < 0 || at(shown[note+1:], "seats") < 0 || field < 0 {
			t.Errorf("at %v it shows\n%s", size, s.View())
		}
		if len(shown) != size[1] {
			t.Errorf("at %v it has %d rows", size, len(shown))
		}
	}
}

// Closing a kept question tells nobody anything, whatever the profile does with
// one that a server waits for.
func TestClosingAKeptQuestionNeverDeclines(t *testing.T) {
	f, refusal := forms.Parse(forms.Request{Message: "Sure?", Schema: []byte(`{"type":"object","properties":{}}`)}, forms.Everruns)
	if refusal != nil {
		f, refusal = forms.Parse(forms.Request{Message: "Sure?", Schema: []byte(`{"type":"object","properties":{"ok":{"type":"boolean"}}}`)}, forms.Everruns)
	}
	if refusal != nil {
		t.Fatal(refusal)
	}
	for kept, want := range map[bool]mcpclient.Action{true: mcpclient.Cancel, false: mcpclient.Decline} {
		s := New(answers.Case{Form: f, Elicitation: mcpclient.Elicitation{ID: "1", Server: "booking"}}, Options{Kept: kept})
		d, ok := s.dismiss()().(Decided)
		if !ok || d.Decision.Action != want {
			t.Errorf("kept %v: closing it decides %+v", kept, d)
		}
	}
}

// plainText is a screen's rows without their styles.
func plainText(view string) []string { return strings.Split(ansi.Strip(view), "\n") }

// at is the first row that holds a text, or -1.
func at(rows []string, text string) int {
	return slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, text) })
}
