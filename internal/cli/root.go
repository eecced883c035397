package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"elicit/internal/demo"
	"elicit/tui/plain"
)

// app is what all commands share.
type app struct {
	Streams
	noColor bool
	rec     *recording     // nil when nothing is recorded
	lines   *plain.Console // see console

	linesOnly  bool // everything is asked on lines; see lineWise
	interrupts interrupts
}

// console reads lines from stdin and writes to stderr. There is only one: a
// second would miss the lines that the first has read ahead.
func (a *app) console() *plain.Console {
	if a.lines == nil {
		in := a.In
		if f, ok := in.(*os.File); ok && a.InTTY && a.rec != nil {
			in, _ = a.rec.lines(f)
		}
		a.lines = plain.NewConsole(in, a.Err)
	}
	return a.lines
}

func newRoot(a *app, args []string) *cobra.Command {
	var servers serverFlags
	var asks askFlags
	var screen screenFlags
	var record recordFlags
	root := &cobra.Command{
		Use:   "elicit [FLAGS] [-- COMMAND ARG…]",
		Short: "Answer the questions of MCP servers from a terminal",
		Long: `elicit connects to MCP servers over stdio, calls their tools, and when a server
asks something (elicitation, in either era of the protocol) it shows the question
under a badge that names the server, checks the answer and sends it back.

Without a command it opens a screen with the servers' tools, prompts and
resources: those of the server started by COMMAND, or those that the
configuration files found from this folder upwards name. --plain is the same
line by line, for screen readers, dumb terminals and pipes.`,
		Example: `  elicit demo                                   try it on a built-in server
  elicit -- npx -y @modelcontextprotocol/server-everything
  elicit --server billing                       one of those in .mcp.json
  elicit call demo book_table                   one call, asked on the terminal
  elicit check schema.json                      what each profile makes of a form`,
		Args:              onlyCommand,
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return a.recordIf(record, cmd.Root()) },
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.screen(cmd.Context(), servers, asks, screen, command(cmd, args))
		},
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &exitError{code: exitUsage, err: err, help: true} })
	root.CompletionOptions.DisableDefaultCmd = true
	root.SuggestionsMinimumDistance = 2
	root.PersistentFlags().BoolVar(&a.noColor, "no-color", a.getenv("NO_COLOR") != "", "no colours (also: the variable NO_COLOR)")
	record.add(root)
	servers.add(a, root)
	asks.add(a, root)
	screen.add(&asks, root)
	asks.addPlain(root)
	root.AddGroup(
		&cobra.Group{ID: "use", Title: "Servers and their questions:"},
		&cobra.Group{ID: "design", Title: "Forms, without a server:"},
		&cobra.Group{ID: "demos", Title: "Demos:"},
		&cobra.Group{ID: "more", Title: "More:"})
	root.SetHelpCommandGroupID("more")
	defer eachOf(root, func(c *cobra.Command) { c.DisableFlagsInUseLine = true })
	root.AddCommand(commands(a, args)...)
	return root
}

// commands makes the command that the first word names. Anything else may be
// about all of them: help, completion, manual pages and what is misspelt. Their
// flags are too many to be made at every start.
func commands(a *app, args []string) []*cobra.Command {
	all := []struct {
		name string
		make func(*app) *cobra.Command
	}{
		{"demo", newDemo},
		{"call", newCall},
		{"prompt", newPrompt},
		{"read", newRead},
		{"list", newList},
		{"pending", newPending},
		{"answer", newAnswer},
		{"check", newCheck},
		{"form", newForm},
		{"play", newPlay},
		{"render", newRender},
		{"serve", newServe},
		{"completion", newCompletion},
		{"man", newMan},
		{"version", newVersion},
	}
	made := make([]*cobra.Command, 0, len(all))
	for _, c := range all {
		if len(args) > 0 && args[0] == c.name && c.name != "man" {
			return []*cobra.Command{c.make(a)}
		}
	}
	for _, c := range all {
		made = append(made, c.make(a))
	}
	return made
}

func eachOf(cmd *cobra.Command, do func(*cobra.Command)) {
	do(cmd)
	for _, c := range cmd.Commands() {
		eachOf(c, do)
	}
}

// atMost lets a command that starts no server of its own take n words.
func atMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if cmd.ArgsLenAtDash() >= 0 && len(args) > 0 {
			return usage("%s starts no server: leave out -- and what follows", cmd.CommandPath())
		}
		if len(args) > n {
			return usage("%q is too much", args[n])
		}
		return nil
	}
}

// command are the words after --.
func command(cmd *cobra.Command, args []string) []string {
	if n := cmd.ArgsLenAtDash(); n >= 0 {
		return args[n:]
	}
	return nil
}

// own are the words before --.
func own(cmd *cobra.Command, args []string) []string {
	if n := cmd.ArgsLenAtDash(); n >= 0 {
		return args[:n]
	}
	return args
}

// onlyCommand lets nothing stand before -- but what the command knows.
func onlyCommand(cmd *cobra.Command, args []string) error {
	words := own(cmd, args)
	if len(words) == 0 {
		return nil
	}
	if s := cmd.SuggestionsFor(words[0]); len(s) > 0 {
		return usage("there is no command %q; did you mean %s?", words[0], strings.Join(s, " or "))
	}
	if _, err := demo.Lookup(words[0]); err == nil {
		return usage("there is no command %q; to try that built-in server: elicit demo %s", words[0], words[0])
	}
	return usage("there is no command %q; to start a server with it: elicit -- %s", words[0], strings.Join(words, " "))
}

func (a *app) sayf(format string, args ...any) { fmt.Fprintf(a.Err, "elicit: "+format+"\n", args...) }
