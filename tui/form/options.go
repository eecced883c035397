package form

import (
	"time"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"elicit/forms"
	"elicit/tui/form/pick"
)

// shortList is how many options have a digit each.
const shortList = 9

// optionList is what choice and choices share: the list under a cursor.
type optionList struct {
	options []pick.Option
	list    *pick.List
	lead    bool // may be left unanswered: "no answer" is the first row
	now     func() time.Time

	widest int // cells of the widest label, 0 when not measured yet
	page   int // rows that were drawn last
	top    int // first list row that was drawn last
	before int // rows drawn before the list's first
}

func newOptionList(q forms.Question, lead bool, now func() time.Time) optionList {
	options := make([]pick.Option, len(q.Options))
	for i, o := range q.Options {
		options[i] = pick.Option{Label: o.Label, Value: o.Value}
	}
	return optionList{options: options, lead: lead, list: pick.New(options, lead), now: now, page: 5}
}

// browse takes the keys that move, filter or jump.
func (o *optionList) browse(k tea.KeyPressMsg) effect {
	if o.list.Filtering() {
		if e := o.typeFilter(k); e != ignored {
			return e
		}
	}
	free := !o.list.Filtering() && !o.list.Jumping(o.now())
	switch k.String() {
	case "up":
		return o.move(-1)
	case "down":
		return o.move(1)
	case "k":
		if free {
			return o.step(-1)
		}
	case "j":
		if free {
			return o.step(1)
		}
	case "pgup":
		return o.step(-o.page)
	case "pgdown":
		return o.step(o.page)
	case "home":
		return o.step(-len(o.options) - 1)
	case "end":
		return o.step(len(o.options) + 1)
	case "/":
		if free {
			o.list.StartFilter()
			return moved
		}
	}
	return o.typeJump(k)
}

// move moves by a row; at the edge the key is free to leave the field.
func (o *optionList) move(by int) effect {
	if o.list.Move(by) || o.list.Filtering() {
		return moved
	}
	return ignored
}

// step moves and never leaves the field.
func (o *optionList) step(by int) effect {
	o.list.Move(by)
	return moved
}

func (o *optionList) typeFilter(k tea.KeyPressMsg) effect {
	switch k.String() {
	case "backspace", "ctrl+h":
		if !o.list.Backspace() {
			o.list.StopFilter()
		}
		return moved
	case "ctrl+u":
		o.list.SetFilter("")
		return moved
	}
	if k.Text == "" || k.Mod&^tea.ModShift != 0 {
		return ignored
	}
	o.list.SetFilter(o.list.Filter() + k.Text)
	return moved
}

// typeJump moves to the option whose name is being typed.
func (o *optionList) typeJump(k tea.KeyPressMsg) effect {
	if o.list.Filtering() || k.Text == "" || k.Mod&^tea.ModShift != 0 {
		return ignored
	}
	r, _ := utf8.DecodeRuneInString(k.Text)
	jumping := o.list.Jumping(o.now())
	if !unicode.IsLetter(r) && (!jumping || !unicode.IsDigit(r) && !unicode.IsPunct(r)) {
		return ignored
	}
	o.list.Jump(k.Text, o.now())
	return moved
}

// digit is the option of a digit key in a short list.
func (o *optionList) digit(k tea.KeyPressMsg) (option int, ok bool) {
	if len(o.options) > shortList || len(k.Text) != 1 || k.Mod != 0 {
		return 0, false
	}
	i := int(k.Text[0]) - '1'
	return i, i >= 0 && i < len(o.options)
}

func (o *optionList) paste(text string) effect {
	if !o.list.Filtering() {
		return ignored
	}
	o.list.SetFilter(o.list.Filter() + text)
	return moved
}

func (o *optionList) capturing() bool { return o.list.Filtering() }

func (o *optionList) escape() bool {
	if !o.list.Filtering() {
		return false
	}
	o.list.StopFilter()
	return true
}

// clickRow puts the cursor on the row that was clicked.
func (o *optionList) clickRow(row int) bool {
	row -= o.before
	if row < 0 || row >= o.page || o.top+row >= len(o.list.Rows()) {
		return false
	}
	o.list.GoToRow(o.top + row)
	return true
}

// labelWidth is the width of the widest label, measured once.
func (o *optionList) labelWidth() int {
	if o.widest == 0 {
		o.widest = 1
		for _, option := range o.options {
			o.widest = max(o.widest, lipgloss.Width(option.Label))
		}
	}
	return o.widest
}

func (o *optionList) browseBindings() []key.Binding {
	keys := []key.Binding{key.NewBinding(key.WithKeys("up", "down", "j", "k"), key.WithHelp("↑/↓", "move"))}
	if len(o.options) <= shortList {
		keys = append(keys, key.NewBinding(key.WithKeys("1", "2", "3", "4", "5", "6", "7", "8", "9"), key.WithHelp("1–9", "pick")))
	}
	if o.list.Filtering() {
		return append(keys, binding("esc", "all options"))
	}
	return append(keys, binding("/", "filter"))
}
