package tui

import (
	tea "charm.land/bubbletea/v2"

	"elicit/tui/editor"
)

// editText opens JSON in the person's editor and brings back what was saved.
func (m *Model) editText(into *jsonEditor, text string) tea.Cmd {
	back := func(text string, err error) tea.Msg { return edited{into: into, text: text, err: err} }
	cmd, err := editor.Open(".json", text, back)
	if err != nil {
		return func() tea.Msg { return back("", err) }
	}
	return cmd
}
