package form

import (
	"strings"
	"testing"

	"elicit/forms"
)

// one is a schema with the property p, required or not.
func one(p string, required bool) string {
	if required {
		return `{"type":"object","properties":{"p":` + p + `},"required":["p"]}`
	}
	return `{"type":"object","properties":{"p":` + p + `}}`
}

// pair is one, with a text after it, so that no key submits the form.
func pair(p string) string {
	return `{"type":"object","properties":{"p":` + p + `,"z":{"type":"string"}}}`
}

func TestEveryKindIsAnsweredByKeys(t *testing.T) {
	const (
		text    = `{"type":"string"}`
		integer = `{"type":"integer"}`
		number  = `{"type":"number"}`
		boolean = `{"type":"boolean"}`
		choice  = `{"type":"string","enum":["red","green","blue"]}`
		titled  = `{"oneOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}],"type":"string"}`
		choices = `{"type":"array","items":{"type":"string","enum":["red","green","blue"]}}`
		list    = `{"type":"array","items":{"type":"string"}}`
		numbers = `{"type":"array","items":{"type":"integer"}}`
	)
	for _, c := range []struct {
		name, property, keys, want string
	}{
		{"text", text, "Ōsaka", `{"p":"Ōsaka"}`},
		{"text left empty", text, "", `{}`},
		{"text emptied again", text, "a backspace", `{}`},
		{"text empty on purpose", text, "ctrl+t", `{"p":""}`},
		{"text on two lines", text, "one alt+enter two enter three", `{"p":"one\ntwo\nthree"}`},
		{"a text with a format has one line", `{"type":"string","format":"email"}`, "a@b.example alt+enter", `{"p":"a@b.example"}`},
		{"integer", integer, "9007199254740993", `{"p":9007199254740993}`},
		{"number as typed", number, "0.10", `{"p":0.10}`},
		{"yes", boolean, "y", `{"p":true}`},
		{"no", boolean, "n", `{"p":false}`},
		{"boolean untouched", boolean, "", `{}`},
		{"boolean taken back", boolean, "y backspace", `{}`},
		{"boolean by arrows", boolean, "right", `{"p":true}`},
		{"boolean by space", boolean, "space space", `{"p":false}`},
		{"choice by digit", choice, "2", `{"p":"green"}`},
		{"choice by arrows and space", choice, "down down space", `{"p":"green"}`},
		{"choice by j", choice, "j space", `{"p":"red"}`},
		{"choice by enter", choice, "down down down enter", `{"p":"blue"}`},
		{"choice walked through", choice, "down down tab", `{}`},
		{"choice entered on no answer", choice, "enter", `{}`},
		{"choice taken back", choice, "2 space", `{}`},
		{"choice by filter", choice, "/ blu enter", `{"p":"blue"}`},
		{"choice by a filter that is left", choice, "/ blu", `{}`},
		{"choice by its name", choice, "g space", `{"p":"green"}`},
		{"a titled choice sends its value", titled, "2", `{"p":"g"}`},
		{"choices in the order of the options", choices, "3 1", `{"p":["red","blue"]}`},
		{"choices by space", choices, "space down down space", `{"p":["red","blue"]}`},
		{"choices toggled back", choices, "1 1", `{}`},
		{"all choices", choices, "ctrl+a", `{"p":["red","green","blue"]}`},
		{"none of the choices on purpose", choices, "ctrl+t", `{"p":[]}`},
		{"choices by filter", choices, "/ blu enter red enter", `{"p":["red","blue"]}`},
		{"list", list, "one enter two", `{"p":["one","two"]}`},
		{"list with its empty last row", list, "one enter two enter", `{"p":["one","two"]}`},
		{"list reordered", list, "one enter two alt+up", `{"p":["two","one"]}`},
		{"list with one removed", list, "one enter two up alt+delete", `{"p":["two"]}`},
		{"list with one removed by backspace", list, "one enter x backspace backspace", `{"p":["one"]}`},
		{"list with one put between", list, "one enter two up enter half", `{"p":["one","half","two"]}`},
		{"empty list on purpose", list, "ctrl+t", `{"p":[]}`},
		{"list untouched", list, "", `{}`},
		{"list of numbers", numbers, "1 enter 2", `{"p":[1,2]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newModel(t, pair(c.property), 80, 24)
			press(t, m, strings.Fields(c.keys)...)
			if got := content(t, m); got != c.want {
				t.Errorf("%q gives %s, want %s\n%s", c.keys, got, c.want, m.View())
			}
		})
	}
}

func TestADefaultIsADefaultUntilItIsEdited(t *testing.T) {
	m := newModel(t, pair(`{"type":"integer","default":7}`), 80, 24)
	state := func() forms.State { return m.Answers()["p"].State }
	if state() != forms.Default || content(t, m) != `{"p":7}` {
		t.Fatalf("a fresh field with a default is %v and sends %s", state(), content(t, m))
	}
	if m.Changed() {
		t.Error("a fresh form says that it was changed")
	}
	press(t, m, "1")
	if state() != forms.Set || content(t, m) != `{"p":71}` || !m.Changed() {
		t.Errorf("edited it is %v and sends %s", state(), content(t, m))
	}
	press(t, m, "ctrl+r")
	if state() != forms.Default || content(t, m) != `{"p":7}` || m.Changed() {
		t.Errorf("reset it is %v and sends %s", state(), content(t, m))
	}
	press(t, m, "ctrl+x")
	if state() != forms.Omitted || content(t, m) != `{}` {
		t.Errorf("omitted it is %v and sends %s", state(), content(t, m))
	}
}

func TestEnterOnADefaultLeavesItADefault(t *testing.T) {
	m := newModel(t, pair(`{"type":"string","enum":["a","b"],"default":"b"}`), 80, 24)
	press(t, m, "enter")
	if got := m.Answers()["p"].State; got != forms.Default || m.Focused() != 1 {
		t.Errorf("state %v, focus on %d", got, m.Focused())
	}
}

func TestAClearedFieldWithADefaultIsOmitted(t *testing.T) {
	m := newModel(t, pair(`{"type":"string","default":"hi"}`), 80, 24)
	press(t, m, "backspace", "backspace")
	if got := content(t, m); got != `{}` {
		t.Errorf("sends %s", got)
	}
}

func TestAnEarlierAnswerIsOfferedAndNeverTaken(t *testing.T) {
	f := parse(t, pair(`{"type":"integer"}`))
	m := New(f, Options{Previous: forms.Answers{"p": {State: forms.Set, Text: "12"}}})
	m.SetSize(80, 24)
	if got := content(t, m); got != `{}` || !strings.Contains(m.View(), "12") {
		t.Errorf("a fresh form sends %s and shows\n%s", got, m.View())
	}
	press(t, m, "ctrl+y")
	if got := content(t, m); got != `{"p":12}` {
		t.Errorf("after taking it the form sends %s", got)
	}
	if strings.Contains(m.View(), "last:") {
		t.Error("it is offered although it is taken")
	}
}

func TestAFormOfOneQuestionIsAnsweredInOneKey(t *testing.T) {
	for _, c := range []struct{ property, key, want string }{
		{`{"type":"boolean"}`, "y", `{"p":true}`},
		{`{"type":"boolean"}`, "n", `{"p":false}`},
		{`{"type":"string","enum":["a","b"]}`, "2", `{"p":"b"}`},
		{`{"type":"string","enum":["a","b"]}`, "enter", `{"p":"a"}`},
	} {
		m := newModel(t, one(c.property, true), 80, 24)
		if !press(t, m, c.key) || content(t, m) != c.want {
			t.Errorf("%s of %s: sends %s, want %s at once", c.key, c.property, content(t, m), c.want)
		}
	}
	m := newModel(t, one(`{"type":"string"}`, true), 80, 24)
	if press(t, m, "y") || !press(t, m, "enter") || content(t, m) != `{"p":"y"}` {
		t.Error("a text is submitted by something other than enter")
	}
}

func TestPastingDoesWhatTheFieldNeeds(t *testing.T) {
	for _, c := range []struct{ name, property, pasted, want string }{
		{"a short text has one line", `{"type":"string","maxLength":40}`, "a  b\r\nc\n", `{"p":"a  b c"}`},
		{"text keeps its lines", `{"type":"string"}`, "a\r\nb", `{"p":"a\nb"}`},
		{"an integer loses its line break", `{"type":"integer"}`, "12\n", `{"p":12}`},
		{"a list gets an entry a line", `{"type":"array","items":{"type":"string"}}`, "a\nb\n", `{"p":["a","b"]}`},
		{"a boolean takes none", `{"type":"boolean"}`, "yes", `{}`},
	} {
		m := newModel(t, pair(c.property), 80, 24)
		m.Update(pasteOf(c.pasted))
		if got := content(t, m); got != c.want {
			t.Errorf("%s: sends %s, want %s", c.name, got, c.want)
		}
	}
}
