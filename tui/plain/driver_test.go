package plain

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"elicit/answers"
	"elicit/forms"
)

// talk is a driver of the expect kind: it reads up to a prompt, then writes.
type talk struct {
	t   *testing.T
	out *bufio.Reader
	in  io.Writer
}

func (k *talk) expect(prompt string) string {
	k.t.Helper()
	var seen strings.Builder
	for !strings.HasSuffix(seen.String(), prompt) {
		b, err := k.out.ReadByte()
		if err != nil {
			k.t.Fatalf("%v while waiting for %q after\n%s", err, prompt, seen.String())
		}
		seen.WriteByte(b)
	}
	return seen.String()
}

func (k *talk) send(line string) { _, _ = io.WriteString(k.in, line+"\n") }

func pipes(t *testing.T) (*Prompter, *talk) {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	late := time.AfterFunc(20*time.Second, func() { _ = outR.CloseWithError(errors.New("nothing more came")) })
	t.Cleanup(func() { late.Stop(); _ = inW.Close(); _ = outR.Close() })
	return New(NewConsole(inR, outW), Options{OpenURL: func(string) error { return nil }}), &talk{t, bufio.NewReader(outR), inW}
}

func TestADriverHoldsAConversation(t *testing.T) {
	p, k := pipes(t)
	got := make(chan answers.Decision, 1)
	c := formCase(t, forms.Tester, "Name?", it(`{"type":"string"}`, true))
	go func() { d, _ := p.Decide(t.Context(), c); got <- d }()
	k.expect("answer> ")
	k.send("")
	k.expect("not accepted: ")
	k.expect("answer> ")
	k.send("Ada")
	k.expect("send> ")
	k.send("yes")
	k.expect("sent.\n")
	if d := <-got; string(d.Content) != `{"it":"Ada"}` {
		t.Fatalf("content %s", d.Content)
	}
}

func TestALineForAWithdrawnQuestionDoesNotAnswerTheNext(t *testing.T) {
	synctest.Test(t, lineForAWithdrawnQuestion)
}

func lineForAWithdrawnQuestion(t *testing.T) {
	p, k := pipes(t)
	ctx, withdraw := context.WithCancelCause(t.Context())
	errs := make(chan error, 1)
	go func() {
		_, err := p.Decide(ctx, formCase(t, forms.Tester, "First?", it(`{"type":"string"}`, true)))
		errs <- err
	}()
	k.expect("answer> ")
	gone := errors.New("gone")
	withdraw(gone)
	k.expect("no longer waits for this answer. Nothing was sent.\n")
	if err := <-errs; !errors.Is(err, gone) {
		t.Fatalf("ended with %v", err)
	}
	k.send("for the first") // read while nobody asks: dropped
	synctest.Wait()
	got := make(chan answers.Decision, 1)
	go func() {
		d, _ := p.Decide(t.Context(), formCase(t, forms.Tester, "Second?", it(`{"type":"string"}`, true)))
		got <- d
	}()
	k.expect("answer> ")
	k.send("for the second")
	k.expect("> ")
	k.send("yes")
	k.expect("sent.\n")
	if d := <-got; string(d.Content) != `{"it":"for the second"}` {
		t.Fatalf("content %s", d.Content)
	}
}
