// Get obtains the servers that the tests run against (package foreign). It is
// quick when they are all there, and says what it had to leave out. With
// CI=true in the environment, leaving one out is an error.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"elicit/internal/foreign"
)

func main() { os.Exit(get()) }

func get() (code int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	leftOut, err := foreign.Provision(ctx, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "foreign:", err)
		return 1
	}
	for _, l := range leftOut {
		fmt.Fprintf(os.Stderr, "left out: the tests on the server %s: %v\n", l.Server, l.Why)
	}
	if len(leftOut) > 0 && os.Getenv("CI") == "true" {
		return 1
	}
	return 0
}
