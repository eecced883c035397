package cli

import (
	"cmp"
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"elicit/internal/demo"
	"elicit/mcpclient"
)

func newCompletion(*app) *cobra.Command {
	return &cobra.Command{
		Use:     "completion bash|zsh|fish|powershell",
		Short:   "Print a shell's completion script",
		GroupID: "more",
		Long: `Prints the script that completes elicit's commands, flags, servers and the
tools of servers.`,
		Example: `  source <(elicit completion bash)
  elicit completion zsh > "${fpath[1]}/_elicit"
  elicit completion fish > ~/.config/fish/completions/elicit.fish`,
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		RunE: func(cmd *cobra.Command, args []string) error {
			root, out := cmd.Root(), cmd.OutOrStdout()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "zsh":
				return root.GenZshCompletion(out)
			case "fish":
				return root.GenFishCompletion(out, true)
			}
			return root.GenPowerShellCompletionWithDesc(out)
		},
	}
}

func newMan(*app) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:     "man [COMMAND]",
		Short:   "Print a command's manual page",
		GroupID: "more",
		Long:    `Prints a manual page in roff; --dir writes those of all commands into a folder.`,
		Example: `  elicit man call | man -l -
  elicit man --dir ~/.local/share/man/man1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if dir != "" {
				if err := os.MkdirAll(dir, 0o750); err != nil {
					return err
				}
				return writeManPages(dir, cmd.Root())
			}
			about, _, err := cmd.Root().Find(args)
			if err != nil {
				return usage("%w", err)
			}
			writeManPage(cmd.OutOrStdout(), about)
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "write all pages into `FOLDER`")
	return cmd
}

func completeBuiltIn(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var out []string
	for _, s := range demo.Servers() {
		out = append(out, s.Name+"\t"+s.About)
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// completeServers offers the configured servers and the built-in ones.
func (a *app) completeServers(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	var out []string
	if servers, err := a.configured(serverFlags{config: flag(cmd, "config")}); err == nil {
		for _, e := range servers.Entries {
			out = append(out, clean(e.Name)+"\tfrom "+clean(e.File))
		}
	}
	for _, s := range demo.Servers() {
		out = append(out, s.Name+"\tbuilt in: "+s.About)
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

func flag(cmd *cobra.Command, name string) string {
	f := cmd.Flags().Lookup(name)
	if f == nil {
		return ""
	}
	if l, ok := f.Value.(*nameList); ok {
		return *l.first // all of them would be read twice, as cobra does it
	}
	return f.Value.String()
}

// completeTools offers servers, then the tools of the one that was named. Only
// a built-in server is started for it, or one that was agreed to.
func (a *app) completeTools(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	const no = cobra.ShellCompDirectiveNoFileComp
	f := serverFlags{config: flag(cmd, "config"), server: flag(cmd, "server")}
	switch {
	case len(args) == 0 && f.server == "":
		out, _ := a.completeServers(cmd, args, typed)
		return out, no
	case len(args) == 0, len(args) == 1 && f.server == "" && a.isServer(f, args[0]):
		tools, err := a.toolsForCompletion(cmd.Context(), f, cmp.Or(f.server, strings.Join(args, "")))
		if err != nil {
			return nil, no
		}
		return tools, no
	}
	return nil, no | cobra.ShellCompDirectiveNoSpace
}

func (a *app) toolsForCompletion(ctx context.Context, f serverFlags, name string) ([]string, error) {
	servers, err := a.configured(f)
	if err != nil {
		return nil, err
	}
	if e, err := servers.Named(name); err == nil && !a.agreements().Given(e) {
		return nil, errors.New("not agreed to")
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	t, err := a.find(ctx, f, name, nil)
	if err != nil {
		return nil, err
	}
	s, err := a.connect(ctx, t, nobody, func(mcpclient.Event) {}, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = s.Close() }()
	tools, err := s.Tools(ctx)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, t := range tools {
		out = append(out, t.Name.Line()+"\t"+summary(t.Title, t.Description))
	}
	return out, nil
}
