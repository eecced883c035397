package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/tui/pane"
	"elicit/tui/question"
)

// serversScreen lists all servers, each with its state, and starts, stops and
// restarts any of them.
type serversScreen struct {
	view  *pane.View
	model *Model
	w     int
}

func (m *Model) openServers() {
	if _, ok := m.top().(*serversScreen); ok {
		return
	}
	s := &serversScreen{model: m}
	s.view = pane.New(m.theme, s)
	m.push(s)
	s.view.SetCursor(m.at)
}

// Title names the screen.
func (s *serversScreen) Title() string { return "servers" }

// Capturing is false.
func (s *serversScreen) Capturing() bool { return false }

// Len is the number of servers.
func (s *serversScreen) Len() int { return len(s.model.servers) }

// Text is the server's name and state.
func (s *serversScreen) Text(i int) string {
	o := s.model.servers[i]
	return o.label() + " " + o.state.String()
}

// Rows is a server: what it does on one row, how it is started or why it does
// not run on another.
func (s *serversScreen) Rows(i, width int) []string {
	m := s.model
	o := m.servers[i]
	t := m.theme
	head := t.Faint.Render(fmt.Sprintf("%d ", i+1)) + t.Badge(o.Name).Render(forms.Badge(o.label())) + "  " + m.stateWords(o)
	below := t.Faint.Render("$ " + strings.Join(cleanWords(o.Command), " "))
	if o.state == serverFailed {
		below = t.Error.Render(firstLine(why(o)))
		if last := o.logs.stderr.last(1); len(last) > 0 {
			below += "  " + t.Bar.Render("│") + " " + t.Foreign.Render(last[0].text.Line())
		}
	}
	return []string{pane.Cut(head, width), pane.Cut("  "+below, width), ""}
}

// stateWords say where a server stands: asking, calling, ready, starting,
// failed, stopped.
func (m *Model) stateWords(s *server) string {
	t := m.theme
	var parts []string
	if n := m.queue.Waiting(s.Name); n > 0 {
		parts = append(parts, t.Warning.Render("◆ asks "+plural(n, "question")))
	}
	switch s.state {
	case serverReady:
		parts = append(parts, t.Success.Render("● ready"), t.Text.Render(s.version()+" "+string(s.session.Era())),
			t.Faint.Render(plural(len(s.tools), "tool")))
	case serverStarting:
		parts = append(parts, t.Accent.Render(m.spinner()+" starting "+question.Clock(m.config.Now().Sub(s.since))))
	case serverFailed:
		parts = append(parts, t.Error.Render("✗ failed"))
	case serverStopped:
		parts = append(parts, t.Faint.Render("○ stopped"))
	}
	if c := s.openCall(); c != nil {
		parts = append(parts, t.Accent.Render(m.spinner()+" "+c.label()+" "+question.Clock(c.elapsed(m.config.Now()))))
	}
	return strings.Join(parts, t.Faint.Render(" · "))
}

func cleanWords(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = safetext.Of(w).Line()
	}
	return out
}

// Actions are those of the server under the cursor.
func (s *serversScreen) Actions(m *Model) []action {
	i := s.view.Cursor()
	if i < 0 {
		return nil
	}
	o := m.servers[i]
	list := []action{{keys: []string{"enter", "l", "right"}, brief: "go to", name: "go to " + o.label(), run: do(func() { m.pop(); m.show(i) })}}
	if m.queue.Waiting(o.Name) > 0 {
		list = append(list, action{keys: []string{"a"}, brief: "answer", name: "answer the open question of " + o.label(), run: do(func() { m.takeUp(o) })})
	}
	for _, a := range m.serverActions(o) {
		switch a.keys[0] {
		case "r":
			a.brief, _, _ = strings.Cut(a.name, " ")
			list = append(list, a)
		case "S":
			a.brief = "stop"
			list = append(list, a)
		}
	}
	return append(list,
		action{keys: []string{"E"}, brief: "stderr", name: "what " + o.label() + " wrote on stderr", run: do(func() { m.openSpoken(o, true) })},
		action{keys: []string{"L"}, name: "log messages of " + o.label(), run: do(func() { m.openSpoken(o, false) })},
		action{keys: []string{"i"}, brief: "about", name: "about " + o.label() + ": process, versions, capabilities", run: do(func() { m.push(newAbout(m, o)) })},
		action{keys: []string{"ctrl+r"}, brief: "restart all", name: "restart all servers", run: m.restartAll})
}

// restartAll starts every server anew, also those that were stopped.
func (m *Model) restartAll() tea.Cmd {
	cmds := make([]tea.Cmd, len(m.servers))
	for i, s := range m.servers {
		cmds[i] = m.restart(s)
	}
	return tea.Batch(cmds...)
}

// Update moves; a click on the server under the cursor goes to it.
func (s *serversScreen) Update(m *Model, msg tea.Msg) tea.Cmd {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		i := s.view.ItemAt(click.Y - 1)
		switch {
		case i < 0:
		case i == s.view.Cursor():
			m.pop()
			m.show(i)
		default:
			s.view.SetCursor(i)
		}
		return nil
	}
	s.view.Update(msg)
	return nil
}

// Resize gives the list its cells.
func (s *serversScreen) Resize(_ *Model, w, h int) {
	s.w = w
	s.view.SetSize(w-1, max(h-1, 1))
}

// SetTheme changes the styles.
func (s *serversScreen) SetTheme(m *Model) { s.view.SetTheme(m.theme) }

// View draws the list.
func (s *serversScreen) View(m *Model) string {
	head := plural(len(m.servers), "server")
	if n := m.queue.Len(); n > 0 {
		head += ", " + plural(n, "open question")
	}
	return pane.Cut(" "+m.theme.Faint.Render(head), s.w) + "\n" + s.view.View()
}
