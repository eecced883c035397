package form

import (
	"strings"

	"elicit/forms"
	"elicit/internal/safetext"
)

// Filled is what stands on the screen because a person filled it in: a text as
// far as it was typed, or a word to choose from in a field where they chose.
type Filled struct {
	Field  string // the wire name
	Text   string
	Picked bool
}

// tellFilled tells what the fields hold now and was not told before.
func (m *Model) tellFilled() {
	if m.filled == nil {
		return
	}
	for _, f := range m.fields {
		for _, one := range f.filled() {
			m.filled(one)
		}
	}
}

// filled is what is new in the field.
func (f *field) filled() []Filled {
	if f.state != forms.Set {
		return nil
	}
	words, picked := Words(f.question, f.editor.value())
	key := strings.Join(words, "\x00")
	if key == f.toldFilled {
		return nil
	}
	f.toldFilled = key
	out := make([]Filled, 0, len(words))
	for _, text := range words {
		if text != "" {
			out = append(out, Filled{Field: f.name, Text: text, Picked: picked})
		}
	}
	return out
}

// Words are the texts of an answer that was typed. Of one that was picked they
// are all that could have been: what is left over would tell what was taken.
func Words(q forms.Question, a forms.Answer) (words []string, picked bool) {
	switch q.Kind {
	case forms.KindBoolean:
		return []string{"yes", "no", "true", "false"}, true
	case forms.KindChoice, forms.KindChoices:
		for _, o := range q.Options {
			words = append(words, o.Label, o.Value)
		}
		return words, true
	case forms.KindList:
		for _, item := range a.Items {
			words = append(words, safetext.Clean(item))
		}
		return words, false
	case forms.KindText, forms.KindInteger, forms.KindNumber:
	}
	return []string{safetext.Clean(a.Text)}, false
}
