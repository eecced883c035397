package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// action is one thing that can be done: keys, palette, key line and help are
// made from it, so that they cannot differ.
type action struct {
	keys  []string // the first is the one shown; none: palette only
	brief string   // for the key line; empty keeps it out
	name  string   // for palette and help
	run   func() tea.Cmd
}

func do(f func()) func() tea.Cmd { return func() tea.Cmd { f(); return nil } }

// find is the action that a key runs.
func find(actions []action, key string) (action, bool) {
	i := slices.IndexFunc(actions, func(a action) bool { return slices.Contains(a.keys, key) })
	if i < 0 {
		return action{}, false
	}
	return actions[i], true
}

// always are the actions that work on every screen, also while text is typed.
func (m *Model) always() []action {
	list := []action{
		{keys: []string{"ctrl+p"}, name: "command palette", run: do(m.openPalette)},
		{keys: []string{"f1"}, name: "keys of this screen", run: do(m.openHelp)},
		{keys: []string{"ctrl+l"}, name: "repaint the screen", run: func() tea.Cmd { return tea.ClearScreen }},
		{keys: []string{"ctrl+z"}, name: "suspend to the shell", run: func() tea.Cmd { return tea.Suspend }},
		{keys: []string{"ctrl+c"}, name: "quit", run: m.quit},
	}
	if m.queue.Len() > 0 {
		list = append(list, action{keys: []string{"ctrl+g"}, name: "set the open questions aside, or take them up", run: m.toggleQuestions})
	}
	return list
}

// global are the actions that work wherever letters are no text.
func (m *Model) global() []action {
	list := []action{
		{keys: []string{"?"}, name: "keys of this screen", run: do(m.openHelp)},
		{keys: []string{":"}, name: "command palette", run: do(m.openPalette)},
		{keys: []string{"q"}, name: "quit", run: m.quit},
		{keys: []string{"f"}, name: "frames: every line, both ways", run: m.openFrames},
		{keys: []string{"H"}, name: "history: questions and answers", run: do(m.openHistory)},
	}
	if len(m.screens) > 0 {
		list = append(list, action{keys: []string{"esc", "backspace"}, name: "back", run: do(m.pop)})
	}
	list = append(list, m.watchActions()...)
	s := m.server()
	if s == nil {
		return list
	}
	list = append(list,
		action{keys: []string{"0"}, name: "all servers: their states; start, stop and restart them", run: do(m.openServers)},
		action{keys: []string{"E"}, name: "what the server wrote on stderr", run: do(func() { m.openSpoken(s, true) })},
		action{keys: []string{"L"}, name: "log messages of the server", run: do(func() { m.openSpoken(s, false) })},
		action{keys: []string{"i"}, name: "about the server: process, versions, capabilities", run: do(func() { m.push(newAbout(m, s)) })},
	)
	return append(list, m.serverActions(s)...)
}

func (m *Model) serverActions(s *server) []action {
	var list []action
	if s.last != nil {
		list = append(list, action{keys: []string{"."}, name: "repeat the last call with the same arguments", run: func() tea.Cmd { return m.repeat(s) }})
		if c := s.last; c.open() {
			list = append(list, action{keys: []string{"v"}, name: "show the running call", run: do(func() { m.push(newRunning(c)) })})
		} else if c.doc != nil {
			list = append(list, action{keys: []string{"v"}, name: "show the last result", run: do(func() { m.push(newResult(m, c)) })})
		}
	}
	if s.state == serverReady || s.state == serverStarting {
		list = append(list,
			action{keys: []string{"r"}, name: "restart " + s.label(), run: func() tea.Cmd { return m.restart(s) }},
			action{keys: []string{"S"}, name: "stop " + s.label(), run: func() tea.Cmd { return m.stop(s) }})
	} else {
		list = append(list, action{keys: []string{"r"}, name: "start " + s.label(), run: func() tea.Cmd { return m.restart(s) }})
	}
	if s.last != nil {
		list = append(list, action{keys: []string{"R"}, name: "restart and repeat the last call", run: func() tea.Cmd {
			s.repeatOnLive = true
			return m.restart(s)
		}})
	}
	return list
}
