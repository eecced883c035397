package tui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"elicit/forms"
	"elicit/tui/pane"
	"elicit/tui/question"
)

// spinnerFrames turn with the clock, not with a counter, so that every spinner
// on screen is the same.
var spinnerFrames = []rune("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")

func (m *Model) spinner() string {
	ms := m.config.Now().UnixMilli() / 100
	return string(spinnerFrames[ms%int64(len(spinnerFrames))])
}

// place is where a server stands in the header.
type place struct{ server, from, to int }

// header is the row of servers, with the open call and its clock at the right.
func (m *Model) header() string {
	row, right, _ := m.headerParts()
	return row + right
}

func (m *Model) headerPlaces() []place {
	_, _, places := m.headerParts()
	return places
}

// headerParts divides the row: what stands at the right shrinks first, then
// servers before the one in front leave, so that the one in front is always
// in sight.
func (m *Model) headerParts() (row, right string, places []place) {
	right = m.headerRight(m.w >= 60)
	if m.w-ansi.StringWidth(right) < m.w/2 {
		right = m.headerRight(false)
	}
	room := m.w - ansi.StringWidth(right) - 2
	if room < 20 {
		right, room = "", m.w-1
	}
	row, places = m.serversLine(room)
	return pane.Pad(row, room) + " ", right, places
}

func (m *Model) serversLine(room int) (string, []place) {
	parts := make([]string, len(m.servers))
	widths := make([]int, len(m.servers))
	for i, s := range m.servers {
		parts[i] = m.serverPart(s)
		widths[i] = ansi.StringWidth(parts[i]) + 3
	}
	var row strings.Builder
	row.WriteString(" " + m.theme.Strong.Render("elicit") + "  ")
	at := ansi.StringWidth(row.String())
	from, need := 0, at
	for i := 0; i <= m.at && i < len(widths); i++ {
		need += widths[i]
	}
	for ; from < m.at && need-3 > room; from++ {
		need -= widths[from]
	}
	var places []place
	for i := from; i < len(parts) && at < room; i++ {
		row.WriteString(parts[i] + "   ")
		places = append(places, place{i, at, min(at+widths[i]-3, room)})
		at += widths[i]
	}
	return row.String(), places
}

func (m *Model) serverPart(s *server) string {
	name := m.theme.Faint.Render(s.label())
	if s.index == m.at {
		name = m.theme.Strong.Render(s.label())
	}
	if n := m.queue.Waiting(s.Name); n > 0 {
		asks := " asks"
		if n > 1 {
			asks = fmt.Sprintf(" asks ×%d", n)
		}
		return m.theme.Warning.Render("◆ ") + m.theme.Badge(s.Name).Render(forms.Badge(s.label())) + m.theme.Warning.Render(asks)
	}
	switch s.state {
	case serverReady:
		return m.theme.Success.Render("●") + " " + name + m.faintWord(m.spokenWord(s))
	case serverStarting:
		return m.theme.Accent.Render(m.spinner()) + " " + name + m.faintWord("starting")
	case serverFailed:
		return m.theme.Error.Render("✗") + " " + name + m.theme.Error.Render(" failed")
	case serverStopped:
	}
	return m.theme.Faint.Render("○ ") + name + m.faintWord("stopped")
}

// spokenWord is the protocol that a server speaks, with its era for the server
// in front; in narrow windows the names of servers need the room.
func (m *Model) spokenWord(s *server) string {
	switch {
	case m.w < 60:
		return ""
	case m.w >= 100 && s.index == m.at && s.session != nil:
		return s.version() + " " + string(s.session.Era())
	}
	return s.version()
}

func (m *Model) faintWord(w string) string {
	if w == "" {
		return ""
	}
	return " " + m.theme.Faint.Render(w)
}

func (m *Model) headerRight(titled bool) string {
	var parts []string
	if n := len(m.calls); n == 1 {
		for _, c := range m.calls {
			parts = append(parts, m.theme.Accent.Render(m.spinner()+" "+question.Clock(c.elapsed(m.config.Now()))))
		}
	} else if n > 1 {
		parts = append(parts, m.theme.Accent.Render(fmt.Sprintf("%s %d calls", m.spinner(), n)))
	}
	if word := m.watchWord(); word != "" && titled {
		parts = append(parts, m.theme.Faint.Render(word))
	}
	if title := m.top().Title(); title != "" && titled {
		parts = append(parts, m.theme.Faint.Render(title))
	}
	return strings.Join(append(parts, m.theme.Key.Render("?")+m.theme.Faint.Render(" keys")), "  ")
}

// windowTitle holds the client's words only: what a server says could carry
// more than a title.
func (m *Model) windowTitle() string {
	s := m.server()
	if cur := m.queue.Current(); cur != nil {
		for _, o := range m.servers {
			if o.Name == cur.Server() {
				return "elicit · " + o.label() + " asks"
			}
		}
	}
	switch {
	case s == nil:
		return "elicit"
	case len(m.calls) > 0:
		return "elicit · " + s.label() + " · calling"
	}
	return "elicit · " + s.label()
}

// progress is what the terminal may show outside its cells.
func (m *Model) progress() (*tea.ProgressBar, *tea.ProgramStatus) {
	if m.queue.Len() > 0 {
		return tea.NewProgressBar(tea.ProgressBarWarning, 100),
			&tea.ProgramStatus{State: tea.ProgramStateBlocked, Kind: tea.ProgramStatusKindQuestion}
	}
	for _, c := range m.calls {
		if f, ok := c.fraction(); ok {
			return tea.NewProgressBar(tea.ProgressBarDefault, int(f*100)), &tea.ProgramStatus{State: tea.ProgramStateWorking}
		}
		return tea.NewProgressBar(tea.ProgressBarIndeterminate, 0), &tea.ProgramStatus{State: tea.ProgramStateWorking}
	}
	return nil, &tea.ProgramStatus{State: tea.ProgramStateIdle}
}

// took is how long something took, as exactly as a person cares to know.
func took(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return question.Clock(d)
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
