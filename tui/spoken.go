package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"elicit/tui/pane"
)

// spokenSource reads a ring of a server's words as it grows.
type spokenSource struct {
	ring  *ring[spoken]
	from  int // entries before it are not shown
	model *Model
}

func (s *spokenSource) first() int {
	from, _ := s.ring.bounds()
	return max(from, s.from)
}

// Len is the number of entries kept.
func (s *spokenSource) Len() int {
	_, to := s.ring.bounds()
	return max(to-s.first(), 0)
}

// Text is entry i in plain words.
func (s *spokenSource) Text(i int) string {
	e, ok := s.ring.at(s.first() + i)
	if !ok {
		return ""
	}
	return strings.TrimSpace(e.level + " " + e.text.String())
}

// Rows is entry i behind the bar.
func (s *spokenSource) Rows(i, width int) []string {
	e, ok := s.ring.at(s.first() + i)
	if !ok {
		return []string{""}
	}
	t := s.model.theme
	bar := t.Bar.Render("│") + " "
	label, style := "", t.Faint
	switch {
	case e.from == "stdout":
		label = "on stdout, " + e.level + "  "
		style = t.Warning
	case e.level != "":
		label = fmt.Sprintf("%-7s ", e.level)
		if e.from != "" {
			label += e.from + " "
		}
		switch e.level {
		case "error", "critical", "alert", "emergency":
			style = t.Error
		case "warning":
			style = t.Warning
		}
	}
	var rows []string
	for k, row := range pane.Wrap(e.text.String(), max(width-2-pane.Width(label), 8)) {
		lead := strings.Repeat(" ", pane.Width(label))
		if k == 0 {
			lead = style.Render(label)
		}
		rows = append(rows, pane.Cut(bar+lead+t.Foreign.Render(row), width))
	}
	return rows
}

// spokenScreen shows what a server wrote on stderr, or its log messages.
type spokenScreen struct {
	server *server
	stderr bool
	view   *pane.View
}

func (m *Model) openSpoken(s *server, stderr bool) {
	ring := s.logs.log
	if stderr {
		ring = s.logs.stderr
	}
	v := pane.New(m.theme, &spokenSource{ring: ring, model: m})
	v.Follow = true
	m.push(&spokenScreen{server: s, stderr: stderr, view: v})
}

// Title names the screen.
func (s *spokenScreen) Title() string {
	if s.stderr {
		return "stderr"
	}
	return "log"
}

// Capturing is false.
func (s *spokenScreen) Capturing() bool { return false }

// Actions are the screen's keys.
func (s *spokenScreen) Actions(m *Model) []action {
	return append([]action{
		{keys: []string{"F"}, brief: "follow", name: "follow what comes, or stop following", run: do(func() {
			s.view.Follow = !s.view.Follow
			s.view.Refresh()
		})},
	}, m.textActions(s.view, s.server.label()+"-"+s.Title()+".txt", s.text)...)
}

func (s *spokenScreen) text() []byte {
	var b strings.Builder
	for i := range s.view.Source().Len() {
		b.WriteString(s.view.Source().Text(i) + "\n")
	}
	return []byte(b.String())
}

// Update scrolls and follows.
func (s *spokenScreen) Update(m *Model, msg tea.Msg) tea.Cmd {
	if _, grew := msg.(logGrew); grew {
		s.view.Refresh()
		return nil
	}
	s.view.Update(msg)
	return nil
}

// Resize gives the view its cells.
func (s *spokenScreen) Resize(m *Model, w, h int) { s.view.SetSize(w-1, max(h-1, 1)) }

// SetTheme changes the styles.
func (s *spokenScreen) SetTheme(m *Model) { s.view.SetTheme(m.theme) }

// View draws the lines.
func (s *spokenScreen) View(m *Model) string {
	t := m.theme
	what := "stderr of "
	if !s.stderr {
		what = "log messages of "
	}
	head := " " + t.Faint.Render(what) + t.Strong.Render(s.server.label())
	if n := s.view.Source().Len(); n == 0 {
		return head + "\n\n  " + t.Faint.Render("nothing yet")
	}
	if s.view.Follow {
		head += t.Faint.Render("  following")
	}
	return head + "\n" + s.view.View()
}
