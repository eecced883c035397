package cli

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"elicit/answers"
	"elicit/forms"
	"elicit/mcpclient"
)

func newPending(a *app) *cobra.Command {
	var asJSON bool
	var forget string
	cmd := &cobra.Command{
		Use:     "pending",
		Short:   "List the questions that wait for an answer",
		GroupID: "use",
		Long: `Lists the questions that calls with --on-ask park have left for a person, oldest
first. Answer them with elicit answer; the next identical call takes the answer.`,
		Example: `  elicit pending
  elicit pending --json | jq '.[].id'
  elicit pending --forget 4f2c`,
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := a.store()
			if err != nil {
				return err
			}
			if forget != "" {
				p, err := s.Find(cmd.Context(), forget)
				if err != nil {
					return usage("%w", err)
				}
				return s.Forget(cmd.Context(), p.ID)
			}
			all, err := s.Pending(cmd.Context())
			if err != nil {
				return err
			}
			if asJSON {
				if all == nil {
					all = []*answers.Pending{}
				}
				b, err := marshal(all)
				if err != nil {
					return err
				}
				return a.printJSON(b)
			}
			return a.writePending(all, time.Now())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the records as JSON")
	cmd.Flags().StringVar(&forget, "forget", "", "remove the question with that `ID` instead; a beginning of it will do")
	_ = cmd.RegisterFlagCompletionFunc("forget", a.completePending)
	return cmd
}

func (a *app) writePending(all []*answers.Pending, now time.Time) error {
	if len(all) == 0 {
		a.sayf("no question waits for an answer")
		return nil
	}
	var b bytes.Buffer
	for i, p := range all {
		if i > 0 {
			b.WriteByte('\n')
		}
		i := a.ink()
		fmt.Fprintf(&b, "%s  %s  %s\n", i.strong(p.ID), i.strong(clean(p.Case.Server)), p.Case.Target.Line())
		for _, line := range p.Case.Message.Lines() {
			fmt.Fprintf(&b, "  │ %s\n", line)
		}
		fmt.Fprintf(&b, "  %s\n", i.faint(fmt.Sprintf("parked %s ago, kept for another %s; %s", span(now.Sub(p.Parked)), span(p.Expires.Sub(now)), p.AnswerWith())))
	}
	_, err := a.Out.Write(b.Bytes())
	return err
}

// span is a duration in the largest unit that says enough.
func span(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", max(int(d.Seconds()), 0))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	}
	return fmt.Sprintf("%d h", int(d.Round(time.Hour).Hours()))
}

func (a *app) completePending(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	s, err := a.store()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	all, err := s.Pending(cmd.Context())
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var out []string
	for _, p := range all {
		out = append(out, p.ID+"\t"+clean(p.Case.Server)+": "+summary(p.Case.Message))
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

func newAnswer(a *app) *cobra.Command {
	var f askFlags
	var life time.Duration
	cmd := &cobra.Command{
		Use:     "answer [ID]",
		Short:   "Answer questions that were parked",
		GroupID: "use",
		Long: `Shows a parked question as a form and records the answer; without an ID, all that
wait, one after another. The next identical call takes the answer, once.

Exit codes: 0 recorded, 3 there is no terminal, 4 closed without an answer,
5 an answer does not fit.`,
		Example: `  elicit answer
  elicit answer 4f2c --plain
  elicit answer 4f2c --answer plan=team`,
		Args: atMost(1),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return a.completePending(cmd, args, typed)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := a.store()
			if err != nil {
				return err
			}
			s.Expiry = life
			waiting, err := waiting(cmd.Context(), s, args)
			if err != nil {
				return err
			}
			if len(waiting) == 0 {
				a.sayf("no question waits for an answer")
				return nil
			}
			return a.answerAll(cmd.Context(), s, waiting, f)
		},
	}
	f.add(a, cmd)
	cmd.Flags().BoolVar(&f.plain, "plain", false, "ask line by line on stdin and stderr, without screens")
	cmd.Flags().DurationVar(&life, "expiry", 0, "how long the answer is good for (default 30m)")
	return cmd
}

func waiting(ctx context.Context, s *answers.Store, args []string) ([]*answers.Pending, error) {
	if len(args) == 0 {
		return s.Pending(ctx)
	}
	p, err := s.Find(ctx, args[0])
	if err != nil {
		return nil, usage("%w", err)
	}
	return []*answers.Pending{p}, nil
}

func (a *app) answerAll(ctx context.Context, s *answers.Store, waiting []*answers.Pending, f askFlags) (err error) {
	ctx, interrupt := interrupter(ctx)
	for _, p := range waiting {
		if err := a.answerOne(ctx, s, p, f, interrupt); err != nil {
			return err
		}
	}
	return nil
}

// answerOne puts a parked question to the given answers or the person, through
// a desk like any other, and records what came of it.
func (a *app) answerOne(ctx context.Context, s *answers.Store, p *answers.Pending, f askFlags, interrupt func()) error {
	profile := forms.Tester
	if p.Case.Form != nil {
		profile = p.Case.Form.Profile
	}
	k := &asking{saveTo: f.save, stderr: a.sayf, rec: a.rec}
	k.desk = &answers.Desk{Profile: func(string) forms.Profile { return profile }, Told: k.told}
	if err := k.useGiven(f); err != nil {
		return err
	}
	if !k.asked {
		if err := k.usePerson(a, f, answers.Prompt, interrupt); err != nil {
			return err
		}
		if !k.asked {
			return &exitError{code: exitPerson, err: fmt.Errorf("%w; --plain asks on stdin and stderr, --answer and --answers give it", errNoTerminal)}
		}
	}
	defer func() { _ = k.close() }()
	out := k.desk.Answer(ctx, p.Case.Elicitation)
	if err := k.close(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err := k.finish(); err != nil {
		return err
	}
	if out.Action == mcpclient.Accept || out.Action == mcpclient.Decline {
		d := k.history()[0].Decision
		d.Action, d.Content, d.End = out.Action, out.Content, nil
		if err := s.Answer(ctx, p.ID, d); err != nil {
			return err
		}
		a.sayf("%s is recorded for %s; the next identical call takes it", out.Action, clean(p.Case.Server))
		return nil
	}
	if out.End != nil && k.history()[0].Decision.By != answers.ByPerson {
		return out.End
	}
	return &exitError{code: exitSaidNo, err: fmt.Errorf("nothing was recorded; the question still waits")}
}
