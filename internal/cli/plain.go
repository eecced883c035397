package cli

import (
	"cmp"
	"context"
	"errors"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/config"
	"elicit/mcpclient"
	"elicit/tui/plain"
	"elicit/tui/plain/session"
)

// addPlain is for the commands that open a screen.
func (f *askFlags) addPlain(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.plain, "plain", false, "speak line by line on stdin and stdout, without screens (by itself where TERM is dumb)")
}

// lineWise reports whether the person speaks with the program in lines: on
// request, and on a terminal that can do nothing else. From then on whatever
// asks them uses that one console.
func (a *app) lineWise(asks askFlags) bool {
	if !asks.plain && (!a.InTTY || a.getenv("TERM") != "dumb") {
		return false
	}
	a.linesOnly = true
	if a.lines == nil {
		in := a.In
		if f, ok := in.(*os.File); ok && a.InTTY && a.rec != nil {
			in, _ = a.rec.lines(f)
		}
		a.lines = plain.NewConsole(in, a.Out)
	}
	return true
}

// asker is where a person can be asked something before there is a server, and
// what gives it back.
func (a *app) asker() (c *plain.Console, done func(), err error) {
	if a.linesOnly {
		return a.lines, func() {}, nil
	}
	tty, err := a.terminal()
	if err != nil {
		return nil, nil, err
	}
	return plain.NewConsole(a.rec.lines(tty)), func() { _ = tty.Close() }, nil
}

// speak runs the program line by line.
func (a *app) speak(ctx context.Context, targets []target, f serverFlags, asks askFlags) (err error) {
	tr, err := openTrace(f.trace)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tr.close()) }()
	k := a.asking(asks, forms.Tester) // the program has a desk for all servers
	if err := k.openStore(a, false); err != nil {
		return err
	}
	if err := k.useGiven(asks); err != nil {
		return err
	}
	c := session.Config{
		Console: a.lines, Asking: k.plainOptions(a), Told: k.told,
		Answerers:   func(person answers.Answerer) []answers.Answerer { return append(k.desk.Answerers, person) },
		OnInterrupt: a.interrupts.first,
	}
	if f.trace != "" {
		c.Trace = func(server string, f mcpclient.Frame) { tr.add(server, f) }
	}
	for _, t := range targets {
		t.LogLevel = "info"
		c.Servers = append(c.Servers, session.Server{Server: t.Server, Profile: t.Profile, Timeout: t.Timeout})
	}
	err = session.Run(ctx, c)
	switch {
	case errors.Is(err, session.ErrCutShort):
		err = &exitError{code: exitSaidNo, err: err}
	case errors.Is(err, session.ErrNoServer):
		err = &exitError{code: exitServer} // which was said when it failed
	}
	return errors.Join(err, k.finish())
}

// interrupts decides what ctrl+c is for. Its zero value ends the program.
type interrupts struct {
	mu   sync.Mutex
	take func() bool
}

// first lets somebody else have ctrl+c first: take reports whether it had a use
// for it, and must not block. Nil ends that.
func (i *interrupts) first(take func() bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.take = take
}

func (i *interrupts) taken() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.take != nil && i.take()
}

// inputByLine asks for an ${input:…} of a configuration file.
func inputByLine(ctx context.Context, c *plain.Console, title string, in config.Input) (string, error) {
	c.Say("%s", title)
	if in.Default != "" {
		c.Say("Enter alone takes %s", clean(in.Default))
	}
	said, err := c.Ask(ctx, "value> ")
	if err != nil {
		return "", err
	}
	return cmp.Or(said, in.Default), nil
}
