package question

import (
	"encoding/json"
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/forms"
	"elicit/tui/theme"
)

// review is the last look: the exact JSON before it leaves.
type review struct {
	pager
	m         *formMode
	content   json.RawMessage
	unchecked bool
}

func (m *formMode) review(content json.RawMessage, unchecked bool) *review {
	r := &review{m: m, content: content, unchecked: unchecked}
	r.pager = pager{title: "This goes to " + m.s.c.Server, copy: string(content), body: r.body, leave: m.s.layers.pop, told: m.s.tell}
	return r
}

func (r *review) body(w int, t *theme.Theme) []string {
	var rows []string
	if r.unchecked {
		rows = append(rows, indented("TEST: it is sent as it is, to see how the server checks it.", w, t.Warning)...)
		rows = append(rows, r.misfits(w, t)...)
		rows = append(rows, "")
	}
	rows = append(rows, jsonRows(r.content, w, t)...)
	if r.unchecked {
		return rows
	}
	all, pairs := r.m.fields.Answers(), [][2]string{}
	for i, q := range r.m.questions {
		if st := r.m.standing(i, all); st != standsSet {
			pairs = append(pairs, [2]string{q.Name, string(st)})
		}
	}
	return append(append(rows, ""), facts(w, t, pairs...)...)
}

func (r *review) misfits(w int, t *theme.Theme) []string {
	issues := r.m.f.Check(r.content)
	if issues == nil {
		return indented("It fits the form all the same.", w, t.Faint)
	}
	var rows []string
	for _, i := range issues.List {
		rows = append(rows, indented("✗ "+r.m.issueText(i), w, t.Error)...)
	}
	return rows
}

func (r *review) key(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "enter", "ctrl+s":
		return r.m.send(r.content, r.unchecked)
	case "e":
		r.m.s.layers.pop()
		return nil
	case "ctrl+d":
		return r.m.decline()
	case "q":
		return nil // leaves a page, and would be a surprise here
	}
	return r.pager.key(msg)
}

func (r *review) bindings() []key.Binding {
	return []key.Binding{
		bind("enter ctrl+s", "enter", "send"), bind("esc e", "esc", "edit"), bind("ctrl+d", "ctrl+d", "decline"),
		bind("y", "y", "copy"), bind("up down", "↑/↓", "scroll"),
	}
}

// jsonRows is JSON over several rows, in colour, cut into rows of w cells.
func jsonRows(raw json.RawMessage, w int, t *theme.Theme) []string {
	var rows []string
	for _, row := range prettyJSON(raw) {
		for _, part := range wrapStyled(colourJSON(row, t), w-2) {
			rows = append(rows, " "+part)
		}
	}
	return rows
}

// credentialBar stops an answer that is itself credential-shaped (DESIGN.md
// §4.3).
func (m *formMode) credentialBar(shaped []forms.Issue, d answers.Decision) *confirm {
	var reasons []string
	for i, issue := range shaped {
		if i == 3 {
			reasons = append(reasons, fmt.Sprintf("and %d more", len(shaped)-i))
			break
		}
		reasons = append(reasons, m.issueText(issue))
	}
	words := "Stopped: " + strings.Join(reasons, "; ")
	back := choice{"esc n", "esc", "edit", func() tea.Cmd {
		m.s.layers.clear()
		return nil
	}}
	if m.f.Profile.RefusesCredentials {
		return &confirm{words: words + ". The profile " + m.f.Profile.Name + " never sends that.", grave: true, choices: []choice{back}}
	}
	d.Confirmed = true
	return &confirm{words: words + ". A form answer is no place for it. Send it all the same?", grave: true, choices: []choice{
		back, {"y", "y", "send it", func() tea.Cmd { return m.s.decide(d) }},
	}}
}
