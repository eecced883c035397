package form

import (
	tea "charm.land/bubbletea/v2"

	"elicit/forms"
	"elicit/internal/safetext"
	external "elicit/tui/editor"
)

// editedText is what came back from the external editor.
type editedText struct {
	model *Model
	field int
	text  string
	err   error
}

// EditExternally opens the focused text in $VISUAL or $EDITOR. Fields of other
// kinds have no text to edit. When no editor can be started the field says so,
// and the terminal is not given away at all.
func (m *Model) EditExternally() tea.Cmd {
	f := m.current()
	if f == nil || f.question.Kind != forms.KindText {
		return nil
	}
	index := f.index
	cmd, err := external.Open(".txt", f.editor.value().Text, func(text string, err error) tea.Msg {
		return editedText{model: m, field: index, text: text, err: err}
	})
	if err != nil {
		f.tell(err)
	}
	return cmd
}

// tell shows at the field what went wrong.
func (f *field) tell(err error) {
	f.note = safetext.Of(err.Error()).Line()
	f.touch()
}

// takeEdited takes the editor's text. After an error nothing changes.
func (m *Model) takeEdited(msg editedText) {
	if msg.model != m {
		return // another form's editor
	}
	f := m.fields[msg.field]
	if msg.err != nil {
		f.tell(msg.err)
		return
	}
	if msg.text != f.editor.value().Text {
		f.editor.set(forms.Answer{State: forms.Set, Text: msg.text})
		f.changed()
	}
}
