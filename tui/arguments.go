package tui

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/tui/form"
	"elicit/tui/pane"
)

// arguments asks for what a target is called with: as a form where its schema
// has one, as JSON otherwise or on request.
type arguments struct {
	target target
	form   *forms.Form // nil when the schema has no form
	fields *form.Model
	json   *jsonEditor // nil while the form is shown
	why    string      // why there is no form
	from   string      // where what it opened with comes from; empty for nothing
	w, h   int
}

func newArguments(m *Model, t target) *arguments {
	a := &arguments{target: t}
	f, err := t.Form()
	last := t.server.lastArguments(t.Key())
	switch {
	case err != nil:
		a.why = noForm(err)
	case f != nil && len(f.Properties) > 0:
		a.form = f
	}
	if a.form == nil {
		a.json = newJSONEditor(m.theme, t.Schema(), a.opening(last))
		return a
	}
	o := form.Options{Theme: m.theme, Now: m.config.Now, Filled: m.config.Filled}
	if draft := t.server.drafts[t.Key()]; draft != nil {
		o.Answers, a.from = draft, typedBefore
	} else if last != nil {
		if got, issues := f.Answers(last); issues == nil {
			o.Answers, a.from = got, asLastTime
		}
	}
	a.fields = form.New(f, o)
	return a
}

// noForm says in a few words why a schema has no form.
func noForm(err error) string {
	if r, ok := errors.AsType[*forms.Refusal](err); ok {
		if r.Property == "" {
			return r.Rule
		}
		return safetext.Of(r.Property).Line() + " is " + r.Rule
	}
	return safetext.Of(err.Error()).Line()
}

// indented is JSON for editing; nothing becomes an empty object.
func indented(raw json.RawMessage) string {
	var b bytes.Buffer
	if len(raw) == 0 || json.Indent(&b, raw, "", "  ") != nil {
		return "{\n  \n}"
	}
	return b.String()
}

func (a *arguments) init() tea.Cmd {
	if a.json != nil {
		return a.json.focus()
	}
	return a.fields.Init()
}

// Title names the screen.
func (a *arguments) Title() string { return "arguments" }

// Capturing is true: everything typed is an argument.
func (a *arguments) Capturing() bool { return true }

// Changed reports whether something typed would be lost by quitting.
func (a *arguments) Changed() bool {
	if a.json != nil {
		return a.json.changed()
	}
	return a.fields.Changed()
}

// Actions are the screen's keys.
func (a *arguments) Actions(m *Model) []action {
	list := []action{
		{keys: []string{"ctrl+s"}, brief: verb(a.target), name: verb(a.target) + " with these arguments", run: func() tea.Cmd { return a.send(m) }},
		{keys: []string{"esc"}, brief: "back", name: "back; what was typed is kept", run: func() tea.Cmd { return a.leave(m) }},
	}
	if a.json != nil {
		list = append(list,
			action{keys: []string{"alt+e"}, brief: "editor", name: "write the JSON in $EDITOR", run: func() tea.Cmd { return m.editText(a.json, a.json.area.Value()) }},
			action{keys: []string{"alt+t"}, brief: "send as is", name: "send the JSON although it does not fit, to test the server", run: func() tea.Cmd { return a.sendAnyway(m) }})
		if a.form != nil {
			list = append(list, action{keys: []string{"alt+j"}, brief: "as form", name: "back to the form", run: func() tea.Cmd { return a.toForm(m) }})
		}
	} else {
		list = append(list,
			action{keys: []string{"alt+j"}, brief: "as JSON", name: "write the arguments as JSON", run: func() tea.Cmd { return a.toJSON(m) }},
			action{keys: []string{"alt+e"}, brief: "editor", name: "this field in $EDITOR", run: func() tea.Cmd { return m.own(a, a.fields.EditExternally()) }})
	}
	if len(a.target.server.past[a.target.Key()]) > 0 {
		list = append(list, action{keys: []string{"alt+h"}, brief: "past calls", name: "take the arguments of a past call", run: do(func() { m.openPast(a) })})
	}
	return list
}

// leave goes back and keeps what was typed for the next time.
func (a *arguments) leave(m *Model) tea.Cmd {
	if a.json == nil && a.fields.Escape() {
		return nil
	}
	s := a.target.server
	if a.json != nil {
		if a.json.changed() {
			s.texts[a.target.Key()] = a.json.area.Value()
		}
	} else if a.fields.Changed() {
		s.drafts[a.target.Key()] = a.fields.Answers()
	}
	m.pop()
	return nil
}

func (a *arguments) send(m *Model) tea.Cmd {
	if a.json != nil {
		content, err := a.json.content()
		if err != nil {
			return m.notify(safetext.Of(err.Error()).Line())
		}
		return a.call(m, content)
	}
	content, issues := a.form.Content(a.fields.Answers())
	if issues != nil {
		return m.own(a, a.fields.ShowIssues(issues))
	}
	return a.call(m, content)
}

func (a *arguments) sendAnyway(m *Model) tea.Cmd {
	content, err := a.json.raw()
	if err != nil {
		return m.notify(safetext.Of(err.Error()).Line())
	}
	return a.call(m, content)
}

func (a *arguments) call(m *Model, content json.RawMessage) tea.Cmd {
	s := a.target.server
	if s.session == nil {
		return m.notify(s.label() + " is " + s.state.String() + "; the arguments stay here until it is ready")
	}
	delete(s.drafts, a.target.Key())
	delete(s.texts, a.target.Key())
	m.removeScreens(func(sc screen) bool { return sc == screen(a) })
	return m.send(a.target, content)
}

func (a *arguments) toJSON(m *Model) tea.Cmd {
	a.json = newJSONEditor(m.theme, a.target.Schema(), indented(a.form.Preview(a.fields.Answers())))
	a.Resize(m, a.w, a.h)
	return m.own(a, a.json.focus())
}

func (a *arguments) toForm(m *Model) tea.Cmd {
	raw, err := a.json.raw()
	if err != nil {
		return m.notify(safetext.Of(err.Error()).Line())
	}
	got, issues := a.form.Answers(raw)
	if issues != nil {
		return m.notify("this has no place in the form: " + safetext.Of(issues.Error()).Line())
	}
	a.fields.SetAnswers(got)
	a.json = nil
	a.Resize(m, a.w, a.h)
	return nil
}

// Update gives everything to the fields.
func (a *arguments) Update(m *Model, msg tea.Msg) tea.Cmd {
	if s, ok := msg.(form.Submitted); ok {
		if s.Model == a.fields && a.json == nil {
			a.fields.Resume()
			return a.send(m)
		}
		return nil
	}
	if click, ok := msg.(tea.MouseClickMsg); ok {
		click.Y -= a.headRows()
		msg = click
	}
	if a.json != nil {
		return m.own(a, a.json.update(msg))
	}
	return m.own(a, a.fields.Update(msg))
}

func (a *arguments) headRows() int {
	if a.h < 14 {
		return 1
	}
	return 3
}

// Resize gives the fields what the head and the preview leave.
func (a *arguments) Resize(m *Model, w, h int) {
	a.w, a.h = w, h
	body := max(h-a.headRows()-1, 1)
	if a.fields != nil {
		a.fields.SetSize(max(w-2, 1), body)
	}
	if a.json != nil {
		a.json.setSize(max(w-2, 1), body)
	}
}

// SetTheme changes the styles.
func (a *arguments) SetTheme(m *Model) {
	if a.fields != nil {
		a.fields.SetTheme(m.theme)
	}
	if a.json != nil {
		a.json.style(m.theme)
	}
}

// View draws the head, the fields and what would be sent.
func (a *arguments) View(m *Model) string {
	t := m.theme
	head := " " + t.Badge(a.target.server.Name).Render(forms.Badge(a.target.server.label())) + " " + t.Strong.Render(verb(a.target)+" "+a.target.Name().Line())
	if a.from != "" {
		head += t.Accent.Render("  " + a.from)
	}
	rows := []string{pane.Cut(head, a.w)}
	if a.headRows() > 1 {
		note := ""
		switch d := a.target.Description(); {
		case a.why != "" && a.json != nil:
			note = t.Faint.Render("no form for this schema: " + a.why)
		case !d.Empty():
			note = t.Bar.Render("│") + " " + t.Foreign.Render(d.Lines()[0])
		}
		rows = append(rows, pane.Cut(" "+note, a.w), "")
	}
	var body, preview string
	if a.json != nil {
		body = a.json.view(t)
	} else {
		body = a.fields.View()
		preview = string(safetext.EscapeJSON(a.form.Preview(a.fields.Answers())))
		preview = " " + t.Faint.Render("→") + " " + t.Faint.Render(pane.Cut(preview, max(a.w-4, 1)))
	}
	for r := range strings.SplitSeq(fit(body, max(a.w-2, 1), max(a.h-a.headRows()-1, 1)), "\n") {
		rows = append(rows, " "+r)
	}
	return strings.Join(append(rows, preview), "\n")
}
