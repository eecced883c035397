package cli_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"elicit/internal/cli"
	_ "elicit/internal/config/sdkenv"
	"elicit/internal/foreign"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"elicit": func() {
			os.Exit(cli.Main(os.Args[1:], cli.System()))
		},
	})
}

// TestScripts runs the scripts of testdata/script: elicit as its own process,
// against the built-in servers as theirs, without a terminal.
func TestScripts(t *testing.T) {
	testscript.Run(t, scripts("script"))
}

// TestScriptsOnAnNPMServer runs those of testdata/everything against
// @modelcontextprotocol/server-everything: there, `everything` starts it.
func TestScriptsOnAnNPMServer(t *testing.T) {
	start := []string{"#!/bin/sh\nexec"}
	for _, word := range foreign.ServerEverything(t) {
		start = append(start, "'"+strings.ReplaceAll(word, "'", `'\''`)+"'")
	}
	p := scripts("everything")
	plain := p.Setup
	p.Setup = func(e *testscript.Env) error {
		dir := filepath.Join(e.WorkDir, "bin")
		e.Setenv("PATH", dir+string(filepath.ListSeparator)+e.Getenv("PATH"))
		return errors.Join(plain(e), os.Mkdir(dir, 0o755),
			os.WriteFile(filepath.Join(dir, "everything"), []byte(strings.Join(start, " ")+"\n"), 0o755))
	}
	testscript.Run(t, p)
}

// scripts are those of a folder of testdata, each with a home of its own.
func scripts(dir string) testscript.Params {
	return testscript.Params{
		Dir:                 filepath.Join("testdata", dir),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", filepath.Join(e.WorkDir, "home"))
			for _, name := range []string{"NO_COLOR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "MCPGODEBUG", "TERM"} {
				e.Setenv(name, "")
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "awaits": awaits, "gone": gone,
		},
	}
}

// exits CODE COMMAND… runs a command and checks its exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARG…")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%s: %v", args[1], err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("%s exited with %d, want %s", strings.Join(args[1:], " "), code, args[0])
	}
}

const patience = 20 * time.Second

// awaits FILE TEXT waits until a file holds a text.
func awaits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: awaits FILE TEXT")
	}
	untilf(ts, func() bool {
		b, err := os.ReadFile(ts.MkAbs(args[0]))
		return err == nil && strings.Contains(string(b), args[1])
	}, "%s never held %q", args[0], args[1])
}

// gone FILE waits until no process has the number in the file.
func gone(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: gone FILE")
	}
	pid, err := strconv.Atoi(strings.TrimSpace(ts.ReadFile(args[0])))
	ts.Check(err)
	untilf(ts, func() bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }, "process %d is still there", pid)
}

func untilf(ts *testscript.TestScript, ok func() bool, format string, args ...any) {
	for deadline := time.Now().Add(patience); !ok(); time.Sleep(5 * time.Millisecond) { //nolint:forbidigo // between two looks at the condition
		if time.Now().After(deadline) {
			ts.Fatalf(format, args...)
		}
	}
}
