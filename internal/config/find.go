package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// projectFiles are looked for in every folder from the working directory
// upwards (DESIGN.md §6).
var projectFiles = []string{
	".mcp.json", "mcp.json", filepath.Join(".vscode", "mcp.json"), filepath.Join(".cursor", "mcp.json"),
}

// Places say where to look.
type Places struct {
	File string // --config: only this one
	Dir  string // the working directory
	User string // the user's configuration directory: elicit/mcp.json is in it; empty means none
}

// Servers are the servers found.
type Servers struct {
	Entries []Entry  // the nearest file's first; of two with one name only the nearer
	Files   []string // read, the nearest first
}

// Find reads the files of p.
func Find(p Places) (*Servers, error) {
	s := &Servers{}
	if p.File != "" {
		if err := s.add(p.File, false, true); err != nil {
			return nil, err
		}
		return s, nil
	}
	for dir := p.Dir; ; dir = filepath.Dir(dir) {
		for _, name := range projectFiles {
			if err := s.add(filepath.Join(dir, name), true, false); err != nil {
				return nil, err
			}
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if p.User == "" {
		return s, nil
	}
	if err := s.add(filepath.Join(p.User, "elicit", "mcp.json"), false, false); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Servers) add(path string, project, must bool) error {
	b, err := os.ReadFile(path)
	switch {
	case !must && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission)):
		return nil
	case err != nil:
		return err
	}
	full, err := filepath.Abs(path)
	if err != nil || slices.Contains(s.Files, full) {
		return err
	}
	entries, err := read(full, b)
	if err != nil {
		return err
	}
	s.Files = append(s.Files, full)
	for _, e := range entries {
		if _, err := s.Named(e.Name); err != nil {
			e.Project = project
			s.Entries = append(s.Entries, e)
		}
	}
	return nil
}

// Names are the servers' names.
func (s *Servers) Names() []string {
	names := make([]string, 0, len(s.Entries))
	for _, e := range s.Entries {
		names = append(names, e.Name)
	}
	return names
}

// Named finds a server; its error says which there are.
func (s *Servers) Named(name string) (Entry, error) {
	for _, e := range s.Entries {
		if e.Name == name {
			return e, nil
		}
	}
	if len(s.Entries) == 0 {
		return Entry{}, fmt.Errorf("no server is called %q, and no configuration file names one", name)
	}
	return Entry{}, fmt.Errorf("no server is called %q; configured are %s", name, strings.Join(s.Names(), ", "))
}
