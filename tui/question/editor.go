package question

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"

	"elicit/tui/theme"
)

const maxProblems = 3 // shown below the editor at once

// editor takes the whole answer as JSON: checked like the form, or as it is, to
// test a server's own validation.
type editor struct {
	m         *formMode
	area      textarea.Model
	unchecked bool
	content   json.RawMessage // what the text says; nil while it says nothing valid
	problems  []string
	first     string // the text it began with
}

// edit opens the editor; text typed before is still there.
func (m *formMode) edit(unchecked bool) tea.Cmd {
	slot := &m.drafts[0]
	if unchecked {
		slot = &m.drafts[1]
	}
	if *slot == nil || (*slot).area.Value() == (*slot).first {
		*slot = m.newEditor(unchecked)
	}
	m.s.layers.push(*slot)
	return (*slot).area.Focus()
}

func (m *formMode) newEditor(unchecked bool) *editor {
	area := textarea.New()
	area.Prompt, area.MaxHeight, area.CharLimit = " ", 0, 0
	area.SetStyles(textarea.DefaultStyles(m.s.o.Theme.Dark))
	area.SetValue(strings.Join(prettyJSON(m.f.Preview(m.fields.Answers())), "\n"))
	e := &editor{m: m, area: area, unchecked: unchecked, first: area.Value()}
	e.check()
	return e
}

func (e *editor) key(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "esc":
		e.m.s.layers.pop() // the text is kept
		return nil
	case "ctrl+s":
		return e.submit()
	case "ctrl+d":
		return e.m.decline()
	}
	return e.update(msg)
}

func (e *editor) update(msg tea.Msg) tea.Cmd {
	area, cmd := e.area.Update(msg)
	e.area = area
	e.check()
	return cmd
}

// submit shows what the text says for a last look; the form takes it over.
func (e *editor) submit() tea.Cmd {
	if e.content == nil || !e.unchecked && len(e.problems) > 0 {
		return nil
	}
	if !e.unchecked {
		a, issues := e.m.f.Answers(e.content)
		if issues == nil {
			e.m.fields.SetAnswers(a)
			e.m.recheck()
		}
	}
	e.m.s.layers.push(e.m.review(e.content, e.unchecked))
	return nil
}

// check reads the text anew.
func (e *editor) check() {
	e.content, e.problems = nil, nil
	text := []byte(e.area.Value())
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		e.problems = []string{syntaxWords(text, err)}
		return
	}
	e.content = compact.Bytes()
	issues := e.m.f.Check(e.content)
	if issues == nil {
		return
	}
	for i, issue := range issues.List {
		if i == maxProblems-1 && len(issues.List)+issues.More > maxProblems {
			e.problems = append(e.problems, fmt.Sprintf("and %d more", len(issues.List)+issues.More-i))
			return
		}
		e.problems = append(e.problems, e.m.issueText(issue))
	}
}

func syntaxWords(text []byte, err error) string {
	var syntax *json.SyntaxError
	if len(bytes.TrimSpace(text)) == 0 {
		return "nothing yet: an answer is a JSON object, at least {}"
	}
	if !errors.As(err, &syntax) {
		return "not JSON yet"
	}
	before := text[:min(max(int(syntax.Offset)-1, 0), len(text))]
	line := bytes.Count(before, []byte("\n")) + 1
	col := len([]rune(string(before[bytes.LastIndexByte(before, '\n')+1:]))) + 1
	return fmt.Sprintf("not JSON yet: row %d, column %d", line, col)
}

func (e *editor) rows(w, h int, t *theme.Theme) []string {
	title := " " + t.Strong.Render("Answer as JSON") + "  " + t.Faint.Render("checked like the form")
	if e.unchecked {
		title = " " + t.Warning.Render("TEST: send as is") + "  " + t.Faint.Render("any JSON, whether it fits or not")
	}
	e.area.SetWidth(max(w-1, 4))
	e.area.SetHeight(max(h-2-maxProblems, 1))
	rows := append([]string{title, ""}, strings.Split(e.area.View(), "\n")...)
	rows = block(rows, w, max(h-maxProblems, 1))
	for _, problem := range e.problems {
		style := t.Error
		if e.unchecked {
			style = t.Warning
		}
		rows = append(rows, " "+style.Render("✗ "+problem))
	}
	if len(e.problems) == 0 {
		rows = append(rows, " "+t.Success.Render("✔ fits"))
	}
	return block(rows, w, h)
}

func (e *editor) bindings() []key.Binding {
	return []key.Binding{bind("ctrl+s", "ctrl+s", "last look, then send"), bind("esc", "esc", "back, text is kept"), bind("ctrl+d", "ctrl+d", "decline")}
}
