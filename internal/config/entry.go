package config

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Entry is one server as a file names it, nothing in it expanded yet.
type Entry struct {
	Name    string
	File    string // where it stands
	Project bool   // the file came with the working directory: see [Agreements]

	Type    string // "stdio" or empty; others are not started by elicit
	Command string
	Args    []string
	Env     []Variable // in the file's order
	Dir     string     // "cwd"; empty means the working directory
	URL     string     // of a server that is not on stdio

	Settings

	root   string  // what ${workspaceFolder} stands for
	inputs []Input // what ${input:…} may stand for
}

// Variable is one variable of a server's environment.
type Variable struct{ Name, Value string }

// Settings are elicit's own keys, under "elicit" (DESIGN.md §6).
type Settings struct {
	Profile     string        // of forms; empty means the default
	AllowFields []string      // exact property names that the credential rule does not see
	Protocol    string        // "auto" or one version
	Elicitation string        // what the client declares
	Timeout     time.Duration // of one call; 0 means none
}

// Digest identifies what a person agrees to: everything that decides which
// program runs, and where.
func (e Entry) Digest() string {
	b, _ := json.Marshal([]any{"elicit agreement 1", e.File, e.Command, e.Args, e.Env, e.Dir}) // strings always marshal
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// CommandLine is the command as it stands in the file, quoted for reading.
// What it holds is the file's: it must be cleaned before it is drawn.
func (e Entry) CommandLine() string {
	words := []string{}
	for _, v := range e.Env {
		words = append(words, v.Name+"="+quoted(v.Value))
	}
	words = append(words, quoted(e.Command))
	for _, a := range e.Args {
		words = append(words, quoted(a))
	}
	return strings.Join(words, " ")
}

func quoted(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./_-${}", r)
	}) {
		return word
	}
	return strconv.Quote(word)
}

// Usable tells why an entry cannot be started, if it cannot.
func (e Entry) Usable() error {
	switch {
	case e.Type != "" && e.Type != "stdio", e.Command == "" && e.URL != "":
		return fmt.Errorf("server %s (%s) is reached over %s; elicit speaks with servers that it starts itself, over stdio", e.Name, e.File, cmp.Or(e.Type, "a URL"))
	case e.Command == "":
		return fmt.Errorf("server %s (%s) has no \"command\"", e.Name, e.File)
	}
	return nil
}

func (s Settings) over(under Settings) Settings {
	s.Profile = cmp.Or(s.Profile, under.Profile)
	s.Protocol = cmp.Or(s.Protocol, under.Protocol)
	s.Elicitation = cmp.Or(s.Elicitation, under.Elicitation)
	s.Timeout = cmp.Or(s.Timeout, under.Timeout)
	s.AllowFields = slices.Concat(under.AllowFields, s.AllowFields)
	return s
}
