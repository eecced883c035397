package tui

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"elicit/mcpclient"
)

// connect starts a new session of a server that has none.
func (m *Model) connect(s *server) tea.Cmd {
	ctx, old := m.renew(s)
	of := s.of()
	p := m.newPump(s, of)
	return func() tea.Msg {
		if old != nil {
			m.registry.end(old)
		}
		return m.start(ctx, of, p)
	}
}

// renew gives the server a new session number; what belongs to the old one is
// late from now on.
func (m *Model) renew(s *server) (context.Context, Session) {
	if s.cancel != nil {
		s.cancel()
	}
	old := s.session
	ctx, cancel := context.WithCancel(m.ctx)
	s.cancel, s.session = cancel, nil
	s.number++
	s.state, s.err, s.since = serverStarting, nil, m.config.Now()
	clear(s.listErr)
	s.kept = nil
	if c := s.openCall(); c != nil {
		m.giveUp(c, whyRenewed(s))
	}
	return ctx, old
}

// whyRenewed is why a session ends, for the questions that were open in it.
func whyRenewed(s *server) error {
	if s.changed != "" {
		return fmt.Errorf("%s, and the server was restarted", s.changed)
	}
	return errStopped
}

func (m *Model) newPump(s *server, of sessionOf) *pump {
	return &pump{
		name: s.Name, logs: s.logs, inbox: m.inbox, trace: m.config.Trace,
		wrap: func(e mcpclient.Event) serverTold { return serverTold{of: of, event: e} },
		wake: make(chan struct{}, 1), done: make(chan struct{}),
	}
}

// start runs outside Update: it connects and hands the session to the
// registry, which owns it from then on.
func (m *Model) start(ctx context.Context, of sessionOf, p *pump) tea.Msg {
	go p.run()
	if !m.registry.begin() {
		p.stop()
		return nil
	}
	session, err := m.config.Connect(ctx, of.server.Server, m.desk, p.observe)
	if err != nil {
		m.registry.fail(p)
		return connected{of: of, err: err}
	}
	if !m.registry.add(session, p) {
		return nil
	}
	return connected{of: of, session: session}
}

// connected takes the session, or ends it when another one was asked for
// meanwhile.
func (m *Model) connected(msg connected) tea.Cmd {
	s := msg.of.server
	if !msg.of.current() {
		if msg.session == nil {
			return nil
		}
		return func() tea.Msg { m.registry.end(msg.session); return nil }
	}
	if msg.err != nil {
		if s.state == serverStarting {
			s.state, s.err = serverFailed, msg.err
			s.repeatOnLive = false
		}
		m.resized()
		return m.cameBack(s)
	}
	s.state, s.session, s.err = serverReady, msg.session, nil
	cmds := []tea.Cmd{m.list(s, "tools"), m.list(s, "prompts"), m.list(s, "resources")}
	cmds = append(cmds, m.repeatWhenLive(s))
	m.resized()
	return tea.Batch(cmds...)
}

// list asks for what a server offers. A list that it does not have is empty.
func (m *Model) list(s *server, what string) tea.Cmd {
	session, of, ctx := s.session, s.of(), m.ctx
	if session == nil || !session.Has(what) {
		return nil
	}
	s.listing++
	return func() tea.Msg {
		l := listed{of: of, what: what}
		switch what {
		case "tools":
			l.tools, l.err = session.Tools(ctx)
		case "prompts":
			l.prompts, l.err = session.Prompts(ctx)
		case "resources":
			l.resources, l.err = session.Resources(ctx)
		}
		return l
	}
}

func (m *Model) listed(msg listed) {
	s := msg.of.server
	if !msg.of.current() {
		return
	}
	s.listing--
	if msg.err != nil {
		s.listErr[msg.what] = msg.err
		m.home.refresh(m)
		return
	}
	delete(s.listErr, msg.what)
	switch msg.what {
	case "tools":
		s.tools = msg.tools
	case "prompts":
		s.prompts = msg.prompts
	case "resources":
		s.resources = msg.resources
	}
	m.home.refresh(m)
}

// serverTold handles an event of a session.
func (m *Model) serverTold(msg serverTold) tea.Cmd {
	if !msg.of.current() {
		return nil
	}
	s := msg.of.server
	switch e := msg.event.(type) {
	case mcpclient.Progressed:
		if c := m.callByID(e.CallID); c != nil {
			c.progressed(e)
		}
	case mcpclient.RoundBegan:
		if c := m.callByID(e.CallID); c != nil {
			c.rounds = append(c.rounds, e)
		}
	case mcpclient.ListChanged:
		return tea.Batch(m.list(s, e.What), m.notify(fmt.Sprintf("%s: list of %s changed", s.label(), listName(e.What))))
	case mcpclient.URLCompleted:
		return m.queue.Update(e)
	case mcpclient.Exited:
		return m.exited(s, e)
	}
	return nil
}

func listName(what string) string {
	switch what {
	case "tools", "prompts", "resources":
		return what
	}
	return "something"
}

func (m *Model) exited(s *server, e mcpclient.Exited) tea.Cmd {
	if e.Expected || s.state == serverStarting {
		return nil // connecting reports its own end
	}
	old := s.session
	s.state, s.session, s.since = serverFailed, nil, m.config.Now()
	s.err, s.kept = e.Err, nil
	for _, q := range m.open {
		if q.Server == s.Name {
			s.kept = append(s.kept, keptAnswers{message: firstLine(q.Message.String())})
		}
	}
	if s.err == nil {
		s.err = errExited
	}
	m.home.refresh(m)
	var told tea.Cmd
	if len(m.screens) > 0 || m.server() != s { // else the list's place says it
		told = m.notifyOf(s.Name, "failed: "+firstLine(why(s)))
	}
	return tea.Batch(told, func() tea.Msg {
		if old != nil {
			m.registry.end(old)
		}
		return nil
	})
}

// stop ends a server's session and keeps the server in the list.
func (m *Model) stop(s *server) tea.Cmd {
	_, old := m.renew(s)
	s.cancel()
	s.state = serverStopped
	m.home.refresh(m)
	return func() tea.Msg {
		if old != nil {
			m.registry.end(old)
		}
		return stopped{}
	}
}

// restart ends the session, if there is one, and starts a new one.
func (m *Model) restart(s *server) tea.Cmd {
	cmd := m.connect(s)
	m.home.refresh(m)
	return tea.Batch(cmd, m.tick())
}
