package question

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/tui/theme"
)

// layer is something that lies over a question for a while: a menu, a page to
// read, a review, a question of the client's own. The top one gets the keys.
type layer interface {
	key(msg tea.KeyPressMsg) tea.Cmd
	update(msg tea.Msg) tea.Cmd // everything but keys
	rows(w, h int, t *theme.Theme) []string
	bindings() []key.Binding
}

// bar is a layer that takes one or few rows at the bottom and leaves the rest
// of the question in view.
type bar interface {
	layer
	height(w int) int
}

// layers are the layers over a question, the last one on top.
type layers []layer

func (l *layers) push(x layer) { *l = append(*l, x) }

func (l *layers) pop() {
	if n := len(*l); n > 0 {
		*l = (*l)[:n-1]
	}
}

func (l *layers) clear() { *l = nil }

func (l *layers) top() layer {
	if n := len(*l); n > 0 {
		return (*l)[n-1]
	}
	return nil
}
