package question

import (
	"reflect"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// addressed is a message that a question's own command sent: it must come back
// to that question alone, because huh's and bubbles' messages do not say whose
// they are, and one form's "next field" would move the focus of every other.
type addressed struct {
	id  string
	msg tea.Msg
}

// address makes a command's message come back to the question id.
func address(id string, cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg { return addressedTo(id, cmd()) }
}

func addressedTo(id string, msg tea.Msg) tea.Msg {
	switch msg := msg.(type) {
	case nil:
		return nil
	case Decided, RefusalSeen, Closed, StopWanted:
		return msg // facts for the queue and its program
	case tea.BatchMsg:
		return tea.BatchMsg(addressAll(id, msg))
	}
	if cmds, ok := sequence(msg); ok {
		return tea.Sequence(addressAll(id, cmds)...)()
	}
	if fromBubbleTea(msg) {
		return msg // the runtime's own: clipboard, exec, window size
	}
	return addressed{id: id, msg: msg}
}

func addressAll(id string, cmds []tea.Cmd) []tea.Cmd {
	out := make([]tea.Cmd, len(cmds))
	for i, cmd := range cmds {
		out[i] = address(id, cmd)
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

func fromBubbleTea(msg tea.Msg) bool {
	t := reflect.TypeOf(msg)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return strings.HasPrefix(t.PkgPath(), "charm.land/bubbletea/")
}
