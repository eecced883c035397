package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/config"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui"
)

// screen opens the TUI on the server of a command, or on those configured.
func (a *app) screen(ctx context.Context, f serverFlags, asks askFlags, s screenFlags, words []string) error {
	a.lineWise(asks) // also what is asked before a server starts
	if len(words) > 0 || len(f.servers) == 1 {
		t, err := a.find(ctx, f, "", words)
		if err != nil {
			return err
		}
		return a.show(ctx, []target{t}, f, asks, s)
	}
	if len(f.servers) > 1 {
		targets, err := a.allNamed(ctx, f)
		if err != nil {
			return err
		}
		return a.show(ctx, targets, f, asks, s)
	}
	servers, err := a.configured(f)
	if err != nil {
		return usage("%w", err)
	}
	if len(servers.Entries) == 0 {
		return usage("no server: give its command after --, or add one to .mcp.json; `elicit demo` opens a built-in one")
	}
	if !a.linesOnly {
		tty, err := a.terminal()
		if err != nil {
			return noScreen()
		}
		_ = tty.Close() // it was only looked for
	}
	targets, err := a.allOf(ctx, f, servers)
	if err != nil {
		return err
	}
	return a.show(ctx, targets, f, asks, s)
}

// allNamed are the servers of several --server flags.
func (a *app) allNamed(ctx context.Context, f serverFlags) ([]target, error) {
	targets := make([]target, len(f.servers))
	for i, name := range f.servers {
		if slices.Contains(f.servers[:i], name) {
			return nil, usage("--server %s is given twice", name)
		}
		one := f
		one.server, one.servers = name, nil
		t, err := a.find(ctx, one, "", nil)
		if err != nil {
			return nil, err
		}
		targets[i] = t
	}
	return targets, nil
}

// allOf are the servers that can be started and were agreed to. What keeps one
// out is said, and keeps none of the others out.
func (a *app) allOf(ctx context.Context, f serverFlags, servers *config.Servers) ([]target, error) {
	var targets []target
	var last error
	for _, e := range servers.Entries {
		t, err := a.fromFile(ctx, f, e)
		if err != nil {
			last = err
			a.sayf("%s", safetext.Clean(err.Error()))
			continue
		}
		targets = append(targets, t)
	}
	if len(targets) == 0 {
		return nil, last
	}
	return targets, nil
}

func noScreen() error {
	return &exitError{code: exitPerson, err: fmt.Errorf("%w; --plain speaks line by line on stdin and stdout", errNoTerminal)}
}

// show runs the TUI.
func (a *app) show(ctx context.Context, targets []target, f serverFlags, asks askFlags, s screenFlags) (err error) {
	if a.lineWise(asks) {
		if len(s.watch) > 0 {
			return usage("--watch needs the screen; with --plain, :restart and :again do it by hand")
		}
		return a.speak(ctx, targets, f, asks)
	}
	in, isFile := file(a.In)
	out, isFile2 := file(a.Out)
	if !isFile || !isFile2 || !a.InTTY || !a.OutTTY {
		return noScreen()
	}
	tr, err := openTrace(f.trace)
	if err != nil {
		return err
	}
	defer func() {
		if closing := tr.close(); err == nil {
			err = closing
		}
	}()
	k := a.asking(asks, forms.Tester) // the TUI has a desk for each server
	if err := k.openStore(a, false); err != nil {
		return err
	}
	k.voice.hold()
	defer k.voice.release()
	if err := k.useGiven(asks); err != nil {
		return err
	}
	c := a.screenConfig(k, targets)
	if f.trace != "" {
		c.Trace = func(server string, f mcpclient.Frame) { tr.add(server, f) }
	}
	unwatch, err := s.watchFiles(&c)
	if err != nil {
		return err
	}
	defer unwatch()
	ran := tui.Run(ctx, c, in, out)
	if errors.Is(ran, tui.ErrInterrupted) {
		ran = errInterrupted
	}
	if finished := k.finish(); ran == nil {
		return finished
	}
	return ran
}

// screenConfig is the TUI on these servers, with k's answerers before the person.
func (a *app) screenConfig(k *asking, targets []target) tui.Config {
	c := tui.Config{Version: version(), NoColor: a.noColor, Told: k.told}
	if a.rec != nil {
		c.Record, c.Asked, c.Filled = a.rec.screen(), a.rec.asked, a.rec.filled
	}
	c.Answerers = func(person answers.Answerer) []answers.Answerer {
		return append(k.desk.Answerers, person)
	}
	for _, t := range targets {
		t.LogLevel = "debug"
		c.Servers = append(c.Servers, tui.ServerConfig{Server: t.Server, Profile: t.Profile, Start: true, Flags: t.Flags})
	}
	return c
}
