package cli

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"time"

	"elicit/forms"
	"elicit/internal/config"
	"elicit/internal/demo"
	"elicit/mcpclient"
)

// target is a server that can be started, and how its forms are read.
type target struct {
	mcpclient.Server
	Profile forms.Profile
	Timeout time.Duration // of a call, from the configuration; 0 means none
	Flags   []string      // how elicit's command line reaches it
}

// find is the one server that the flags, or a name, or the command mean.
func (a *app) find(ctx context.Context, f serverFlags, name string, command []string) (target, error) {
	if len(f.servers) > 1 {
		return target{}, usage("one server at a time: --server was given %d times", len(f.servers))
	}
	if len(command) > 0 {
		return a.typed(f, cmp.Or(f.server, name), command)
	}
	name = cmp.Or(f.server, name)
	servers, err := a.configured(f)
	if err != nil {
		return target{}, err
	}
	if name == "" {
		switch len(servers.Entries) {
		case 0:
			return target{}, usage("no server: give its command after --, name a built-in one (%s), or add one to .mcp.json", builtIn())
		case 1:
			return a.fromFile(ctx, f, servers.Entries[0])
		}
		return target{}, usage("which server? configured are %s; name one with --server", list(servers.Names()))
	}
	e, err := servers.Named(name)
	if err == nil {
		return a.fromFile(ctx, f, e)
	}
	if _, unknown := demo.Lookup(name); unknown != nil || f.config != "" {
		return target{}, usage("%w; built in are %s", err, builtIn())
	}
	return a.builtIn(f, name)
}

func builtIn() string {
	var names []string
	for _, s := range demo.Servers() {
		names = append(names, s.Name)
	}
	return list(names)
}

func (a *app) configured(f serverFlags) (*config.Servers, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	return config.Find(config.Places{File: f.config, Dir: a.Dir, User: a.configHome()})
}

// typed is a command typed by the person: it gets their environment, as any
// command would.
func (a *app) typed(f serverFlags, name string, command []string) (target, error) {
	if name == "" {
		name = config.NameOf(command)
	}
	t, err := a.target(f, config.Entry{Name: name}, config.Command{Args: command, Dir: a.Dir}, a.Environ)
	t.Flags = append(append(t.Flags, "--"), command...)
	return t, err
}

// builtIn runs a built-in server as its own process.
func (a *app) builtIn(f serverFlags, name string) (target, error) {
	self, err := os.Executable()
	if err != nil {
		return target{}, err
	}
	args := []string{self, "serve", name}
	return a.target(f, config.Entry{Name: name}, config.Command{Args: args, Dir: a.Dir}, a.Environ)
}

// fromFile is a server of a configuration file: it gets an allow-list of the
// environment and its own variables.
func (a *app) fromFile(ctx context.Context, f serverFlags, e config.Entry) (target, error) {
	if err := e.Usable(); err != nil {
		return target{}, usage("%w", err)
	}
	if err := a.agree(ctx, e); err != nil {
		return target{}, err
	}
	c, err := e.Resolve(&config.Resolver{Dir: a.Dir, Lookup: a.lookup, Input: a.input(ctx)})
	if err != nil {
		return target{}, usage("%w", err)
	}
	return a.target(f, e, c, config.Allowed(a.Environ))
}

func (a *app) target(f serverFlags, e config.Entry, c config.Command, environ []string) (target, error) {
	if err := f.check(); err != nil {
		return target{}, err
	}
	vars := c.Env
	for _, kv := range f.env {
		v, err := config.ParseVariable(kv, a.lookupAll)
		if err != nil {
			return target{}, usage("--env: %w", err)
		}
		vars = append(vars, v)
	}
	profile, err := f.profileOf(e.Profile, e.AllowFields)
	if err != nil {
		return target{}, err
	}
	declare, err := declared(cmp.Or(f.declare, e.Elicitation))
	if err != nil {
		return target{}, err
	}
	protocol := cmp.Or(f.protocol, e.Protocol)
	if err := oneOf("protocol", protocol, protocols); err != nil {
		return target{}, err
	}
	level := "" // messages that nobody reads need not be sent
	if f.verbose {
		level = "debug"
	}
	return target{
		Server: mcpclient.Server{
			Name: e.Name, Command: c.Args, Dir: c.Dir, Env: config.With(environ, vars...),
			Protocol: protocol, Declare: declare, MaxFrame: int(f.maxFrame), LogLevel: level,
		},
		Profile: profile,
		Timeout: e.Timeout,
		Flags:   f.again(e),
	}, nil
}

// configHome and stateHome follow the XDG base directory specification; empty
// without a home.
func (a *app) configHome() string { return a.xdg("XDG_CONFIG_HOME", ".config") }

func (a *app) stateHome() string { return a.xdg("XDG_STATE_HOME", ".local", "state") }

func (a *app) xdg(variable string, otherwise ...string) string {
	if dir := a.getenv(variable); filepath.IsAbs(dir) {
		return dir
	}
	home := a.getenv("HOME")
	if home == "" {
		return ""
	}
	return filepath.Join(append([]string{home}, otherwise...)...)
}
