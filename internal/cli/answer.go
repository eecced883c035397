package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

func newAnswer(a *app) *cobra.Command {
	w := &answering{app: a}
	cmd := &cobra.Command{
		Use:     "answer [ID]",
		Short:   "Answer questions that were parked",
		GroupID: "use",
		Long: `Shows parked questions as forms and records the answers; with an ID, or the
beginning of one, that question alone. Among several on a terminal, alt+→ and
alt+← choose. The next identical call takes each answer, once, if its server
still asks exactly the same.

--answer and --answers answer without a form, --decline says no. What they leave
unanswered still waits.

Exit codes: 0 recorded, or there was nothing to answer, 2 there is no such
question, 3 a person is needed, 4 closed without an answer, 5 an answer does not
fit, 130 interrupted.`,
		Example: `  elicit answer
  elicit answer 4f2c --plain
  elicit answer 4f2c --answer plan=team
  elicit answer --decline`,
		Args: atMost(1),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return a.completePending(cmd, args, typed)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return w.run(cmd.Context(), args)
		},
	}
	w.said.say = a.sayf
	w.flags.add(a, cmd)
	cmd.Flags().BoolVar(&w.flags.plain, "plain", false, "ask line by line on stdin and stderr, without screens")
	cmd.Flags().BoolVar(&w.decline, "decline", false, "say no, without a form")
	cmd.Flags().StringVar(&w.flags.save, "save-answers", "", "also write what was answered to `FILE`, as rules for --answers")
	cmd.Flags().DurationVar(&w.life, "expiry", 0, "how long the answer is good for, such as 2h (default: 30m)")
	_ = cmd.MarkFlagFilename("save-answers", "yaml")
	return cmd
}

// answering is one run of elicit answer: parked questions go through a desk
// like any other, and what comes of them is recorded instead of sent.
type answering struct {
	app     *app
	flags   askFlags
	decline bool
	life    time.Duration // of the answers; 0 is the usual one
	store   *answers.Store
	said    voice

	k       *asking
	pending map[string]*answers.Pending // by ID
	arrived chan string                 // IDs of questions that came on screen
}

// find gives the question with the ID, or all that wait.
func (w *answering) find(ctx context.Context, args []string) ([]*answers.Pending, error) {
	if len(args) == 0 {
		return w.store.Pending(ctx)
	}
	p, err := w.store.Find(ctx, args[0])
	if err != nil {
		return nil, usage("%w", err)
	}
	return []*answers.Pending{p}, nil
}

func (w *answering) run(ctx context.Context, args []string) (err error) {
	switch {
	case w.decline && (len(w.flags.answer) > 0 || w.flags.answers != ""):
		return usage("--decline takes no answers")
	case w.life < 0:
		return usage("--expiry %s is negative", w.life)
	}
	if w.store, err = w.app.store(w.said.sayf); err != nil {
		return err
	}
	w.store.Expiry = w.life
	waiting, err := w.find(ctx, args)
	if err != nil {
		return err
	}
	if len(waiting) == 0 {
		w.app.sayf("no question waits for an answer")
		return nil
	}
	return w.answer(ctx, waiting)
}

func (w *answering) answer(ctx context.Context, waiting []*answers.Pending) error {
	ctx, interrupt := interrupter(ctx)
	w.pending, w.arrived = map[string]*answers.Pending{}, make(chan string, len(waiting))
	for _, p := range waiting {
		w.pending[p.ID] = p
	}
	if err := w.choose(interrupt); err != nil {
		return err
	}
	err := w.all(ctx, waiting)
	closing := w.k.close()
	w.said.release()
	saving := w.k.finish()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return errors.Join(err, closing, saving)
}

// choose says who answers: what was given for it, or the person.
func (w *answering) choose(interrupt func()) error {
	w.k = w.app.asking(w.flags, forms.Tester)
	w.k.kept = w
	if w.decline {
		w.k.desk.Answerers = []answers.Answerer{no{}}
		return nil
	}
	if err := w.k.useGiven(w.flags); err != nil {
		return err
	}
	scripted := w.k.asked
	switch w.k.otherwise() {
	case answers.Prompt:
	case answers.ParkIt, answers.FailTheCall: // it is parked, and there is no call
		for _, r := range w.k.given {
			r.LeaveRest()
		}
		return nil
	default:
		if scripted {
			return nil
		}
	}
	w.k.asked = false
	if err := w.k.usePerson(w.app, w.flags, answers.Prompt, interrupt); err != nil {
		return err
	}
	if !w.k.asked && !scripted {
		return &exitError{code: exitPerson, err: fmt.Errorf("%w; --plain asks on stdin and stderr, --answer and --answers give it", errNoTerminal)}
	}
	if w.k.screen != nil {
		w.said.hold()
	}
	return nil
}

// no declines everything: the person said so beforehand.
type no struct{}

// Decide declines.
func (no) Decide(context.Context, answers.Case) (answers.Decision, error) {
	return answers.Decision{Action: mcpclient.Decline, By: answers.ByPerson}, nil
}

// all answers the questions. On a screen they are open together, oldest first;
// otherwise they come one after another.
func (w *answering) all(ctx context.Context, waiting []*answers.Pending) error {
	var errs []error
	ended := make(chan error, len(waiting))
	open := 0
	for _, p := range waiting {
		if ctx.Err() != nil {
			break
		}
		open++
		go func() { ended <- w.one(ctx, p) }()
		select {
		case <-w.arrived: // on the screen, so that the next can come behind it
		case err := <-ended:
			errs, open = append(errs, err), open-1
		}
	}
	for range open {
		errs = append(errs, <-ended)
	}
	return worst(errs)
}

// one answers one question and records the answer.
func (w *answering) one(ctx context.Context, p *answers.Pending) error {
	var r answers.Record
	desk := &answers.Desk{
		Profile:   func(string) forms.Profile { return p.Profile() },
		Answerers: w.k.desk.Answerers,
		Told:      func(one answers.Record) { r = one },
	}
	e := p.Case.Elicitation
	e.Asked = time.Now() // nobody's clock runs
	out := desk.Answer(ctx, e)
	w.k.told(r)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case out.Action == mcpclient.Accept, out.Action == mcpclient.Decline:
		return w.record(ctx, p, r.Decision, out)
	case r.Decision.By == "" && errors.Is(out.End, answers.ErrUnanswered):
		w.said.sayf("%s still waits: none of the given answers is for it", p.ID)
		return &exitError{code: exitPerson}
	case r.Decision.By != answers.ByPerson && out.End != nil:
		return out.End
	}
	w.said.sayf("%s stays as it is: nothing was recorded, and the question still waits", p.ID)
	if r.Decision.By != answers.ByPerson {
		return nil // an answers file said to close it
	}
	return &exitError{code: exitSaidNo}
}

func (w *answering) record(ctx context.Context, p *answers.Pending, d answers.Decision, out mcpclient.Outcome) error {
	d.Action, d.Content, d.End = out.Action, out.Content, nil
	if err := w.store.Answer(ctx, p.ID, d); err != nil {
		if len(out.Content) > 0 { // it was somebody's work
			err = fmt.Errorf("%w; the answer was %s", err, safetext.EscapeJSON(out.Content))
		}
		return &exitError{code: exitUsage, err: err}
	}
	w.said.sayf("%s is recorded for %s, %s; the next identical call takes it", out.Action, clean(p.Case.Server), p.Case.Target.Line())
	return nil
}

// worst is one error for several questions: what somebody has to know of first,
// and of the same kind only what has words.
func worst(errs []error) error {
	var words []error
	var quiet error
	for _, err := range errs {
		var exit *exitError
		switch {
		case err == nil:
		case errors.As(err, &exit) && exit.err == nil:
			quiet = err
		default:
			words = append(words, err)
		}
	}
	if len(words) > 0 {
		return errors.Join(words...)
	}
	return quiet
}

// previous is what was answered before, to be offered.
func (w *answering) previous(c answers.Case) forms.Answers {
	if p := w.pending[c.ID]; p != nil {
		return offered(c, p.Previous)
	}
	return nil
}

// notes say what becomes of the answer, and what is different from the question
// that was answered before.
func (w *answering) notes(c answers.Case) []string {
	p := w.pending[c.ID]
	if p == nil {
		return nil
	}
	life := cmp.Or(w.life, answers.DefaultExpiry)
	notes := changeNotes(p.Changes)
	if p.Answered != "" {
		notes = append(notes, fmt.Sprintf("It is answered already (%s), and no call has taken that yet: answering again replaces it.", p.Answered))
	}
	return append(notes, fmt.Sprintf("Parked %s ago. The answer is kept for the next identical call, for %s.", span(time.Since(p.Parked)), span(life)))
}

// shown tells of questions that came on screen, to somebody else too.
func (w *answering) shown(also func(mcpclient.Elicitation)) func(mcpclient.Elicitation) {
	return func(e mcpclient.Elicitation) {
		if also != nil {
			also(e)
		}
		w.arrived <- e.ID // has room for all
	}
}
