package cli

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"elicit/forms"
	"elicit/mcpclient"
	"elicit/tui/ask"
	"elicit/tui/plain"
)

func newForm(a *app) *cobra.Command {
	var f serverFlags
	var usePlain bool
	cmd := &cobra.Command{
		Use:     "form [FILE|-]",
		Short:   "Draw a question as the form it would be",
		GroupID: "design",
		Long: `Draws a requestedSchema as the form that a server's question would be, and
prints the content that it would send. FILE is read as by elicit check.

Exit codes: 0 sent, 3 there is no terminal, 4 declined or cancelled, 5 refused.`,
		Example: `  elicit form schema.json
  elicit form --server billing --profile spec request.json
  elicit form --plain schema.json`,
		Args: atMost(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			all, err := a.readAskedFrom(f, args)
			if err != nil {
				return err
			}
			p, err := f.named(cmp.Or(f.profile, forms.Tester.Name))
			if err != nil {
				return err
			}
			return a.fillAll(cmd.Context(), all, p, f.server, usePlain)
		},
	}
	f.addReading(cmd)
	cmd.Flags().BoolVar(&usePlain, "plain", false, "ask line by line on stdin and stderr, without screens")
	return cmd
}

// fillAll asks every question in turn. One prints its content; several print
// the inputResponses that a client would send.
func (a *app) fillAll(ctx context.Context, all []asked, p forms.Profile, server string, usePlain bool) error {
	var responses arguments
	for _, q := range all {
		form, refusal := forms.Parse(q.Request, p)
		if refusal != nil {
			return refusal
		}
		content, action, err := a.fill(ctx, server, form, usePlain)
		if err != nil {
			return err
		}
		if action != mcpclient.Accept {
			return &exitError{code: exitSaidNo}
		}
		if len(all) == 1 {
			return a.printJSON(content)
		}
		var r arguments
		r.set("action", []byte(`"accept"`))
		r.set("content", content)
		responses.set(q.key, r.object())
	}
	return a.printJSON(responses.object())
}

func (a *app) fill(ctx context.Context, server string, f *forms.Form, usePlain bool) (forms.Content, mcpclient.Action, error) {
	if usePlain {
		return plain.New(a.console(), plain.Options{}).Fill(ctx, f, nil)
	}
	tty, err := a.terminal()
	if err != nil {
		return nil, "", &exitError{code: exitPerson, err: fmt.Errorf("%w; --plain asks on stdin and stderr", err)}
	}
	defer func() { _ = tty.Close() }()
	if a.getenv("TERM") == "dumb" {
		return plain.New(plain.NewConsole(a.rec.lines(tty)), plain.Options{}).Fill(ctx, f, nil)
	}
	ctx, interrupt := interrupter(ctx)
	t := ask.NewTerminal(tty, tty, a.askOptions(interrupt))
	content, action, err := t.FillForm(ctx, server, f)
	if closing := t.Close(); err == nil {
		err = closing
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return content, action, err
}
