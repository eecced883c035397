package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"elicit/answers"
	"elicit/internal/safetext"
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
			s, err := a.store(a.sayf)
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
		for _, change := range p.Changes {
			fmt.Fprintf(&b, "  %s\n", "changed since it was answered: "+change)
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
	s, err := a.store(a.sayf)
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

// printParked prints the questions of a call that stopped, one record after the
// other, and says how to answer them.
func (a *app) printParked(all []*answers.Pending, asJSON bool) error {
	var b bytes.Buffer
	for _, p := range all {
		raw, err := json.Marshal(p)
		if err != nil {
			return err
		}
		if asJSON {
			b.Write(append(safetext.EscapeJSON(raw), '\n'))
			continue
		}
		writePretty(&b, raw)
	}
	_, err := a.Out.Write(b.Bytes())
	if len(all) == 1 {
		a.sayf("a question waits for an answer; give it with `%s`, then repeat the call", all[0].AnswerWith())
	} else {
		a.sayf("%d questions wait for answers; give them with `elicit answer`, then repeat the call", len(all))
	}
	return err
}
