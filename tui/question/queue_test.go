package question

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// behind asks a question while another is on screen.
func (r *run) behind(c answers.Case) *asking {
	r.t.Helper()
	a := &asking{t: r.t, got: make(chan answers.Decision, 1)}
	ctx, cancel := context.WithCancelCause(r.t.Context())
	a.withdraw = cancel
	go func() {
		d, _ := r.person.Decide(ctx, c)
		a.got <- d
	}()
	r.WaitFor("open")
	return a
}

func second(t *testing.T) answers.Case {
	t.Helper()
	c := formCase(t, "What is the code name?", property(`{"type":"string","title":"Code name"}`, true))
	c.ID, c.Server, c.Target = "q2", "legacy", safetext.Of("deploy")
	return c
}

func TestAHalfFilledFormSurvivesSwitching(t *testing.T) {
	r := start(t, 100, 30)
	first := r.open(formCase(t, planMessage, planSchema))
	r.Press('2', "alt+2")
	r.Type("7")
	next := r.behind(second(t))
	r.WaitFor("of 2 open")
	r.Press("alt+right")
	r.WaitFor("What is the code name?")
	r.Golden()
	r.Type("owl\n")
	next.accepts(`{"it":"owl"}`)
	r.WaitFor("Pick a plan")
	first.undecided()
	r.Press("ctrl+s")
	r.WaitFor(`"seats": 7`)
	r.Press("enter")
	first.accepts(`{"plan":"team","seats":7,"email":"ada@example.com"}`)
}

func TestAQuestionBehindGoesAwayByItselfWhenWithdrawn(t *testing.T) {
	r := start(t, 100, 30)
	r.open(formCase(t, planMessage, planSchema))
	next := r.behind(second(t))
	next.withdraw(errors.New("gone"))
	r.WaitGone("of 2 open")
	r.WaitFor("Pick a plan")
}

func TestKeysOnlyReachTheQuestionOnScreen(t *testing.T) {
	r := start(t, 100, 30)
	yes := `{"type":"object","properties":{}}`
	var all []*asking
	for i := range 5 {
		c := formCase(t, fmt.Sprintf("Question %d?", i), yes)
		c.ID, c.Server = fmt.Sprint(i), fmt.Sprintf("server%d", i)
		if i == 0 {
			all = append(all, r.open(c))
		} else {
			all = append(all, r.behind(c))
			r.WaitFor(fmt.Sprintf("%d open", i+1))
		}
	}
	for i, a := range all {
		r.WaitFor(fmt.Sprintf("Question %d?", i))
		for _, other := range all[i+1:] {
			other.undecided()
		}
		r.Press('y')
		a.accepts("{}")
	}
}

func TestAskedAgainAfterADeclineOffersToStopTheCall(t *testing.T) {
	r := start(t, 100, 30)
	a := r.open(formCase(t, planMessage, planSchema))
	r.Press("ctrl+o")
	r.WaitFor("answer as JSON")
	r.Press("esc", "ctrl+d")
	a.ends(mcpclient.Decline)
	r.WaitFor("nothing is asked")
	again := formCase(t, planMessage, planSchema)
	again.ID, again.Round = "q2", 2
	a = r.open(again)
	r.Press("ctrl+o")
	r.WaitFor("stop this call")
	r.Press('x')
	if d := a.ends(mcpclient.Cancel); !errors.Is(d.End, ErrStopped) {
		t.Fatalf("the call ends with %v", d.End)
	}
}

func TestClosingThePersonEndsEverythingAsCancel(t *testing.T) {
	asked := make(chan tea.Msg, 64)
	p := NewPerson(func(msg tea.Msg) { asked <- msg })
	got := make(chan answers.Decision, 64)
	for i := range 32 {
		go func() {
			d, _ := p.Decide(t.Context(), answers.Case{Elicitation: mcpclient.Elicitation{ID: fmt.Sprint(i)}})
			got <- d
		}()
	}
	for range 32 {
		<-asked
	}
	p.Close()
	for range 32 {
		if d := <-got; d.Action != mcpclient.Cancel || !errors.Is(d.End, ErrLeft) {
			t.Fatalf("ended with %+v", d)
		}
	}
	if d, _ := p.Decide(t.Context(), answers.Case{}); d.Action != mcpclient.Cancel {
		t.Fatalf("a later question was %s", d.Action)
	}
}

func TestOneQuestionIsDecidedOnceWhoeverIsFirst(t *testing.T) {
	for range 200 {
		asked := make(chan tea.Msg, 2)
		p := NewPerson(func(msg tea.Msg) { asked <- msg })
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Add(3)
		go func() {
			defer wg.Done()
			_, _ = p.Decide(ctx, answers.Case{Elicitation: mcpclient.Elicitation{ID: "q"}})
		}()
		<-asked
		sent := make(chan bool, 1)
		go func() {
			defer wg.Done()
			sent <- p.Decided("q", answers.Decision{Action: mcpclient.Decline})
		}()
		go func() { defer wg.Done(); cancel() }()
		done := make(chan struct{})
		go func() { wg.Wait(); close(done) }()
		select {
		case <-done:
		case <-time.After(5 * time.Second):
			t.Fatal("somebody still waits")
		}
		if <-sent && p.Decided("q", answers.Decision{}) {
			t.Fatal("decided twice")
		}
	}
}
