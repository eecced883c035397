package form

import (
	tea "charm.land/bubbletea/v2"

	"elicit/forms"
)

// Update takes every message. Mouse positions count from the form's own upper
// left cell: who draws the form elsewhere on the screen moves them first.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	cmd := m.take(msg)
	m.tellFilled()
	return cmd
}

func (m *Model) take(msg tea.Msg) tea.Cmd {
	if m.settled {
		return nil
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return m.press(msg)
	case tea.PasteMsg:
		return m.toField(msg)
	case tea.MouseClickMsg:
		return m.click(msg)
	case tea.MouseWheelMsg:
		m.wheel(msg)
	case editedText:
		m.takeEdited(msg)
	}
	return nil
}

// press offers a key to the form's own chords, to the focused field, and then
// to the form: what a field makes no use of moves between fields.
func (m *Model) press(k tea.KeyPressMsg) tea.Cmd {
	if len(m.fields) == 0 {
		if s := k.String(); s == "enter" || s == "ctrl+s" {
			return m.submit()
		}
		return nil
	}
	m.scroll.follow = true
	if act, ok := chords[k.String()]; ok {
		return act(m)
	}
	if i, ok := m.numbered(k); ok {
		return m.Focus(i)
	}
	cmd := m.toField(k)
	switch m.effect {
	case finished, passed:
		return tea.Batch(cmd, m.next())
	case answered:
		if len(m.fields) == 1 && m.decides() {
			return tea.Batch(cmd, m.submit())
		}
		return cmd
	case ignored:
		return tea.Batch(cmd, m.navigate(k))
	case moved, changed:
	}
	return cmd
}

// toField hands a message to the focused field, by way of huh.
func (m *Model) toField(msg tea.Msg) tea.Cmd {
	m.effect = ignored
	if m.huh == nil {
		return nil
	}
	_, cmd := m.huh.Update(msg)
	return cmd
}

// decides reports whether one key of the only field says all there is to say.
func (m *Model) decides() bool {
	kind := m.current().question.Kind
	return kind == forms.KindBoolean || kind == forms.KindChoice
}

// chords act whatever the field is.
var chords = map[string]func(*Model) tea.Cmd{
	"ctrl+s":    (*Model).submit,
	"tab":       func(m *Model) tea.Cmd { return m.cycle(1) },
	"shift+tab": func(m *Model) tea.Cmd { return m.cycle(-1) },
	"ctrl+home": func(m *Model) tea.Cmd { return m.Focus(0) },
	"ctrl+end":  func(m *Model) tea.Cmd { return m.Focus(len(m.fields) - 1) },
	"ctrl+r":    func(m *Model) tea.Cmd { m.current().setState(forms.Default); return nil },
	"ctrl+x":    func(m *Model) tea.Cmd { m.current().setState(forms.Omitted); return nil },
	"ctrl+t":    func(m *Model) tea.Cmd { m.current().setEmpty(); return nil },
	"ctrl+y":    func(m *Model) tea.Cmd { m.current().takePrevious(); return nil },
	"alt+y":     func(m *Model) tea.Cmd { m.takeAllPrevious(); return nil },
	"alt+d":     func(m *Model) tea.Cmd { m.unfold(); return nil },
}

// navigate moves between fields with a key that the focused field left alone.
func (m *Model) navigate(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "enter":
		return m.next()
	case "down", "j":
		return m.Focus(m.focus + 1)
	case "up", "k":
		return m.Focus(m.focus - 1)
	case "pgdown":
		return m.page(1)
	case "pgup":
		return m.page(-1)
	case "home":
		return m.Focus(0)
	case "end":
		return m.Focus(len(m.fields) - 1)
	}
	if len(k.Text) == 1 && k.Mod == 0 && k.Text[0] >= '1' && k.Text[0] <= '9' {
		return m.Focus(int(k.Text[0] - '1'))
	}
	return nil
}

// numbered is the field of alt and a digit, which works while typing too.
// Digits in a row make a number, where there is a field of that number.
func (m *Model) numbered(k tea.KeyPressMsg) (field int, ok bool) {
	if k.Mod != tea.ModAlt || k.Code < '0' || k.Code > '9' {
		m.number = 0
		return 0, false
	}
	digit := int(k.Code - '0')
	m.number = 10*m.number + digit
	if m.number > len(m.fields) {
		m.number = digit
	}
	return m.number - 1, true
}

// next moves on; past the last field the form is submitted.
func (m *Model) next() tea.Cmd {
	if m.focus == len(m.fields)-1 {
		return m.submit()
	}
	return m.Focus(m.focus + 1)
}

// cycle moves around the form.
func (m *Model) cycle(by int) tea.Cmd {
	n := len(m.fields)
	return m.Focus((m.focus + by + n) % n)
}

// page moves by about a window.
func (m *Model) page(by int) tea.Cmd {
	m.measure()
	goal := m.scroll.starts[m.focus] + by*max(m.h-2, 1)
	to := m.focus
	for to+by >= 0 && to+by < len(m.fields) && (m.scroll.starts[to]-goal)*by < 0 {
		to += by
	}
	return m.Focus(to)
}

// submit says that the person is done. The last field counts as left: its
// issues show at once.
func (m *Model) submit() tea.Cmd {
	m.settled = true
	if f := m.current(); f != nil {
		f.left = true
		f.check()
	}
	return func() tea.Msg { return Submitted{Model: m} }
}

// unfold shows the focused field's whole description, or folds it again.
func (m *Model) unfold() {
	m.unfolded = !m.unfolded
	m.redrawAll()
}
