package plain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"elicit/answers"
	"elicit/forms"
	"elicit/mcpclient"
)

// atAPrompt has the person stand at a prompt of the program's own, and gives
// what they typed there once they did.
func atAPrompt(t *testing.T, p *Prompter, k *talk) (typed chan string) {
	t.Helper()
	if err := p.Hold(t.Context()); err != nil {
		t.Fatal(err)
	}
	typed = make(chan string, 1)
	go func() { text, _ := p.c.Ask(t.Context(), "choose> "); typed <- text }()
	k.expect("choose> ")
	return typed
}

func TestAQuestionThatArrivesAtAPromptIsAnnouncedAndAskedAtTheNext(t *testing.T) {
	p, k := pipes(t)
	typed := atAPrompt(t, p, k)
	got := make(chan answers.Decision, 1)
	go func() {
		d, _ := p.Decide(t.Context(), formCase(t, forms.Tester, "Name?", it(`{"type":"string"}`, true)))
		got <- d
	}()
	if said := k.expect("choose> "); said != "\n[billing] asks something (buy_seats). You are asked at the next prompt.\nchoose> " {
		t.Errorf("it said %q", said)
	}
	k.send("7")
	k.expect("\n")
	if text := <-typed; text != "7" {
		t.Errorf("the prompt got %q", text)
	}
	yielded := make(chan error, 1)
	go func() { yielded <- p.Yield(t.Context()) }()
	k.expect("answer> ")
	k.send("Ada")
	k.expect("send> ")
	k.send("yes")
	k.expect("sent.\n")
	if d := <-got; string(d.Content) != `{"it":"Ada"}` {
		t.Errorf("content %s", d.Content)
	}
	if err := <-yielded; err != nil {
		t.Error(err)
	}
}

func TestAQuestionThatIsWithdrawnWhileItWaitsIsSaid(t *testing.T) {
	p, k := pipes(t)
	typed := atAPrompt(t, p, k)
	ctx, withdraw := context.WithCancelCause(t.Context())
	got := make(chan error, 1)
	go func() {
		_, err := p.Decide(ctx, formCase(t, forms.Tester, "Name?", it(`{"type":"string"}`, true)))
		got <- err
	}()
	k.expect("next prompt.\nchoose> ")
	withdraw(mcpclient.ErrWithdrawn)
	k.expect("\n[billing] took its question back. Nothing was sent.\nchoose> ")
	if err := <-got; !errors.Is(err, mcpclient.ErrWithdrawn) {
		t.Errorf("it ended with %v", err)
	}
	k.send("")
	k.expect("\n")
	<-typed
	if err := p.Yield(t.Context()); err != nil { // there is nobody to wait for
		t.Error(err)
	}
}

func TestAQuestionIsAskedBetweenTwoArguments(t *testing.T) {
	p, k := pipes(t)
	if err := p.Hold(t.Context()); err != nil {
		t.Fatal(err)
	}
	f, _ := forms.Parse(forms.Request{Schema: json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}`)}, forms.Arguments)
	content := make(chan string, 1)
	go func() { c, err := p.Arguments(t.Context(), f, "billing", nil); content <- fmt.Sprint(string(c), err) }()
	k.expect("argument> ")
	go func() {
		_, _ = p.Decide(t.Context(), formCase(t, forms.Tester, "Name?", it(`{"type":"string"}`, true)))
	}()
	k.expect("next prompt.\nargument> ")
	k.send("1")
	k.expect("answer> ")
	k.send(":decline")
	k.expect("declined.\n")
	k.expect("Argument 2 of 2")
	k.expect("argument> ")
	k.send("2")
	k.expect("call> ")
	k.send("yes")
	k.expect("\n")
	if got := <-content; got != `{"a":"1","b":"2"}<nil>` {
		t.Errorf("arguments %s", got)
	}
}
