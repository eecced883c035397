package ask

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/question"
)

const messageCells = 48 // of a question's message in its summary

// line is one row of summary; a whole one is wrapped where others are cut.
type line struct {
	text  string
	whole bool
}

func (l line) rows(w int) []string {
	if !l.whole {
		return []string{ansi.Truncate(l.text, w, "…")}
	}
	return strings.Split(ansi.Hardwrap(l.text, max(w, 1), true), "\n")
}

// unsent is the line for a question that went away with what was filled in: it
// stays on the terminal, so that nothing typed is lost.
func unsent(s *question.Screen) (line, bool) {
	kept := s.Kept()
	if kept == nil {
		return line{}, false
	}
	return line{heading(s) + "→ not sent: " + string(safetext.EscapeJSON(kept)), true}, true
}

func heading(p question.Pane) string {
	head := "[" + forms.Badge(p.Server()) + "] "
	if !p.Message().Empty() {
		head += ansi.Truncate(p.Message().Line(), messageCells, "…") + "  "
	}
	return head
}

// summary is one question and its outcome on one row: plain text, since it also
// goes to files.
func summary(p question.Pane, d answers.Decision) string {
	return heading(p) + outcome(p, d)
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
	case mcpclient.Ask, mcpclient.Refuse:
	}
	if _, refused := p.(*question.Refused); refused {
		return "→ refused before it was asked"
	}
	return "→ not answered"
}
