package tui

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/pane"
	"elicit/tui/question"
)

// aboutServer are the facts about a server that runs or is starting.
func (m *Model) aboutServer(s *server, w int) []string {
	t := m.theme
	out := []string{t.Badge(s.Name).Render(forms.Badge(s.label())), ""}
	out = append(out, m.command(s, w)...)
	if s.state == serverStarting {
		waited := m.config.Now().Sub(s.since)
		return append(out, "", t.Accent.Render(m.spinner())+" "+t.Text.Render("starting "+question.Clock(waited)), t.Faint.Render("S gives up; E shows what it writes on stderr"))
	}
	if s.session == nil {
		return out
	}
	out = append(out, m.sessionFacts(s, w)...)
	for _, what := range []string{"tools", "prompts", "resources"} {
		if err := s.listErr[what]; err != nil {
			out = append(out, pane.Cut(t.Error.Render("listing "+what+" failed: "+safetext.Of(err.Error()).Line()), w))
		}
	}
	if words := s.session.Instructions(); !words.Empty() {
		out = append(out, "", t.Strong.Render("Its instructions"))
		out = append(out, m.barred(words.String(), w)...)
	}
	return out
}

func (m *Model) command(s *server, w int) []string {
	var out []string
	for _, row := range pane.Wrap("$ "+strings.Join(cleanWords(s.Command), " "), w) {
		out = append(out, m.theme.Text.Render(row))
	}
	if s.Dir != "" {
		out = append(out, m.theme.Faint.Render(pane.Cut("in "+safetext.Of(s.Dir).Line(), w)))
	}
	return out
}

func (m *Model) sessionFacts(s *server, w int) []string {
	t := m.theme
	fact := func(name, value string) string {
		return pane.Cut(t.Faint.Render(pane.Pad(name, 12))+" "+t.Text.Render(value), w)
	}
	out := []string{"", fact("era", string(s.session.Era())), fact("protocol", s.version())}
	if pid := s.session.PID(); pid > 0 {
		out = append(out, fact("process", fmt.Sprint(pid)))
	}
	if s.Profile.Name != "" {
		out = append(out, fact("profile", s.Profile.Name))
	}
	if len(m.config.Watching) > 0 {
		out = append(out, fact("watched", safetext.Of(strings.Join(m.config.Watching, ", ")).Line()))
	}
	if s.Declare != "" {
		out = append(out, fact("declared", string(s.Declare)))
	}
	var has []string
	for _, what := range []string{"tools", "prompts", "resources", "logging", "completions"} {
		if s.session.Has(what) {
			has = append(has, what)
		}
	}
	out = append(out, fact("offers", strings.Join(has, ", ")))
	if id := s.session.Identity(); !id.Name.Empty() {
		claim := id.Name.Line() + " " + id.Version.Line()
		if !id.Title.Empty() {
			claim = id.Title.Line() + " (" + claim + ")"
		}
		out = append(out, fact("calls itself", claim))
	}
	return out
}

// trouble tells of a server that does not run: why, what was kept, what it
// said last, and what can be done.
func (m *Model) trouble(s *server, w int) []string {
	t := m.theme
	out := []string{t.Badge(s.Name).Render(forms.Badge(s.label())), ""}
	if s.state == serverStopped {
		out = append(out, t.Text.Render("Stopped."), "")
		out = append(out, m.command(s, w)...)
		return append(out, "", t.Key.Render("r")+t.Faint.Render(" starts it"))
	}
	for _, row := range pane.Wrap(why(s), w) {
		out = append(out, t.Error.Render(row))
	}
	out = append(out, "")
	if len(s.kept) > 0 {
		for _, k := range s.kept {
			out = append(out, pane.Cut(t.Text.Render("kept: your answers to "+k.message), w))
		}
		out = append(out, "")
	}
	out = append(out, m.command(s, w)...)
	out = append(out, m.lastWords(s, w)...)
	out = append(out, "")
	for _, h := range m.troubleKeys(s) {
		out = append(out, pane.Cut(t.Key.Render(h.key)+" "+t.Faint.Render(h.does), w))
	}
	return out
}

func (m *Model) troubleKeys(s *server) []hint {
	keys := []hint{{"r", "start it again"}}
	if s.last != nil {
		keys = append(keys, hint{"R", "start it again and repeat " + s.last.label()})
	}
	return append(keys, hint{"E", "all of stderr"}, hint{"f", "frames"}, hint{"y", "copy what a bug report needs"})
}

// why is the reason of a failure in the words of the wire.
func why(s *server) string {
	text := "the server failed"
	if s.err != nil {
		text = safetext.Of(s.err.Error()).String()
	}
	if _, exited := errors.AsType[*mcpclient.ExitError](s.err); exited {
		return text
	}
	return strings.TrimPrefix(text, "server "+s.Name+": ")
}

func (m *Model) lastWords(s *server, w int) []string {
	last := s.logs.stderr.last(8)
	if len(last) == 0 {
		return nil
	}
	out := []string{"", m.theme.Strong.Render("Last words on stderr")}
	for _, l := range last {
		out = append(out, pane.Cut(m.theme.Bar.Render("│")+" "+m.theme.Foreign.Render(l.text.Line()), w))
	}
	return out
}

// evidence is what a bug report about a failed server needs.
func evidence(s *server) string {
	var b strings.Builder
	fmt.Fprintf(&b, "server: %s\ncommand: %q\nstate: %s\n", s.label(), s.Command, s.state)
	if s.err != nil {
		fmt.Fprintf(&b, "error: %s\n", safetext.Of(s.err.Error()).Line())
	}
	b.WriteString("stderr:\n")
	for _, l := range s.logs.stderr.last(100) {
		b.WriteString("  " + l.text.Line() + "\n")
	}
	b.WriteString("last frames:\n")
	_, to := s.logs.frames.bounds()
	for i := max(to-20, 0); i < to; i++ {
		if f, ok := s.logs.frames.at(i); ok {
			fmt.Fprintf(&b, "  %s %s\n", f.dir, safetext.EscapeJSON(f.bytes))
		}
	}
	return b.String()
}

// about is the screen of a server's facts.
type about struct {
	server *server
	view   *pane.View
}

func newAbout(m *Model, s *server) *about {
	a := &about{server: s, view: pane.New(m.theme, pane.Lines{})}
	a.view.Bare = true
	return a
}

// Title names the screen.
func (a *about) Title() string { return "server" }

// Capturing is false.
func (a *about) Capturing() bool { return false }

// Actions are the screen's keys.
func (a *about) Actions(m *Model) []action {
	return []action{{keys: []string{"y"}, brief: "copy", name: "copy what a bug report needs", run: func() tea.Cmd { return m.copyText("the evidence", evidence(a.server)) }}}
}

// Update scrolls.
func (a *about) Update(m *Model, msg tea.Msg) tea.Cmd {
	a.view.Update(msg)
	return nil
}

// Resize lays the facts out anew.
func (a *about) Resize(m *Model, w, h int) {
	lines := m.aboutServer(a.server, w-2)
	if a.server.state == serverFailed || a.server.state == serverStopped {
		lines = m.trouble(a.server, w-2)
	}
	for i, l := range lines {
		lines[i] = " " + l
	}
	a.view.SetSource(pane.Lines(lines))
	a.view.SetSize(w, h)
}

// SetTheme changes the styles.
func (a *about) SetTheme(m *Model) { a.view.SetTheme(m.theme) }

// View draws the facts.
func (a *about) View(*Model) string { return a.view.View() }
