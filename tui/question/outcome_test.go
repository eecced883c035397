package question

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/forms"
	"elicit/mcpclient"
)

func TestOneKeyAnswersAFormOfOneQuestion(t *testing.T) {
	const colours = `{"type":"string","enum":["red","green","blue"]}`
	for name, x := range map[string]struct {
		schema string
		keys   []any
		want   string
	}{
		"yes":                       {`{"type":"boolean"}`, []any{'y'}, `{"it":true}`},
		"no":                        {`{"type":"boolean"}`, []any{'n'}, `{"it":false}`},
		"the second option":         {colours, []any{'2'}, `{"it":"green"}`},
		"enter on an option":        {colours, []any{"down", "enter"}, `{"it":"green"}`},
		"typed text and enter":      {`{"type":"string"}`, []any{'a', 'b', "enter"}, `{"it":"ab"}`},
		"a whole number and enter":  {`{"type":"integer"}`, []any{'4', '2', "enter"}, `{"it":42}`},
		"a default and enter":       {`{"type":"string","default":"x"}`, []any{"enter"}, `{"it":"x"}`},
		"a number, sent as typed":   {`{"type":"number"}`, []any{'0', '.', '1', '0', "enter"}, `{"it":0.10}`},
		"nothing, as it is not due": {`{"type":"string"}`, []any{"ctrl+s"}, `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t, 80, 24)
			a := r.open(formCase(t, "?", property(x.schema, x.want != "{}")))
			r.Press(x.keys...)
			a.accepts(x.want)
			r.WaitFor("nothing is asked")
		})
	}
}

func TestALongerFormIsReviewedBeforeItIsSent(t *testing.T) {
	r := start(t, 100, 30)
	a := r.open(formCase(t, planMessage, planSchema))
	r.Press('2', "alt+2")
	r.Type("5")
	r.Press("ctrl+s")
	r.WaitFor("This goes to billing")
	for _, row := range []string{`"plan": "team",`, `"seats": 5,`, `"email": "ada@example.com"`, "notify  omitted", "email   default"} {
		r.WaitFor(row)
	}
	a.undecided()
	r.Press("esc")
	r.WaitFor("Pick a plan")
	r.Press("backspace")
	r.Type("7")
	r.Press("ctrl+s")
	r.WaitFor(`"seats": 7`)
	r.Press("enter")
	a.accepts(`{"plan":"team","seats":7,"email":"ada@example.com"}`)
}

func TestIssuesKeepAFormFromBeingSent(t *testing.T) {
	r := start(t, 80, 24)
	a := r.open(formCase(t, planMessage, planSchema))
	r.Press("ctrl+s")
	r.WaitFor("✗ Plan:")
	r.WaitFor("(and 1 more)")
	r.Press('1')
	r.WaitFor("✗ Seats:")
	a.undecided()
}

func TestDecliningIsAnExplicitNo(t *testing.T) {
	r := start(t, 80, 24)
	a := r.open(formCase(t, planMessage, planSchema))
	r.Press("ctrl+d")
	a.ends(mcpclient.Decline)
}

func TestDecliningAsksBeforeItThrowsTypedTextAway(t *testing.T) {
	r := start(t, 80, 24)
	a := r.open(formCase(t, planMessage, planSchema))
	r.Press('1', "ctrl+d")
	r.WaitFor("Decline, and throw away")
	r.Press("esc")
	r.WaitGone("throw away")
	a.undecided()
	r.Press("ctrl+d", "enter")
	a.ends(mcpclient.Decline)
}

func TestEscapeCancelsAnUntouchedFormAtOnce(t *testing.T) {
	r := start(t, 80, 24)
	a := r.open(formCase(t, planMessage, planSchema))
	r.Press("esc")
	a.ends(mcpclient.Cancel)
}

func TestEscapeAsksBeforeItThrowsTypedTextAway(t *testing.T) {
	r := start(t, 80, 24)
	a := r.open(formCase(t, planMessage, planSchema))
	r.Press('1', "esc")
	r.WaitFor("Throw away what you filled in?")
	r.Press("esc")
	r.WaitGone("Throw away")
	a.undecided()
	r.Press("esc", "enter")
	a.ends(mcpclient.Cancel)
}

func TestClosingDeclinesUnderAProfileThatSaysSo(t *testing.T) {
	r := start(t, 80, 24)
	a := r.open(caseUnder(t, forms.Everruns, "?", property(`{"type":"string"}`, true)))
	r.Press("esc")
	a.ends(mcpclient.Decline)
}

func TestAFormWithoutFieldsIsAConfirmation(t *testing.T) {
	for name, x := range map[string]struct {
		keys []any
		want mcpclient.Action
	}{
		"enter sends":            {[]any{"enter"}, mcpclient.Accept},
		"y sends":                {[]any{'y'}, mcpclient.Accept},
		"n declines":             {[]any{'n'}, mcpclient.Decline},
		"the second button":      {[]any{"right", "enter"}, mcpclient.Decline},
		"the third button":       {[]any{"left", "enter"}, mcpclient.Cancel},
		"escape cancels":         {[]any{"esc"}, mcpclient.Cancel},
		"other keys say nothing": {[]any{'x', 'q', "ctrl+d"}, mcpclient.Decline},
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t, 80, 24)
			a := r.open(formCase(t, "Restart?", `{"type":"object","properties":{}}`))
			r.Press(x.keys...)
			if x.want == mcpclient.Accept {
				a.accepts("{}")
			} else {
				a.ends(x.want)
			}
		})
	}
}

func TestTheButtonsAreClicked(t *testing.T) {
	for name, want := range map[string]mcpclient.Action{"Decline ]": mcpclient.Decline, "Cancel ]": mcpclient.Cancel} {
		t.Run(name, func(t *testing.T) {
			r := start(t, 80, 24)
			a := r.open(formCase(t, planMessage, planSchema))
			r.ClickOn(name)
			a.ends(want)
		})
	}
}

func TestACredentialIsSentOnlyWhenItIsMeant(t *testing.T) {
	r := start(t, 80, 24)
	a := r.open(formCase(t, "Note?", property(`{"type":"string"}`, true)))
	r.Type("4111 1111 1111 1111\n")
	r.WaitFor("Stopped")
	r.Press("enter", "esc")
	r.WaitGone("Stopped")
	a.undecided()
	r.Press("enter")
	r.WaitFor("Stopped")
	r.Press('y')
	if d := a.accepts(`{"it":"4111 1111 1111 1111"}`); !d.Confirmed {
		t.Fatal("the confirmation was not told")
	}
}

func TestAStrictProfileNeverSendsACredential(t *testing.T) {
	r := start(t, 80, 24)
	a := r.open(caseUnder(t, forms.Everruns, "Note?", property(`{"type":"string"}`, true)))
	r.Type("4111 1111 1111 1111\n")
	r.WaitFor("The profile everruns")
	r.Press('y', "enter")
	r.Settle()
	a.undecided()
}

func TestAnAnswerAsJSONIsCheckedLikeTheForm(t *testing.T) {
	r := start(t, 100, 30)
	a := r.open(formCase(t, planMessage, planSchema))
	r.Press("ctrl+o", 'j')
	r.WaitFor("Answer as JSON")
	clearEditor(r)
	r.Type(`{"plan":"team","seats":99}`)
	r.WaitFor("✗ Seats:")
	r.Press("ctrl+s")
	r.Settle()
	a.undecided()
	r.Press("backspace", "backspace", "backspace")
	r.Type("9}")
	r.WaitFor("✔ fits")
	r.Press("ctrl+s")
	r.WaitFor("This goes to billing")
	r.Press("enter")
	a.accepts(`{"plan":"team","seats":9}`)
}

func clearEditor(r *run) {
	for range 4 {
		r.Press("ctrl+end")
	}
	for range 8 {
		r.Press("ctrl+u", "backspace")
	}
	r.WaitFor("nothing yet")
}

func TestSendAsIsGoesOutUncheckedAndIsMarked(t *testing.T) {
	r := start(t, 100, 30)
	a := r.open(formCase(t, planMessage, planSchema))
	r.Press("ctrl+o", 't')
	r.WaitFor("TEST: send as is")
	clearEditor(r)
	r.Type(`{"seats":"many","extra":null}`)
	r.Press("ctrl+s")
	r.WaitFor("TEST: it is sent as it is")
	r.WaitFor("✗ Seats:")
	r.Press("enter")
	if d := a.accepts(`{"seats":"many","extra":null}`); !d.Unchecked {
		t.Fatal("it was not marked as unchecked")
	}
}

func TestTextInTheEditorSurvivesLeavingIt(t *testing.T) {
	r := start(t, 100, 30)
	r.open(formCase(t, planMessage, planSchema))
	r.Press("ctrl+o", 'j')
	r.WaitFor("Answer as JSON")
	clearEditor(r)
	r.Type(`{"plan":`)
	r.WaitFor("not JSON yet")
	r.Press("esc")
	r.WaitFor("Pick a plan")
	r.Press("ctrl+o", 'j')
	r.WaitFor(`{"plan":`)
}

func TestAFieldIsOmittedOnPurpose(t *testing.T) {
	r := start(t, 100, 30)
	a := r.open(formCase(t, "?", property(`{"type":"string","default":"x"}`, false)))
	r.Press("ctrl+o", 'o', "ctrl+s")
	a.accepts(`{}`)
}

func TestWithdrawnAnswersAreKeptAndCopied(t *testing.T) {
	r := start(t, 80, 24)
	a := r.open(formCase(t, planMessage, planSchema))
	r.Press('2')
	r.Settle()
	a.withdraw(errors.New("gave up after 60 s"))
	r.WaitFor("gave up after 60 s")
	r.WaitFor("Nothing was sent.")
	r.Press("ctrl+s", 'y')
	if got := r.copied(); got != `{"plan":"team","email":"ada@example.com"}` {
		t.Fatalf("copied %q", got)
	}
	r.Press("enter")
	r.WaitFor("nothing is asked")

	again := formCase(t, planMessage, planSchema)
	again.ID = "q2"
	r.open(again)
	r.WaitFor("Team")
	r.Press("ctrl+y")
	r.WaitFor(`"plan":"team"`)
}

func TestADeadQuestionTakesNoAnswer(t *testing.T) {
	p := NewPerson(func(tea.Msg) {})
	if p.Decided("dead", answers.Decision{Action: mcpclient.Accept}) {
		t.Fatal("a dead question took an answer")
	}
}

func TestRefusalsAreAnswered(t *testing.T) {
	_, refusal := forms.Parse(forms.Request{Schema: []byte(property(`{"type":"string","title":"PIN"}`, true))}, forms.Tester)
	for key, want := range map[any]mcpclient.Action{"enter": "", "esc": "", 'c': mcpclient.Cancel, 'd': mcpclient.Decline} {
		r := start(t, 80, 24)
		a := r.refuse(elicitation("?", "{}"), refusal)
		r.Press(key)
		if d := a.decision(); d.Action != want {
			t.Errorf("%v tells %q, want %q", key, d.Action, want)
		}
	}
}

func TestARefusalIsCopiedAsABugReport(t *testing.T) {
	_, refusal := forms.Parse(forms.Request{Schema: []byte(property(`{"type":"string","title":"PIN"}`, true))}, forms.Tester)
	r := start(t, 80, 24)
	r.refuse(elicitation("?", property(`{"type":"string","title":"PIN"}`, true)), refusal)
	r.Press('y')
	report := r.copied()
	for _, want := range []string{"buy_seats", "credential", `"title": "PIN"`} {
		if !strings.Contains(report, want) {
			t.Errorf("the report does not hold %s:\n%s", want, report)
		}
	}
}
