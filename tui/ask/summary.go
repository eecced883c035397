package ask

import (
	"github.com/charmbracelet/x/ansi"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/question"
)

const messageCells = 48 // of a question's message in its summary

// summary is one question and its outcome on one row: plain text, since it also
// goes to files.
func summary(p question.Pane, d answers.Decision) string {
	line := "[" + forms.Badge(p.Server()) + "] "
	if s, ok := p.(*question.Screen); ok && !s.Case().Message.Empty() {
		line += ansi.Truncate(s.Case().Message.Line(), messageCells, "…") + "  "
	}
	return line + outcome(p, d)
}

func outcome(p question.Pane, d answers.Decision) string {
	switch d.Action {
	case mcpclient.Accept:
		words := "accepted"
		if d.Unchecked {
			words = "sent as is (test)"
		}
		if len(d.Content) == 0 {
			return "→ " + words
		}
		return "→ " + words + " " + string(safetext.EscapeJSON(d.Content))
	case mcpclient.Decline:
		return "→ declined"
	case mcpclient.Cancel:
		return "→ cancelled"
	}
	if _, refused := p.(*question.Refused); refused {
		return "→ refused before it was asked"
	}
	return "→ not answered"
}
