package cli

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"testing"
	"time"

	"elicit/answers"
	"elicit/forms"
	"elicit/mcpclient"
)

func TestEveryErrorHasItsExitCode(t *testing.T) {
	interrupted, cancel := context.WithCancelCause(t.Context())
	cancel(errInterrupted)
	for _, c := range []struct {
		what string
		ctx  context.Context
		err  error
		want int
	}{
		{"nothing", t.Context(), nil, 0},
		{"a tool's error", t.Context(), &exitError{code: exitToolError}, 1},
		{"usage", t.Context(), usage("no"), 2},
		{"anything else of ours", t.Context(), errors.New("no such file"), 2},
		{"nobody answered", t.Context(), wire(&answers.UnansweredError{}), 3},
		{"parked", t.Context(), wire(fmt.Errorf("call: %w", &answers.ParkedError{Pending: &answers.Pending{}})), 3},
		{"a person's no", t.Context(), &exitError{code: exitSaidNo}, 4},
		{"a refusal", t.Context(), wire(&answers.RefusedError{Refusal: &forms.Refusal{}}), 5},
		{"a refusal without a server", t.Context(), &forms.Refusal{}, 5},
		{"an unfit answer", t.Context(), wire(&answers.UnfitError{Issues: &forms.Issues{}}), 5},
		{"a credential", t.Context(), wire(&answers.CredentialError{}), 5},
		{"a mode that was not declared", t.Context(), wire(&mcpclient.UndeclaredError{Kind: "elicitation/create", Mode: mcpclient.ModeURL}), 5},
		{"another kind of input", t.Context(), wire(&mcpclient.UndeclaredError{Kind: "sampling/createMessage"}), 6},
		{"a server's end", t.Context(), wire(&mcpclient.ExitError{}), 6},
		{"a server's error", t.Context(), wire(&mcpclient.CallError{}), 6},
		{"a time-out", t.Context(), wire(mcpclient.ErrTimeout), 124},
		{"an interrupt", interrupted, wire(mcpclient.ErrClosed), 130},
		{"an interrupt on the terminal", t.Context(), errInterrupted, 130},
	} {
		if got := exitCode(c.ctx, c.err); got != c.want {
			t.Errorf("%s exits with %d, want %d", c.what, got, c.want)
		}
	}
}

func TestEverySignalToLeaveInterrupts(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		ctx, stop := interruptible(t.Context(), new(interrupts).taken)
		if err := syscall.Kill(syscall.Getpid(), sig); err != nil {
			t.Fatal(err)
		}
		select {
		case <-ctx.Done():
			if !errors.Is(context.Cause(ctx), errInterrupted) {
				t.Errorf("%v: the cause is %v", sig, context.Cause(ctx))
			}
		case <-time.After(20 * time.Second):
			t.Errorf("%v did not interrupt", sig)
		}
		stop()
	}
}
