package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"elicit/internal/config"
	"elicit/internal/watch"
	"elicit/tui"
)

// screenFlags are those of the TUI alone.
type screenFlags struct {
	watch  []string
	repeat bool
}

func (f *screenFlags) add(asks *askFlags, cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringArrayVar(&f.watch, "watch", nil, "restart the servers when `PATH` changes, a file or a folder and all below it (repeatable)")
	fs.BoolVar(&f.repeat, "watch-repeat", false, "with --watch: also repeat the last call; the key w turns that on and off")
	fs.StringVar(&asks.save, "save-answers", "", "write what was answered to `FILE` when the screen closes, as rules for --answers")
	_ = cmd.MarkFlagFilename("watch")
	_ = cmd.MarkFlagFilename("save-answers", "yaml")
}

// watchFiles has the TUI told of changed files; stop ends that.
func (f *screenFlags) watchFiles(c *tui.Config) (stop func(), err error) {
	if len(f.watch) == 0 {
		if f.repeat {
			return nil, usage("--watch-repeat needs --watch PATH: what is to be watched?")
		}
		return func() {}, nil
	}
	w, err := watch.New(f.watch...)
	if err != nil {
		return nil, usage("--watch: %w", err)
	}
	c.Changes, c.Watching, c.RepeatOnChange = w.Changes(), f.watch, f.repeat
	return func() { _ = w.Close() }, nil // nobody waits for a change any more
}

// nameList is a flag that may be given several times; the first counts where
// only one can.
type nameList struct {
	first *string
	all   *[]string
}

// Set takes one more name.
func (l *nameList) Set(name string) error {
	if len(*l.all) == 0 {
		*l.first = name
	}
	*l.all = append(*l.all, name)
	return nil
}

// Type is what help calls the value.
func (l *nameList) Type() string { return "string" }

// String is the value as help shows a default.
func (l *nameList) String() string {
	if l.all == nil {
		return ""
	}
	return strings.Join(*l.all, ",")
}

// again are the words by which elicit's command line reaches a server once
// more, as it was reached now.
func (f *serverFlags) again(e config.Entry) []string {
	var words []string
	put := func(flag string, values ...string) {
		for _, v := range values {
			if v != "" {
				words = append(words, flag, v)
			}
		}
	}
	put("--config", e.File)
	put("--server", e.Name)
	put("--protocol", f.protocol)
	put("--declare", f.declare)
	put("--profile", f.profile)
	put("--allow-field", f.allow...)
	put("--env", f.env...)
	return words
}
