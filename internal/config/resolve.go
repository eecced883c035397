package config

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// Resolver gives what a file leaves open.
type Resolver struct {
	Dir    string                      // the working directory
	Lookup func(string) (string, bool) // of environment variables
	Input  func(Input) (string, error) // asks the person; nil: nobody can be asked
	asked  map[string]string
}

// Command is how a server is started.
type Command struct {
	Args []string // program and arguments
	Dir  string   // working directory
	Env  []Variable
}

// Resolve fills in the variables of an entry.
func (e Entry) Resolve(r *Resolver) (Command, error) {
	if err := e.Usable(); err != nil {
		return Command{}, err
	}
	var c Command
	var err error
	fill := func(s string) string {
		var out string
		if err == nil {
			out, err = e.expand(s, r)
		}
		return out
	}
	for _, a := range append([]string{e.Command}, e.Args...) {
		c.Args = append(c.Args, fill(a))
	}
	for _, v := range e.Env {
		c.Env = append(c.Env, Variable{v.Name, fill(v.Value)})
	}
	c.Dir = fill(e.Dir)
	if err != nil {
		return Command{}, fmt.Errorf("server %s (%s): %w", e.Name, e.File, err)
	}
	if c.Dir == "" {
		c.Dir = r.Dir
	} else if !filepath.IsAbs(c.Dir) {
		c.Dir = filepath.Join(e.root, c.Dir)
	}
	return c, nil
}

// variable matches ${NAME}, ${NAME:-otherwise} and ${kind:NAME}.
var variable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$\{([^{}]+)\}`) })

func (e Entry) expand(s string, r *Resolver) (string, error) {
	var failed error
	out := variable().ReplaceAllStringFunc(s, func(m string) string {
		v, err := e.value(m[2:len(m)-1], r)
		if err != nil && failed == nil {
			failed = err
		}
		return v
	})
	return out, failed
}

func (e Entry) value(what string, r *Resolver) (string, error) {
	switch what {
	case "workspaceFolder":
		return e.root, nil
	case "workspaceFolderBasename":
		return filepath.Base(e.root), nil
	case "userHome":
		what = "env:HOME"
	case "pathSeparator", "/":
		return string(filepath.Separator), nil
	}
	if id, ok := strings.CutPrefix(what, "input:"); ok {
		return e.input(id, r)
	}
	name, otherwise, optional := strings.Cut(strings.TrimPrefix(what, "env:"), ":-")
	if !optional && strings.Contains(name, ":") {
		return "", fmt.Errorf("${%s} is nothing that elicit can fill in", what)
	}
	if v, ok := r.Lookup(name); ok && (v != "" || !optional) {
		return v, nil
	}
	if !optional {
		return "", fmt.Errorf("the environment variable %s is not set, and ${%s} stands in the file", name, what)
	}
	return otherwise, nil
}

func (e Entry) input(id string, r *Resolver) (string, error) {
	if v, ok := r.asked[id]; ok {
		return v, nil
	}
	for _, in := range e.inputs {
		if in.ID != id {
			continue
		}
		if r.Input == nil {
			return "", fmt.Errorf("${input:%s} has to be asked for, and there is no terminal", id)
		}
		v, err := r.Input(in)
		if err != nil {
			return "", fmt.Errorf("${input:%s}: %w", id, err)
		}
		if r.asked == nil {
			r.asked = map[string]string{}
		}
		r.asked[id] = v
		return v, nil
	}
	return "", fmt.Errorf("${input:%s} stands in the file, and its \"inputs\" have no such id", id)
}
