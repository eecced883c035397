package answers

import (
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

func TestItIsKnownForWhichServersAnswersWait(t *testing.T) {
	now := newClock()
	s := openTestStore(t, nil)
	s.Now = now.Now
	c := caseOf(t, asked(mcpclient.Legacy, seatsSchema))
	park(t, s, c)
	wantEqual(t, "whether a parked question is an answer", s.Answers(c.Server), false)
	record1(t, s, c, `{"seats":2}`)
	wantEqual(t, "whether its server has an answer", s.Answers(c.Server), true)
	wantEqual(t, "whether another one has", s.Answers("other"), false)
	now.pass(time.Hour)
	wantEqual(t, "whether it has one an hour later", s.Answers(c.Server), false)
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
