package form

import (
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/forms"
	"elicit/tui/form/pick"
)

// choice is one of several options. The cursor moves freely; only space, enter,
// a digit or a click picks, so that walking through a form answers nothing.
type choice struct {
	optionList
	picked int // pick.None when there is no answer
}

func newChoice(q forms.Question, now func() time.Time) *choice {
	return &choice{optionList: newOptionList(q, !q.Required, now), picked: pick.None}
}

func (c *choice) press(k tea.KeyPressMsg) effect {
	if e := c.browse(k); e != ignored {
		return e
	}
	switch k.String() {
	case "enter":
		return c.pickAt()
	case "space":
		return c.toggle()
	case "backspace", "delete", "-":
		return c.choose(pick.None, changed)
	}
	if i, ok := c.digit(k); ok {
		return c.choose(i, answered)
	}
	return ignored
}

// pickAt picks the row under the cursor and is done with the field. What is
// picked already stays as it is, so that a default stays a default.
func (c *choice) pickAt() effect {
	i, ok := c.list.At()
	if !ok && c.list.Filtering() {
		return moved // nothing matches the filter
	}
	c.list.StopFilter()
	if i == c.picked {
		c.list.GoTo(i)
		return passed
	}
	return c.choose(i, finished)
}

// toggle picks the option under the cursor, or takes the pick back.
func (c *choice) toggle() effect {
	i, ok := c.list.At()
	if ok && i == c.picked && c.lead {
		return c.choose(pick.None, changed)
	}
	if i == c.picked {
		return moved
	}
	c.picked = i
	return changed
}

func (c *choice) choose(i int, e effect) effect {
	c.picked = i
	c.list.GoTo(i)
	return e
}

func (c *choice) click(row, col int) effect {
	if !c.clickRow(row) {
		return moved
	}
	i, _ := c.list.At()
	c.picked = i
	return changed
}

func (c *choice) value() forms.Answer { return forms.Answer{Picks: []int{c.picked}} }
func (c *choice) some() bool          { return c.picked != pick.None }

func (c *choice) set(a forms.Answer) {
	c.picked = pick.None
	if len(a.Picks) > 0 && a.Picks[0] >= 0 && a.Picks[0] < len(c.options) {
		c.picked = a.Picks[0]
	}
	c.list.StopFilter()
	c.list.GoToRow(0)
	c.list.GoTo(c.picked)
}

func (c *choice) draw(s space) drawing {
	return c.drawList(s, func(i int) (string, bool) {
		if i == c.picked {
			return "● ", true
		}
		return "○ ", false
	}, c.summary())
}

func (c *choice) height(s space) int { return c.listHeight(s) }

// summary is the answer in words, for a list that is folded away.
func (c *choice) summary() string {
	if c.picked == pick.None {
		return ""
	}
	return c.options[c.picked].Label
}

func (c *choice) bindings() []key.Binding {
	return append([]key.Binding{binding("space", "pick"), binding("enter", "pick, next")}, c.browseBindings()...)
}
