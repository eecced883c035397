package tui

import (
	"encoding/json"
	"errors"

	tea "charm.land/bubbletea/v2"

	"elicit/tui/offer"
)

// target is an offer of one server.
type target struct {
	server *server
	offer.Offer
}

// begin calls a target at once, or asks for its arguments first.
func (m *Model) begin(s *server, t target, edit bool) tea.Cmd {
	if s.session == nil {
		return m.notify(s.label() + " is " + s.state.String() + "; r starts it")
	}
	if t.Bare() && !edit {
		return m.send(t, nil)
	}
	a := newArguments(m, t)
	m.push(a)
	return m.own(a, a.init())
}

// send makes the request that arguments stand for.
func (m *Model) send(t target, args json.RawMessage) tea.Cmd {
	name, sent, err := t.Request(args)
	if err != nil {
		return m.notify(err.Error())
	}
	if t.Resource != nil && t.Resource.Template {
		t.server.keepArguments(t.Key(), args, m.config.Now()).verdict = "read"
	}
	return m.call(t.server, t.Method(), name, sent)
}

var errNoObject = errors.New("the arguments must be one JSON object")
