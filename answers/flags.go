package answers

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"elicit/mcpclient"
)

// RulesFromFlags reads --answer flags. NAME=TEXT is read by the form's kind: a
// choice by its value or label, a boolean as true, false, yes or no; for
// several choices or list entries the flag is repeated. NAME:=JSON is raw. They
// answer every form that has one of the properties, over its defaults.
func RulesFromFlags(flags []string) (*Rules, error) {
	one := &rule{
		label: "--answer", action: mcpclient.Accept, someField: true, defaults: true,
		match: match{mode: mcpclient.ModeForm},
	}
	for _, flag := range flags {
		e, err := flagEntry(flag)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(one.entries, func(x entry) bool { return x.name == e.name })
		switch {
		case i < 0:
			one.entries = append(one.entries, e)
		case e.raw != nil || one.entries[i].raw != nil:
			return nil, fmt.Errorf("--answer %s is given more than once, and one of them as JSON", quote(e.name))
		default:
			one.entries[i].text = append(one.entries[i].text, e.text...)
		}
	}
	r := &Rules{by: ByFlags}
	if len(one.entries) > 0 {
		r.rules = []*rule{one}
	}
	return r, nil
}

func flagEntry(flag string) (entry, error) {
	name, value, ok := strings.Cut(flag, "=")
	if !ok || name == "" || name == ":" {
		return entry{}, fmt.Errorf("--answer %s is not NAME=TEXT or NAME:=JSON", quote(flag))
	}
	if raw, isJSON := strings.CutSuffix(name, ":"); isJSON {
		if !json.Valid([]byte(value)) {
			return entry{}, fmt.Errorf("--answer %s is not JSON after the :=", quote(flag))
		}
		return entry{name: raw, raw: json.RawMessage(value)}, nil
	}
	return entry{name: name, text: []string{value}}, nil
}
