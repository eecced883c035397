package form

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"elicit/forms"
	"elicit/tui/form/edit"
)

// freeList is a list of entries typed one per row. Every row is an entry, be it
// empty, except for the last row while nothing was typed into it.
type freeList struct {
	rows    []*edit.Buffer
	pending bool // the last row is not an entry yet
	at      int
	numeric bool // entries are numbers
	clicks  []int
}

func (l *freeList) press(k tea.KeyPressMsg) effect {
	switch k.String() {
	case "enter":
		return l.enter()
	case "alt+enter", "shift+enter", "ctrl+j":
		return l.add()
	case "alt+up", "ctrl+up":
		return l.shift(-1)
	case "alt+down", "ctrl+down":
		return l.shift(1)
	case "alt+delete", "ctrl+delete", "shift+delete":
		return l.remove()
	case "backspace":
		if len(l.rows) > 0 && l.row().Text() == "" && (!l.pending || len(l.rows) > 1) {
			return l.remove()
		}
	}
	l.ensure()
	return l.typed(k, l.row().Press(k))
}

func (l *freeList) row() *edit.Buffer { return l.rows[l.at] }

// ensure has a row to type into.
func (l *freeList) ensure() {
	if len(l.rows) == 0 {
		l.rows, l.pending, l.at = []*edit.Buffer{{}}, true, 0
	}
}

// typed is what an outcome in a row is to the list. The last row is an entry
// once it holds something; over a row's edge the cursor goes to the next row.
func (l *freeList) typed(k tea.KeyPressMsg, o edit.Outcome) effect {
	switch {
	case o == edit.Changed && l.at == len(l.rows)-1:
		l.pending = l.row().Text() == ""
	case o == edit.Ignored && k.String() == "up" && l.move(-1),
		o == edit.Ignored && k.String() == "down" && l.move(1):
		return moved
	}
	return edited(o)
}

// enter begins a new entry below, or is done with the list on an empty one.
func (l *freeList) enter() effect {
	if len(l.rows) == 0 || l.row().Text() == "" && l.pending && l.at == len(l.rows)-1 {
		return passed
	}
	return l.add()
}

// add begins an entry below the present one.
func (l *freeList) add() effect {
	l.ensure()
	last := l.at == len(l.rows)-1
	if last && l.pending {
		return moved
	}
	l.at++
	if l.at == len(l.rows) {
		l.rows, l.pending = append(l.rows, &edit.Buffer{}), true
		return moved
	}
	if l.pending && l.at == len(l.rows)-1 {
		return moved // the empty last row is there already
	}
	l.rows = slices.Insert(l.rows, l.at, &edit.Buffer{})
	return changed
}

// shift moves the entry up or down among the others.
func (l *freeList) shift(by int) effect {
	to := l.at + by
	if to < 0 || to >= l.entries() || l.at >= l.entries() {
		return moved
	}
	l.rows[l.at], l.rows[to] = l.rows[to], l.rows[l.at]
	l.at = to
	return changed
}

func (l *freeList) remove() effect {
	if len(l.rows) == 0 {
		return moved
	}
	pending := l.pending && l.at == len(l.rows)-1
	l.rows = slices.Delete(l.rows, l.at, l.at+1)
	if pending {
		l.pending = false
	}
	l.at = max(min(l.at-1, len(l.rows)-1), 0)
	l.ensure()
	if pending {
		return moved
	}
	return changed
}

// entries is how many rows are entries.
func (l *freeList) entries() int {
	if l.pending {
		return len(l.rows) - 1
	}
	return len(l.rows)
}

// move goes to the row above or below; at the edge the key is free.
func (l *freeList) move(by int) bool {
	to := l.at + by
	if to < 0 || to >= len(l.rows) {
		return false
	}
	l.at = to
	return true
}

// paste makes an entry of each line.
func (l *freeList) paste(text string) effect {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	l.ensure()
	for i, line := range lines {
		if i > 0 {
			l.at++
			l.rows = slices.Insert(l.rows, l.at, &edit.Buffer{})
		}
		if l.at == len(l.rows)-1 {
			l.pending = false
		}
		l.row().Insert(line)
	}
	return changed
}

func (l *freeList) value() forms.Answer {
	var items []string // nil when there are none, as in an answer read from JSON
	for _, b := range l.rows[:l.entries()] {
		items = append(items, b.Text())
	}
	return forms.Answer{Items: items}
}

func (l *freeList) some() bool      { return l.entries() > 0 }
func (l *freeList) capturing() bool { return true }
func (l *freeList) escape() bool    { return false }

func (l *freeList) set(a forms.Answer) {
	l.rows, l.pending, l.at = nil, false, 0
	for _, item := range a.Items {
		b := &edit.Buffer{}
		b.Set(item)
		l.rows = append(l.rows, b)
	}
	l.ensure()
	l.at = len(l.rows) - 1
}

func (l *freeList) bindings() []key.Binding {
	return []key.Binding{
		binding("enter", "add"),
		key.NewBinding(key.WithKeys("backspace"), key.WithHelp("backspace", "remove an empty row")),
		binding("alt+delete", "remove"),
		key.NewBinding(key.WithKeys("alt+up", "alt+down"), key.WithHelp("alt+↑/↓", "reorder")),
	}
}

func (l *freeList) height(s space) int {
	if !s.focused {
		return max(min(l.entries(), restRows+1), 1)
	}
	rows := min(len(l.rows), max(s.room-5, 1))
	for _, b := range l.rows[:rows] {
		rows += len(b.Measure(s.width-l.numberWidth())) - 1
	}
	return rows
}

// numberWidth is the width of a row's number with its dot and blank.
func (l *freeList) numberWidth() int { return lipgloss.Width(fmt.Sprintf("%d. ", len(l.rows))) + 2 }
