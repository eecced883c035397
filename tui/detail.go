package tui

import (
	"fmt"
	"strings"

	"elicit/forms"
	"elicit/mcpclient"
	"elicit/tui/offer"
	"elicit/tui/pane"
	"elicit/tui/question"
)

// describe rebuilds the detail pane: of the server when it has trouble or
// nothing to list, else of the entry under the cursor.
func (h *home) describe(m *Model) {
	s := m.server()
	if s == nil {
		return
	}
	w := h.detailWidth()
	height := h.h
	t, ok := h.current()
	var lines []string
	switch {
	case s.state == serverFailed || s.state == serverStopped:
		lines = m.trouble(s, w)
	case s.state == serverStarting:
		lines = m.aboutServer(s, w)
	case !ok:
		lines = m.aboutServer(s, w)
	default:
		lines = m.describeTarget(t, w)
	}
	h.detail.SetSource(pane.Lines(lines))
	h.detail.SetSize(w, height)
}

func (m *Model) describeTarget(t target, w int) []string {
	out := []string{m.theme.Strong.Render(pane.Cut(t.Name().Line(), w))}
	if title := t.Title(); !title.Empty() && title != t.Name() {
		out = append(out, m.barred(title.Line(), w)...)
	}
	if marks := m.annotations(t); marks != "" {
		out = append(out, pane.Cut(marks, w))
	}
	out = append(out, "")
	if d := t.Description(); !d.Empty() {
		out = append(out, m.barred(d.String(), w)...)
		out = append(out, "")
	}
	if t.Resource != nil {
		out = append(out, m.resourceFacts(t.Resource, w)...)
	}
	out = append(out, m.describeArguments(t, w)...)
	return append(out, m.describeLast(t, w)...)
}

// barred puts a server's words behind the bar.
func (m *Model) barred(text string, w int) []string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		for _, row := range pane.Wrap(line, max(w-2, 1)) {
			out = append(out, m.theme.Bar.Render("│")+" "+m.theme.Foreign.Render(row))
		}
	}
	return out
}

// annotations are what the server claims of a tool, marked as its claim.
func (m *Model) annotations(t target) string {
	words := t.Claims()
	if len(words) == 0 {
		return ""
	}
	return m.theme.Faint.Render("by its own account: " + strings.Join(words, ", "))
}

func (m *Model) resourceFacts(r *mcpclient.Resource, w int) []string {
	var facts []string
	if !r.MIMEType.Empty() {
		facts = append(facts, r.MIMEType.Line())
	}
	if r.Size > 0 {
		facts = append(facts, pane.Bytes(int(r.Size)))
	}
	if r.Template {
		facts = append(facts, "a template: enter asks for its variables")
	}
	if len(facts) == 0 {
		return nil
	}
	return []string{m.theme.Faint.Render(pane.Cut(strings.Join(facts, " · "), w)), ""}
}

func (m *Model) describeArguments(t target, w int) []string {
	f, why := t.Form()
	if why != nil {
		return append(m.wrapFaint("Its arguments have no form ("+noForm(why)+"): enter opens them as JSON.", w), "")
	}
	if f == nil || len(f.Properties) == 0 {
		if t.Tool != nil && !offer.OpenSchema(t.Schema()) {
			return []string{m.theme.Faint.Render("No arguments: enter calls it at once."), ""}
		}
		return nil
	}
	return append(m.argumentTable(t, f, w), "")
}

// argumentTable is one row for each argument: its name, what it takes, and what
// it was last.
func (m *Model) argumentTable(t target, f *forms.Form, w int) []string {
	out := []string{m.theme.Strong.Render("Arguments")}
	var last forms.Answers
	if args := t.server.lastArguments(t.Key()); args != nil {
		last, _ = f.Answers(args) // what no longer fits is not shown
	}
	questions := f.Questions()
	names := 0
	for _, q := range questions {
		names = max(names, pane.Width(q.Name)+2)
	}
	names = min(names, max(w/2, 8))
	for _, q := range questions {
		mark := "  "
		if q.Required {
			mark = " " + m.theme.Warning.Render("*")
		}
		constraint := q.Constraint
		if constraint == "" {
			constraint = string(q.Kind)
		}
		row := "  " + pane.Pad(pane.Cut(q.Name, names-2)+mark, names) + "  " + m.theme.Faint.Render(constraint)
		name := f.Properties[q.Property].Name.Raw()
		if a, ok := last[name]; ok {
			if text := f.AnswerText(name, a); text != "" {
				row += m.theme.Faint.Render("  last: ") + text
			}
		}
		out = append(out, pane.Cut(row, w))
	}
	return out
}

// describeLast tells of the target's latest call in one or two rows.
func (m *Model) describeLast(t target, w int) []string {
	c := t.server.calls[t.Key()]
	if c == nil {
		return nil
	}
	row := "  " + m.callMark(c) + " " + m.callClock(c) + "  " + m.theme.Faint.Render(c.verdict())
	if asked := askedWords(c); asked != "" {
		row += m.theme.Faint.Render("; " + asked)
	}
	out := []string{m.theme.Strong.Render("Last call"), pane.Cut(row, w)}
	if c.open() || c.doc == nil {
		return out
	}
	if first := c.doc.first; first != "" {
		out = append(out, pane.Cut("  "+m.theme.Bar.Render("│")+" "+m.theme.Foreign.Render(first), w))
	}
	return out
}

// callClock is the clock of a call that runs, and how long one took that does
// not.
func (m *Model) callClock(c *call) string {
	if c.open() {
		return question.Clock(c.elapsed(m.config.Now()))
	}
	return took(c.elapsed(m.config.Now()))
}

// askedWords counts the questions of a call: "asked 2: 1 accepted, 1 declined".
func askedWords(c *call) string {
	if len(c.records) == 0 {
		return ""
	}
	counts := map[mcpclient.Action]int{}
	for _, r := range c.records {
		counts[r.Outcome.Action]++
	}
	var parts []string
	for _, a := range []struct {
		is   mcpclient.Action
		word string
	}{{mcpclient.Accept, "accepted"}, {mcpclient.Decline, "declined"}, {mcpclient.Cancel, "cancelled"}, {mcpclient.Refuse, "refused"}, {mcpclient.Ask, "left open"}} {
		if n := counts[a.is]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, a.word))
		}
	}
	return fmt.Sprintf("asked %d: %s", len(c.records), strings.Join(parts, ", "))
}

func (m *Model) wrapFaint(text string, w int) []string {
	var out []string
	for _, row := range pane.Wrap(text, w) {
		out = append(out, m.theme.Faint.Render(row))
	}
	return out
}
