package tui

import (
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"elicit/mcpclient"
	"elicit/tui/question"
	"elicit/tui/theme"
)

// Update routes; what a message means is handled where its subject is.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.route(msg)
	if len(m.late) > 0 {
		cmd = tea.Batch(append(m.late, cmd)...)
		m.late = nil
	}
	return m, cmd
}

func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = max(msg.Width, 1), max(msg.Height, 1)
		m.resized()
		return nil
	case tea.BackgroundColorMsg:
		if m.config.Dark == nil && msg.IsDark() != m.theme.Dark {
			m.setTheme(theme.New(msg.IsDark(), !m.config.NoColor))
		}
		return nil
	case tea.KeyPressMsg:
		return m.key(msg)
	case tea.MouseMsg:
		return m.mouse(msg)
	case tea.PasteMsg:
		return m.paste(msg)
	case mail:
		return tea.Batch(m.mail(msg), m.inbox.next)
	case ticked:
		m.ticking = false
		return m.tick()
	case panicked:
		m.fatal = fmt.Errorf("a defect in elicit stopped it: panic in %s: %s\n%s", msg.where, msg.value, msg.stack)
		return tea.Quit
	}
	return m.facts(msg)
}

// facts are the results of commands and what the sessions told.
func (m *Model) facts(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case connected:
		return m.connected(msg)
	case listed:
		m.listed(msg)
	case serverTold:
		return m.serverTold(msg)
	case filesChanged:
		return m.filesChanged(msg)
	case callFinished:
		return m.callFinished(msg)
	case resultLaidOut:
		return m.resultLaidOut(msg)
	case question.Asked:
		return m.asked(msg.Case.Elicitation, msg)
	case question.RefusedAsked:
		return m.asked(msg.E, msg)
	case question.Decided, question.RefusalSeen, question.Closed, question.Withdrawn:
		return m.questionMoved(msg)
	case question.StopWanted:
		if c := m.callByID(msg.CallID); c != nil {
			return m.cancelCall(c)
		}
	case questionDecided:
		m.remember(msg.record)
	case noticeExpired:
		if msg.number == m.notices {
			m.notice = ""
		}
	case saved:
		return m.saved(msg)
	case edited:
		return msg.into.edited(m, msg)
	case stopped:
		m.home.refresh(m)
	case addressed:
		return msg.to.Update(m, msg.msg)
	default: // what other programs and editors sent back: whose it is they know themselves
		return tea.Batch(m.queue.Update(msg), m.toScreens(msg))
	}
	return nil
}

func (m *Model) toScreens(msg tea.Msg) tea.Cmd {
	cmds := make([]tea.Cmd, 0, len(m.screens)+2)
	if m.overlay != nil {
		cmds = append(cmds, m.overlay.Update(m, msg))
	}
	for _, s := range m.screens {
		cmds = append(cmds, s.Update(m, msg))
	}
	return tea.Batch(append(cmds, m.home.Update(m, msg))...)
}

func (m *Model) mail(msg mail) tea.Cmd {
	cmds := make([]tea.Cmd, 0, len(msg.msgs)+1)
	for _, one := range msg.msgs {
		cmds = append(cmds, m.route(one))
	}
	if msg.changed {
		cmds = append(cmds, m.toScreens(logGrew{}))
	}
	return tea.Batch(cmds...)
}

// logGrew tells the screens that read logs by themselves that there is more.
type logGrew struct{}

// tick moves the clocks while one runs, and only one tick is on its way.
func (m *Model) tick() tea.Cmd {
	if m.ticking || !m.clocksRun() {
		return nil
	}
	m.ticking = true
	return tea.Tick(100*time.Millisecond, func(time.Time) tea.Msg { return ticked{} })
}

func (m *Model) clocksRun() bool {
	if len(m.calls) > 0 {
		return true
	}
	for _, s := range m.servers {
		if s.state == serverStarting {
			return true
		}
	}
	return false
}

// notify shows a fact in the last row until the next key, or for a while.
func (m *Model) notify(text string) tea.Cmd {
	m.notice, m.asker = text, ""
	m.notices++
	n := m.notices
	return tea.Tick(6*time.Second, func(time.Time) tea.Msg { return noticeExpired{number: n} })
}

// notifyOf is notify with the badge of the server that it is about.
func (m *Model) notifyOf(server, text string) tea.Cmd {
	cmd := m.notify(text)
	m.asker = server
	return cmd
}

// callOf is the call that a question belongs to: the one it names, or, when a
// legacy server asked, the one open call of its server.
func (m *Model) callOf(e mcpclient.Elicitation) *call {
	if c := m.calls[e.CallID]; c != nil {
		return c
	}
	for _, c := range m.calls {
		if c.of.server.Name == e.Server {
			return c
		}
	}
	return nil
}

var errNoTerminal = errors.New("the screen needs a terminal; use --plain, or elicit call")
