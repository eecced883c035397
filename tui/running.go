package tui

import (
	"fmt"
	"math"
	"strings"

	tea "charm.land/bubbletea/v2"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/tui/pane"
	"elicit/tui/question"
)

// running shows a call while the server works: its clock, progress, log and
// rounds.
type running struct {
	call *call
	log  *pane.View
	w, h int
}

func newRunning(c *call) *running { return &running{call: c} }

// Title names the screen.
func (r *running) Title() string { return "running" }

// Capturing is false.
func (r *running) Capturing() bool { return false }

// Actions are the screen's keys.
func (r *running) Actions(m *Model) []action {
	list := []action{{keys: []string{"esc"}, brief: "cancel the call", name: "cancel the call", run: func() tea.Cmd { return m.cancelCall(r.call) }}}
	if m.queue.Waiting(r.call.of.server.Name) > 0 {
		list = append(list, action{keys: []string{"a", "enter"}, brief: "answer", name: "answer the open question", run: do(func() { m.takeUp(r.call.of.server) })})
	}
	list = append(list, action{keys: []string{"B", "backspace"}, brief: "leave it running", name: "back, and leave the call running", run: do(m.pop)})
	if len(r.call.rounds) > 0 {
		list = append(list, action{keys: []string{"o"}, brief: "rounds", name: "rounds of this call", run: func() tea.Cmd { return m.openRounds(r.call) }})
	}
	return append(list, action{keys: []string{"f"}, brief: "frames", name: "frames: every line, both ways", run: m.openFrames})
}

// Update scrolls the log and follows it.
func (r *running) Update(m *Model, msg tea.Msg) tea.Cmd {
	if _, grew := msg.(logGrew); grew {
		r.log.Refresh()
		return nil
	}
	if click, ok := msg.(tea.MouseWheelMsg); ok {
		r.log.Update(click)
		return nil
	}
	if k, ok := msg.(tea.KeyPressMsg); ok {
		r.log.Update(k)
	}
	return nil
}

// runningHead is the number of rows above the log.
const runningHead = 4

// Resize gives the log what the head leaves.
func (r *running) Resize(m *Model, w, h int) {
	r.w, r.h = w, h
	if r.log == nil {
		r.log = pane.New(m.theme, r.source(m))
		r.log.Bare, r.log.Follow = true, true
	}
	r.log.SetSize(max(w-2, 1), max(h-runningHead, 1))
}

func (r *running) source(m *Model) pane.Source {
	return &spokenSource{ring: r.call.of.server.logs.log, from: r.call.logFrom, model: m}
}

// SetTheme changes the styles.
func (r *running) SetTheme(m *Model) { r.log.SetTheme(m.theme) }

// View draws the call.
func (r *running) View(m *Model) string {
	t, c := m.theme, r.call
	head := " " + t.Badge(c.of.server.Name).Render(forms.Badge(c.of.server.label())) + " " +
		t.Strong.Render(c.label()) + "  " + r.state(m)
	rows := []string{pane.Cut(head, r.w), r.progressRow(m), r.argumentsRow(m), ""}
	for l := range strings.SplitSeq(r.log.View(), "\n") {
		rows = append(rows, " "+l)
	}
	return strings.Join(rows, "\n")
}

func (r *running) state(m *Model) string {
	t, c := m.theme, r.call
	if len(c.waiting) > 0 {
		return t.Warning.Render("◆ waits for your answer") + t.Faint.Render("  the clock stands still at "+question.Clock(c.elapsed(m.config.Now())))
	}
	row := t.Accent.Render(m.spinner() + " " + question.Clock(c.elapsed(m.config.Now())))
	if n := len(c.rounds); n > 0 {
		row += t.Faint.Render(fmt.Sprintf("  round %d", n+1))
	}
	return row
}

// progressRow is a bar where the end is known, and what the server says of it.
func (r *running) progressRow(m *Model) string {
	t, c := m.theme, r.call
	if !c.hasBar {
		return ""
	}
	words := numberWord(c.progress.Progress)
	if c.progress.Total > 0 {
		words += "/" + numberWord(c.progress.Total)
	}
	row := " "
	if f, ok := c.fraction(); ok {
		width := min(30, max(r.w/3, 6))
		full := int(math.Round(f * float64(width)))
		row += t.Accent.Render(strings.Repeat("█", full)) + t.Rule.Render(strings.Repeat("░", width-full)) + " "
	}
	row += t.Text.Render(words)
	if !c.progress.Message.Empty() {
		row += "  " + t.Bar.Render("│") + " " + t.Foreign.Render(c.progress.Message.Line())
	}
	return pane.Cut(row, r.w)
}

func numberWord(f float64) string { return fmt.Sprintf("%.6g", f) }

func (r *running) argumentsRow(m *Model) string {
	if len(r.call.Args) == 0 {
		return ""
	}
	args := r.call.Args[:min(len(r.call.Args), 4*max(r.w, 1))]
	return pane.Cut(" "+m.theme.Faint.Render("with "+string(safetext.EscapeJSON(args))), r.w)
}
