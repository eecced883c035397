package cli

import (
	"context"
	"errors"

	"elicit/answers"
	"elicit/internal/config"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui"
)

// screen opens the TUI on the server of a command, or on those configured.
func (a *app) screen(ctx context.Context, f serverFlags, asks askFlags, words []string) error {
	if len(words) > 0 || f.server != "" {
		t, err := a.find(ctx, f, "", words)
		if err != nil {
			return err
		}
		return a.show(ctx, []target{t}, f, asks)
	}
	servers, err := a.configured(f)
	if err != nil {
		return usage("%w", err)
	}
	if len(servers.Entries) == 0 {
		return usage("no server: give its command after --, or add one to .mcp.json; `elicit demo` opens a built-in one")
	}
	if _, err := a.terminal(); err != nil {
		return noScreen()
	}
	targets, err := a.allOf(ctx, f, servers)
	if err != nil {
		return err
	}
	return a.show(ctx, targets, f, asks)
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
	return &exitError{code: exitPerson, err: errNoTerminal}
}

// show runs the TUI.
func (a *app) show(ctx context.Context, targets []target, f serverFlags, asks askFlags) (err error) {
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
	k := &asking{stderr: a.sayf, desk: &answers.Desk{}}
	if err := k.openStore(a, false); err != nil {
		return err
	}
	defer k.warnLater()()
	if err := k.useGiven(asks); err != nil {
		return err
	}
	c := tui.Config{Version: version(), NoColor: a.noColor}
	if a.rec != nil {
		c.Record, c.Asked, c.Filled, c.Told = a.rec.screen(), a.rec.asked, a.rec.filled, a.rec.told
	}
	if f.trace != "" {
		c.Trace = func(server string, f mcpclient.Frame) { tr.add(server, f) }
	}
	c.Answerers = func(person answers.Answerer) []answers.Answerer {
		return append(k.desk.Answerers, person)
	}
	for _, t := range targets {
		t.LogLevel = "debug"
		c.Servers = append(c.Servers, tui.ServerConfig{Server: t.Server, Profile: t.Profile, Start: true})
	}
	if err := tui.Run(ctx, c, in, out); err != nil {
		if errors.Is(err, tui.ErrInterrupted) {
			return errInterrupted
		}
		return err
	}
	return k.finish()
}
