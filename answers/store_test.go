package answers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// openTestStore opens a store of its own; nothing may be warned of unless w
// collects it.
func openTestStore(t *testing.T, w *warnings) *Store {
	t.Helper()
	s, err := OpenStore(filepath.Join(t.TempDir(), "answers"))
	if err != nil {
		t.Fatal(err)
	}
	s.Warned = func(warning Warning) {
		if w == nil {
			t.Errorf("the store warns: %s", warning.Text)
			return
		}
		w.add(warning)
	}
	return s
}

// reopened is another process's view of the same store.
func reopened(t *testing.T, s *Store) *Store {
	t.Helper()
	again, err := OpenStore(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	again.Warned, again.Now, again.Expiry = s.Warned, s.Now, s.Expiry
	return again
}

func park(t *testing.T, s *Store, c Case) *Pending {
	t.Helper()
	p, err := s.Park(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func record1(t *testing.T, s *Store, c Case, content string) *Pending {
	t.Helper()
	p := park(t, s, c)
	if err := s.Answer(t.Context(), p.ID, accepted(content)); err != nil {
		t.Fatal(err)
	}
	return p
}

func take(t *testing.T, s *Store, c Case) (string, bool) {
	t.Helper()
	d, found, err := s.Take(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return string(d.Content), found
}

func pendingOf(t *testing.T, s *Store) []*Pending {
	t.Helper()
	p, err := s.Pending(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestARecordedAnswerIsSentOnce(t *testing.T) {
	for _, era := range []mcpclient.Era{mcpclient.Legacy, mcpclient.Modern} {
		s := openTestStore(t, nil)
		e := asked(era, seatsSchema)
		policy, err := PolicyNamed("park", s)
		if err != nil {
			t.Fatal(err)
		}
		desk := &Desk{Answerers: []Answerer{s, policy}}

		out := desk.Answer(t.Context(), e)
		var parked *ParkedError
		if !errors.As(out.End, &parked) || out.Action != mcpclient.Ask {
			t.Fatalf("the first call ends with %+v", out)
		}
		other := reopened(t, s)
		if err := other.Answer(t.Context(), parked.Pending.ID, accepted(`{"seats":2}`)); err != nil {
			t.Fatal(err)
		}
		wantEqual(t, "the number of pending questions", len(pendingOf(t, s)), 0)

		e.ID, e.CallID = "2", "call 2"
		e.Args = json.RawMessage(" { \"day\" : \"monday\" } ") // the same arguments
		out = desk.Answer(t.Context(), e)
		wantEqual(t, "the content of the next call", string(out.Content), `{"seats":2}`)

		e.ID, e.CallID = "3", "call 3"
		if out = desk.Answer(t.Context(), e); !errors.As(out.End, &parked) {
			t.Errorf("the call after that is answered: %+v", out)
		}
	}
}

func TestARecordedDeclineIsTold(t *testing.T) {
	s := openTestStore(t, nil)
	c := caseOf(t, asked(mcpclient.Legacy, seatsSchema))
	p := park(t, s, c)
	if err := s.Answer(t.Context(), p.ID, Decision{Action: mcpclient.Decline}); err != nil {
		t.Fatal(err)
	}
	d, found, err := s.Take(t.Context(), c)
	if err != nil || !found || d.Action != mcpclient.Decline || d.Content != nil {
		t.Errorf("what is taken is %+v, %v, %v", d, found, err)
	}
}

func TestConsentToAURLCanBeRecorded(t *testing.T) {
	s := openTestStore(t, &warnings{})
	c := caseOf(t, askedURL(mcpclient.Modern, "https://example.com/a"))
	p := park(t, s, c)
	if err := s.Answer(t.Context(), p.ID, Decision{Action: mcpclient.Accept}); err != nil {
		t.Fatal(err)
	}
	if _, found := take(t, s, caseOf(t, askedURL(mcpclient.Modern, "https://example.com/b"))); found {
		t.Error("it is consent to another URL, too")
	}
	if _, found := take(t, s, c); !found {
		t.Error("it is not found")
	}
}

// Whatever is different, the answer was not given for it.
func TestAnAnswerIsOnlyForItsOwnQuestion(t *testing.T) {
	changed := func(f func(e *mcpclient.Elicitation)) mcpclient.Elicitation {
		e := asked(mcpclient.Modern, seatsSchema)
		f(&e)
		return e
	}
	for name, other := range map[string]mcpclient.Elicitation{
		"server":    changed(func(e *mcpclient.Elicitation) { e.Server = "Booking" }),
		"tool":      changed(func(e *mcpclient.Elicitation) { e.Target = safetext.Of("cancel") }),
		"method":    changed(func(e *mcpclient.Elicitation) { e.Method = mcpclient.MethodPrompt }),
		"no call":   changed(func(e *mcpclient.Elicitation) { e.Method, e.Target = "", safetext.Text{} }),
		"arguments": changed(func(e *mcpclient.Elicitation) { e.Args = json.RawMessage(`{"day":"tuesday"}`) }),
		"key":       changed(func(e *mcpclient.Elicitation) { e.Key = "seat" }),
		"message":   changed(func(e *mcpclient.Elicitation) { e.Message = safetext.Of("How many rooms?") }),
		"schema": changed(func(e *mcpclient.Elicitation) {
			e.Schema = json.RawMessage(strings.Replace(seatsSchema, "50", "60", 1))
		}),
		"title": changed(func(e *mcpclient.Elicitation) {
			e.Schema = json.RawMessage(strings.Replace(seatsSchema, "Seats", "Rooms", 1))
		}),
		"key's shape": changed(func(e *mcpclient.Elicitation) { e.Key = "../seats" }),
	} {
		t.Run(name, func(t *testing.T) {
			s := openTestStore(t, &warnings{})
			c := caseOf(t, asked(mcpclient.Modern, seatsSchema))
			record1(t, s, c, `{"seats":2}`)
			if content, found := take(t, s, caseOf(t, other)); found {
				t.Errorf("the answer %s is given to another question", content)
			}
			if _, found := take(t, s, c); !found {
				t.Error("its own question does not get the answer after that")
			}
		})
	}
}

func TestAnOrderOfPropertiesDoesNotMakeAnotherQuestion(t *testing.T) {
	s := openTestStore(t, nil)
	record1(t, s, caseOf(t, asked(mcpclient.Legacy, seatsSchema)), `{"seats":2}`)
	turned := `{"required":["seats"],"properties":{"note":{"maxLength":20,"type":"string"},` +
		`"seats":{"maximum":50,"minimum":1,"title":"Seats","type":"integer"}},"type":"object"}`
	if _, found := take(t, s, caseOf(t, asked(mcpclient.Legacy, turned))); !found {
		t.Error("the answer is not found")
	}
}

func TestAnExpiredAnswerIsNotSentAndOfferedAgain(t *testing.T) {
	w, now := &warnings{}, newClock()
	s := openTestStore(t, w)
	s.Now = now.Now
	c := caseOf(t, asked(mcpclient.Legacy, seatsSchema))
	record1(t, s, c, `{"seats":2}`)
	now.pass(30*time.Minute - time.Second)
	d, found, err := s.Take(t.Context(), c)
	if err != nil || !found {
		t.Fatalf("a second before it expires: %v, %v", found, err)
	}
	s.Unsent(c, d)
	now.pass(time.Second)
	if _, found := take(t, s, c); found {
		t.Error("it is found after half an hour")
	}
	if all := w.drain(); len(all) != 1 || !strings.Contains(all[0].Text, "expired") {
		t.Errorf("the warnings are %v", all)
	}
	p := park(t, s, c)
	wantEqual(t, "what is offered again", string(p.Previous), `{"seats":2}`)
	wantEqual(t, "the number of pending questions", len(pendingOf(t, s)), 1)
}

func TestTheExpiryCanBeSet(t *testing.T) {
	now := newClock()
	s := openTestStore(t, &warnings{})
	s.Now, s.Expiry = now.Now, time.Minute
	c := caseOf(t, asked(mcpclient.Legacy, seatsSchema))
	record1(t, s, c, `{"seats":2}`)
	now.pass(time.Minute)
	if _, found := take(t, s, c); found {
		t.Error("it is found after its minute")
	}
}

func TestAChangedQuestionIsAskedAgainWithAWordOnWhatChanged(t *testing.T) {
	w := &warnings{}
	s := openTestStore(t, w)
	record1(t, s, caseOf(t, asked(mcpclient.Legacy, seatsSchema)), `{"seats":2}`)
	after := caseOf(t, asked(mcpclient.Legacy, strings.Replace(seatsSchema, `"Seats"`, `"Places"`, 1)))
	if _, found := take(t, s, after); found {
		t.Fatal("the changed question gets the old answer")
	}
	const fact = "title of seats changed from “Seats” to “Places”"
	all := w.drain()
	if len(all) != 1 || strings.Join(all[0].Changes, ";") != fact || !strings.Contains(all[0].Text, fact) {
		t.Errorf("the warnings are %+v", all)
	}
	p := park(t, s, after)
	wantEqual(t, "what changed", strings.Join(p.Changes, ";"), fact)
	wantEqual(t, "what is offered again", string(p.Previous), `{"seats":2}`)
	wantEqual(t, "what the next process sees", strings.Join(pendingOf(t, reopened(t, s))[0].Changes, ";"), fact)
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

func TestAWithdrawnQuestionLeavesItsAnswerInTheStore(t *testing.T) {
	s := openTestStore(t, nil)
	c := caseOf(t, asked(mcpclient.Legacy, seatsSchema))
	record1(t, s, c, `{"seats":2}`)
	d, found, err := s.Take(t.Context(), c)
	if err != nil || !found {
		t.Fatal(found, err)
	}
	s.Unsent(c, d)
	s.Unsent(c, d) // once is enough
	if _, found := take(t, reopened(t, s), c); !found {
		t.Error("it is lost")
	}
	if _, found := take(t, s, c); found {
		t.Error("it is there twice")
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

func TestForget(t *testing.T) {
	s := openTestStore(t, nil)
	c := caseOf(t, asked(mcpclient.Legacy, seatsSchema))
	p := record1(t, s, c, `{"seats":2}`)
	if err := s.Forget(t.Context(), p.ID); err != nil {
		t.Fatal(err)
	}
	if _, found := take(t, s, c); found {
		t.Error("the answer is still there")
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
