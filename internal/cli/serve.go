package cli

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"elicit/internal/demo"
)

func newServe(a *app) *cobra.Command {
	var protocol string
	cmd := &cobra.Command{
		Use:     "serve [NAME]",
		Short:   "Run a built-in server on stdio",
		GroupID: "more",
		Long: `Runs a built-in MCP server on stdin and stdout, for any MCP client; without a
name the servers are listed. They speak both eras of the protocol; --protocol
pins one version.`,
		Example: `  elicit serve
  elicit -- elicit serve wild
  elicit serve demo --protocol 2025-06-18`,
		Args:              atMost(1),
		ValidArgsFunction: completeBuiltIn,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := oneOf("protocol", protocol, protocols); err != nil {
				return err
			}
			if len(args) == 0 {
				for _, s := range demo.Servers() {
					fmt.Fprintf(a.Out, "%-8s %s\n", s.Name, s.About)
				}
				return nil
			}
			if _, err := demo.Lookup(args[0]); err != nil {
				return usage("%w", err)
			}
			return wire(demo.Serve(cmd.Context(), args[0], protocol, a.serveKey(), io.NopCloser(a.In), unclosed{a.Out}))
		},
	}
	cmd.Flags().StringVar(&protocol, "protocol", "", "speak this `VERSION` only")
	complete(cmd, "protocol", protocols...)
	return cmd
}

// serveKey is the key of the built-in servers, so that a call which was parked
// can go on in another process. Without a folder each process has its own.
func (a *app) serveKey() []byte {
	if a.stateHome() == "" {
		return nil
	}
	return demo.Key(filepath.Join(a.stateHome(), "elicit", "serve.key"))
}

type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
