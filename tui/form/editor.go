package form

import (
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/forms"
	"elicit/tui/theme"
)

// editor is how one kind of property is answered: it holds the value and takes
// keys. Whether the value counts at all is the field's affair.
type editor interface {
	// press takes a key; keys it ignores are the form's.
	press(k tea.KeyPressMsg) effect
	paste(text string) effect
	// click takes a click on the cell of a row drawn before.
	click(row, col int) effect
	// draw draws the value's rows.
	draw(s space) drawing
	// height is how many rows draw would give.
	height(s space) int
	// value is what it holds, some whether that is anything at all.
	value() forms.Answer
	some() bool
	set(a forms.Answer)
	// capturing reports whether letters are text here; escape leaves a mode of
	// its own, if there is one.
	capturing() bool
	escape() bool
	bindings() []key.Binding
}

// effect is what a key did to an editor.
type effect int

const (
	ignored  effect = iota
	moved           // only the cursor or the view
	changed         // the value
	answered        // the value, by a key that says it all: y, n, a digit
	finished        // the value, and the person is done with the field
	passed          // nothing, and the person is done with the field
)

// space is what a field has to draw in.
type space struct {
	theme   *theme.Theme
	width   int // from the title's indentation on
	room    int // rows of the form's window
	left    int // of them, rows not taken by what stands above the value
	focused bool
	state   forms.State
	needed  bool // required
}

// drawing is rows of which one must stay visible.
type drawing struct {
	rows   []string
	cursor int
	value  int // the first row of the editor
}

func newEditor(p *forms.Property, q forms.Question, now func() time.Time) editor {
	switch q.Kind {
	case forms.KindBoolean:
		return &boolean{}
	case forms.KindChoice:
		return newChoice(q, now)
	case forms.KindChoices:
		return newChoices(q, now)
	case forms.KindList:
		return &freeList{numeric: p.ItemKind != forms.KindText}
	case forms.KindText, forms.KindInteger, forms.KindNumber:
	}
	return &entry{lines: q.Kind == forms.KindText && holdsLines(p)}
}

// holdsLines reports whether a text may have several lines: not when it has a
// format, nor when it is to be short.
func holdsLines(p *forms.Property) bool {
	const short = 80
	return p.Format.Empty() && (p.MaxLength == nil || *p.MaxLength > short)
}
