package form

import (
	"errors"
	"io"
	"sync"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/huh/v2"
	"charm.land/lipgloss/v2"
)

// newHuhForm puts all fields in one group. Help, errors and the key that ends
// the form are off: errors stand at their fields, and outcomes are decided
// elsewhere. The form never completes, as it is never asked to move past its
// last field: huh would then draw nothing and take no more keys.
func newHuhForm(fields []*field) *huh.Form {
	if len(fields) == 0 {
		return nil
	}
	all := make([]huh.Field, len(fields))
	for i, f := range fields {
		all[i] = f
	}
	keys := huh.NewDefaultKeyMap()
	keys.Quit.SetEnabled(false)
	form := huh.NewForm(huh.NewGroup(all...)).
		WithTheme(plainTheme).WithKeyMap(keys).WithShowHelp(false).WithShowErrors(false)
	form.Init() // focuses the first field; its commands ask for what SetSize gives
	return form
}

// plainTheme keeps huh from adding anything to what the fields draw. It is made
// once, as huh asks for it again and again.
var plainTheme = huh.ThemeFunc(func(bool) *huh.Styles { return plainStyles() })

var plainStyles = sync.OnceValue(func() *huh.Styles {
	return &huh.Styles{FieldSeparator: lipgloss.NewStyle()}
})

// redraw has huh collect its fields' views again.
type redraw struct{}

// moveTo focuses a field through huh: while jump names it, every other field
// asks to be skipped, so that one step leads there.
func (m *Model) moveTo(i int) tea.Cmd {
	if i == m.focus || m.huh == nil {
		return nil
	}
	m.jump = i
	defer func() { m.jump = -1 }()
	m.stale = true
	if i > m.focus {
		return m.huh.NextField()
	}
	return m.huh.PrevField()
}

// Init is part of huh.Field.
func (f *field) Init() tea.Cmd { return nil }

// Update takes the keys and pastes that huh hands to the focused field.
func (f *field) Update(msg tea.Msg) (huh.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		f.take(f.editor.press(msg))
	case tea.PasteMsg:
		f.take(f.editor.paste(msg.Content))
	}
	return f, nil
}

// take notes what a key did, for the form to act on.
func (f *field) take(e effect) {
	f.model.effect = e
	switch e {
	case changed, answered, finished:
		f.changed()
	case moved:
		f.touch()
	case ignored, passed:
	}
}

// View is the part of the field that is in the form's window.
func (f *field) View() string { return f.shown }

// Focus is part of huh.Field.
func (f *field) Focus() tea.Cmd {
	f.focused, f.model.focus = true, f.index
	f.touch()
	return nil
}

// Blur checks the field that is left. A field with an issue may be left: the
// issue stays at it, and what blocks is only the sending.
func (f *field) Blur() tea.Cmd {
	f.focused = false
	f.editor.escape()
	f.left, f.note = true, ""
	f.check()
	f.touch()
	return nil
}

// Error is nil always: huh refuses to move on from a field with an error, and
// names none of them.
func (f *field) Error() error { return nil }

var errOnlyInForm = errors.New("a field is only asked as part of its form")

// Run is part of huh.Field.
func (f *field) Run() error { return errOnlyInForm }

// RunAccessible is part of huh.Field; the line-based mode is elsewhere.
func (f *field) RunAccessible(io.Writer, io.Reader) error { return errOnlyInForm }

// Skip is true for every field but the one that the form moves to.
func (f *field) Skip() bool { return f.model.jump >= 0 && f.model.jump != f.index }

// Zoom is part of huh.Field.
func (f *field) Zoom() bool { return false }

// KeyBinds is part of huh.Field.
func (f *field) KeyBinds() []key.Binding { return f.editor.bindings() }

// WithTheme is part of huh.Field; the theme is the model's.
func (f *field) WithTheme(huh.Theme) huh.Field { return f }

// WithKeyMap is part of huh.Field.
func (f *field) WithKeyMap(*huh.KeyMap) huh.Field { return f }

// WithWidth is part of huh.Field; the size is the model's.
func (f *field) WithWidth(int) huh.Field { return f }

// WithHeight is part of huh.Field. Huh only ever shrinks a field and never
// gives rows back, so it has no say here.
func (f *field) WithHeight(int) huh.Field { return f }

// WithPosition is part of huh.Field.
func (f *field) WithPosition(huh.FieldPosition) huh.Field { return f }

// GetKey is part of huh.Field.
func (f *field) GetKey() string { return f.name }

// GetValue is part of huh.Field.
func (f *field) GetValue() any { return f.answer() }
