package cli

import (
	"github.com/spf13/cobra"

	"elicit/internal/demo"
)

func newDemo(a *app) *cobra.Command {
	var servers serverFlags
	var asks askFlags
	cmd := &cobra.Command{
		Use:     "demo [NAME]",
		Short:   "Open the screen on a built-in server",
		GroupID: "use",
		Long: `Opens the screen on a built-in server, which runs as its own process over real
stdio and needs nothing else: the easiest way to see what elicit does. Nothing
that it books, buys or deletes exists. Without a name it is the travel desk;
elicit serve lists the names.`,
		Example: `  elicit demo
  elicit demo wild                      questions as servers in the wild send them
  elicit demo --protocol 2025-11-25     in the legacy era`,
		Args:              atMost(1),
		ValidArgsFunction: completeBuiltIn,
		RunE: func(cmd *cobra.Command, args []string) error {
			name := demo.Default
			if len(args) > 0 {
				name = args[0]
			}
			if _, err := demo.Lookup(name); err != nil {
				return usage("%w", err)
			}
			t, err := a.builtIn(servers, name)
			if err != nil {
				return err
			}
			return a.show(cmd.Context(), []target{t}, servers, asks)
		},
	}
	servers.add(a, cmd)
	asks.add(a, cmd)
	for _, f := range []string{"config", "server"} {
		_ = cmd.Flags().MarkHidden(f)
	}
	return cmd
}
