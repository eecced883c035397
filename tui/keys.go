package tui

import tea "charm.land/bubbletea/v2"

// key gives a key to the first that wants it: what is above everything, the
// questions in front, the screen on top, and the actions that work anywhere.
func (m *Model) key(msg tea.KeyPressMsg) tea.Cmd {
	k := msg.String()
	m.notice = ""
	if m.overlay != nil {
		if k == "ctrl+c" {
			return m.quit()
		}
		return m.overlay.Update(m, msg)
	}
	if a, ok := find(m.always(), k); ok {
		return a.run()
	}
	if m.asking && m.queue.Len() > 0 {
		return m.queue.Update(msg)
	}
	m.asking = false
	top := m.top()
	if a, ok := find(top.Actions(m), k); ok {
		return a.run()
	}
	if !top.Capturing() {
		if a, ok := find(m.global(), k); ok {
			return a.run()
		}
	}
	return top.Update(m, msg)
}

func (m *Model) paste(msg tea.PasteMsg) tea.Cmd {
	switch {
	case m.overlay != nil:
		return m.overlay.Update(m, msg)
	case m.asking && m.queue.Len() > 0:
		return m.queue.Update(msg)
	}
	return m.top().Update(m, msg)
}

// mouse gives clicks and the wheel to what is drawn where they are, in its own
// coordinates.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	click, clicked := msg.(tea.MouseClickMsg)
	if clicked && click.Y == m.h-1 && (m.overlay != nil || !m.asking || m.queue.Len() == 0) {
		return m.clickFooter(click.X)
	}
	switch {
	case m.overlay != nil:
		return m.overlay.Update(m, msg)
	case m.asking && m.queue.Len() > 0:
		return m.queue.Update(msg)
	}
	if clicked && click.Y == 0 {
		return m.clickHeader(click.X)
	}
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		msg.Y--
		return m.top().Update(m, msg)
	case tea.MouseWheelMsg:
		msg.Y--
		return m.top().Update(m, msg)
	}
	return nil
}

func (m *Model) clickHeader(x int) tea.Cmd {
	for _, p := range m.headerPlaces() {
		if x < p.from || x >= p.to {
			continue
		}
		s := m.servers[p.server]
		m.show(p.server)
		if m.queue.Waiting(s.Name) > 0 {
			m.takeUp(s)
		}
	}
	return nil
}
