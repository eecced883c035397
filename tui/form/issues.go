package form

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"elicit/forms"
)

// ShowIssues puts each issue at its field and moves to the first of them; from
// then on every field is checked while it is corrected. Nil clears them.
func (m *Model) ShowIssues(issues *forms.Issues) tea.Cmd {
	m.general, m.settled = nil, false
	for _, f := range m.fields {
		if len(f.issues) > 0 {
			f.touch()
		}
		f.issues, f.left, f.told = nil, true, false
	}
	m.stale = true
	if issues == nil {
		return nil
	}
	byName := make(map[string]*field, len(m.fields))
	for _, f := range m.fields {
		byName[f.name] = f
	}
	for _, issue := range issues.List {
		if f, ok := byName[issue.Property]; ok {
			f.issues, f.told = append(f.issues, issue), true
			f.touch()
		} else {
			m.general = append(m.general, issue.Text)
		}
	}
	if issues.More > 0 {
		m.general = append(m.general, fmt.Sprintf("and %d more", issues.More))
	}
	return m.focusIssue(0)
}

// HasIssues reports whether a field shows an issue.
func (m *Model) HasIssues() bool {
	return slices.ContainsFunc(m.fields, func(f *field) bool { return len(f.issues) > 0 })
}

// NextIssue moves to the next field with an issue, around the end of the form.
func (m *Model) NextIssue() tea.Cmd { return m.focusIssue(m.focus + 1) }

// focusIssue moves to the first field with an issue, from a field on.
func (m *Model) focusIssue(from int) tea.Cmd {
	n := len(m.fields)
	for i := range n {
		if to := (from + i) % n; len(m.fields[to].issues) > 0 {
			return m.Focus(to)
		}
	}
	return nil
}
