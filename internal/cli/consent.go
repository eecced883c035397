package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"elicit/internal/config"
	"elicit/internal/safetext"
	"elicit/tui/plain"
)

// agree asks, once, before a command of a project file is started: whoever
// wrote the project could have written anything there (DESIGN.md §6).
func (a *app) agree(ctx context.Context, e config.Entry) error {
	agreements := a.agreements()
	if a.stateHome() == "" && e.Project {
		return usage("server %s (%s) needs your agreement, and without HOME or XDG_STATE_HOME there is nowhere to keep it; name the file with --config", e.Name, e.File)
	}
	if agreements.Given(e) {
		return nil
	}
	name, line := safetext.Of(e.Name).Line(), safetext.Of(e.CommandLine()).Line()
	c, done, err := a.asker()
	if err != nil {
		return usage("server %s comes with this project (%s) and was not agreed to yet; it would run:\n    %s\nRun elicit once on a terminal to agree, or say that you mean it: --config %s",
			name, e.File, line, e.File)
	}
	defer done()
	c.Say("The server %s comes with this project, from %s.", name, safetext.Of(e.File).Line())
	c.Say("Starting it runs this command, with your rights:\n")
	c.Say("    %s", line)
	if e.Dir != "" {
		c.Say("    in %s", safetext.Of(e.Dir).Line())
	}
	c.Say("")
	c.Say("Start it, now and whenever it is this very command? Type yes or no.")
	said, err := c.Ask(ctx, "start> ")
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if s := strings.ToLower(strings.TrimSpace(said)); s != "y" && s != "yes" {
		return &exitError{code: exitUsage, err: fmt.Errorf("server %s was not started", name)}
	}
	return agreements.Give(e)
}

func (a *app) agreements() config.Agreements {
	return config.Agreements{Dir: filepath.Join(a.stateHome(), "elicit", "agreed")}
}

// input asks for the ${input:…} of a configuration file; nil without a
// terminal.
func (a *app) input(ctx context.Context) func(config.Input) (string, error) {
	_, done, err := a.asker()
	if err != nil {
		return nil
	}
	done()
	return func(in config.Input) (string, error) {
		title := safetext.Of(cmp.Or(in.Description, in.ID)).Line()
		if in.Password && in.Type != "pickString" {
			if tty, err := a.terminal(); err == nil { // a pipe shows nothing anyway
				defer func() { _ = tty.Close() }()
				return secret(tty, title)
			}
		}
		c, done, err := a.asker()
		if err != nil {
			return "", err
		}
		defer done()
		if in.Type == "pickString" {
			return pick(ctx, c, title, in)
		}
		return inputByLine(ctx, c, title, in)
	}
}

func pick(ctx context.Context, c *plain.Console, title string, in config.Input) (string, error) {
	var labels, values []string
	for _, o := range in.Options {
		var s string
		var pair struct {
			Label string `json:"label"`
			Value string `json:"value"`
		}
		if json.Unmarshal(o, &s) != nil {
			if err := json.Unmarshal(o, &pair); err != nil {
				return "", fmt.Errorf("its options are neither strings nor labels with values")
			}
			s = pair.Value
		}
		labels, values = append(labels, safetext.Of(cmp.Or(pair.Label, s)).Line()), append(values, s)
	}
	i, err := c.Pick(ctx, title, labels)
	if err != nil {
		return "", err
	}
	return values[i], nil
}
