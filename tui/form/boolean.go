package form

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"elicit/forms"
)

// boolean is yes, no, or no answer. Neither is ever a start: nothing is sent
// for what nobody touched.
type boolean struct{ at int }

const (
	noAnswer = iota
	yes
	no
)

// answersShown is the order on the row.
var answersShown = []struct {
	at   int
	word string
}{{yes, "yes"}, {no, "no"}, {noAnswer, "no answer"}}

func (b *boolean) press(k tea.KeyPressMsg) effect {
	switch k.String() {
	case "y", "Y":
		return b.choose(yes, answered)
	case "n", "N":
		return b.choose(no, answered)
	case "backspace", "delete", "-":
		return b.choose(noAnswer, changed)
	case "right", "l", "space":
		return b.turn(1)
	case "left", "h":
		return b.turn(-1)
	}
	return ignored
}

func (b *boolean) choose(at int, e effect) effect {
	b.at = at
	return e
}

// turn goes to the next or previous word of the row, around its ends.
func (b *boolean) turn(by int) effect {
	for i, a := range answersShown {
		if a.at == b.at {
			n := len(answersShown)
			b.at = answersShown[(i+by+n)%n].at
			break
		}
	}
	return changed
}

func (b *boolean) paste(string) effect { return ignored }

func (b *boolean) click(row, col int) effect {
	x := 0
	for _, a := range answersShown {
		if end := x + lipgloss.Width("● "+a.word); row == 0 && col >= x && col < end {
			return b.choose(a.at, changed)
		}
		x += lipgloss.Width("● "+a.word) + gapWidth
	}
	return ignored
}

// gapWidth is the space between the words of a boolean.
const gapWidth = 3

func (b *boolean) value() forms.Answer { return forms.Answer{Yes: b.at == yes} }
func (b *boolean) some() bool          { return b.at != noAnswer }
func (b *boolean) capturing() bool     { return false }
func (b *boolean) escape() bool        { return false }

func (b *boolean) set(a forms.Answer) {
	switch {
	case a.State == forms.Omitted:
		b.at = noAnswer
	case a.Yes:
		b.at = yes
	default:
		b.at = no
	}
}

func (b *boolean) draw(s space) drawing {
	words := make([]string, len(answersShown))
	for i, a := range answersShown {
		switch {
		case a.at == b.at && s.focused:
			words[i] = s.theme.Select.Render("● " + a.word)
		case a.at == b.at && b.at == noAnswer:
			words[i] = s.theme.Faint.Render("● " + a.word)
		case a.at == b.at:
			words[i] = s.theme.Text.Render("● " + a.word)
		default:
			words[i] = s.theme.Faint.Render("○ " + a.word)
		}
	}
	return drawing{rows: []string{strings.Join(words, strings.Repeat(" ", gapWidth))}}
}

func (b *boolean) height(space) int { return 1 }

func (b *boolean) bindings() []key.Binding {
	return []key.Binding{
		key.NewBinding(key.WithKeys("y", "n"), key.WithHelp("y/n", "yes, no")),
		key.NewBinding(key.WithKeys("left", "right", "space"), key.WithHelp("←/→", "choose")),
		key.NewBinding(key.WithKeys("backspace", "-"), key.WithHelp("-", "no answer")),
	}
}
