package question

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"elicit/forms"
	"elicit/internal/safetext"
)

// formFrame divides the form's part of the screen.
type formFrame struct {
	fieldsW, fieldsH   int
	jsonW              int // 0: no JSON beside the form
	issue, line, press int // rows for one issue, the JSON on one line, the buttons
}

func (m *formMode) divide(w, h int) formFrame {
	f := formFrame{fieldsW: w, issue: 1}
	roomy := m.s.h >= roomyHeight
	if w >= wideWidth && len(m.f.Properties) > 1 && h > 6 {
		f.jsonW = max(30, min(w*3/8, 60))
		f.fieldsW = w - f.jsonW - 3
	} else if roomy || h > 9 {
		f.line = 1
	}
	if m.empty() || roomy && !m.single() {
		f.press = 1
	}
	f.fieldsH = max(1, h-f.issue-f.line-f.press)
	return f
}

func (m *formMode) setSize(w, h int) {
	m.frame = m.divide(w, h)
	m.fields.SetSize(m.frame.fieldsW, m.frame.fieldsH)
}

func (m *formMode) height(w int) int {
	f := m.divide(w, 100)
	return m.natural() + 1 + f.issue + f.line + f.press
}

// natural is how many rows the fields would like to have.
func (m *formMode) natural() int {
	if m.empty() {
		return len(indented(nothingToFillIn, m.s.w, m.s.o.Theme.Faint))
	}
	return m.fields.Height()
}

func (m *formMode) rows(w, h int) []string {
	t, f := m.s.o.Theme, m.frame
	rows := block(m.fieldRows(), f.fieldsW, f.fieldsH)
	if m.empty() || m.single() { // what it sends stands close below it
		rows = rows[:min(filled(rows)+1, len(rows))]
	}
	if f.jsonW > 0 {
		rows = beside(rows, m.jsonPane(f.jsonW, f.fieldsH), f.fieldsW, t)
	}
	rows = append(rows, m.issueRow())
	if f.line > 0 {
		rows = append(rows, m.jsonLine(w))
	}
	m.buttons.y = -1
	if f.press > 0 {
		rows = append(rows, m.buttons.draw(w, len(rows), m.empty(), t))
	}
	return rows
}

// filled is the number of rows up to the last one that is not blank.
func filled(rows []string) int {
	n := len(rows)
	for n > 0 && strings.TrimSpace(ansi.Strip(rows[n-1])) == "" {
		n--
	}
	return n
}

const nothingToFillIn = "Nothing to fill in: to send is to say yes."

func (m *formMode) fieldRows() []string {
	if m.empty() {
		return indented(nothingToFillIn, m.frame.fieldsW, m.s.o.Theme.Faint)
	}
	return strings.Split(m.fields.View(), "\n")
}

// issueRow names the first thing that keeps the form from being sent.
func (m *formMode) issueRow() string {
	if m.issues == nil || len(m.issues.List) == 0 {
		return ""
	}
	t, first := m.s.o.Theme, m.issues.List[0]
	words := "✗ " + m.issueText(first)
	if n := len(m.issues.List) - 1 + m.issues.More; n > 0 {
		words += fmt.Sprintf("  (and %d more)", n)
	}
	return " " + t.Error.Render(words)
}

func (m *formMode) issueText(i forms.Issue) string {
	if i.Property == "" {
		return i.Text
	}
	return m.title(i.Property) + ": " + i.Text
}

// title is how the person knows a property.
func (m *formMode) title(name string) string {
	for i, p := range m.f.Properties {
		if p.Name.Raw() == name {
			return m.questions[i].Title
		}
	}
	return safetext.Of(name).Line()
}

// standing is how a property takes part in the answer.
type standing string

const (
	standsSet     standing = "set"
	standsDefault standing = "default"
	standsOmitted standing = "omitted"
	standsMissing standing = "needed"
	standsInvalid standing = "not valid yet"
)

func (m *formMode) standing(i int, all forms.Answers) standing {
	p := m.f.Properties[i]
	a := all[p.Name.Raw()]
	switch {
	case a.State == forms.Omitted && len(m.f.CheckAnswer(p.Name.Raw(), a)) > 0:
		return standsMissing
	case a.State == forms.Omitted:
		return standsOmitted
	case len(m.f.CheckAnswer(p.Name.Raw(), a)) > 0:
		return standsInvalid
	case a.State == forms.Default:
		return standsDefault
	}
	return standsSet
}

// jsonPane is the exact JSON that would be sent, and below it how every other
// property stands (DESIGN.md §4.7).
func (m *formMode) jsonPane(w, h int) []string {
	t, all := m.s.o.Theme, m.fields.Answers()
	rows := []string{t.Faint.Render("would be sent")}
	pretty := prettyJSON(m.f.Preview(all))
	first := m.focusedRow(pretty, h-2)
	for _, row := range pretty[first:min(first+h, len(pretty))] {
		rows = append(rows, fit(colourJSON(row, t), w-1))
	}
	rows = append(rows, "")
	for i, q := range m.questions {
		if len(rows) > h {
			break // the rest is out of sight
		}
		switch st := m.standing(i, all); st {
		case standsSet:
		case standsMissing, standsInvalid:
			rows = append(rows, ends(t.Faint.Render(fit(q.Name, w-16)), t.Warning.Render(string(st)), w-2))
		default:
			rows = append(rows, ends(t.Faint.Render(fit(q.Name, w-16)), t.Faint.Render(string(st)), w-2))
		}
	}
	if len(rows) > h {
		rows = append(rows[:h-1], t.Faint.Render("…"))
	}
	return rows
}

// focusedRow is the first row to draw so that the focused field's JSON is in
// view.
func (m *formMode) focusedRow(pretty []string, room int) int {
	if i := m.fields.Focused(); len(pretty) > room && i >= 0 && i < len(m.f.Properties) {
		name := jsonWord(m.f.Properties[i].Name.Raw()) + ":"
		for y, row := range pretty {
			if strings.HasPrefix(row, "  "+name) && y >= room-2 {
				return min(y-room/2, len(pretty)-1)
			}
		}
	}
	return 0
}

// jsonLine is the same on one row, for narrow screens.
func (m *formMode) jsonLine(w int) string {
	t, all := m.s.o.Theme, m.fields.Answers()
	counts := map[standing]int{}
	for i := range m.questions {
		counts[m.standing(i, all)]++
	}
	var words []string
	for _, st := range []standing{standsMissing, standsInvalid, standsDefault, standsOmitted} {
		switch n := counts[st]; {
		case n > 0 && m.single():
			words = append(words, string(st))
		case n > 0:
			words = append(words, fmt.Sprintf("%d %s", n, st))
		}
	}
	right := t.Faint.Render(strings.Join(words, ", ") + " ")
	left := " " + t.Faint.Render("→ ") + colourJSON(compactJSON(m.f.Preview(all)), t)
	return ends(fit(left, w-len([]rune(strings.Join(words, ", ")))-4), right, w)
}
