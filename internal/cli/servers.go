package cli

import (
	"bytes"
	"cmp"

	"elicit/internal/demo"
)

// listServers lists what could be named.
func (a *app) listServers(f serverFlags, asJSON bool) error {
	servers, err := a.configured(f)
	if err != nil {
		return usage("%w", err)
	}
	type server struct {
		Name    string `json:"name"`
		File    string `json:"file,omitempty"`
		Command string `json:"command,omitempty"`
		BuiltIn bool   `json:"builtIn,omitempty"`
	}
	all := []server{}
	var configured, builtIn [][2]string
	for _, e := range servers.Entries {
		all = append(all, server{Name: e.Name, File: e.File, Command: e.CommandLine()})
		configured = append(configured, [2]string{clean(e.Name), clean(cmp.Or(e.CommandLine(), e.URL))})
	}
	for _, s := range demo.Servers() {
		all = append(all, server{Name: s.Name, BuiltIn: true})
		builtIn = append(builtIn, [2]string{s.Name, s.About})
	}
	if asJSON {
		b, err := marshal(map[string]any{"servers": all})
		if err != nil {
			return err
		}
		return a.printJSON(b)
	}
	var b bytes.Buffer
	section(&b, "Configured servers", configured)
	section(&b, "Built-in servers", builtIn)
	_, err = a.Out.Write(b.Bytes())
	return err
}
