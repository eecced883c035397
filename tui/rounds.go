package tui

import (
	"crypto/sha256"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/pane"
)

// openRounds shows the rounds of a modern call: what each asked for, what was
// answered, and its requestState by length and digest. The state is opaque and
// may be a secret of the server's, so it is shown only on request.
func (m *Model) openRounds(c *call) tea.Cmd {
	raw := false
	ts := newTextScreen(m, "rounds", fmt.Sprintf("%s  rounds of %s", c.of.server.label(), c.label()),
		"rounds.txt", func() []byte { return plain(roundLines(m, c, raw)) })
	ts.build = func(m *Model) (pane.Source, tea.Cmd) { return roundLines(m, c, raw), nil }
	ts.more = func(m *Model) []action {
		return []action{{keys: []string{"x"}, brief: "raw state", name: "requestState as received, or its digest", run: func() tea.Cmd {
			raw = !raw
			return ts.rebuild(m)
		}}}
	}
	m.push(ts)
	return ts.rebuild(m)
}

func plain(src pane.Source) []byte {
	var b strings.Builder
	for i := range src.Len() {
		b.WriteString(src.Text(i) + "\n")
	}
	return []byte(b.String())
}

func roundLines(m *Model, c *call, raw bool) pane.Source {
	t := m.theme
	var out pane.Lines
	for _, r := range c.rounds {
		out = append(out, t.Strong.Render(fmt.Sprintf("round %d", r.Round))+t.Faint.Render(keysWord(len(r.Keys))))
		for _, key := range r.Keys {
			row := "  " + t.Accent.Render(safetext.Of(key).Line()) + "  "
			if a, ok := answerTo(c.records, r.Round, key); ok {
				row += t.Text.Render(string(a.Outcome.Action))
				if len(a.Outcome.Content) > 0 {
					row += "  " + t.Faint.Render(string(safetext.EscapeJSON(a.Outcome.Content)))
				}
			} else {
				row += t.Warning.Render("open")
			}
			out = append(out, row)
		}
		out = append(out, "  "+t.Faint.Render("requestState  ")+stateWord(m, r, raw), "")
	}
	return out
}

func keysWord(n int) string {
	switch n {
	case 0:
		return "  asked nothing: to be tried again"
	case 1:
		return "  1 input"
	}
	return fmt.Sprintf("  %d inputs", n)
}

func stateWord(m *Model, r mcpclient.RoundBegan, raw bool) string {
	t := m.theme
	switch {
	case !r.StateGiven:
		return t.Faint.Render("absent")
	case r.State == "":
		return t.Text.Render(`"" (empty, and sent back so)`)
	case raw:
		return t.Foreign.Render(safetext.Of(r.State).Line())
	}
	return t.Text.Render(pane.Bytes(len(r.State))) + t.Faint.Render(fmt.Sprintf("  sha256 %.16x…", sha256.Sum256([]byte(r.State))))
}

func answerTo(records []answers.Record, round int, key string) (answers.Record, bool) {
	for _, r := range records {
		if r.Case.Round == round && r.Case.Key == key {
			return r, true
		}
	}
	return answers.Record{}, false
}
