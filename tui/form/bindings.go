package form

import (
	"slices"

	"charm.land/bubbles/v2/key"

	"elicit/forms"
)

// Bindings are the keys that mean something for the focused field, the most
// useful ones first.
func (m *Model) Bindings() []key.Binding {
	f := m.current()
	if f == nil {
		return []key.Binding{binding("enter", "next")}
	}
	last := "next"
	if m.focus == len(m.fields)-1 {
		last = "send"
	}
	own := f.editor.bindings()
	keys := own
	if !slices.ContainsFunc(own, func(b key.Binding) bool { return slices.Contains(b.Keys(), "enter") }) {
		keys = append([]key.Binding{binding("enter", last)}, own...)
	}
	if len(m.fields) > 1 {
		keys = append(keys,
			key.NewBinding(key.WithKeys("tab", "shift+tab"), key.WithHelp("tab", "next, back")),
			m.numberBinding())
	}
	return append(keys, f.stateBindings()...)
}

// numberBinding is how fields are reached by number: plainly where digits are
// free, and with alt always.
func (m *Model) numberBinding() key.Binding {
	keys, help := []string{}, "alt+1–9"
	for d := '1'; d <= '9'; d++ {
		keys = append(keys, "alt+"+string(d))
	}
	if m.current().question.Kind == forms.KindBoolean {
		help = "1–9"
	}
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, "go to"))
}

// stateBindings choose what of the field is sent.
func (f *field) stateBindings() []key.Binding {
	var keys []key.Binding
	if f.offersPrevious() {
		keys = append(keys, binding("ctrl+y", "take last"))
		if len(f.model.fields) > 1 {
			keys = append(keys, binding("alt+y", "all last"))
		}
	}
	if f.hasPreset && f.state != forms.Default {
		keys = append(keys, binding("ctrl+r", "default"))
	}
	if f.state != forms.Omitted {
		keys = append(keys, binding("ctrl+x", "omit"))
	}
	if f.canBeEmpty() && (f.state != forms.Set || f.editor.some()) {
		keys = append(keys, binding("ctrl+t", map[forms.Kind]string{
			forms.KindText: "empty text", forms.KindChoices: "none of them", forms.KindList: "empty list",
		}[f.question.Kind]))
	}
	return keys
}
