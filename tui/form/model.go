package form

import (
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"elicit/forms"
	"elicit/tui/theme"
)

// Options are what a form on screen starts with.
type Options struct {
	Theme    *theme.Theme
	Answers  forms.Answers    // what it starts with; nil is forms.Form.Initial
	Previous forms.Answers    // earlier answers to the same question: offered per field, marked, never taken silently
	Now      func() time.Time // nil is time.Now
}

// Model is a form on screen.
type Model struct {
	form    *forms.Form
	options Options
	w, h    int
	answers forms.Answers
	focus   int
}

// Submitted is sent when the person moves past the last field, or asks to send.
type Submitted struct{ Model *Model }

// New makes the screen form of f.
func New(f *forms.Form, o Options) *Model { return &Model{form: f, options: o, answers: o.Answers} }

func (m *Model) Init() tea.Cmd { return nil }

func (m *Model) Update(msg tea.Msg) tea.Cmd { return nil }

func (m *Model) View() string { return "" }

func (m *Model) SetSize(w, h int) { m.w, m.h = w, h }

func (m *Model) SetTheme(t *theme.Theme) { m.options.Theme = t }

func (m *Model) Answers() forms.Answers { return m.answers }

func (m *Model) SetAnswers(a forms.Answers) { m.answers = a }

func (m *Model) Changed() bool { return false }

func (m *Model) Focused() int { return m.focus }

func (m *Model) Focus(property int) tea.Cmd { m.focus = property; return nil }

func (m *Model) Capturing() bool { return false }

func (m *Model) Escape() bool { return false }

func (m *Model) ShowIssues(*forms.Issues) tea.Cmd { return nil }

func (m *Model) NextIssue() tea.Cmd { return nil }

func (m *Model) SetState(property int, s forms.State) {}

func (m *Model) ToggleWireNames() {}

func (m *Model) ToggleFindings() {}

func (m *Model) EditExternally() tea.Cmd { return nil }

func (m *Model) Height() int { return 1 }

func (m *Model) Bindings() []key.Binding { return nil }
