package form

import (
	"maps"
	"reflect"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/huh/v2"

	"elicit/forms"
	"elicit/tui/theme"
)

// Options are what a form on screen starts with.
type Options struct {
	Theme    *theme.Theme     // nil is a dark theme in colour
	Answers  forms.Answers    // what it starts with; nil is forms.Form.Initial
	Previous forms.Answers    // earlier answers to the same question: offered per field, marked, never taken silently
	Now      func() time.Time // nil is time.Now
	Filled   func(Filled)     // is told of what is filled in, as it is; nil is nobody
}

// Model is a form on screen. It is not safe for concurrent use.
type Model struct {
	form   *forms.Form
	theme  *theme.Theme
	now    func() time.Time
	filled func(Filled)
	fields []*field
	huh    *huh.Form // nil for a form without properties: huh cannot draw an empty group

	w, h    int
	focus   int    // the focused field
	jump    int    // the field that huh is to move to at once; -1 otherwise
	number  int    // what was typed so far of a field's number
	effect  effect // what the last key did to the focused field
	settled bool   // Submitted is on its way: keys after it do not count
	initial forms.Answers

	wireNames, findings, unfolded bool
	general                       []string // issues of the whole answer

	scroll scroll
	stale  bool // what huh holds is not what would be drawn now
}

// Submitted is sent when the person moves past the last field, or asks to send.
type Submitted struct{ Model *Model }

// Resume lets keys count again after [Submitted]. Until then those that came in
// one burst with the key that answered cannot change the answer. ShowIssues
// resumes too.
func (m *Model) Resume() { m.settled = false }

// Settled reports whether Submitted is on its way.
func (m *Model) Settled() bool { return m.settled }

// New makes the screen form of f.
func New(f *forms.Form, o Options) *Model {
	m := &Model{form: f, theme: o.Theme, now: o.Now, filled: o.Filled, jump: -1, stale: true}
	if m.theme == nil {
		m.theme = theme.New(true, true)
	}
	if m.now == nil {
		m.now = time.Now
	}
	m.makeFields(o.Previous)
	answers := o.Answers
	if answers == nil {
		answers = f.Initial()
	}
	m.SetAnswers(answers)
	m.initial = m.Answers()
	m.huh = newHuhForm(m.fields)
	m.scroll.follow = true
	return m
}

func (m *Model) makeFields(previous forms.Answers) {
	for i, q := range m.form.Questions() {
		p := &m.form.Properties[q.Property]
		f := &field{model: m, index: i, question: q, name: p.Name.Raw(), stale: true, unmeasured: true}
		f.editor = newEditor(p, q, m.now)
		f.preset, f.hasPreset = m.form.DefaultAnswer(f.name)
		if a, ok := previous[f.name]; ok && a.State == forms.Set {
			f.previous, f.hasPrevious = a, true
			f.previousText = m.form.AnswerText(f.name, a)
		}
		m.fields = append(m.fields, f)
	}
}

// Init starts the form. It needs nothing from outside: huh's request for the
// window's size is left out, as the size comes from SetSize.
func (m *Model) Init() tea.Cmd { return nil }

// SetSize sets the cells that View fills exactly.
func (m *Model) SetSize(w, h int) {
	w, h = max(w, 1), max(h, 1)
	if w == m.w && h == m.h {
		return
	}
	m.w, m.h = w, h
	if m.huh != nil {
		m.huh.WithWidth(w).WithHeight(h)
	}
	m.scroll.follow = true
	m.redrawAll()
}

// SetTheme draws in other colours from now on.
func (m *Model) SetTheme(t *theme.Theme) {
	m.theme = t
	m.redrawAll()
}

func (m *Model) redrawAll() {
	for _, f := range m.fields {
		f.stale, f.unmeasured = true, true
	}
	m.stale = true
}

// Answers are what the fields hold now.
func (m *Model) Answers() forms.Answers {
	answers := forms.Answers{}
	for _, f := range m.fields {
		if f.state != forms.Omitted {
			answers[f.name] = f.answer()
		}
	}
	return answers
}

// SetAnswers replaces what all fields hold, such as by answers edited as JSON.
func (m *Model) SetAnswers(answers forms.Answers) {
	m.general = nil
	for _, f := range m.fields {
		f.load(answers[f.name])
		f.recheck()
	}
	m.tellFilled()
	m.stale = true
}

// Changed reports whether the fields hold something other than at the start.
func (m *Model) Changed() bool {
	return !maps.EqualFunc(m.initial, m.Answers(), func(a, b forms.Answer) bool { return reflect.DeepEqual(a, b) })
}

// Focused is the index of the focused field in forms.Form.Questions.
func (m *Model) Focused() int { return m.focus }

// Focus moves to a field; the one that is left is checked.
func (m *Model) Focus(property int) tea.Cmd {
	if property < 0 || property >= len(m.fields) {
		return nil
	}
	m.scroll.follow = true
	return m.moveTo(property)
}

// current is the focused field; nil when there is none.
func (m *Model) current() *field {
	if m.focus >= len(m.fields) {
		return nil
	}
	return m.fields[m.focus]
}

// Capturing reports whether the focused field takes letters and digits as text;
// then they, and esc, are not free for anything else.
func (m *Model) Capturing() bool {
	f := m.current()
	return f != nil && f.editor.capturing()
}

// Escape leaves what the focused field has of its own to leave: a filter, or
// the writing of several lines. It reports whether there was such a thing.
func (m *Model) Escape() bool {
	f := m.current()
	if f == nil || !f.editor.escape() {
		return false
	}
	f.touch()
	return true
}

// ToggleWireNames shows each property's wire name beside its title, or hides it.
func (m *Model) ToggleWireNames() {
	m.wireNames = !m.wireNames
	m.redrawAll()
}

// ToggleFindings explains the findings at their fields, or only marks them.
func (m *Model) ToggleFindings() {
	m.findings = !m.findings
	m.redrawAll()
}
