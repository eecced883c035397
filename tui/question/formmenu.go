package question

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"elicit/forms"
	"elicit/tui/theme"
)

// menu is everything behind ctrl+o.
func (m *formMode) menu() *menu {
	items := append(m.fieldItems(), m.answerItems()...)
	items = append(items, m.viewItems()...)
	if m.s.offerStop {
		stop := item{"x", "stop this call", "the server asks again what you declined", m.s.stop}
		items = append([]item{stop}, items...)
	}
	return &menu{title: "More", items: items, leave: m.s.layers.pop}
}

// fieldItems act on the focused field.
func (m *formMode) fieldItems() []item {
	i := m.fields.Focused()
	if i < 0 || i >= len(m.questions) {
		return nil
	}
	q := m.questions[i]
	title := fit(q.Title, 24)
	set := func(s forms.State) func() tea.Cmd {
		return func() tea.Cmd {
			m.fields.SetState(i, s)
			m.recheck()
			return nil
		}
	}
	var items []item
	if q.HasDefault {
		items = append(items, item{"d", "send the default of " + title, fit(q.DefaultText, 24) + " · ctrl+r", set(forms.Default)})
	}
	omit := item{"o", "omit " + title, "the key is left out · ctrl+x", set(forms.Omitted)}
	if q.Required {
		omit.note = "required: the server wants it"
	}
	items = append(items, omit)
	if q.Kind == forms.KindText {
		items = append(items, item{"e", "edit " + title + " in $EDITOR", "alt+e", m.fields.EditExternally})
	}
	return items
}

func (m *formMode) answerItems() []item {
	return []item{
		{"j", "answer as JSON", "checked like the form · alt+j", func() tea.Cmd { return m.edit(false) }},
		{"t", "send as is", "a test of the server's own checks · alt+t", func() tea.Cmd { return m.edit(true) }},
		{"c", "copy what would be sent", "OSC 52", func() tea.Cmd {
			m.s.tell("copied to the clipboard (OSC 52)")
			return tea.SetClipboard(string(m.f.Preview(m.fields.Answers())))
		}},
	}
}

func (m *formMode) viewItems() []item {
	do := func(f func()) func() tea.Cmd {
		return func() tea.Cmd {
			f()
			return nil
		}
	}
	return []item{
		{"w", "wire names", "beside the titles", do(m.fields.ToggleWireNames)},
		{"f", "findings", fmt.Sprintf("%d in this form", len(m.f.Findings)+m.f.MoreFound), do(m.showFindings)},
		{"F", "explain findings at their fields", "on and off", do(m.fields.ToggleFindings)},
		{"m", "the whole message", "", do(m.s.showMessage)},
		{"s", "raw schema", "as it came · alt+s", do(m.showSchema)},
		{"r", "raw request", "as it came · alt+r", do(m.showRequest)},
	}
}

func (m *formMode) showSchema() { m.showJSON("requestedSchema of "+m.s.c.Server, m.f.Schema) }

func (m *formMode) showRequest() {
	m.showJSON("elicitation/create params of "+m.s.c.Server, m.s.c.Params)
}

func (m *formMode) showJSON(title string, raw []byte) {
	m.s.layers.push(m.s.page(title, string(raw), func(w int, t *theme.Theme) []string {
		if len(raw) == 0 {
			return indented("the server sent none", w, t.Faint)
		}
		return jsonRows(raw, w, t)
	}))
}

// showFindings lists what is off in the schema.
func (m *formMode) showFindings() {
	m.s.layers.push(m.s.page("Findings", "", func(w int, t *theme.Theme) []string {
		if len(m.f.Findings) == 0 {
			return indented("Nothing is off in this schema.", w, t.Faint)
		}
		rows := indented("The form can be answered; stricter hosts may refuse it for these:", w, t.Faint)
		for _, f := range m.f.Findings {
			where := "the schema"
			if f.Property != "" {
				where = m.title(f.Property)
			}
			rows = append(append(rows, ""), " "+t.Strong.Render(fit(where, w-30))+"  "+t.Warning.Render(f.Rule))
			rows = append(rows, facts(w, t, [2]string{"found", f.Explain()}, [2]string{"author", f.Advice()})...)
		}
		if m.f.MoreFound > 0 {
			rows = append(rows, indented(fmt.Sprintf("and %d more", m.f.MoreFound), w, t.Faint)...)
		}
		return rows
	}))
}
