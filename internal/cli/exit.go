package cli

import (
	"context"
	"errors"
	"fmt"

	"elicit/answers"
	"elicit/forms"
	"elicit/mcpclient"
)

// The exit codes of DESIGN.md §4.12.
const (
	exitDone        = 0
	exitToolError   = 1   // the tool said isError
	exitUsage       = 2   // usage or configuration
	exitPerson      = 3   // a person is needed
	exitSaidNo      = 4   // a person declined or cancelled
	exitRefused     = 5   // refused by profile, or an answer that does not fit
	exitServer      = 6   // connection, protocol or server failure
	exitTimeout     = 124 // as timeout(1)
	exitInterrupted = 130
)

// errInterrupted is the cause of a context that a signal or ctrl+c ended.
var errInterrupted = errors.New("interrupted")

// exitError ends the program with a code; without a text nothing is printed,
// because what happened was already said.
type exitError struct {
	code int
	err  error
	help bool // reading --help would have avoided it
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usage ends the program because of what was typed, or, when the format wraps
// an error, because of what that led to.
func usage(format string, a ...any) error {
	err := fmt.Errorf(format, a...)
	return &exitError{code: exitUsage, err: err, help: errors.Unwrap(err) == nil}
}

// wire marks what went wrong between here and a server.
func wire(err error) error {
	if err == nil {
		return nil
	}
	return &exitError{code: exitServer, err: err}
}

// exitCode is what a command's error means to whoever started elicit. The
// particular reasons come before the room in which they came up.
func exitCode(ctx context.Context, err error) int {
	if err == nil {
		return exitDone
	}
	var (
		refused    *answers.RefusedError
		refusal    *forms.Refusal
		unfit      *answers.UnfitError
		credential *answers.CredentialError
		undeclared *mcpclient.UndeclaredError
		exit       *exitError
	)
	switch {
	case errors.Is(context.Cause(ctx), errInterrupted), errors.Is(err, errInterrupted):
		return exitInterrupted
	case errors.Is(err, mcpclient.ErrTimeout):
		return exitTimeout
	case errors.Is(err, answers.ErrUnanswered):
		return exitPerson
	case errors.As(err, &refused), errors.As(err, &refusal), errors.As(err, &unfit), errors.As(err, &credential):
		return exitRefused
	case errors.As(err, &undeclared) && undeclared.Mode != "": // refused unseen (DESIGN.md §4.7)
		return exitRefused
	case errors.As(err, &exit):
		return exit.code
	}
	return exitUsage
}
