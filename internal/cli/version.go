package cli

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// Version is set by the linker for releases; otherwise it is the module's.
var Version = ""

func version() string {
	if Version != "" {
		return Version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version, and the protocol versions spoken",
		GroupID: "more",
		Example: `  elicit version`,
		Args:    atMost(0),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(a.Out, "elicit %s\nspeaks MCP %s\n", version(), list(protocols[1:]))
			return err
		},
	}
}
