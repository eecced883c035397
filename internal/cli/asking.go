package cli

import (
	"context"
	"encoding/json"
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

// usePerson puts the person last. Without one, and with nothing else that
// could answer, elicitation is not even declared (DESIGN.md §4.7).
func (k *asking) usePerson(a *app, f askFlags, policy answers.Policy, interrupt func()) error {
	if f.plain {
		k.desk.Answerers = append(k.desk.Answerers, plain.New(a.console(), k.plainOptions(a)))
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
		k.desk.Answerers = append(k.desk.Answerers, plain.New(plain.NewConsole(a.rec.lines(tty)), k.plainOptions(a)))
		return nil
	}
	o := a.askOptions(interrupt)
	o.Previous, o.Notes = k.previous, k.notes
	if k.kept != nil {
		o.Previous, o.Notes, o.Kept, o.Asked = k.kept.previous, k.kept.notes, true, k.kept.shown(o.Asked)
	}
	k.useScreen(ask.NewTerminal(tty, tty, o))
	return nil
}

func (k *asking) useScreen(t *ask.Terminal) {
	k.screen = t
	k.voice.hold() // the screen is no place for anything else
	k.desk.Answerers = append(k.desk.Answerers, k.screen)
}

func (k *asking) plainOptions(a *app) plain.Options {
	o := plain.Options{Asked: a.rec.asked, Previous: k.previous, Notes: k.notes}
	if k.kept != nil {
		o.Previous, o.Notes, o.Kept = k.kept.previous, k.kept.notes, true
	}
	return o
}

// previous is what was answered to the question before, to be offered.
func (k *asking) previous(c answers.Case) forms.Answers {
	if k.store == nil || c.Form == nil {
		return nil
	}
	content, _ := k.store.Earlier(c)
	return offered(c, content)
}

// notes say what is different from the question that was answered before.
func (k *asking) notes(c answers.Case) []string {
	if k.store == nil {
		return nil
	}
	_, changes := k.store.Earlier(c)
	return changeNotes(changes)
}

// offered is content as far as it still can be an answer.
func offered(c answers.Case, content json.RawMessage) forms.Answers {
	if len(content) == 0 || c.Form == nil {
		return nil
	}
	some, _ := c.Form.Answers(content) // what does not fit any more is not offered
	return some
}

func changeNotes(changes []string) []string {
	var notes []string
	for _, c := range changes {
		notes = append(notes, "Changed since it was answered: "+c)
	}
	return notes
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

// finish reports given answers that answered nothing, and saves those that
// were given.
func (k *asking) finish() error {
	for _, r := range k.given {
		for _, name := range r.Unused() {
			k.voice.sayf("this answer was not asked for: %s", name)
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
			k.voice.sayf("%s", (&answers.RefusedError{Server: r.Case.Server, Target: r.Case.Target, Refusal: r.Refusal}).Error())
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

// parked are the questions that the call left for a person.
func (k *asking) parked() []*answers.Pending {
	var all []*answers.Pending
	for _, r := range k.history() {
		var p *answers.ParkedError
		if errors.As(r.Outcome.End, &p) {
			all = append(all, p.Pending)
		}
	}
	return all
}

// resume is where an earlier, identical call stopped, if the call can go on from
// there: when a person answered what it had asked, or when this one would stop
// at the same place again.
func (k *asking) resume(ctx context.Context, s *mcpclient.Session, c mcpclient.Call) *mcpclient.Resume {
	if k.store == nil || s.Era() != mcpclient.Modern {
		return nil
	}
	r := k.store.Resume(ctx, k.server, s.Protocol(), c, k.parks)
	if r != nil {
		k.voice.sayf("the call goes on in round %d, where an earlier one stopped", r.Round)
	}
	return r
}

// observe takes what the session tells.
func (k *asking) observe(e mcpclient.Event) {
	if k.store != nil {
		k.store.Observe(e)
	}
	switch e := e.(type) {
	case mcpclient.Progressed:
		if k.screen != nil {
			k.screen.Progressed(e)
		}
	case mcpclient.ResumeRefused:
		k.voice.sayf("the call starts over, for the server does not take up the earlier one any more: %s", e.Err.Message.Line())
	}
}

// saidNo reports whether a person declined or cancelled.
func (k *asking) saidNo() bool {
	return slices.ContainsFunc(k.history(), func(r answers.Record) bool {
		return r.DeclinedByPerson() || r.CancelledByPerson()
	})
}

// interrupter makes a context that the person's ctrl+c ends while the terminal
// is in raw mode, where no signal comes.
func interrupter(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	return ctx, func() { cancel(errInterrupted) }
}
