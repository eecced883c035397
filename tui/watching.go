package tui

import (
	"fmt"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/safetext"
	"elicit/internal/watch"
)

// filesChanged tells of files that a person changed; see Config.Changes.
type filesChanged struct{ change watch.Change }

// nextChange waits for the next change of the watched files.
func (m *Model) nextChange() tea.Cmd {
	changes, ctx := m.config.Changes, m.ctx
	if changes == nil {
		return nil
	}
	return func() tea.Msg {
		select {
		case c, ok := <-changes:
			if ok {
				return filesChanged{change: c}
			}
		case <-ctx.Done():
		}
		return nil
	}
}

// filesChanged starts every server anew that was not stopped on purpose, also
// one that failed: the change may be what mends it.
func (m *Model) filesChanged(msg filesChanged) tea.Cmd {
	cmds := []tea.Cmd{m.nextChange()}
	if err := msg.change.Err; err != nil {
		cmds = append(cmds, m.notify(safetext.Of(err.Error()).Line()))
	}
	if len(msg.change.Files) == 0 {
		return tea.Batch(cmds...)
	}
	what := changedWords(msg.change)
	var names []string
	for i, s := range m.servers {
		if s.state == serverStopped {
			continue
		}
		s.changed = what
		s.repeatOnLive = m.repeatOnChange && i == m.at && s.last != nil
		names = append(names, s.label())
		cmds = append(cmds, m.restart(s))
	}
	if len(names) == 0 {
		return tea.Batch(cmds...)
	}
	return tea.Batch(append(cmds, m.notify(what+": restarting "+strings.Join(names, ", ")))...)
}

// changedWords names what changed: "server.js changed", "a.ts and 3 more changed".
func changedWords(c watch.Change) string {
	name := safetext.Of(filepath.ToSlash(c.Files[0])).Line()
	if more := len(c.Files) - 1 + c.More; more > 0 {
		return fmt.Sprintf("%s and %d more changed", name, more)
	}
	return name + " changed"
}

// cameBack tells how a restart for a change went. It is empty for a start of
// another reason.
func (m *Model) cameBack(s *server) tea.Cmd {
	what := s.changed
	if what == "" {
		return nil
	}
	if s.state == serverFailed {
		words := firstLine(why(s))
		if last := s.logs.stderr.last(1); len(last) > 0 && !strings.Contains(words, last[0].text.Line()) {
			words += " · " + last[0].text.Line()
		}
		return m.notify(what + ", the next change tries again: " + words)
	}
	s.changed = ""
	words := what + ": " + s.label() + " was restarted"
	if s.last != nil {
		words += "; . repeats " + s.last.label()
	}
	return m.notify(words)
}

// repeatWhenLive repeats the last call on a server that is ready again, unless
// the person is writing something: a call must not take the keys from under
// their fingers.
func (m *Model) repeatWhenLive(s *server) tea.Cmd {
	if !s.repeatOnLive {
		return m.cameBack(s)
	}
	s.repeatOnLive = false
	if m.overlay != nil || m.top().Capturing() || m.asking && m.queue.Len() > 0 {
		return m.cameBack(s)
	}
	what := s.changed
	s.changed = ""
	cmd := m.repeat(s)
	if what == "" {
		return cmd
	}
	return tea.Batch(cmd, m.notify(what+": "+s.label()+" was restarted, "+s.last.label()+" repeated"))
}

// watchActions are those of a program that watches files.
func (m *Model) watchActions() []action {
	if m.config.Changes == nil {
		return nil
	}
	name := "repeat the last call after every change of a file"
	if m.repeatOnChange {
		name = "no longer repeat the last call after every change"
	}
	return []action{{keys: []string{"w"}, name: name, run: m.toggleRepeat}}
}

func (m *Model) toggleRepeat() tea.Cmd {
	m.repeatOnChange = !m.repeatOnChange
	if m.repeatOnChange {
		return m.notify("after every change the last call is repeated; w ends that")
	}
	return m.notify("after a change the server is restarted, and . repeats the last call")
}

// watchWord says in the header that files are watched.
func (m *Model) watchWord() string {
	switch {
	case m.config.Changes == nil:
		return ""
	case m.repeatOnChange:
		return "watch ↻ repeat"
	}
	return "watch"
}
