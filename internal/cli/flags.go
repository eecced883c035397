package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"elicit/answers"
	"elicit/forms"
	"elicit/mcpclient"
)

// serverFlags say which server, and how to speak with it.
type serverFlags struct {
	config, server    string
	servers           []string // all that were named; server is the first
	env               []string
	protocol, declare string
	profile           string
	allow             []string
	trace             string
	maxFrame          byteSize
	verbose           bool
}

var (
	protocols    = []string{"auto", "2026-07-28", "2025-11-25", "2025-06-18"}
	declarations = []string{"form,url", "form", "url", "empty", "none"}
)

func (f *serverFlags) add(a *app, cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.config, "config", "", "read servers from `FILE` only (default: .mcp.json and the like, from this folder upwards)")
	fs.Var(&nameList{&f.server, &f.servers}, "server", "the server called `NAME` in the configuration, or a built-in one; with -- COMMAND: what to call it")
	fs.StringArrayVar(&f.env, "env", nil, "set `NAME=VALUE` for the server, or pass on NAME (repeatable)")
	fs.StringVar(&f.protocol, "protocol", "", "speak this `VERSION` only: "+strings.Join(protocols[1:], ", ")+" (default: auto)")
	fs.StringVar(&f.declare, "declare", "", "tell the server that `MODES` can be answered: "+strings.Join(declarations, " | ")+" (default: form,url)")
	fs.StringVar(&f.profile, "profile", "", "read forms as `PROFILE` does: "+strings.Join(forms.ProfileNames(), ", ")+" (default: tester)")
	fs.StringArrayVar(&f.allow, "allow-field", nil, "let forms ask for the property `NAME` although it looks like a credential (repeatable)")
	fs.StringVar(&f.trace, "trace", "", "write every frame to `FILE`, as JSON Lines")
	fs.Var(&f.maxFrame, "max-frame", "take lines of up to `SIZE` from the server, such as 64MB (default: 16MiB)")
	complete(cmd, "protocol", protocols...)
	complete(cmd, "declare", declarations...)
	complete(cmd, "profile", forms.ProfileNames()...)
	_ = cmd.RegisterFlagCompletionFunc("server", a.completeServers)
	_ = cmd.MarkFlagFilename("config", "json")
	_ = cmd.MarkFlagFilename("trace")
}

// addVerbose is for commands without a screen, which has a place for it.
func (f *serverFlags) addVerbose(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "show the server's log messages and stderr")
}

// check finds what no server has to be started for.
func (f *serverFlags) check() error {
	if err := oneOf("protocol", f.protocol, protocols); err != nil {
		return err
	}
	if err := oneOf("declare", f.declare, declarations); err != nil {
		return err
	}
	return oneOf("profile", f.profile, forms.ProfileNames())
}

func oneOf(flag, value string, values []string) error {
	if value == "" || slices.Contains(values, value) {
		return nil
	}
	return usage("--%s %q is none of %s", flag, value, strings.Join(values, ", "))
}

// askFlags say how questions are answered.
type askFlags struct {
	answer  []string
	answers string
	onAsk   string
	plain   bool
	save    string
}

func (f *askFlags) add(_ *app, cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringArrayVar(&f.answer, "answer", nil, "answer a property with `NAME=VALUE`, or NAME:=JSON (repeatable)")
	fs.StringVar(&f.answers, "answers", "", "answer by the rules in `FILE` (YAML or JSON)")
	_ = cmd.MarkFlagFilename("answers", "yaml", "yml", "json")
}

// addWays adds what only makes sense for a single call.
func (f *askFlags) addWays(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.onAsk, "on-ask", "", "follow `POLICY` for a question that nothing answers: "+strings.Join(answers.Policies(), " | ")+" (default: prompt)")
	cmd.Flags().BoolVar(&f.plain, "plain", false, "ask line by line on stdin and stderr, without screens")
	cmd.Flags().StringVar(&f.save, "save-answers", "", "write what was answered to `FILE`, as rules for --answers")
	complete(cmd, "on-ask", answers.Policies()...)
	_ = cmd.MarkFlagFilename("save-answers", "yaml")
}

// callFlags are those of one request.
type callFlags struct {
	timeout time.Duration
	json    bool
}

func (f *callFlags) add(cmd *cobra.Command) {
	cmd.Flags().DurationVar(&f.timeout, "timeout", 0, "give up when the server takes longer than `DURATION`, open questions not counted, such as 30s")
	cmd.Flags().BoolVar(&f.json, "json", false, "print the result as JSON, exactly as the server sent it, with control characters escaped")
}

func complete(cmd *cobra.Command, flag string, values ...string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// profileOf is the profile that a server's questions are read under: the
// flags' word counts before the configuration's.
func (f *serverFlags) profileOf(configured string, allowed []string) (forms.Profile, error) {
	name := cmp.Or(f.profile, configured, forms.Tester.Name)
	p, ok := forms.ProfileNamed(name)
	if !ok {
		return p, usage("there is no profile %q; there are %s", name, strings.Join(forms.ProfileNames(), ", "))
	}
	if names := slices.Concat(allowed, f.allow); len(names) > 0 {
		p = p.AllowFields(names...)
	}
	return p, nil
}

func declared(word string) (mcpclient.Declared, error) {
	if word == "" {
		return mcpclient.DeclareFormURL, nil
	}
	if word = strings.ReplaceAll(word, " ", ""); word == "url,form" {
		word = "form,url"
	}
	if !slices.Contains(declarations, word) {
		return "", usage("an elicitation of %q cannot be declared; it is one of %s", word, strings.Join(declarations, ", "))
	}
	return mcpclient.Declared(word), nil
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
