package ask

import (
	"fmt"
	"io"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"elicit/answers"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/question"
	"elicit/tui/theme"
)

// model is the one Bubble Tea model: the queue of questions on the alternate
// screen, or the summaries and a status line on the main one.
type model struct {
	o      Options
	person *question.Person
	queue  *question.Queue
	theme  *theme.Theme
	w, h   int

	lines    []line          // one for each question, oldest first
	left     map[string]bool // questions whose unsent answers have their line
	working  safetext.Text
	since    time.Time
	progress mcpclient.Progressed
	closing  bool
}

// workBegan tells what the server is doing now.
type workBegan struct {
	what safetext.Text
	at   time.Time
}

// closing tells that nothing is left to ask.
type closing struct{}

type ticked struct{}

func newModel(o Options, p *question.Person, working safetext.Text, since time.Time) *model {
	t := theme.New(true, !o.NoColor)
	return &model{
		o: o, person: p, theme: t, left: map[string]bool{}, working: working, since: since, w: 80, h: 24,
		queue: question.NewQueue(p, question.Options{Theme: t, Now: o.Now, OpenURL: o.OpenURL, Previous: o.Previous, Notes: o.Notes, Kept: o.Kept, Filled: o.Filled}),
	}
}

// Init asks for the background and starts the status line's clock.
func (m *model) Init() tea.Cmd { return tea.Batch(tea.RequestBackgroundColor, tick()) }

func tick() tea.Cmd { return tea.Tick(time.Second, func(time.Time) tea.Msg { return ticked{} }) }

// Update takes every message.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
		m.queue.SetSize(m.w, m.h)
		return m, nil
	case tea.BackgroundColorMsg:
		m.theme = theme.New(msg.IsDark(), !m.o.NoColor)
		m.queue.SetTheme(m.theme)
		return m, nil
	case closing:
		m.leave("")
		m.closing = true
		return m, tea.Quit
	case ticked:
		return m, tea.Batch(tick(), m.scrollAway())
	case workBegan:
		m.working, m.since, m.progress = msg.what, msg.at, mcpclient.Progressed{}
		return m, nil
	case mcpclient.Progressed:
		m.progress = msg
		return m, nil
	case question.StopWanted:
		cmd := m.interrupt()
		return m, cmd
	case tea.KeyPressMsg:
		if cmd, done := m.press(msg); done {
			return m, cmd
		}
	case question.Withdrawn:
		cmd := m.queue.Update(msg)
		m.leave(msg.ID)
		return m, cmd
	case question.Asked:
		m.cameUp(msg.Case.Elicitation)
	case question.RefusedAsked:
		m.cameUp(msg.E)
	case question.Decided:
		m.summarise(msg.ID, msg.Decision)
	case question.RefusalSeen:
		m.summarise(msg.ID, msg.Decision)
	}
	return m, m.queue.Update(msg)
}

func (m *model) cameUp(e mcpclient.Elicitation) {
	if m.o.Asked != nil {
		m.o.Asked(e)
	}
}

// press handles the keys that mean the same on every screen.
func (m *model) press(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	switch msg.String() {
	case "ctrl+c":
		return m.interrupt(), true
	case "ctrl+z":
		return tea.Suspend, true
	}
	return nil, false
}

// interrupt cancels whatever is open, and the call.
func (m *model) interrupt() tea.Cmd {
	m.leave("")
	m.person.Close()
	m.queue = question.NewQueue(m.person, question.Options{Theme: m.theme})
	if m.o.Interrupt == nil {
		return nil
	}
	return func() tea.Msg {
		m.o.Interrupt()
		return nil
	}
}

func (m *model) summarise(id string, d answers.Decision) {
	for _, p := range m.queue.Panes() {
		if p.ID() != id {
			continue
		}
		m.add(line{text: summary(p, d)})
	}
}

// leave keeps what was filled in of the question id, or of all when it is
// empty, and was not sent.
func (m *model) leave(id string) {
	for _, p := range m.queue.Panes() {
		s, ok := p.(*question.Screen)
		if !ok || id != "" && p.ID() != id || m.left[p.ID()] {
			continue
		}
		if l, ok := unsent(s); ok {
			m.left[p.ID()] = true
			m.add(l)
		}
	}
}

func (m *model) add(l line) {
	m.lines = append(m.lines, l)
	if m.o.Summary != nil {
		_, _ = io.WriteString(m.o.Summary, l.text+"\n")
	}
}

// scrollAway moves the oldest lines of summary above the program when they
// would fill the screen.
func (m *model) scrollAway() tea.Cmd {
	if m.queue.Current() != nil || len(m.lines) < m.h-2 || len(m.lines) == 0 {
		return nil
	}
	old := m.lines[0]
	m.lines = m.lines[1:]
	return tea.Println(strings.Join(old.rows(m.w), "\n"))
}

// View draws the question, or the summaries and the status line.
func (m *model) View() tea.View {
	var v tea.View
	if m.queue.Current() != nil && !m.closing {
		v.Content, v.AltScreen, v.MouseMode = m.queue.View(), true, tea.MouseModeCellMotion
		return v
	}
	rows := make([]string, 0, len(m.lines)+1)
	for _, l := range m.lines {
		rows = append(rows, l.rows(m.w)...)
	}
	if status := m.status(); status != "" && !m.closing {
		rows = append(rows, ansi.Truncate(m.theme.Faint.Render(status), m.w, "…"))
	}
	if m.closing && len(rows) > 0 {
		rows = append(rows, "") // the renderer clears the row it stops on
	}
	v.Content = strings.Join(rows, "\n")
	return v
}

// status is what the server is doing: "calling buy_seats… 0:07".
func (m *model) status() string {
	if m.working.Empty() {
		return ""
	}
	row := "calling " + m.working.Line() + "… " + question.Clock(m.o.Now().Sub(m.since))
	if p := m.progress; p.Total > 0 {
		row += fmt.Sprintf("  %g of %g", p.Progress, p.Total)
	}
	if !m.progress.Message.Empty() {
		row += "  " + m.progress.Message.Line()
	}
	return row
}
