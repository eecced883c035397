package answers

import (
	"slices"
	"strconv"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// ruleKeys are all keys of a rule.
var ruleKeys = []string{
	"server", "tool", "prompt", "resource", "key", "mode", "message", "url", "fields",
	"fingerprint", "round", "nth", "action", "content", "defaults", "confirmed", "asIs",
}

// criterion reads one of the keys that say which questions a rule is for.
func (f *rulesFile) criterion(into *match, m member) {
	switch m.name {
	case "server":
		into.server = f.text(m)
	case "tool":
		into.method, into.target = mcpclient.MethodTool, f.text(m)
	case "prompt":
		into.method, into.target = mcpclient.MethodPrompt, f.text(m)
	case "resource":
		into.method, into.target = mcpclient.MethodResource, f.text(m)
	case "key":
		into.key = f.text(m)
	case "message":
		into.message = f.pattern(m)
	case "url":
		into.url = f.pattern(m)
	case "mode":
		into.mode = mcpclient.Mode(*f.text(m))
		if into.mode != mcpclient.ModeForm && into.mode != mcpclient.ModeURL {
			f.failf(m.line, "mode must be form or url")
		}
	case "fields":
		into.fields = f.names(m)
	case "fingerprint":
		into.fingerprint = *f.text(m)
	case "round":
		into.round = f.ordinal(m)
	case "nth":
		into.nth = f.ordinal(m)
	default:
		f.unknown(m, ruleKeys...)
	}
}

func (f *rulesFile) action(n *node) mcpclient.Action {
	switch a := mcpclient.Action(n.text); a {
	case mcpclient.Accept, mcpclient.Decline, mcpclient.Cancel:
		return a
	default:
		f.failf(n.line, "action must be accept, decline or cancel")
		return mcpclient.Cancel
	}
}

// text reads a text; names that look like numbers or booleans are what is
// written.
func (f *rulesFile) text(m member) *string {
	switch m.value.kind {
	case nodeString, nodeNumber, nodeBool:
		return &m.value.text
	default:
		f.failf(m.line, "%s must be a text, not %s", m.name, m.value.kind)
		return new(string)
	}
}

func (f *rulesFile) pattern(m member) *pattern {
	p, err := newPattern(*f.text(m))
	if err != nil {
		f.failf(m.line, "%s: %s", m.name, safetext.Of(err.Error()).Line())
	}
	return p
}

func (f *rulesFile) names(m member) []string {
	if m.value.kind != nodeList {
		f.failf(m.line, "%s must be a list of names, not %s", m.name, m.value.kind)
		return nil
	}
	names := []string{}
	for _, item := range m.value.items {
		names = append(names, *f.text(member{m.name, item.line, item}))
	}
	slices.Sort(names)
	return names
}

func (f *rulesFile) ordinal(m member) int {
	n, err := strconv.Atoi(m.value.text)
	if m.value.kind != nodeNumber || err != nil || n < 1 {
		f.failf(m.line, "%s must be a whole number from 1", m.name)
		return 1
	}
	return n
}

func (f *rulesFile) flag(m member) bool {
	if m.value.kind != nodeBool {
		f.failf(m.line, "%s must be true or false", m.name)
	}
	return m.value.text == "true"
}
