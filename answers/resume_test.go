package answers

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// roundOf are the questions of one round of a modern call, one for each schema.
func roundOf(round int, call string, schemas ...string) []mcpclient.Elicitation {
	var all []mcpclient.Elicitation
	for i, schema := range schemas {
		e := asked(mcpclient.Modern, schema)
		e.ID, e.CallID, e.Key = call+schema, call, "key "+schema[len(schema)-20:]
		e.Round, e.Place, e.Of = round, i+1, len(schemas)
		e.Params = json.RawMessage(`{"message":"How many seats?","requestedSchema":` + schema + `}`)
		all = append(all, e)
	}
	for i := range all {
		all[i].Later = all[i+1:]
	}
	return all
}

func began(s *Store, e mcpclient.Elicitation, state string) {
	raw, _ := json.Marshal(state) // a string always is JSON
	s.Observe(mcpclient.RoundBegan{CallID: e.CallID, Round: e.Round, State: state, StateGiven: true, RawState: raw})
}

// parking is a desk without a person, told of what it parked.
func parkingDesk(t *testing.T, s *Store, told *[]Record) *Desk {
	t.Helper()
	policy, err := PolicyNamed("park", s)
	if err != nil {
		t.Fatal(err)
	}
	return &Desk{Answerers: []Answerer{s, policy}, Told: func(r Record) {
		if told != nil {
			*told = append(*told, r)
		}
	}}
}

func answerAll(t *testing.T, s *Store) {
	t.Helper()
	for _, p := range pendingOf(t, s) {
		content := `{}`
		if strings.Contains(string(p.Case.Schema), "seats") {
			content = `{"seats":2}`
		}
		if err := s.Answer(t.Context(), p.ID, accepted(content)); err != nil {
			t.Fatal(err)
		}
	}
}

func resume(t *testing.T, s *Store, open bool) *mcpclient.Resume {
	t.Helper()
	e := asked(mcpclient.Modern, seatsSchema)
	return s.Resume(t.Context(), e.Server, e.Protocol, mcpclient.Call{Method: e.Method, Target: e.Target.Raw(), Args: e.Args}, open)
}

func TestTheQuestionsOfARoundAreParkedTogether(t *testing.T) {
	s := openTestStore(t, nil)
	var told []Record
	round := roundOf(1, "a", seatsSchema, kindsSchema, passwordSchema)
	out := parkingDesk(t, s, &told).Answer(t.Context(), round[0])
	if !parked(out.End) {
		t.Fatalf("the call ends with %v", out.End)
	}
	// The refused one is nobody's to answer.
	wantEqual(t, "the number of pending questions", len(pendingOf(t, s)), 2)
	wantEqual(t, "the number of records told", len(told), 2)
	answerAll(t, s)
	desk := parkingDesk(t, s, nil)
	for _, e := range roundOf(1, "b", seatsSchema, kindsSchema) {
		if out := desk.Answer(t.Context(), e); out.Action != mcpclient.Accept {
			t.Errorf("%s is answered with %s: %v", e.Key, out.Action, out.End)
		}
	}
}

func TestARoundThatParksTakesNothingFromTheStore(t *testing.T) {
	s := openTestStore(t, nil)
	round := roundOf(1, "a", kindsSchema, seatsSchema)
	record1(t, s, caseOf(t, round[1]), `{"seats":2}`)
	parkingDesk(t, s, nil).Answer(t.Context(), round[0])
	wantEqual(t, "the number of pending questions", len(pendingOf(t, s)), 1)
	if _, found := take(t, reopened(t, s), caseOf(t, round[1])); !found {
		t.Error("the answer to the second question is lost")
	}
}

func TestACallGoesOnFromALaterRoundOnceAllOfItIsAnswered(t *testing.T) {
	s := openTestStore(t, nil)
	round := roundOf(2, "a", seatsSchema, kindsSchema)
	began(s, round[0], "opaque\u2028")
	parkingDesk(t, s, nil).Answer(t.Context(), round[0])
	again := reopened(t, s)
	if r := resume(t, again, false); r != nil {
		t.Errorf("it goes on although nothing is answered: %+v", r)
	}
	if r := resume(t, again, true); r == nil {
		t.Error("a call that would park again does not go on")
	}
	answerAll(t, again)
	r := resume(t, again, false)
	if r == nil {
		t.Fatal("it starts over")
	}
	wantEqual(t, "the round", r.Round, 2)
	wantEqual(t, "the state", string(r.State), `"opaque\u2028"`)
	wantEqual(t, "the number of questions", len(r.Questions), 2)
	wantEqual(t, "the second one's key", r.Questions[1].Key, round[1].Key)
	params, err := oneLine(round[1].Params)
	if err != nil {
		t.Fatal(err)
	}
	wantEqual(t, "the second one's params", strings.ReplaceAll(string(r.Questions[1].Params), " ", ""), strings.ReplaceAll(string(params), " ", ""))
	if _, found := take(t, again, caseOf(t, round[0])); !found {
		t.Error("resuming took the answer")
	}
}

func TestACallStartsOverWhen(t *testing.T) {
	now := newClock()
	for what, change := range map[string]func(*mcpclient.Elicitation){
		"its first round was parked":            func(e *mcpclient.Elicitation) { e.Round = 1 },
		"its server speaks another protocol":    func(e *mcpclient.Elicitation) { e.Protocol = "2027-01-01" },
		"it has other arguments":                func(e *mcpclient.Elicitation) { e.Args = json.RawMessage(`{"day":"friday"}`) },
		"another server was called":             func(e *mcpclient.Elicitation) { e.Server = "other" },
		"another tool was called":               func(e *mcpclient.Elicitation) { e.Target = safetext.Of("other") },
		"a prompt was got":                      func(e *mcpclient.Elicitation) { e.Method = mcpclient.MethodPrompt },
		"a question of the round is not parked": func(e *mcpclient.Elicitation) { e.Of = 2 },
		"its server is a legacy one":            func(e *mcpclient.Elicitation) { e.Era = mcpclient.Legacy },
	} {
		s := openTestStore(t, nil)
		s.Now = now.Now
		e := roundOf(2, "a", seatsSchema)[0]
		change(&e)
		began(s, e, "opaque")
		parkingDesk(t, s, nil).Answer(t.Context(), e)
		answerAll(t, s)
		if r := resume(t, s, true); r != nil {
			t.Errorf("when %s, it goes on: %+v", what, r)
		}
	}
}

func TestAStateDoesNotStayFreshForEver(t *testing.T) {
	now := newClock()
	s := openTestStore(t, nil)
	s.Now = now.Now
	e := roundOf(2, "a", seatsSchema)[0]
	began(s, e, "opaque")
	parkingDesk(t, s, nil).Answer(t.Context(), e)
	now.pass(20 * time.Minute)
	// A call that goes on and parks again does not make its state any younger.
	began(s, e, "opaque")
	parkingDesk(t, s, nil).Answer(t.Context(), e)
	answerAll(t, s)
	if resume(t, s, false) == nil {
		t.Error("it starts over after 20 minutes")
	}
	now.pass(11 * time.Minute)
	if r := resume(t, s, false); r != nil {
		t.Errorf("it goes on after 31 minutes: %+v", r)
	}
}

func TestANewerCallPutsAnEndToGoingOnFromAnOlderOne(t *testing.T) {
	s := openTestStore(t, nil)
	late := roundOf(2, "a", seatsSchema)[0]
	began(s, late, "old")
	parkingDesk(t, s, nil).Answer(t.Context(), late)
	answerAll(t, s)
	first := roundOf(1, "b", kindsSchema)[0]
	began(s, first, "new")
	parkingDesk(t, s, nil).Answer(t.Context(), first)
	if r := resume(t, s, false); r != nil {
		t.Errorf("it goes on from the older call: %+v", r)
	}
	if _, found := take(t, s, caseOf(t, late)); !found {
		t.Error("what was answered for the older call is lost")
	}
}

func TestAHugeStateIsNotKept(t *testing.T) {
	s := openTestStore(t, nil)
	e := roundOf(2, "a", seatsSchema)[0]
	began(s, e, strings.Repeat("x", maxState))
	p := park(t, s, caseOf(t, e))
	if p.State != nil {
		t.Errorf("%d bytes are kept", len(p.State.Raw))
	}
}

func TestAnEarlierAnswerIsOfferedWithAWordOnWhatChanged(t *testing.T) {
	w := &warnings{}
	s := openTestStore(t, w)
	before := caseOf(t, asked(mcpclient.Modern, seatsSchema))
	after := caseOf(t, asked(mcpclient.Modern, strings.Replace(seatsSchema, "50", "60", 1)))
	if content, changes := s.Earlier(before); content != nil || changes != nil {
		t.Errorf("nothing was answered, and %s is offered: %q", content, changes)
	}
	record1(t, s, before, `{"seats":7}`)
	content, changes := s.Earlier(after)
	wantEqual(t, "what is offered for the changed question", string(content), `{"seats":7}`)
	if len(changes) != 1 || !strings.Contains(changes[0], "50") || !strings.Contains(changes[0], "60") {
		t.Errorf("it changed by %q", changes)
	}
	// What this process sent is offered when the same question comes back.
	if _, found := take(t, s, before); !found {
		t.Fatal("the answer is not found")
	}
	before.ID = "again"
	content, _ = s.Earlier(before)
	wantEqual(t, "what is offered for the question that comes back", string(content), `{"seats":7}`)
}

func TestAWithdrawnRoundParksNothingMore(t *testing.T) {
	s := openTestStore(t, nil)
	ctx, withdraw := context.WithCancel(t.Context())
	round := roundOf(1, "a", seatsSchema, kindsSchema)
	desk := parkingDesk(t, s, nil)
	desk.Answerers = append([]Answerer{does(func(_ context.Context, c Case) (Decision, error) {
		if c.Place == 2 {
			withdraw()
		}
		return Decision{}, nil
	})}, desk.Answerers...)
	desk.Answer(ctx, round[0])
	wantEqual(t, "the number of pending questions", len(pendingOf(t, s)), 1)
}

func TestWhatACallGoesOnPastWaitsForNobodyUnlessItStartsOver(t *testing.T) {
	s := openTestStore(t, nil)
	desk := parkingDesk(t, s, nil)
	first, second := roundOf(1, "a", seatsSchema)[0], roundOf(2, "a", kindsSchema)[0]
	record1(t, s, caseOf(t, first), `{"seats":7}`)
	began(s, first, "one")
	if out := desk.Answer(t.Context(), first); out.Action != mcpclient.Accept {
		t.Fatalf("the first question is answered with %s", out.Action)
	}
	began(s, second, "two")
	desk.Answer(t.Context(), second)
	all := pendingOf(t, s)
	if len(all) != 1 || all[0].Case.Round != 2 {
		t.Fatalf("%d questions wait", len(all))
	}
	// The server does not take the state any more.
	answerAll(t, s)
	over := roundOf(1, "b", seatsSchema)[0]
	began(s, over, "three")
	desk.Answer(t.Context(), over)
	all = pendingOf(t, s)
	if len(all) != 1 || all[0].Case.Round != 1 || string(all[0].Previous) != `{"seats":7}` {
		t.Errorf("after starting over %d questions wait: %+v", len(all), all)
	}
}
