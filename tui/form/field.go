package form

import (
	"reflect"

	"elicit/forms"
)

// field is one property on screen: its editor and what is known of its answer.
// It is the huh.Field of its property; see huh.go.
type field struct {
	model    *Model
	index    int
	name     string // the wire name
	question forms.Question
	editor   editor
	state    forms.State

	preset       forms.Answer // the server's default, as if a person had given it
	hasPreset    bool
	previous     forms.Answer
	hasPrevious  bool
	previousText string

	left   bool // was left once: from then on it is checked while it is corrected
	told   bool // the issues came from outside, and stand until something changes
	issues []forms.Issue
	note   string // what the client has to say about the last thing done here

	toldFilled string // see Model.tellFilled

	focused bool
	stale   bool // rows are not what would be drawn now
	rows    drawing
	shown   string // the part of rows that huh draws

	unmeasured bool // rest and more are not what naturally would give now
	rest, more int
}

// answer is what the field holds.
func (f *field) answer() forms.Answer {
	switch f.state {
	case forms.Set:
		a := f.editor.value()
		a.State = forms.Set
		return a
	case forms.Default:
		return forms.Answer{State: forms.Default}
	case forms.Omitted:
	}
	return forms.Answer{}
}

// load makes the field hold an answer.
func (f *field) load(a forms.Answer) {
	f.state = a.State
	switch {
	case a.State == forms.Default && f.hasPreset:
		f.editor.set(f.preset)
	case a.State == forms.Set:
		f.editor.set(a)
	default:
		f.state = forms.Omitted
		f.editor.set(forms.Answer{})
	}
	f.note = ""
	f.touch()
}

// touch has the field drawn again.
func (f *field) touch() { f.stale, f.unmeasured, f.model.stale = true, true, true }

// changed takes note that the person changed the value.
func (f *field) changed() {
	f.state = forms.Omitted
	if f.editor.some() {
		f.state = forms.Set
	}
	f.note = ""
	f.recheck()
	f.touch()
}

// recheck looks at the answer again while it is being corrected.
func (f *field) recheck() {
	f.told = false
	if f.left {
		f.check()
	}
}

// check looks for issues, unless others were told that only a change can clear.
func (f *field) check() {
	if f.told {
		return
	}
	f.issues = f.model.form.CheckAnswer(f.name, f.answer())
	f.touch()
}

// setState chooses one of the three states on purpose. Set without a value is
// the empty text or list; what has no such thing stays as it is.
func (f *field) setState(s forms.State) {
	switch {
	case s == f.state:
		return
	case s == forms.Default && !f.hasPreset:
		f.note = "the server gives no default; ctrl+x leaves it out"
		f.touch()
		return
	case s != forms.Set:
		f.load(forms.Answer{State: s})
	case f.state == forms.Default:
		f.state = forms.Set // the same value, now the person's own
	case f.canBeEmpty():
		f.load(forms.Answer{State: forms.Set})
	default:
		return
	}
	f.recheck()
	f.touch()
}

// setEmpty makes the value the empty text or list, which is not the same as no
// answer.
func (f *field) setEmpty() {
	if f.canBeEmpty() {
		f.load(forms.Answer{State: forms.Set})
		f.recheck()
	}
}

func (f *field) canBeEmpty() bool {
	kind := f.question.Kind
	return kind == forms.KindText || kind == forms.KindChoices || kind == forms.KindList
}

// takePrevious takes the earlier answer that is offered.
func (f *field) takePrevious() {
	if f.hasPrevious {
		f.load(f.previous)
		f.recheck()
	}
}

// takeAllPrevious takes every earlier answer that is offered.
func (m *Model) takeAllPrevious() {
	for _, f := range m.fields {
		if f.offersPrevious() {
			f.takePrevious()
		}
	}
}

// offersPrevious reports whether the earlier answer differs from the present one.
func (f *field) offersPrevious() bool {
	return f.hasPrevious && !reflect.DeepEqual(f.answer(), f.previous)
}

// SetState chooses whether a property is answered, left to the server's
// default, or omitted.
func (m *Model) SetState(property int, s forms.State) {
	if property >= 0 && property < len(m.fields) {
		m.fields[property].setState(s)
	}
}
