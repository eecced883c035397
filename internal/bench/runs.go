package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/charmbracelet/x/xpty"
)

// call runs a client to its end.
func call(ctx context.Context, dir, program string, args ...string) (cost, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	start := time.Now()
	err := cmd.Run()
	c := cost{wall: time.Since(start)}
	if err == nil && !strings.Contains(stdout.String(), `"seats":3`) {
		err = errors.New("it did not get the answer")
	}
	if err != nil {
		return c, fmt.Errorf("%s: %w: stdout %q, stderr %q", cmd, err, stdout.String(), stderr.String())
	}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.resident = usage.Maxrss // of the client: the server it waits for is the lighter one
	}
	return c, nil
}

// firstFrame runs a program on a terminal until it has written want, and ends
// it.
func firstFrame(ctx context.Context, dir, want, program string, args ...string) (cost, error) {
	pty, err := xpty.NewPty(100, 30)
	if err != nil {
		return cost{}, err
	}
	defer func() { _ = pty.Close() }()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor")
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	start := time.Now()
	if err := pty.Start(cmd); err != nil {
		return cost{}, err
	}
	var seen bytes.Buffer
	buf := make([]byte, 1<<16)
	for !bytes.Contains(seen.Bytes(), []byte(want)) {
		n, err := pty.Read(buf)
		seen.Write(buf[:n])
		if err != nil {
			return cost{}, fmt.Errorf("%s ended before it showed %q: %q", program, want, seen.String())
		}
	}
	c := cost{wall: time.Since(start)}
	cancel()
	go func() { // a program that restores its terminal needs somebody who reads
		for {
			if _, err := pty.Read(buf); err != nil {
				return
			}
		}
	}()
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) && !errors.Is(err, context.Canceled) {
		return c, err
	}
	return c, nil
}
