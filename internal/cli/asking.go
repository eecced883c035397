package cli

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/ask"
	"elicit/tui/plain"
)

// asking is who answers the questions of one call, and what became of them.
type asking struct {
	desk     *answers.Desk
	store    *answers.Store
	given    []*answers.Rules
	screen   *ask.Terminal // nil without one
	tty      *os.File
	asked    bool // somebody, or something, can answer
	saveTo   string
	stderr   func(format string, args ...any)
	rec      *recording
	mu       sync.Mutex
	records  []answers.Record
	closed   sync.Once
	closeErr error
}

// newAsking puts the answerers in their order: what was recorded for exactly
// this call, what was given for it, then the policy or the person.
func (a *app) newAsking(f askFlags, p forms.Profile, interrupt func()) (*asking, error) {
	k := &asking{saveTo: f.save, stderr: a.sayf, rec: a.rec}
	k.desk = &answers.Desk{
		Profile: func(string) forms.Profile { return p },
		Told:    k.told,
	}
	if err := k.openStore(a, f.onAsk == string(answers.ParkIt)); err != nil {
		return nil, err
	}
	if err := k.useGiven(f); err != nil {
		return nil, err
	}
	policy := answers.Policy(f.onAsk)
	if policy == "" {
		policy = k.otherwise()
	}
	if policy == "" || policy == answers.Prompt {
		if err := k.usePerson(a, f, policy, interrupt); err != nil {
			return nil, err
		}
		return k, nil
	}
	if k.store == nil && policy == answers.ParkIt {
		if err := k.openStore(a, true); err != nil {
			return nil, err
		}
	}
	by, err := answers.PolicyNamed(string(policy), k.store)
	if err != nil {
		return nil, usage("--on-ask: %w", err)
	}
	k.desk.Answerers = append(k.desk.Answerers, by)
	k.asked = true
	return k, nil
}

func (k *asking) useGiven(f askFlags) error {
	if len(f.answer) > 0 {
		r, err := answers.RulesFromFlags(f.answer)
		if err != nil {
			return usage("%w", err)
		}
		k.use(r)
	}
	if f.answers == "" {
		return nil
	}
	file, err := os.Open(f.answers)
	if err != nil {
		return usage("--answers: %w", err)
	}
	defer func() { _ = file.Close() }()
	r, err := answers.ReadRules(file)
	if err != nil {
		return usage("--answers: %w", err)
	}
	k.use(r)
	return nil
}

func (k *asking) use(r *answers.Rules) {
	r.ParkIn(k.store)
	k.given = append(k.given, r)
	k.desk.Answerers = append(k.desk.Answerers, r)
	k.asked = true
}

func (k *asking) otherwise() answers.Policy {
	for _, r := range k.given {
		if p := r.Otherwise(); p != "" {
			return p
		}
	}
	return ""
}

// usePerson puts the person last. Without one, and with nothing else that
// could answer, elicitation is not even declared (DESIGN.md §4.7).
func (k *asking) usePerson(a *app, f askFlags, policy answers.Policy, interrupt func()) error {
	if f.plain {
		k.desk.Answerers = append(k.desk.Answerers, plain.New(a.console(), plain.Options{Asked: a.rec.asked}))
		k.asked = true
		return nil
	}
	tty, err := a.terminal()
	if err != nil {
		if policy == answers.Prompt && f.onAsk != "" {
			return usage("--on-ask prompt: %w; --plain asks on stdin and stderr", err)
		}
		return nil
	}
	k.tty, k.asked = tty, true
	if a.getenv("TERM") == "dumb" {
		k.desk.Answerers = append(k.desk.Answerers, plain.New(plain.NewConsole(a.rec.lines(tty)), plain.Options{Asked: a.rec.asked}))
		return nil
	}
	k.screen = ask.NewTerminal(tty, tty, a.askOptions(interrupt))
	k.desk.Answerers = append(k.desk.Answerers, k.screen)
	return nil
}

// askOptions are those of a terminal that asks, recorded if that is wanted.
func (a *app) askOptions(interrupt func()) ask.Options {
	o := ask.Options{NoColor: a.noColor, Interrupt: interrupt}
	if a.rec != nil {
		o.Record, o.Asked, o.Filled = a.rec.screen(), a.rec.asked, a.rec.filled
	}
	return o
}

func (k *asking) told(r answers.Record) {
	k.rec.told(r)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.records = append(k.records, r)
}

func (k *asking) history() []answers.Record {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.records)
}

func (k *asking) working(what string) {
	if k.screen != nil {
		k.screen.Working(safetext.Of(what))
	}
}

func (k *asking) progressed(p mcpclient.Progressed) {
	if k.screen != nil {
		k.screen.Progressed(p)
	}
}

// close gives the terminal back. It may be called more than once.
func (k *asking) close() error {
	k.closed.Do(func() {
		if k.screen != nil {
			k.closeErr = k.screen.Close()
		}
		if k.tty != nil {
			k.closeErr = errors.Join(k.closeErr, k.tty.Close())
		}
	})
	return k.closeErr
}

// finish reports given answers that answered nothing, and saves those that
// were given.
func (k *asking) finish() error {
	for _, r := range k.given {
		for _, name := range r.Unused() {
			k.stderr("this answer was not asked for: %s", name)
		}
	}
	if k.saveTo == "" {
		return nil
	}
	f, err := os.OpenFile(k.saveTo, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return usage("--save-answers: %w", err)
	}
	if err := errors.Join(answers.SaveRules(f, k.history()), f.Close()); err != nil {
		return usage("--save-answers: %w", err)
	}
	return nil
}

// verdict is the exit that the questions of a call led to, whatever its result
// was; nil when they were answered.
func (k *asking) verdict() error {
	var refused, no bool
	for _, r := range k.history() {
		refused = refused || r.Refusal != nil
		no = no || r.DeclinedByPerson() || r.CancelledByPerson()
		if r.Refusal != nil && k.screen == nil {
			k.stderr("%s", (&answers.RefusedError{Server: r.Case.Server, Target: r.Case.Target, Refusal: r.Refusal}).Error())
		}
	}
	switch {
	case refused:
		return &exitError{code: exitRefused}
	case no:
		return &exitError{code: exitSaidNo}
	}
	return nil
}

// saidNo reports whether a person declined or cancelled.
func (k *asking) saidNo() bool {
	return slices.ContainsFunc(k.history(), func(r answers.Record) bool {
		return r.DeclinedByPerson() || r.CancelledByPerson()
	})
}

var _ mcpclient.Answerer = (*answers.Desk)(nil)

// interrupter makes a context that the person's ctrl+c ends while the terminal
// is in raw mode, where no signal comes.
func interrupter(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	return ctx, func() { cancel(errInterrupted) }
}
