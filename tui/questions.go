package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/forms"
	"elicit/mcpclient"
	"elicit/tui/question"
)

// asked takes up a question. It comes to the front when the person looks at
// its server and is not in the middle of something; otherwise its badge in the
// header says that it waits.
func (m *Model) asked(e mcpclient.Elicitation, msg tea.Msg) tea.Cmd {
	if m.config.Asked != nil {
		m.config.Asked(e)
	}
	if c := m.callOf(e); c != nil {
		c.asked(e.ID, m.config.Now())
	}
	m.open[e.ID] = e
	first := m.queue.Len() == 0
	cmd := m.queue.Update(msg)
	if m.asking { // one is being answered: this one waits in the queue
		if cur := m.queue.Current(); cur != nil && cur.Server() != e.Server {
			m.queue.Alert(m.badge(e.Server) + m.theme.Warning.Render("asks too; alt+→ goes there, nothing here is lost"))
		}
		return cmd
	}
	if m.inTheWay(e.Server) {
		m.queue.Show(e.ID) // what ctrl+g takes up is what the notice speaks of
		return tea.Batch(cmd, m.notifyOf(e.Server, "asks; ctrl+g answers"))
	}
	if !first {
		m.queue.Show(e.ID)
	}
	m.asking, m.overlay = true, nil
	return cmd
}

func (m *Model) inTheWay(server string) bool {
	if m.overlay != nil || m.top().Capturing() {
		return true
	}
	s := m.server()
	return s == nil || s.Name != server
}

// questionMoved hands decisions over, and goes on to the same server's next
// question; another server's never slips under the person's fingers.
func (m *Model) questionMoved(msg tea.Msg) tea.Cmd {
	id := questionID(msg)
	server := ""
	for _, p := range m.queue.Panes() {
		if p.ID() == id {
			server = p.Server()
		}
	}
	m.queue.SetShown(m.asking)
	cmd := m.queue.Update(msg)
	m.settle(id)
	if _, withdrawn := msg.(question.Withdrawn); m.asking && !withdrawn {
		m.showNextOf(server)
	}
	return tea.Batch(cmd, m.tick())
}

func (m *Model) showNextOf(server string) {
	panes := m.queue.Panes()
	if cur := m.queue.Current(); cur != nil && (cur.Server() == server || server == "") {
		return
	}
	i := slices.IndexFunc(panes, func(p question.Pane) bool { return p.Server() == server })
	if i < 0 {
		m.asking = false
		return
	}
	m.queue.Show(panes[i].ID())
}

func questionID(msg tea.Msg) string {
	switch msg := msg.(type) {
	case question.Decided:
		return msg.ID
	case question.RefusalSeen:
		return msg.ID
	case question.Closed:
		return msg.ID
	case question.Withdrawn:
		return msg.ID
	}
	return ""
}

// settle starts the clock of the question's call again.
func (m *Model) settle(id string) {
	for _, c := range m.calls {
		c.settled(id, m.config.Now())
	}
}

// toggleQuestions sets the open questions aside, kept as they are, or takes
// them up again.
func (m *Model) toggleQuestions() tea.Cmd {
	m.overlay = nil
	if m.queue.Len() == 0 {
		m.asking = false
		return m.notify("no question is open")
	}
	m.asking = !m.asking
	return nil
}

// takeUp brings a server's first open question to the front.
func (m *Model) takeUp(s *server) {
	for _, p := range m.queue.Panes() {
		if p.Server() == s.Name {
			m.queue.Show(p.ID())
			m.asking = true
			return
		}
	}
}

// remember keeps what became of a question for the history and its call.
func (m *Model) remember(r answers.Record) {
	m.history = append(m.history, r)
	for _, s := range m.servers {
		if s.Name == r.Case.Server && s.last != nil && (r.Case.CallID == "" || s.last.ID == r.Case.CallID) {
			s.last.records = append(s.last.records, r)
		}
	}
	delete(m.open, r.Case.ID)
	m.settle(r.Case.ID)
	m.toScreensHistory()
}

func (m *Model) toScreensHistory() {
	for _, s := range m.screens {
		if h, ok := s.(*historyScreen); ok {
			h.refresh(m)
		}
	}
	m.home.refresh(m)
}

// previousAnswers are the answers that the person last gave to the same
// question of the same server.
func (m *Model) previousAnswers(c answers.Case) forms.Answers {
	if c.Form == nil {
		return nil
	}
	for _, r := range slices.Backward(m.history) {
		same := r.Case.Server == c.Server && r.Case.Form != nil && r.Outcome.Action == mcpclient.Accept &&
			r.Case.Form.Fingerprint() == c.Form.Fingerprint()
		if same {
			a, issues := c.Form.Answers(r.Outcome.Content)
			if issues == nil {
				return a
			}
		}
	}
	return nil
}
