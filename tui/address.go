package tui

import (
	"reflect"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// addressed is a message that a screen's own command sent. It must come back to
// that screen alone: the messages of form fields do not say whose they are, and
// one form's "next field" would move every other's focus.
type addressed struct {
	to  screen
	msg tea.Msg
}

// own makes what a screen's command sends come back to that screen.
func (m *Model) own(s screen, cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg { return m.addressTo(s, cmd()) }
}

func (m *Model) addressTo(s screen, msg tea.Msg) tea.Msg {
	switch msg := msg.(type) {
	case nil:
		return nil
	case tea.BatchMsg:
		return tea.BatchMsg(m.ownAll(s, msg))
	}
	if cmds, ok := sequence(msg); ok {
		return tea.Sequence(m.ownAll(s, cmds)...)()
	}
	if !foreign(msg) {
		return msg // the runtime's, or a fact of this program
	}
	return addressed{to: s, msg: msg}
}

func (m *Model) ownAll(s screen, cmds []tea.Cmd) []tea.Cmd {
	out := make([]tea.Cmd, len(cmds))
	for i, cmd := range cmds {
		out[i] = m.own(s, cmd)
	}
	return out
}

// sequence looks into what tea.Sequence returns, whose type is unexported.
func sequence(msg tea.Msg) ([]tea.Cmd, bool) {
	v, cmds := reflect.ValueOf(msg), reflect.TypeFor[[]tea.Cmd]()
	if v.Kind() != reflect.Slice || !v.CanConvert(cmds) {
		return nil, false
	}
	return reflect.TypeAssert[[]tea.Cmd](v.Convert(cmds))
}

// foreign reports whether a message is neither Bubble Tea's nor this package's.
func foreign(msg tea.Msg) bool {
	t := reflect.TypeOf(msg)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return !strings.HasPrefix(t.PkgPath(), "charm.land/bubbletea/") && t.PkgPath() != reflect.TypeFor[Model]().PkgPath()
}
