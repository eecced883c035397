package cli

import (
	"cmp"
	"slices"

	"github.com/spf13/cobra"

	"elicit/internal/demo"
)

func newDemo(a *app) *cobra.Command {
	var servers serverFlags
	var asks askFlags
	var screen screenFlags
	var script string
	cmd := &cobra.Command{
		Use:     "demo [NAME…]",
		Short:   "Open the screen on built-in servers",
		GroupID: "use",
		Long: `Opens the screen on built-in servers, each of which runs as its own process over
real stdio and needs nothing else: the easiest way to see what elicit does.
Nothing that they book, buy or delete exists. Without a name it is the travel
desk; elicit serve lists the names.`,
		Example: `  elicit demo
  elicit demo demo billing              two servers at once
  elicit demo wild                      questions as servers in the wild send them
  elicit demo --protocol 2025-11-25     in the legacy era
  elicit demo --script demo.yaml        watch a script at work; see elicit help play`,
		Args:              atMost(len(demo.Servers())),
		ValidArgsFunction: completeBuiltIn,
		RunE: func(cmd *cobra.Command, args []string) error {
			if script != "" {
				if len(args) > 1 {
					return usage("a script plays on one server: %q is too much", args[1])
				}
				return a.play(cmd.Context(), script, playFlags{version: 2, live: a.OutTTY, limit: playLimit, server: cmp.Or(append(args, demo.Default)...)})
			}
			targets, err := a.demos(servers, args)
			if err != nil {
				return err
			}
			return a.show(cmd.Context(), targets, servers, asks, screen)
		},
	}
	servers.add(a, cmd)
	asks.add(a, cmd)
	screen.add(&asks, cmd)
	asks.addPlain(cmd)
	cmd.Flags().StringVar(&script, "script", "", "let the script in `FILE` work the screen, as elicit play --live does")
	_ = cmd.MarkFlagFilename("script", "yaml", "yml")
	for _, f := range []string{"config", "server"} {
		_ = cmd.Flags().MarkHidden(f)
	}
	return cmd
}

// demos are the built-in servers of these names.
func (a *app) demos(f serverFlags, names []string) ([]target, error) {
	if len(names) == 0 {
		names = []string{demo.Default}
	}
	targets := make([]target, len(names))
	for i, name := range names {
		if _, err := demo.Lookup(name); err != nil {
			return nil, usage("%w", err)
		}
		if slices.Contains(names[:i], name) {
			return nil, usage("%s is named twice", name)
		}
		t, err := a.builtIn(f, name)
		if err != nil {
			return nil, err
		}
		targets[i] = t
	}
	return targets, nil
}
