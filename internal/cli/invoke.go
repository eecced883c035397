package cli

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"elicit/answers"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// invocation is one request that may elicit, as call, prompt and read make it.
type invocation struct {
	app     *app
	servers serverFlags
	asks    askFlags
	call    callFlags

	name    string   // the server; empty when the flags or the command say it
	command []string // after --

	// prepare makes the call once the session is there.
	prepare func(context.Context, *live) (mcpclient.Call, error)
}

func (i *invocation) addFlags(cmd *cobra.Command) {
	i.servers.add(i.app, cmd)
	i.servers.addVerbose(cmd)
	i.asks.add(i.app, cmd)
	i.asks.addWays(cmd)
	i.call.add(cmd)
}

// live is a session, and its lists' changes.
type live struct {
	*mcpclient.Session
	name    string
	changed chan string // what changed; never blocks the session
}

func (l *live) noticed(e mcpclient.Event) {
	if c, ok := e.(mcpclient.ListChanged); ok {
		select {
		case l.changed <- c.What:
		default:
		}
	}
}

// run is the whole of call, prompt and read.
func (i *invocation) run(ctx context.Context) (err error) {
	t, err := i.app.find(ctx, i.servers, i.name, i.command)
	if err != nil {
		return err
	}
	tr, err := openTrace(i.servers.trace)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tr.close()) }()
	ctx, interrupt := interrupter(ctx)
	k, err := i.app.newAsking(i.asks, t.Profile, interrupt)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.close()) }()
	k.server = t.Name
	if !k.asked && (k.store == nil || !k.store.Answers(t.Name)) {
		t.Declare = mcpclient.DeclareNone
		i.app.sayf("nobody can be asked here (no terminal), so elicitation was not declared to the server; --answer, --answers, --on-ask or --plain change that")
	}
	t.Unwatched = true // what matters is listed now or never
	l := &live{name: t.Name, changed: make(chan string, 8)}
	limit := cmp.Or(i.call.timeout, t.Timeout)
	k.working(t.Name)
	l.Session, err = i.app.connect(ctx, t, k.desk, i.app.watch(i.servers, t.Name, tr, k, l.noticed), limit)
	if err != nil {
		return err
	}
	defer func() { _ = l.Close() }()
	c, err := i.prepare(ctx, l)
	if err != nil {
		return err
	}
	c.Timeout = limit
	c.Resume = k.resume(ctx, l.Session, c)
	k.working(c.Target)
	res, err := l.Call(ctx, c)
	return i.conclude(ctx, c, res, err, k)
}

// conclude prints the result once the terminal is free again, and says how it
// ended.
func (i *invocation) conclude(ctx context.Context, c mcpclient.Call, res mcpclient.Result, err error, k *asking) error {
	closing := k.close()
	saving := k.finish()
	if err != nil {
		return errors.Join(i.failed(ctx, err, k), saving)
	}
	if err := i.app.print(c, res, i.call.json); err != nil {
		return err
	}
	if err := errors.Join(closing, saving); err != nil {
		return err
	}
	if err := k.verdict(); err != nil {
		return err
	}
	if res.IsError {
		return &exitError{code: exitToolError}
	}
	return nil
}

func (i *invocation) failed(ctx context.Context, err error, k *asking) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, new(*answers.ParkedError)):
		if err := i.app.printParked(k.parked(), i.call.json); err != nil {
			return err
		}
		return &exitError{code: exitPerson}
	case k.saidNo() && !errors.Is(err, answers.ErrUnanswered) && !errors.Is(err, mcpclient.ErrTimeout):
		return &exitError{code: exitSaidNo, err: err}
	}
	return wire(err)
}

// split takes "[SERVER] TARGET words…" apart. A server is named only when
// neither --server nor a command says which it is, and when there is a choice.
func (i *invocation) split(words []string, what string) (target string, rest []string, err error) {
	if len(words) == 0 {
		return "", nil, usage("which %s? `elicit list` shows what a server has", what)
	}
	named := len(i.command) > 0 || i.servers.server != ""
	if !named && len(words) > 1 && !strings.Contains(words[1], "=") && i.app.isServer(i.servers, words[0]) {
		i.name, words = words[0], words[1:]
	}
	if !named && i.name == "" && len(words) == 1 && i.app.isServer(i.servers, words[0]) {
		return "", nil, usage("which %s of the server %s? `elicit list %s` shows what it has", what, words[0], words[0])
	}
	return words[0], words[1:], nil
}

// isServer reports whether a word names a server rather than a tool.
func (a *app) isServer(f serverFlags, word string) bool {
	servers, err := a.configured(f)
	if err != nil {
		return false
	}
	if _, err := servers.Named(word); err == nil {
		return true
	}
	return f.config == "" && isBuiltIn(word)
}

func quoted(s safetext.Text) string { return safetext.JSONString(s.Line()) }
