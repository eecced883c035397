package answers

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

const seatsSchema = `{"type":"object","properties":{` +
	`"seats":{"type":"integer","title":"Seats","minimum":1,"maximum":50},` +
	`"note":{"type":"string","maxLength":20}},"required":["seats"]}`

const passwordSchema = `{"type":"object","properties":{"password":{"type":"string"}}}`

// asked is a question as a server of that era asks it.
func asked(era mcpclient.Era, schema string) mcpclient.Elicitation {
	e := mcpclient.Elicitation{
		ID: "1", Server: "booking", Era: era, Protocol: "2025-11-25",
		Method: mcpclient.MethodTool, Target: safetext.Of("book"), Args: json.RawMessage(`{"day":"monday"}`),
		CallID: "call 1", Round: 1, Place: 1, Of: 1, Mode: mcpclient.ModeForm,
		Message: safetext.Of("How many seats?"), Asked: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
	}
	if schema != "" {
		e.Schema = json.RawMessage(schema)
	}
	if era == mcpclient.Modern {
		e.Protocol, e.Key = "2026-07-28", "seats"
	}
	return e
}

func askedURL(era mcpclient.Era, url string) mcpclient.Elicitation {
	e := asked(era, "")
	e.Mode, e.URL, e.Message = mcpclient.ModeURL, safetext.Of(url), safetext.Of("Please sign in.")
	return e
}

// caseOf is the case that the desk would make of a question.
func caseOf(t testing.TB, e mcpclient.Elicitation) Case {
	t.Helper()
	form, refusal := read(e, forms.Tester.ForProtocol(e.Protocol))
	if refusal != nil {
		t.Fatalf("the question of the test is refused: %v", refusal)
	}
	return Case{Elicitation: e, Form: form}
}

func accepted(content string) Decision {
	return Decision{Action: mcpclient.Accept, Content: json.RawMessage(content), By: ByPerson}
}

// says always decides the same.
type says Decision

func (s says) Decide(context.Context, Case) (Decision, error) { return Decision(s), nil }

// does decides with a function.
type does func(ctx context.Context, c Case) (Decision, error)

func (f does) Decide(ctx context.Context, c Case) (Decision, error) { return f(ctx, c) }

// warnings collects what a store warns of.
type warnings struct {
	mu  sync.Mutex
	all []Warning
}

func (w *warnings) add(one Warning) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = append(w.all, one)
}

// drain gives the warnings so far, and forgets them.
func (w *warnings) drain() []Warning {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := w.all
	w.all = nil
	return all
}

// clock is a clock that tests move.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func wantEqual[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s is\n  %v, want\n  %v", what, fmt.Sprint(got), fmt.Sprint(want))
	}
}
