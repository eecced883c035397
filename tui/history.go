package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/tui/pane"
)

// historyScreen lists every question of this session, with what became of it.
type historyScreen struct {
	view  *pane.View
	w, h  int
	model *Model
}

func (m *Model) openHistory() {
	if _, ok := m.top().(*historyScreen); ok {
		return
	}
	h := &historyScreen{model: m}
	h.view = pane.New(m.theme, h)
	m.push(h)
	h.view.SetCursor(len(m.history) - 1)
}

func (h *historyScreen) refresh(*Model) { h.view.Refresh() }

// Title names the screen.
func (h *historyScreen) Title() string { return "history" }

// Capturing is false.
func (h *historyScreen) Capturing() bool { return false }

// Len is the number of questions.
func (h *historyScreen) Len() int { return len(h.model.history) }

// Flat is true: a question is one row.
func (h *historyScreen) Flat() bool { return true }

// Text is the question's message.
func (h *historyScreen) Text(i int) string {
	r := h.model.history[i]
	return r.Case.Server + " " + r.Case.Target.Line() + " " + r.Case.Message.Line() + " " + string(r.Outcome.Action)
}

// Rows is one question on one row.
func (h *historyScreen) Rows(i, width int) []string {
	t, r := h.model.theme, h.model.history[i]
	badge := t.Badge(r.Case.Server).Render(forms.Badge(safetext.Of(r.Case.Server).Line()))
	head := t.Faint.Render(r.Asked.Format("15:04:05")) + " " + badge + " "
	word, style := outcomeWord(t.Success, t.Warning, t.Error, r)
	tail := pane.Pad(style.Render(word), 9) + t.Faint.Render(fmt.Sprintf("%6s", took(r.Decided.Sub(r.Asked))))
	what := r.Case.Target.Line()
	if what != "" {
		what = t.Text.Render(what) + "  "
	}
	what += t.Bar.Render("│") + " " + t.Foreign.Render(firstLine(r.Case.Message.String()))
	if width < 64 {
		return []string{pane.Cut(pane.Pad(style.Render(word), 9)+" "+badge+" "+what, width)}
	}
	room := max(width-pane.Width(head)-pane.Width(tail)-1, 4)
	return []string{head + pane.Pad(what, room) + " " + tail}
}

// Actions are the screen's keys.
func (h *historyScreen) Actions(m *Model) []action {
	if len(m.history) == 0 {
		return nil
	}
	list := []action{
		{keys: []string{"enter", "l", "right"}, brief: "open", name: "open: the exact JSON, both ways", run: func() tea.Cmd { return h.open(m) }},
		{keys: []string{"Y"}, brief: "as command", name: "copy as an elicit call command", run: func() tea.Cmd { return h.copyCommand(m) }},
		{keys: []string{"H"}, name: "history", run: do(func() {})},
	}
	return append(list, m.textActions(h.view, "elicit-history.json", func() []byte { return historyJSON(m.history) })...)
}

func (h *historyScreen) record() (answers.Record, bool) {
	i := h.view.Cursor()
	if i < 0 || i >= len(h.model.history) {
		return answers.Record{}, false
	}
	return h.model.history[i], true
}

func (h *historyScreen) open(m *Model) tea.Cmd {
	r, ok := h.record()
	if !ok {
		return nil
	}
	raw := recordJSON(r)
	word, _ := outcomeWord(m.theme.Success, m.theme.Warning, m.theme.Error, r)
	head := fmt.Sprintf("%s  %s  %s  %s after %s", r.Asked.Format("15:04:05"), safetext.Of(r.Case.Server).Line(), r.Case.Target.Line(), word, took(r.Decided.Sub(r.Asked)))
	ts := newTextScreen(m, "question", head, "question.json", func() []byte { return raw })
	ts.more = func(m *Model) []action {
		return []action{{keys: []string{"Y"}, brief: "as command", name: "copy as an elicit call command", run: func() tea.Cmd { return m.copyRecord(r) }}}
	}
	m.push(ts)
	return ts.rebuild(m)
}

func (h *historyScreen) copyCommand(m *Model) tea.Cmd {
	r, ok := h.record()
	if !ok {
		return nil
	}
	return m.copyRecord(r)
}

// copyRecord copies the call that a question belongs to, with all answers it
// got, as a command.
func (m *Model) copyRecord(r answers.Record) tea.Cmd {
	if r.Case.Target.Empty() {
		return m.notify("the server asked with no call open: there is no command for it")
	}
	var same []answers.Record
	for _, o := range m.history {
		if o.Case.CallID == r.Case.CallID && o.Case.Server == r.Case.Server {
			same = append(same, o)
		}
	}
	for _, s := range m.servers {
		if s.Name == r.Case.Server {
			return m.copyText("the command", commandOf(s, r.Case.Method, r.Case.Target.Raw(), r.Case.Args, same))
		}
	}
	return nil
}

// Update scrolls.
func (h *historyScreen) Update(m *Model, msg tea.Msg) tea.Cmd {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		if i := h.view.ItemAt(click.Y - 1); i >= 0 {
			if i == h.view.Cursor() {
				return h.open(m)
			}
			h.view.SetCursor(i)
		}
		return nil
	}
	h.view.Update(msg)
	return nil
}

// Resize gives the list its cells.
func (h *historyScreen) Resize(m *Model, w, height int) {
	h.w, h.h = w, height
	h.view.SetSize(w-1, max(height-1, 1))
}

// SetTheme changes the styles.
func (h *historyScreen) SetTheme(m *Model) { h.view.SetTheme(m.theme) }

// View draws the list.
func (h *historyScreen) View(m *Model) string {
	head := " " + m.theme.Faint.Render("questions and answers of this session")
	if len(m.history) == 0 {
		return head + "\n\n  " + m.theme.Faint.Render("no server has asked anything yet")
	}
	return pane.Cut(head, h.w) + "\n" + h.view.View()
}
