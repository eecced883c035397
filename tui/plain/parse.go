package plain

import (
	"slices"
	"strings"

	"elicit/forms"
)

// parse reads a typed line as an answer; why says what is wrong with it.
func parse(q forms.Question, text string) (a forms.Answer, why string) {
	a.State = forms.Set
	switch q.Kind {
	case forms.KindBoolean:
		switch strings.ToLower(strings.TrimSpace(text)) {
		case "y", "yes", "true":
			a.Yes = true
		case "n", "no", "false":
		default:
			return a, "type yes or no"
		}
	case forms.KindChoice:
		i, why := pickOption(q, text)
		a.Picks = []int{i}
		return a, why
	case forms.KindChoices:
		return parseChoices(q, text)
	default:
		a.Text = text
	}
	return a, ""
}

func pickOption(q forms.Question, text string) (int, string) {
	labels, values := make([]string, len(q.Options)), make([]string, len(q.Options))
	for i, o := range q.Options {
		labels[i], values[i] = o.Label, o.Value
	}
	return pickOne(strings.TrimSpace(text), labels, values)
}

// parseChoices reads numbers or words with commas between them. A whole line
// that is the words of one option is that one, commas and all.
func parseChoices(q forms.Question, text string) (a forms.Answer, why string) {
	a.State = forms.Set
	if i, why := pickOption(q, text); why == "" {
		a.Picks = []int{i}
		return a, ""
	}
	for part := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		i, why := pickOption(q, part)
		if why != "" {
			return a, why
		}
		if !slices.Contains(a.Picks, i) {
			a.Picks = append(a.Picks, i)
		}
	}
	slices.Sort(a.Picks)
	return a, ""
}
