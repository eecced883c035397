package answers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"elicit/forms"
	"elicit/mcpclient"
)

func everruns(string) forms.Profile { return forms.Everruns }

func TestWhatGoesOverTheWire(t *testing.T) {
	for _, test := range []struct {
		name    string
		asked   mcpclient.Elicitation
		said    Decision
		action  mcpclient.Action
		content string
	}{
		{"an accepted form has its content", asked(mcpclient.Legacy, seatsSchema), accepted(`{"seats":2}`), mcpclient.Accept, `{"seats":2}`},
		{
			"numbers go out as they were written", asked(mcpclient.Legacy, `{"type":"object","properties":{"n":{"type":"number"}}}`),
			accepted(`{"n":0.10}`), mcpclient.Accept, `{"n":0.10}`,
		},
		{
			"an accepted form without answers has an empty object", asked(mcpclient.Legacy, `{"type":"object","properties":{}}`),
			Decision{Action: mcpclient.Accept},
			mcpclient.Accept, `{}`,
		},
		{"so has a form without a schema", asked(mcpclient.Modern, ""), Decision{Action: mcpclient.Accept}, mcpclient.Accept, `{}`},
		{"consent to a URL has none", askedURL(mcpclient.Legacy, "https://example.com/"), accepted(`{"seats":2}`), mcpclient.Accept, ""},
		{
			"decline has none", asked(mcpclient.Legacy, seatsSchema),
			Decision{Action: mcpclient.Decline, Content: []byte(`{"seats":2}`)},
			mcpclient.Decline, "",
		},
		{
			"cancel has none", asked(mcpclient.Modern, seatsSchema),
			Decision{Action: mcpclient.Cancel, Content: []byte(`{"seats":2}`)},
			mcpclient.Cancel, "",
		},
		{"content becomes one line", asked(mcpclient.Legacy, seatsSchema), accepted("{\n \"seats\":\r\n 2}"), mcpclient.Accept, `{"seats":2}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := (&Desk{Answerers: []Answerer{says(test.said)}}).Answer(t.Context(), test.asked)
			wantEqual(t, "the action", out.Action, test.action)
			wantEqual(t, "the content", string(out.Content), test.content)
			if out.End != nil {
				t.Errorf("the call ends with %v", out.End)
			}
		})
	}
}

func TestTheFirstAnswererThatDecidesWins(t *testing.T) {
	never := does(func(context.Context, Case) (Decision, error) {
		t.Error("an answerer was asked although one before it had decided")
		return Decision{}, nil
	})
	d := &Desk{Answerers: []Answerer{says{}, says{}, says(accepted(`{"seats":3}`)), never}}
	wantEqual(t, "the content", string(d.Answer(t.Context(), asked(mcpclient.Legacy, seatsSchema)).Content), `{"seats":3}`)
}

func TestWithoutAnAnswerNothingIsDecidedForThePerson(t *testing.T) {
	out := (&Desk{Answerers: []Answerer{says{}}}).Answer(t.Context(), asked(mcpclient.Legacy, seatsSchema))
	wantEqual(t, "the action", out.Action, mcpclient.Ask)
	if !errors.Is(out.End, ErrUnanswered) {
		t.Errorf("the call ends with %v, want ErrUnanswered", out.End)
	}
	for _, word := range []string{`"booking"`, `"book"`} {
		if !strings.Contains(out.End.Error(), word) {
			t.Errorf("the error %q does not name %s", out.End, word)
		}
	}
}

// choosing is told of refusals and chooses what the server hears.
type choosing struct {
	says
	instead Decision
	told    *[]string
}

func (c choosing) Refused(_ context.Context, _ mcpclient.Elicitation, r *forms.Refusal) Decision {
	*c.told = append(*c.told, r.Rule)
	return c.instead
}

func TestRefusedQuestions(t *testing.T) {
	for _, test := range []struct {
		name    string
		era     mcpclient.Era
		profile func(string) forms.Profile
		instead mcpclient.Action
		action  mcpclient.Action
		ends    bool
	}{
		{name: "a legacy server gets an error and its call goes on", era: mcpclient.Legacy, action: mcpclient.Refuse},
		{name: "a modern call ends", era: mcpclient.Modern, action: mcpclient.Refuse, ends: true},
		{name: "a strict host declines and fails the call", era: mcpclient.Legacy, profile: everruns, action: mcpclient.Decline, ends: true},
		{name: "a person may send cancel instead", era: mcpclient.Modern, instead: mcpclient.Cancel, action: mcpclient.Cancel},
		{name: "a person may send decline instead", era: mcpclient.Legacy, instead: mcpclient.Decline, action: mcpclient.Decline},
	} {
		t.Run(test.name, func(t *testing.T) {
			var told []string
			person := choosing{says: says(accepted(`{"password":"x"}`)), instead: Decision{Action: test.instead, By: ByPerson}, told: &told}
			out := (&Desk{Profile: test.profile, Answerers: []Answerer{person}}).
				Answer(t.Context(), asked(test.era, passwordSchema))
			wantEqual(t, "the action", out.Action, test.action)
			wantEqual(t, "the refusals told", strings.Join(told, " "), "credential")
			var end *RefusedError
			wantEqual(t, "that the call ends refused", errors.As(out.End, &end), test.ends)
			if test.action == mcpclient.Refuse && !strings.Contains(out.Reason, "password") {
				t.Errorf("the reason %q does not name the property", out.Reason)
			}
		})
	}
}

func TestAnUnknownModeIsRefusedLikeABadSchema(t *testing.T) {
	e := asked(mcpclient.Legacy, seatsSchema)
	e.Mode = "telepathy"
	out := (&Desk{Answerers: []Answerer{says(accepted(`{}`))}}).Answer(t.Context(), e)
	wantEqual(t, "the action", out.Action, mcpclient.Refuse)
}

func TestOnlySafeURLsAreShownToAnyone(t *testing.T) {
	for url, action := range map[string]mcpclient.Action{
		"https://example.com/sign-in": mcpclient.Accept,
		"http://localhost:8080/":      mcpclient.Accept,
		"http://127.0.0.1/":           mcpclient.Accept,
		"http://[::1]:99/":            mcpclient.Accept,
		"http://example.com/":         mcpclient.Refuse,
		"http://localhost.evil.com/":  mcpclient.Refuse,
		"javascript:alert(1)":         mcpclient.Refuse,
		"file:///etc/passwd":          mcpclient.Refuse,
		"//example.com":               mcpclient.Refuse,
		"":                            mcpclient.Refuse,
		"https://":                    mcpclient.Refuse,
	} {
		out := (&Desk{Answerers: []Answerer{says(accepted(""))}}).Answer(t.Context(), askedURL(mcpclient.Legacy, url))
		wantEqual(t, "the action for "+url, out.Action, action)
	}
}

func TestACrashedAnswererIsACancelNeverADecline(t *testing.T) {
	for name, bad := range map[string]Answerer{
		"panics":                      does(func(context.Context, Case) (Decision, error) { panic("boom") }),
		"errs":                        does(func(context.Context, Case) (Decision, error) { return accepted(`{"seats":2}`), errors.New("boom") }),
		"decides what cannot be said": says{Action: "perhaps"},
	} {
		out := (&Desk{Answerers: []Answerer{bad}}).Answer(t.Context(), asked(mcpclient.Legacy, seatsSchema))
		wantEqual(t, "the action when it "+name, out.Action, mcpclient.Cancel)
		if out.End == nil || out.Content != nil {
			t.Errorf("when it %s, the outcome is %+v", name, out)
		}
	}
}

// keeping is an answerer that is slow and gets its decision back.
type keeping struct {
	does
	back chan Decision
}

func (k keeping) Unsent(_ Case, d Decision) { k.back <- d }

func (keeping) RoundUnsent(mcpclient.Elicitation) {}

var (
	_ Keeper = keeping{}
	_ Keeper = (*Store)(nil)
)

func TestAnAnswerToADeadQuestionIsDroppedAndGivenBack(t *testing.T) {
	ctx, withdraw := context.WithCancelCause(t.Context())
	began, finish := make(chan struct{}), make(chan struct{})
	slow := keeping{back: make(chan Decision, 1), does: func(context.Context, Case) (Decision, error) {
		close(began)
		<-finish // deaf to ctx
		return accepted(`{"seats":2}`), nil
	}}
	var told []Record
	d := &Desk{Answerers: []Answerer{slow}, Told: func(r Record) { told = append(told, r) }}
	answered := make(chan mcpclient.Outcome)
	go func() { answered <- d.Answer(ctx, asked(mcpclient.Legacy, seatsSchema)) }()
	<-began
	withdrawn := errors.New("the server gave up")
	withdraw(withdrawn)
	out := <-answered // although the answerer still waits
	wantEqual(t, "the action", out.Action, mcpclient.Ask)
	if out.Content != nil || !errors.Is(out.End, withdrawn) {
		t.Errorf("the outcome is %+v", out)
	}
	close(finish)
	wantEqual(t, "the answer given back", string((<-slow.back).Content), `{"seats":2}`)
	wantEqual(t, "the number of records", len(told), 1)
}

func TestAnAnswerThatComesWithTheWithdrawalIsGivenBack(t *testing.T) {
	ctx, withdraw := context.WithCancel(t.Context())
	quick := keeping{back: make(chan Decision, 1), does: func(context.Context, Case) (Decision, error) {
		withdraw()
		return accepted(`{"seats":2}`), nil
	}}
	out := (&Desk{Answerers: []Answerer{quick}}).Answer(ctx, asked(mcpclient.Legacy, seatsSchema))
	wantEqual(t, "the action", out.Action, mcpclient.Ask)
	wantEqual(t, "the answer given back", string((<-quick.back).Content), `{"seats":2}`)
}

func TestContentIsCheckedOnceMoreWhoeverGaveIt(t *testing.T) {
	const token = `{"seats":1,"note":"AKIAIOSFODNN7EXAMPLE"}`
	for _, test := range []struct {
		name    string
		profile func(string) forms.Profile
		said    Decision
		sent    bool
		end     any
	}{
		{name: "a misfit is not sent", said: accepted(`{"seats":99,"note":7}`), end: new(*UnfitError)},
		{name: "nor is a missing value", said: accepted(`{}`), end: new(*UnfitError)},
		{name: "nor what is not JSON", said: Decision{Action: mcpclient.Accept, Content: []byte(`{`), Unchecked: true}, end: new(*UnfitError)},
		{name: "a person may send a misfit as it is", said: Decision{Action: mcpclient.Accept, Content: []byte(`{"seats":99}`), Unchecked: true}, sent: true},
		{name: "a credential is not sent", said: accepted(token), end: new(*CredentialError)},
		{name: "unless a person means it", said: Decision{Action: mcpclient.Accept, Content: []byte(token), Confirmed: true}, sent: true},
		{name: "a strict host does not ask", profile: everruns, said: Decision{Action: mcpclient.Accept, Content: []byte(token), Confirmed: true}, end: new(*CredentialError)},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := (&Desk{Profile: test.profile, Answerers: []Answerer{says(test.said)}}).
				Answer(t.Context(), asked(mcpclient.Legacy, seatsSchema))
			if test.sent {
				wantEqual(t, "the action", out.Action, mcpclient.Accept)
				wantEqual(t, "the content", string(out.Content), string(test.said.Content))
				return
			}
			wantEqual(t, "the action", out.Action, mcpclient.Ask)
			if !errors.As(out.End, test.end) {
				t.Errorf("the call ends with %T: %v, want a %T", out.End, out.End, test.end)
			}
		})
	}
}

func TestEveryIssueOfAMisfitIsNamed(t *testing.T) {
	out := (&Desk{Answerers: []Answerer{says(accepted(`{"seats":99,"note":7,"extra":1}`))}}).
		Answer(t.Context(), asked(mcpclient.Legacy, seatsSchema))
	for _, name := range []string{"seats", "note", "extra"} {
		if !strings.Contains(out.End.Error(), name) {
			t.Errorf("the error %q does not name %s", out.End, name)
		}
	}
}

func TestManyQuestionsAreDecidedAtOnce(t *testing.T) {
	const many = 50
	var all sync.WaitGroup
	all.Add(many)
	together := does(func(_ context.Context, c Case) (Decision, error) {
		all.Done()
		all.Wait() // only passes when all are asked at the same time
		return accepted(fmt.Sprintf(`{"seats":%d}`, c.Round)), nil
	})
	var mu sync.Mutex
	told := map[int]string{}
	d := &Desk{Answerers: []Answerer{together}, Told: func(r Record) {
		mu.Lock()
		defer mu.Unlock()
		told[r.Case.Round] = string(r.Outcome.Content)
	}}
	var done sync.WaitGroup
	for i := 1; i <= many; i++ {
		done.Go(func() {
			e := asked(mcpclient.Legacy, seatsSchema)
			e.Round = i
			d.Answer(t.Context(), e)
		})
	}
	done.Wait()
	for i := 1; i <= many; i++ {
		wantEqual(t, "the answer", told[i], fmt.Sprintf(`{"seats":%d}`, i))
	}
}

func TestARecordTellsAPersonsNoFromAScriptedOne(t *testing.T) {
	for by, want := range map[string]bool{ByPerson: true, ByRecord: true, ByPolicy: false, ByRules: false, ByFlags: false} {
		var told Record
		d := &Desk{Answerers: []Answerer{says{Action: mcpclient.Decline, By: by}}, Told: func(r Record) { told = r }}
		d.Answer(t.Context(), asked(mcpclient.Legacy, seatsSchema))
		wantEqual(t, "that a person declined, decided by "+by, told.DeclinedByPerson(), want)
		wantEqual(t, "that a person cancelled", told.CancelledByPerson(), false)
	}
}
