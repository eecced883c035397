package cli

import (
	"context"
	"errors"
	"os"
	"sync"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/tui/ask"
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
	server   string     // that is called
	parks    bool       // questions that nothing answers are parked
	kept     *answering // what answers are kept instead of sent; nil in a call
	rec      *recording
	voice    voice
	mu       sync.Mutex
	records  []answers.Record
	closed   sync.Once
	closeErr error
}

// newAsking puts the answerers in their order: what was recorded for exactly
// this call, what was given for it, then the policy or the person.
func (a *app) newAsking(f askFlags, p forms.Profile, interrupt func()) (*asking, error) {
	k := a.asking(f, p)
	if err := k.openStore(a, f.onAsk == string(answers.ParkIt)); err != nil {
		return nil, err
	}
	if err := k.useGiven(f); err != nil {
		return nil, err
	}
	policy := k.policy(f)
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
	k.asked, k.parks = true, policy == answers.ParkIt
	return k, nil
}

// asking is one without anybody to ask.
func (a *app) asking(f askFlags, p forms.Profile) *asking {
	k := &asking{saveTo: f.save, rec: a.rec, voice: voice{say: a.sayf}}
	k.desk = &answers.Desk{
		Profile: func(string) forms.Profile { return p },
		Told:    k.told,
	}
	return k
}

// policy is what happens to questions that nothing answers: the flag's word
// counts before the answers file's.
func (k *asking) policy(f askFlags) answers.Policy {
	if f.onAsk == "" {
		return k.otherwise()
	}
	for _, r := range k.given {
		r.LeaveRest()
	}
	return answers.Policy(f.onAsk)
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

func (k *asking) working(what string) {
	if k.screen != nil {
		k.screen.Working(safetext.Of(what))
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
		k.voice.release()
	})
	return k.closeErr
}

// interrupter makes a context that the person's ctrl+c ends while the terminal
// is in raw mode, where no signal comes.
func interrupter(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	return ctx, func() { cancel(errInterrupted) }
}
