package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"elicit/internal/safetext"
)

// Main runs one command line, without the program's name, and gives the exit
// code.
func Main(args []string, s Streams) int {
	a := &app{Streams: s}
	ctx, stop := interruptible(context.Background(), a.interrupts.taken)
	defer stop()
	return run(ctx, args, a)
}

func run(ctx context.Context, args []string, a *app) int {
	s := a.Streams
	root := newRoot(a, args) //nolint:contextcheck // commands get it from cobra
	root.SetArgs(args)
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	cmd, err := root.ExecuteContextC(ctx)
	code := exitCode(ctx, err)
	defer func() { a.rec.end(code, (&app{Streams: s}).sayf) }() // which the recording no longer takes
	var exit *exitError
	switch {
	case err == nil, errors.As(err, &exit) && exit.err == nil:
	case errors.Is(err, syscall.EPIPE): // whoever read stdout has what they wanted
		code = exitDone
	case code == exitInterrupted:
		fmt.Fprintln(a.Err, "elicit: interrupted")
	default:
		report(a.Streams, cmd.CommandPath(), code, err)
	}
	return code
}

// report says what went wrong. Errors may hold a server's words.
func report(s Streams, command string, code int, err error) {
	lines := strings.TrimRight(safetext.Clean(err.Error()), "\n")
	fmt.Fprintf(s.Err, "elicit: %s\n", lines)
	var exit *exitError
	if code == exitUsage && (!errors.As(err, &exit) || exit.help) && !strings.Contains(lines, "\n") && !errors.As(err, new(*fs.PathError)) {
		fmt.Fprintf(s.Err, "See %q.\n", command+" --help")
	}
}

// interruptible is ended by ctrl+c and by the signals that ask a program to
// leave. A second one finds Go's own behaviour, which ends the program at once.
// taken reports whether somebody else had a use for a ctrl+c.
//
// SIGPIPE is taken too, so that writing to a reader that went away is an error
// like any other: the server's processes still have to be ended.
func interruptible(parent context.Context, taken func() bool) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	pipes := make(chan os.Signal, 1)
	signal.Notify(pipes, syscall.SIGPIPE)
	go func() {
		for {
			select {
			case s := <-signals:
				if s == os.Interrupt && taken() {
					continue
				}
				signal.Stop(signals)
				cancel(errInterrupted)
			case <-ctx.Done():
			}
			return
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		signal.Stop(pipes)
		cancel(context.Canceled)
	}
}
