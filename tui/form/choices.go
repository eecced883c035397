package form

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/forms"
)

// choices is any number of options. What is sent has the order of the options.
type choices struct {
	optionList
	picked map[int]bool
}

func newChoices(q forms.Question, now func() time.Time) *choices {
	return &choices{optionList: newOptionList(q, false, now), picked: map[int]bool{}}
}

func (c *choices) press(k tea.KeyPressMsg) effect {
	if k.String() == "enter" && c.list.Filtering() {
		return c.enterFilter()
	}
	if e := c.browse(k); e != ignored {
		return e
	}
	switch k.String() {
	case "space":
		if i, ok := c.list.At(); ok {
			return c.toggle(i)
		}
	case "ctrl+a":
		return c.toggleAll()
	}
	if i, ok := c.digit(k); ok {
		c.list.GoTo(i)
		return c.toggle(i)
	}
	return ignored
}

// enterFilter toggles the match under the cursor and makes room for the next
// filter; without a filter text it ends the filtering.
func (c *choices) enterFilter() effect {
	i, ok := c.list.At()
	if c.list.Filter() == "" {
		c.list.StopFilter()
		return moved
	}
	if !ok {
		return moved
	}
	c.list.SetFilter("")
	c.list.GoTo(i)
	return c.toggle(i)
}

func (c *choices) toggle(i int) effect {
	if c.picked[i] {
		delete(c.picked, i)
	} else {
		c.picked[i] = true
	}
	return changed
}

// toggleAll picks every option, or none when all are picked.
func (c *choices) toggleAll() effect {
	all := len(c.picked) == len(c.options)
	clear(c.picked)
	for i := range c.options {
		if !all {
			c.picked[i] = true
		}
	}
	return changed
}

func (c *choices) click(row, col int) effect {
	if !c.clickRow(row) {
		return moved
	}
	if i, ok := c.list.At(); ok {
		return c.toggle(i)
	}
	return moved
}

// picks are the picked options in the order of the options.
func (c *choices) picks() []int { return slices.Sorted(maps.Keys(c.picked)) }

func (c *choices) value() forms.Answer { return forms.Answer{Picks: c.picks()} }
func (c *choices) some() bool          { return len(c.picked) > 0 }

func (c *choices) set(a forms.Answer) {
	clear(c.picked)
	for _, i := range a.Picks {
		if i >= 0 && i < len(c.options) {
			c.picked[i] = true
		}
	}
	c.list.StopFilter()
	c.list.GoToRow(0)
	if picks := c.picks(); len(picks) > 0 {
		c.list.GoTo(picks[0])
	}
}

func (c *choices) draw(s space) drawing {
	return c.drawList(s, func(i int) (string, bool) {
		if c.picked[i] {
			return "[x] ", true
		}
		return "[ ] ", false
	}, c.summary(s))
}

func (c *choices) height(s space) int { return c.listHeight(s) }

// summary names what is picked, for a list that is folded away.
func (c *choices) summary(s space) string {
	if !c.some() {
		if s.state == forms.Set {
			return "none of them"
		}
		return ""
	}
	const named = 20 // more would not fit the row anyway
	var labels []string
	for _, i := range c.picks()[:min(len(c.picked), named)] {
		labels = append(labels, c.options[i].Label)
	}
	if len(c.options) <= len(labels) {
		return strings.Join(labels, ", ")
	}
	return fmt.Sprintf("%d of %d: %s", len(c.picked), len(c.options), strings.Join(labels, ", "))
}

func (c *choices) bindings() []key.Binding {
	return append([]key.Binding{binding("space", "toggle"), binding("ctrl+a", "all or none")}, c.browseBindings()...)
}
