package question

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/tui/theme"
)

// choice is one way to answer a confirm.
type choice struct {
	keys, label, does string
	act               func() tea.Cmd
}

// confirm is a question of the client's own, at the bottom of the screen: it
// stands between a key and what cannot be taken back.
type confirm struct {
	words   string
	grave   bool
	choices []choice
}

func (c *confirm) key(msg tea.KeyPressMsg) tea.Cmd {
	for _, x := range c.choices {
		if key.Matches(msg, bind(x.keys, x.label, x.does)) {
			return x.act()
		}
	}
	return nil
}

func (c *confirm) update(tea.Msg) tea.Cmd { return nil }

func (c *confirm) height(w int) int { return len(wrap(c.words, w-4)) }

func (c *confirm) rows(w, h int, t *theme.Theme) []string {
	style := t.Warning
	if c.grave {
		style = t.Error
	}
	return block(indented(c.words, w-2, style), w, h)
}

func (c *confirm) bindings() []key.Binding {
	bs := make([]key.Binding, 0, len(c.choices))
	for _, x := range c.choices {
		bs = append(bs, bind(x.keys, x.label, x.does))
	}
	return bs
}
