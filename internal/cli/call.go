package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"elicit/internal/demo"
	"elicit/internal/nearest"
	"elicit/mcpclient"
)

func newCall(a *app) *cobra.Command {
	i := &invocation{app: a}
	var given givenArguments
	cmd := &cobra.Command{
		Use:     "call [SERVER] TOOL [NAME=VALUE…] [-- COMMAND ARG…]",
		Short:   "Call a tool, and answer what it asks",
		GroupID: "use",
		Long: `Calls one tool. What the server asks is shown on the terminal, also when stdout
leads elsewhere; the tool's result, and nothing else, goes to stdout, with
control characters made visible (--json: escaped).

NAME=VALUE is read as the tool's input schema says; NAME:=JSON gives a value as
JSON; --args gives the whole object. The result's text is printed; --json prints
everything.

Exit codes: 0 done, 1 the tool reported an error, 2 usage or configuration,
3 a person is needed, 4 the person declined or cancelled, 5 a question was
refused or an answer does not fit, 6 the server failed, 124 time-out,
130 interrupted.`,
		Example: `  elicit call demo book_table restaurant=Saffron
  elicit call get-sum a=1 b=2 -- npx -y @modelcontextprotocol/server-everything
  elicit call demo buy_tickets --answer tickets=2 --answer email=ada@example.com --answer 'extras:=["cabin"]'
  elicit call demo send_parcel weight=2.5 'to:={"name":"Ada","town":"Porto"}'
  elicit call --server billing buy_seats --args args.json --json | jq .content`,
		ValidArgsFunction: a.completeTools,
		RunE: func(cmd *cobra.Command, args []string) error {
			i.command = command(cmd, args)
			tool, words, err := i.split(own(cmd, args), "tool")
			if err != nil {
				return err
			}
			i.prepare = func(ctx context.Context, l *live) (mcpclient.Call, error) {
				object, err := given.forTool(ctx, a, l, tool, words)
				return mcpclient.Call{ID: "call", Method: mcpclient.MethodTool, Target: tool, Args: object}, err
			}
			return i.run(cmd.Context())
		},
	}
	i.addFlags(cmd)
	cmd.Flags().StringVar(&given.file, "args", "", "the arguments, as a JSON object in `FILE` (- is stdin)")
	cmd.Flags().BoolVar(&given.unchecked, "unchecked", false, "send the arguments even if they do not fit the tool's input schema")
	return cmd
}

func isBuiltIn(name string) bool {
	_, err := demo.Lookup(name)
	return err == nil
}

// tool finds a tool. Some servers add tools only after the handshake, which is
// waited for a moment; legacy ones tell when, modern ones are asked again.
func (l *live) tool(ctx context.Context, name string) (mcpclient.Tool, error) {
	wait, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for {
		tools, err := l.Tools(ctx)
		if err != nil {
			return mcpclient.Tool{}, wire(err)
		}
		var names []string
		for _, t := range tools {
			if t.Name.Raw() == name {
				return t, nil
			}
			names = append(names, t.Name.Line())
		}
		select {
		case <-l.changed:
		case <-l.again():
		case <-wait.Done():
			if ctx.Err() != nil {
				return mcpclient.Tool{}, context.Cause(ctx)
			}
			return mcpclient.Tool{}, noSuch("tool", l.name, name, names)
		}
	}
}

// again is when a server that was not asked to tell of changes may be asked for
// its tools once more.
func (l *live) again() <-chan time.Time {
	if l.Era() == mcpclient.Legacy {
		return nil
	}
	return time.After(200 * time.Millisecond)
}

func noSuch(what, server, name string, names []string) error {
	if len(names) == 0 {
		return usage("server %s has no %ss", server, what)
	}
	if near := nearest.To(name, names); near != "" {
		return usage("server %s has no %s %q; did you mean %s?", server, what, name, near)
	}
	return usage("server %s has no %s %q; it has %s", server, what, name, list(names))
}

func newPrompt(a *app) *cobra.Command {
	i := &invocation{app: a}
	cmd := &cobra.Command{
		Use:     "prompt [SERVER] PROMPT [NAME=VALUE…] [-- COMMAND ARG…]",
		Short:   "Get a prompt, and answer what it asks",
		GroupID: "use",
		Long: `Gets one prompt and prints its messages. A prompt's arguments are always text.
Everything else is as in elicit call.`,
		Example: `  elicit prompt demo postcard to=Grace from=Lisbon
  elicit prompt --json simple-prompt -- npx -y @modelcontextprotocol/server-everything`,
		RunE: func(cmd *cobra.Command, args []string) error {
			i.command = command(cmd, args)
			name, words, err := i.split(own(cmd, args), "prompt")
			if err != nil {
				return err
			}
			object, err := promptArguments(words)
			if err != nil {
				return err
			}
			i.prepare = func(context.Context, *live) (mcpclient.Call, error) {
				return mcpclient.Call{ID: "prompt", Method: mcpclient.MethodPrompt, Target: name, Args: object}, nil
			}
			return i.run(cmd.Context())
		},
	}
	i.addFlags(cmd)
	return cmd
}

func promptArguments(words []string) (json.RawMessage, error) {
	var o arguments
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if !ok || name == "" {
			return nil, usage("%q is not of the form NAME=VALUE", w)
		}
		b, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		o.set(name, b)
	}
	if len(o) == 0 {
		return nil, nil
	}
	return o.object(), nil
}

func newRead(a *app) *cobra.Command {
	i := &invocation{app: a}
	cmd := &cobra.Command{
		Use:     "read [SERVER] URI [-- COMMAND ARG…]",
		Short:   "Read a resource, and answer what it asks",
		GroupID: "use",
		Long: `Reads one resource and prints its contents. Everything else is as in elicit
call.`,
		Example: `  elicit read demo demo://menu/today
  elicit read --json demo demo://about`,
		RunE: func(cmd *cobra.Command, args []string) error {
			i.command = command(cmd, args)
			uri, rest, err := i.split(own(cmd, args), "resource")
			if err != nil {
				return err
			}
			if len(rest) > 0 {
				return usage("one resource at a time: %q is too much", rest[0])
			}
			i.prepare = func(context.Context, *live) (mcpclient.Call, error) {
				return mcpclient.Call{ID: "read", Method: mcpclient.MethodResource, Target: uri}, nil
			}
			return i.run(cmd.Context())
		},
	}
	i.addFlags(cmd)
	return cmd
}
