package plain

import (
	"context"
	"fmt"
	"strings"

	"elicit/forms"
	"elicit/internal/safetext"
)

// ask puts one question until its answer is accepted. The answer that stands is
// kept when the person only presses enter.
func (v *interview) ask(ctx context.Context, at int) error {
	v.show(at)
	for {
		text, err := v.c.Ask(ctx, v.manner.answer)
		if err != nil {
			return err
		}
		a, done, err := v.read(ctx, at, text)
		if err != nil {
			return err
		}
		if !done {
			continue
		}
		issues := v.f.CheckAnswer(v.name(at), a)
		if len(issues) == 0 {
			v.touched = v.touched || text != ""
			v.answers[v.name(at)] = a
			return nil
		}
		for _, i := range issues {
			v.c.Say("not accepted: %s", i.Text)
		}
	}
}

// show writes the question: the server's words behind the bar, ours before it.
func (v *interview) show(at int) {
	q := v.questions[at]
	facts := []string{"optional"}
	if q.Required {
		facts[0] = "required"
	}
	if q.Constraint != "" {
		facts = append(facts, q.Constraint)
	}
	v.c.Say("")
	heading := v.manner.noun
	if n := len(v.questions); n > 1 {
		heading = fmt.Sprintf("%s %d of %d", heading, at+1, n)
	}
	v.c.Say("%s (%s)", heading, strings.Join(facts, ", "))
	v.c.Say("| %s", q.Title)
	if q.Description != "" {
		v.c.Quote(safetext.Of(q.Description))
	}
	v.sayOptions(q, 0)
	v.c.Say("%s", how(q, v.f.Properties[q.Property]))
	v.stands(at)
}

// how says what to type.
func how(q forms.Question, p forms.Property) string {
	switch q.Kind {
	case forms.KindBoolean:
		return "Type yes or no."
	case forms.KindChoice:
		return "Type one number, or its words."
	case forms.KindChoices:
		return "Type numbers with commas between them, such as 1,3."
	case forms.KindList:
		return "Type one entry per line; an empty line ends the list."
	case forms.KindInteger:
		return "Type a whole number."
	case forms.KindNumber:
		return "Type a number."
	case forms.KindText:
	}
	if p.MaxLength == nil || *p.MaxLength > 200 {
		return "Type a text; :text takes several lines."
	}
	return "Type a text."
}

// stands says what enter alone would mean.
func (v *interview) stands(at int) {
	q, a := v.questions[at], v.answers[v.name(at)]
	switch {
	case a.State == forms.Default:
		v.c.Say("Enter alone sends the default: %s", q.DefaultText)
	case a.State == forms.Set:
		v.c.Say("Enter alone keeps: %s", v.f.AnswerText(v.name(at), a))
	case !q.Required:
		v.c.Say("Enter alone leaves it out.")
	}
	if a.State != forms.Default && q.HasDefault {
		v.c.Say("The default is: %s", q.DefaultText)
	}
	if last, ok := v.previous[v.name(at)]; ok && last.State == forms.Set {
		v.c.Say("The last time you answered: %s (:last takes it)", v.f.AnswerText(v.name(at), last))
	}
}

// read turns one line into an answer; done is false when it was a command that
// leaves the question open.
func (v *interview) read(ctx context.Context, at int, text string) (a forms.Answer, done bool, err error) {
	q := v.questions[at]
	switch {
	case text == "":
		return v.answers[v.name(at)], true, nil // what stands: set, default or omitted
	case strings.HasPrefix(text, ":") && !strings.HasPrefix(text, "::"):
		return v.order(ctx, at, strings.TrimSpace(text))
	}
	text = strings.TrimPrefix(text, ":") // "::x" is ":x"
	if q.Kind == forms.KindList {
		return v.readList(ctx, text)
	}
	a, why := parse(q, text)
	if why != "" {
		if !v.find(q, text) {
			v.c.Say("not accepted: %s", why)
		}
		return a, false, nil
	}
	return a, true, nil
}

// readText reads lines up to one with a single dot; a line of dots loses one.
func (v *interview) readText(ctx context.Context) (a forms.Answer, done bool, err error) {
	v.c.Say("A line with a single dot ends the text.")
	var rows []string
	for {
		text, err := v.c.Ask(ctx, "line> ")
		switch {
		case err != nil:
			return a, false, err
		case text == ".":
			return forms.Answer{State: forms.Set, Text: strings.Join(rows, "\n")}, true, nil
		case strings.Trim(text, ".") == "" && text != "":
			text = text[1:]
		}
		rows = append(rows, text)
	}
}

// readList reads the further entries of a list, up to an empty line.
func (v *interview) readList(ctx context.Context, first string) (a forms.Answer, done bool, err error) {
	items := []string{first}
	for {
		text, err := v.c.Ask(ctx, fmt.Sprintf("entry %d> ", len(items)+1))
		switch {
		case err != nil:
			return a, false, err
		case text == "":
			return forms.Answer{State: forms.Set, Items: items}, true, nil
		case text == ":back":
			return a, false, nil
		case strings.HasPrefix(text, ":") && !strings.HasPrefix(text, "::"):
			if known, err := v.common(text); err != nil {
				return a, false, err
			} else if !known {
				v.c.Say("%s", unknown)
			}
			continue
		}
		items = append(items, strings.TrimPrefix(text, ":"))
	}
}
