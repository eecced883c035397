package plain

import (
	"strings"

	"elicit/forms"
)

// part is how many options are said at once.
const part = 20

// sayOptions says the options of a question from one on; the rest waits for
// :more.
func (v *interview) sayOptions(q forms.Question, from int) {
	to := min(from+part, len(q.Options))
	if len(q.Options)-to <= part/4 { // a few more are less trouble than a command
		to = len(q.Options)
	}
	for i := from; i < to; i++ {
		v.sayOption(q, i)
	}
	v.said = to
	if rest := len(q.Options) - to; rest > 0 {
		v.c.Say("%d more: :more says the next ones; a part of the words finds.", rest)
	}
}

func (v *interview) sayOption(q forms.Question, i int) {
	if o := q.Options[i]; strings.EqualFold(o.Value, o.Label) || o.Value == "" { // the review shows it exactly
		v.c.Say("  %d) %s", i+1, o.Label)
	} else {
		v.c.Say("  %d) %s [%s]", i+1, o.Label, o.Value)
	}
}

// find says those of many options that a text is a part of. None is taken: the
// person chooses.
func (v *interview) find(q forms.Question, text string) (found bool) {
	if len(q.Options) <= part {
		return false
	}
	text = strings.ToLower(strings.TrimSpace(text))
	more := 0
	for i, o := range q.Options {
		switch {
		case text == "" || !strings.Contains(strings.ToLower(o.Label+" "+o.Value), text):
		case more >= part:
			more++
		default:
			if more == 0 {
				v.c.Say("Found:")
			}
			more++
			v.sayOption(q, i)
		}
	}
	if more > part {
		v.c.Say("and %d more with these words", more-part)
	}
	return more > 0
}
