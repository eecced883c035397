package question

import (
	"encoding/json"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/answers"
	"elicit/forms"
	"elicit/mcpclient"
	"elicit/tui/form"
	"elicit/tui/theme"
)

// formMode is a question in form mode: the fields, what would be sent, and the
// three outcomes.
type formMode struct {
	s         *Screen
	f         *forms.Form
	questions []forms.Question
	fields    *form.Model
	issues    *forms.Issues // why the last try to send failed; follows the edits
	drafts    [2]*editor    // JSON typed so far: to be checked, and as it is
	buttons   buttonRow
	frame     formFrame
}

func newFormMode(s *Screen) *formMode {
	m := &formMode{s: s, f: s.c.Form, questions: s.c.Form.Questions()}
	o := form.Options{Theme: s.o.Theme, Now: s.o.Now, Filled: s.o.Filled}
	if s.o.Previous != nil {
		o.Previous = s.o.Previous(s.c)
	}
	m.fields = form.New(m.f, o)
	m.buttons.names = []string{"Send", "Decline", "Cancel"}
	return m
}

// empty is a form without properties: a plain confirmation.
func (m *formMode) empty() bool { return len(m.f.Properties) == 0 }

// single is a form of one question: it needs no review step, because all that
// would be sent stands on the one row below it.
func (m *formMode) single() bool { return len(m.f.Properties) == 1 }

func (m *formMode) init() tea.Cmd { return m.fields.Init() }

func (m *formMode) verbs() []string { return []string{"asks"} }

func (m *formMode) setTheme(t *theme.Theme) { m.fields.SetTheme(t) }

func (m *formMode) untouched() bool { return !m.fields.Changed() }

func (m *formMode) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case form.Submitted:
		if msg.Model != m.fields {
			return nil
		}
		m.fields.Resume()
		if len(m.s.layers) > 0 {
			return nil
		}
		return m.submit()
	case tea.MouseClickMsg:
		if i := m.buttons.hit(msg.X, msg.Y); i >= 0 {
			return m.press(i)
		}
	}
	cmd := m.fields.Update(msg)
	m.recheck()
	return cmd
}

func (m *formMode) key(msg tea.KeyPressMsg) tea.Cmd {
	if m.fields.Settled() {
		return nil // answered by the key before this one
	}
	if act := m.direct(msg.String()); act != nil {
		return act()
	}
	switch msg.String() {
	case "ctrl+s":
		return m.submit()
	case "ctrl+d":
		return m.decline()
	case "ctrl+o":
		m.s.layers.push(m.menu())
		return nil
	case "ctrl+n":
		return m.nextProblem()
	case "esc":
		if m.fields.Escape() {
			return nil
		}
		return m.cancel()
	}
	if m.empty() {
		return m.confirmKey(msg)
	}
	cmd := m.fields.Update(msg)
	m.recheck()
	return cmd
}

// recheck lets the issues of a failed try follow the edits.
func (m *formMode) recheck() {
	if m.issues != nil {
		_, m.issues = m.f.Content(m.fields.Answers())
	}
}

// confirmKey answers a form without fields.
func (m *formMode) confirmKey(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "y":
		return m.submit()
	case "n":
		return m.decline()
	case "right", "tab", "l":
		m.buttons.step(1)
	case "left", "shift+tab", "h":
		m.buttons.step(-1)
	case "enter", "space":
		return m.press(m.buttons.at)
	}
	return nil
}

func (m *formMode) press(button int) tea.Cmd {
	return []func() tea.Cmd{m.submit, m.decline, m.cancel}[button]()
}

// submit sends a form of one question at once, and shows a longer one as the
// exact JSON first. Issues are shown at their fields.
func (m *formMode) submit() tea.Cmd {
	content, issues := m.f.Content(m.fields.Answers())
	m.issues = issues
	if issues != nil {
		return m.fields.ShowIssues(issues)
	}
	if len(m.f.Properties) <= 1 {
		return m.send(content, false)
	}
	m.s.layers.push(m.review(content, false))
	return nil
}

// send lets content leave, unless it looks like a credential: then the person
// is told why, and may mean it all the same where the profile allows that
// (DESIGN.md §4.3).
func (m *formMode) send(content json.RawMessage, unchecked bool) tea.Cmd {
	d := answers.Decision{Action: mcpclient.Accept, Content: content, Unchecked: unchecked}
	if shaped := m.f.CredentialShaped(content); len(shaped) > 0 {
		m.s.layers.push(m.credentialBar(shaped, d))
		return nil
	}
	return m.s.decide(d)
}

func (m *formMode) decline() tea.Cmd {
	decline := func() tea.Cmd { return m.s.decide(answers.Decision{Action: mcpclient.Decline}) }
	if m.untouched() {
		return decline()
	}
	m.s.layers.push(&confirm{
		words: "Decline, and throw away what you filled in?",
		choices: []choice{
			{"enter y ctrl+d", "enter", "decline", decline},
			{"esc n", "esc", "go on", m.back},
		},
	})
	return nil
}

// cancel closes an untouched form at once, and asks before it throws typed
// text away.
func (m *formMode) cancel() tea.Cmd {
	if m.untouched() {
		return m.s.dismiss()
	}
	then := "The server is told cancel."
	switch {
	case m.s.o.Kept:
		then = "The question still waits."
	case m.f.Profile.DismissDeclines:
		then = "The server is told decline."
	}
	m.s.layers.push(&confirm{
		words: "Throw away what you filled in? " + then,
		choices: []choice{
			{"enter y", "enter", "throw away", m.s.dismiss},
			{"esc n", "esc", "go on", m.back},
		},
	})
	return nil
}

func (m *formMode) back() tea.Cmd {
	m.s.layers.pop()
	return nil
}

func (m *formMode) bindings() []key.Binding {
	var bs []key.Binding
	if !m.empty() && !m.single() {
		bs = append(bs, bind("ctrl+s", "ctrl+s", "send"))
	}
	bs = append(bs, bind("ctrl+d", "ctrl+d", "decline"),
		bind("esc", "esc", "cancel"), bind("ctrl+o", "ctrl+o", "more"))
	if m.issues != nil {
		bs = append(bs, bind("ctrl+n", "ctrl+n", "next problem"))
	}
	own := m.fields.Bindings()
	if m.empty() {
		own = []key.Binding{bind("enter y", "enter", "send"), bind("left right", "←/→", "choose")}
	}
	if m.s.w < 60 && len(m.f.Properties) > 1 {
		return append(bs, own...)
	}
	return append(append(own[:min(1, len(own)):1], bs...), own[min(1, len(own)):]...)
}

// directBindings are the keys of direct, which the key line has no room for.
func (m *formMode) directBindings() []key.Binding {
	return []key.Binding{
		bind("alt+j", "alt+j", "answer as JSON"), bind("alt+t", "alt+t", "send as is, to test the server's own checks"),
		bind("alt+s", "alt+s", "raw schema"), bind("alt+r", "alt+r", "raw request"), bind("alt+e", "alt+e", "this text in $EDITOR"),
		bind("ctrl+n", "ctrl+n", "next problem"),
	}
}

// direct is what has a key of its own beside its entry in the menu.
func (m *formMode) direct(pressed string) func() tea.Cmd {
	switch pressed {
	case "alt+j":
		return func() tea.Cmd { return m.edit(false) }
	case "alt+t":
		return func() tea.Cmd { return m.edit(true) }
	case "alt+e":
		return m.fields.EditExternally
	case "alt+s":
		return func() tea.Cmd { m.showSchema(); return nil }
	case "alt+r":
		return func() tea.Cmd { m.showRequest(); return nil }
	}
	return nil
}

// nextProblem goes to the next field that shows one; when none does, the whole
// form is looked at.
func (m *formMode) nextProblem() tea.Cmd {
	if m.fields.HasIssues() {
		return m.fields.NextIssue()
	}
	if _, m.issues = m.f.Content(m.fields.Answers()); m.issues != nil {
		return m.fields.ShowIssues(m.issues)
	}
	m.s.tell("nothing keeps this from being sent")
	return nil
}
