// Bench measures elicit beside the smallest programs that do the same, and
// says whether it is within its limits:
//
//   - `elicit call` with a given answer, beside a client on the Go SDK alone:
//     wall time at most 1.25 times, resident memory at most 1.5 times;
//   - the TUI's first frame, beside a Bubble Tea program that says hello: at
//     most 1.5 times;
//   - a key and the frame after it, with many tools, options, fields or frames
//     beside few: at most twice.
//
// elicit is built as `make build` does it, without libc; the others as `go build`
// does. -libc builds elicit with it, too.
//
// Runs of programs are paired and interleaved, so that a busy machine slows both alike; a
// figure is the median of its pairs' ratios. It exits with 1 when a limit is
// passed. Start reading at measure in pairs.go.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"
)

func main() { os.Exit(bench()) }

func bench() (code int) {
	pairs := flag.Int("n", 25, "pairs of runs per figure")
	libc := flag.Bool("libc", false, "build elicit with libc, like the programs beside it")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	within, err := run(ctx, *pairs, *libc)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 2
	case !within:
		return 1
	}
	return 0
}

func run(ctx context.Context, pairs int, libc bool) (within bool, err error) {
	environ := os.Environ()
	dir, err := os.MkdirTemp("", "elicit-bench-")
	if err != nil {
		return false, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	programs := map[string]string{
		"elicit": "elicit", "bare": "elicit/internal/bench/bare",
		"hello": "elicit/internal/bench/hello", "server": "elicit/internal/bench/server",
	}
	for name, pkg := range programs {
		programs[name] = filepath.Join(dir, name)
		build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", programs[name], pkg)
		build.Stderr = os.Stderr
		if name == "elicit" && !libc {
			build.Env = append(os.Environ(), "CGO_ENABLED=0")
		}
		if err := build.Run(); err != nil {
			return false, fmt.Errorf("building %s: %w", pkg, err)
		}
	}
	// Nothing of the person's own configuration takes part.
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"} {
		if err := os.Setenv(name, dir); err != nil {
			return false, err
		}
	}
	within, err = report(ctx, pairs, dir, programs)
	if err != nil {
		return false, err
	}
	few, err := keys(ctx, environ)
	return within && few, err
}

func report(ctx context.Context, pairs int, dir string, bin map[string]string) (within bool, err error) {
	calls, err := measure(pairs,
		func() (cost, error) {
			return call(ctx, dir, bin["elicit"], "call", "buy", "--answer", "seats=3", "--", bin["server"])
		},
		func() (cost, error) { return call(ctx, dir, bin["bare"], "buy", bin["server"]) })
	if err != nil {
		return false, err
	}
	listed, err := measure(pairs,
		func() (cost, error) { return firstFrame(ctx, dir, "buy", bin["elicit"], "--", bin["server"]) },
		func() (cost, error) { return firstFrame(ctx, dir, "Hello, world.", bin["hello"]) })
	if err != nil {
		return false, err
	}
	frames, err := measure(pairs,
		func() (cost, error) { return firstFrame(ctx, dir, "elicit", bin["elicit"], "--", bin["server"]) },
		func() (cost, error) { return firstFrame(ctx, dir, "Hello, world.", bin["hello"]) })
	if err != nil {
		return false, err
	}
	fmt.Printf("%-46s %10s %10s %7s %7s\n", fmt.Sprintf("medians of %d pairs", pairs), "elicit", "beside it", "ratio", "limit")
	within = line("elicit call: wall", calls, wall, 1.25)
	within = line("elicit call: resident memory", calls, resident, 1.5) && within
	within = line("TUI: first frame", frames, wall, 1.5) && within
	_ = line("TUI: the server's tools are listed", listed, wall, 0)
	return within, nil
}

func wall(c cost) float64     { return float64(c.wall) / float64(time.Millisecond) }
func resident(c cost) float64 { return float64(c.resident) / 1024 }
