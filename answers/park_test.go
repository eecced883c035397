package answers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

func TestPendingQuestionsSurviveWithEverythingToAnswerThem(t *testing.T) {
	s := openTestStore(t, nil)
	e := asked(mcpclient.Modern, seatsSchema)
	s.Observe(mcpclient.RoundBegan{CallID: e.CallID, Round: 1, State: "opaque", StateGiven: true})
	park(t, s, caseOf(t, e))
	p := pendingOf(t, reopened(t, s))[0]
	wantEqual(t, "the fingerprint", p.Case.Fingerprint(), caseOf(t, e).Fingerprint())
	wantEqual(t, "the schema", string(p.Case.Schema), seatsSchema)
	wantEqual(t, "the arguments", string(p.Case.Args), string(e.Args))
	if p.State == nil || p.State.State != "opaque" || !p.State.Given {
		t.Errorf("the request state is %+v", p.State)
	}
	printed, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(printed, &fields); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"id", "server", "target", "message", "questions", "requestedSchema", "argumentsDigest",
		"key", "round", "era", "fingerprint", "requestState", "answerWith",
	} {
		if fields[name] == nil {
			t.Errorf("the printed record has no %s: %s", name, printed)
		}
	}
}

func TestAPrintedRecordIsSafeOnATerminal(t *testing.T) {
	s := openTestStore(t, nil)
	e := asked(mcpclient.Modern, `{"type":"object","properties":{"a":{"type":"string","title":"\u001b[31m\u202ex"}}}`)
	e.Message, e.Key = safetext.Of("\x1b]0;pwned\x07\u009b31m"), "k\u202e"
	printed, err := json.Marshal(park(t, s, caseOf(t, e)))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.ContainsAny(printed, "\x1b\x07\u009b\u202e") {
		t.Errorf("the record is %q", printed)
	}
}

// Legacy calls send each answer as soon as it is there. When a later question
// of the call parks, the next call will ask the earlier one again.
func TestACallOfSeveralQuestionsComesToItsEnd(t *testing.T) {
	s := openTestStore(t, nil)
	policy, err := PolicyNamed("park", s)
	if err != nil {
		t.Fatal(err)
	}
	call := func(id string, era mcpclient.Era) (sent []string) {
		desk := &Desk{Answerers: []Answerer{s, policy}}
		for i, schema := range []string{seatsSchema, kindsSchema} {
			e := asked(era, schema)
			e.ID, e.CallID = id+schema, id
			if e.Round = i + 1; era == mcpclient.Modern { // both in one round
				e.Round, e.Key = 1, []string{"one", "two"}[i]
			}
			out := desk.Answer(t.Context(), e)
			if out.Action != mcpclient.Accept {
				return sent
			}
			sent = append(sent, string(out.Content))
		}
		return sent
	}
	for _, era := range []mcpclient.Era{mcpclient.Legacy, mcpclient.Modern} {
		asked := 0
		for n := 1; ; n++ {
			if n > 4 {
				t.Fatalf("%s: the call does not end", era)
			}
			if len(call(string(era)+strings.Repeat("i", n), era)) == 2 {
				break
			}
			for _, p := range pendingOf(t, s) {
				asked++
				content := `{}`
				if strings.Contains(string(p.Case.Schema), "seats") {
					content = `{"seats":2}`
				}
				if err := s.Answer(t.Context(), p.ID, accepted(content)); err != nil {
					t.Fatal(err)
				}
			}
		}
		// What went to a legacy server is used up; a modern round was not sent.
		wantEqual(t, "how often the person was asked, "+string(era), asked, map[mcpclient.Era]int{mcpclient.Legacy: 3, mcpclient.Modern: 2}[era])
	}
}

func TestWhatWasSentInACallThatParksIsOfferedAgain(t *testing.T) {
	s := openTestStore(t, nil)
	first, second := asked(mcpclient.Legacy, seatsSchema), asked(mcpclient.Legacy, kindsSchema)
	second.ID, second.Round = "2", 2
	record1(t, s, caseOf(t, first), `{"seats":7}`)
	if _, found := take(t, s, caseOf(t, first)); !found {
		t.Fatal("the answer is not found")
	}
	park(t, s, caseOf(t, second))
	all := pendingOf(t, s)
	if len(all) != 2 {
		t.Fatalf("there are %d pending questions", len(all))
	}
	wantEqual(t, "what is offered for the first", string(all[0].Previous), `{"seats":7}`)
	if _, found := take(t, s, caseOf(t, first)); found {
		t.Error("it is also sent again, without the person")
	}
}

func TestAQuestionOfAnUnknownCallCannotBeParked(t *testing.T) {
	s := openTestStore(t, nil)
	e := asked(mcpclient.Legacy, seatsSchema)
	e.Method, e.Target, e.Args = "", safetext.Text{}, nil
	if _, err := s.Park(t.Context(), caseOf(t, e)); err == nil {
		t.Error("it is parked")
	}
	policy, _ := PolicyNamed("park", s)
	if out := answered(t, e, policy); !errors.Is(out.End, ErrUnanswered) {
		t.Errorf("the policy ends the call with %v", out.End)
	}
}

func TestTheAnswersOfARoundThatIsNeverSentStay(t *testing.T) {
	for name, second := range map[string]Answerer{
		"nobody answers the next question": says{},
		"its answer does not fit":          says(accepted(`{"whole":"x"}`)),
		"it is withdrawn":                  nil,
	} {
		s := openTestStore(t, nil)
		first := asked(mcpclient.Modern, seatsSchema)
		record1(t, s, caseOf(t, first), `{"seats":2}`)
		out := (&Desk{Answerers: []Answerer{s}}).Answer(t.Context(), first)
		wantEqual(t, "the action for the first question", out.Action, mcpclient.Accept)

		next := asked(mcpclient.Modern, kindsSchema)
		next.ID, next.Key = "2", "other"
		ctx, withdraw := context.WithCancel(t.Context())
		if second == nil {
			second = does(func(context.Context, Case) (Decision, error) { withdraw(); return Decision{}, nil })
		}
		(&Desk{Answerers: []Answerer{s, second}}).Answer(ctx, next)
		withdraw()
		if _, found := take(t, reopened(t, s), caseOf(t, first)); !found {
			t.Errorf("when %s, the answer to the first question of the round is lost", name)
		}
	}
}

func TestQuestionsThatALegacyServerAsksAtOnceAreNotTakenForOneThatChanged(t *testing.T) {
	s := openTestStore(t, nil)
	one, other := asked(mcpclient.Legacy, seatsSchema), asked(mcpclient.Legacy, kindsSchema)
	other.ID, other.Message = "2", safetext.Of("What kind?")
	park(t, s, caseOf(t, one)) // both are the first to arrive, each in its call
	p := park(t, s, caseOf(t, other))
	if p.Changes != nil || len(pendingOf(t, s)) != 2 {
		t.Errorf("there are %d pending questions; it changed by %q", len(pendingOf(t, s)), p.Changes)
	}
}

func TestAQuestionIsParkedOnceUntilItChanges(t *testing.T) {
	s := openTestStore(t, nil)
	c := caseOf(t, asked(mcpclient.Legacy, seatsSchema))
	first := park(t, s, c)
	wantEqual(t, "the ID of the same question, parked again", park(t, reopened(t, s), c).ID, first.ID)
	changed := park(t, s, caseOf(t, asked(mcpclient.Legacy, strings.Replace(seatsSchema, "50", "60", 1))))
	all := pendingOf(t, s)
	if len(all) != 1 || all[0].ID != changed.ID {
		t.Errorf("there are %d pending questions", len(all))
	}
	if err := s.Answer(t.Context(), first.ID, accepted(`{"seats":2}`)); err == nil {
		t.Error("the question that is not asked any more can be answered")
	}
}

func TestAParkedAnswerIsCheckedLikeAnyOther(t *testing.T) {
	s := openTestStore(t, nil)
	p := park(t, s, caseOf(t, asked(mcpclient.Legacy, seatsSchema)))
	var unfit *UnfitError
	if err := s.Answer(t.Context(), p.ID, accepted(`{"seats":99}`)); !errors.As(err, &unfit) {
		t.Errorf("a misfit: %v", err)
	}
	var credential *CredentialError
	if err := s.Answer(t.Context(), p.ID, accepted(`{"seats":1,"note":"AKIAIOSFODNN7EXAMPLE"}`)); !errors.As(err, &credential) {
		t.Errorf("a credential: %v", err)
	}
	for _, action := range []mcpclient.Action{mcpclient.Cancel, mcpclient.Ask, ""} {
		if err := s.Answer(t.Context(), p.ID, Decision{Action: action}); err == nil {
			t.Errorf("it can be answered with %q", action)
		}
	}
	wantEqual(t, "the number of pending questions after that", len(pendingOf(t, s)), 1)
	if err := s.Answer(t.Context(), p.ID[:4], accepted(`{"seats":1}`)); err != nil {
		t.Errorf("the beginning of its ID: %v", err)
	}
	if err := s.Answer(t.Context(), "zzz", accepted(`{"seats":1}`)); err == nil || !strings.Contains(err.Error(), "elicit pending") {
		t.Errorf("an unknown ID: %v", err)
	}
}

func TestOldQuestionsAreForgotten(t *testing.T) {
	now := newClock()
	s := openTestStore(t, nil)
	s.Now = now.Now
	park(t, s, caseOf(t, asked(mcpclient.Legacy, seatsSchema)))
	now.pass(25 * time.Hour)
	wantEqual(t, "the number of pending questions", len(pendingOf(t, s)), 0)
	park(t, s, caseOf(t, asked(mcpclient.Legacy, kindsSchema)))
	names, err := s.files.names("")
	if err != nil {
		t.Fatal(err)
	}
	wantEqual(t, "the number of files, with the lock", len(names), 2)
}
