package question

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"elicit/forms"
)

var sizes = [][2]int{{120, 40}, {80, 24}, {40, 12}}

// atEachSize runs a test on the three sizes that the screens are made for.
func atEachSize(t *testing.T, f func(t *testing.T, w, h int)) {
	t.Helper()
	for _, size := range sizes {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) { f(t, size[0], size[1]) })
	}
}

func TestTheStatesOfAForm(t *testing.T) {
	states := []struct {
		name, wait string
		keys       []any
	}{
		{"fresh", "Plan", nil},
		{"filled", "51", []any{"1", "alt+2", "5", "1"}},
		{"issue", "✗", []any{"1", "alt+2", "5", "1", "ctrl+s"}},
		{"review", "This goes to billing", []any{"1", "alt+2", "5", "ctrl+s"}},
		{"menu", "raw schema", []any{"ctrl+o"}},
		{"schema", "requestedSchema", []any{"ctrl+o", "s"}},
		{"editor", "Answer as JSON", []any{"ctrl+o", "j"}},
		{"as it is", "TEST", []any{"ctrl+o", "t"}},
		{"discard", "Throw away", []any{"1", "esc"}},
		{"decline", "Decline, and", []any{"1", "ctrl+d"}},
	}
	atEachSize(t, func(t *testing.T, w, h int) {
		t.Helper()
		for _, state := range states {
			t.Run(state.name, func(t *testing.T) {
				r := start(t, w, h)
				r.open(formCase(t, planMessage, planSchema))
				r.Press(keysOf(state.keys)...)
				r.Settle()
				if state.wait == "raw schema" && h < 20 {
					state.wait = "answer as JSON"
				}
				r.WaitFor(state.wait)
				r.Golden()
			})
		}
	})
}

// keysOf makes single characters runes.
func keysOf(keys []any) []any {
	out := make([]any, len(keys))
	for i, k := range keys {
		if s, ok := k.(string); ok && len(s) == 1 {
			k = rune(s[0])
		}
		out[i] = k
	}
	return out
}

func TestSmallForms(t *testing.T) {
	small := map[string]string{
		"nothing": `{"type":"object","properties":{}}`,
		"yes":     property(`{"type":"boolean","title":"Really delete"}`, true),
		"choice":  property(`{"type":"string","title":"Colour","enum":["red","green","blue"]}`, true),
		"text":    property(`{"type":"string","title":"Name","description":"As in the passport."}`, true),
	}
	atEachSize(t, func(t *testing.T, w, h int) {
		t.Helper()
		for name, schema := range small {
			t.Run(name, func(t *testing.T) {
				r := start(t, w, h)
				r.open(formCase(t, "One thing to say.", schema))
				r.Golden()
			})
		}
	})
}

func TestACredentialShapedAnswerIsStopped(t *testing.T) {
	atEachSize(t, func(t *testing.T, w, h int) {
		t.Helper()
		r := start(t, w, h)
		r.open(formCase(t, "Your note?", property(`{"type":"string","title":"Note"}`, true)))
		r.Type("4111 1111 1111 1111\n")
		r.WaitFor("Stopped")
		r.Golden()
	})
}

func TestARefusedQuestion(t *testing.T) {
	schema := property(`{"type":"string","title":"Your PIN"}`, true)
	e := elicitation("Give me your PIN.", schema)
	_, refusal := forms.Parse(forms.Request{Message: "Give me your PIN.", Schema: json.RawMessage(schema)}, forms.Tester)
	if refusal == nil {
		t.Fatal("not refused")
	}
	atEachSize(t, func(t *testing.T, w, h int) {
		t.Helper()
		r := start(t, w, h)
		r.refuse(e, refusal)
		r.Golden("refused")
		r.Press('o')
		r.WaitFor("requestedSchema")
		r.Golden("schema")
	})
}

func TestAQuestionThatNobodyWaitsFor(t *testing.T) {
	atEachSize(t, func(t *testing.T, w, h int) {
		t.Helper()
		r := start(t, w, h)
		a := r.open(formCase(t, planMessage, planSchema))
		r.Press('2')
		r.Settle()
		r.clock.advance(48e9)
		a.withdraw(errors.New("server billing withdrew its question: request timed out"))
		r.WaitFor("Nothing was sent")
		r.Golden()
	})
}

func TestAPageToOpen(t *testing.T) {
	atEachSize(t, func(t *testing.T, w, h int) {
		t.Helper()
		r := start(t, w, h)
		a := r.open(urlCase("https://login.bank.example.com/connect?flow=8f2c", true))
		r.Golden("asked")
		r.Press('o')
		<-r.opened
		r.WaitFor("Finish there")
		r.Golden("opened")
		a.undecided()
	})
}

func TestAPageThatLooksLikeAnother(t *testing.T) {
	atEachSize(t, func(t *testing.T, w, h int) {
		t.Helper()
		r := start(t, w, h)
		r.open(urlCase("https://me@paypal.com.bänk.example.com:8443/connect", false))
		r.Golden()
	})
}
