package plain

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// interview asks the questions of one form in turn, then shows all of it.
type interview struct {
	c         *Console
	f         *forms.Form
	questions []forms.Question
	answers   forms.Answers
	previous  forms.Answers // earlier answers to the same question; offered, never taken silently
	to        string        // where the content goes: "sent to billing"
	reviewed  bool          // the person has seen the whole answer once
	touched   bool
}

// run asks until the content may leave. Its errors are the ways out of a
// question, io.EOF, or the context's cause.
func (v *interview) run(ctx context.Context) (answers.Decision, error) {
	v.answers = maps.Clone(v.answers)
	if v.answers == nil {
		v.answers = forms.Answers{}
	}
	switch n := len(v.questions); n {
	case 0:
		v.c.Say("Nothing to fill in: to send is to say yes.")
	case 1:
		v.c.Say("1 question. :help lists the commands.")
	default:
		v.c.Say("%d questions. :help lists the commands.", n)
	}
	for at := 0; ; {
		if at == len(v.questions) {
			d, next, err := v.review(ctx)
			if err != nil || next < 0 {
				return d, err
			}
			at = next
			continue
		}
		switch err := v.ask(ctx, at); {
		case errors.Is(err, errBack):
			at = max(at-1, 0)
		case err != nil:
			return answers.Decision{}, err
		case v.reviewed:
			at = len(v.questions)
		default:
			at++
		}
	}
}

// review shows the exact JSON and asks whether it may leave; next is the
// question to go to, or -1.
func (v *interview) review(ctx context.Context) (d answers.Decision, next int, err error) {
	content, issues := v.f.Content(v.answers)
	if issues != nil {
		for _, i := range issues.List {
			v.c.Say("not accepted: %s", v.issueText(i))
		}
		return d, v.first(issues), nil
	}
	v.reviewed = true
	v.c.Say("")
	v.c.Say("This would be %s:", v.to)
	v.c.Say("%s", pretty(content))
	v.standings()
	for {
		text, err := v.c.Ask(ctx, v.reviewPrompt())
		if err != nil {
			return d, 0, err
		}
		next, sent, err := v.verdict(strings.TrimSpace(text))
		switch {
		case err != nil:
			return d, 0, err
		case sent:
			d, err := v.leave(ctx, content)
			if errors.Is(err, errBack) {
				return d, v.lastOrReview(), nil
			}
			return d, -1, err
		case next >= 0:
			return d, next, nil
		}
	}
}

func (v *interview) lastOrReview() int { return max(len(v.questions)-1, 0) }

func (v *interview) reviewPrompt() string {
	switch len(v.questions) {
	case 0:
		return "send? yes, :decline or :cancel> "
	case 1:
		return "send? yes, edit, :decline or :cancel> "
	}
	return fmt.Sprintf("send? yes, 1-%d to edit, :decline or :cancel> ", len(v.questions))
}

// verdict reads one line of the review: the question to go to, or -1, and
// whether it is to be sent.
func (v *interview) verdict(text string) (next int, sent bool, err error) {
	switch strings.ToLower(text) {
	case "y", "yes", "send", ":send":
		return -1, true, nil
	case "n", "no", "edit", "e", ":back":
		if len(v.questions) > 0 {
			return v.lastOrReview(), false, nil
		}
	case ":decline":
		return 0, false, errDecline
	case ":cancel":
		return 0, false, errCancel
	}
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(v.questions) {
		return n - 1, false, nil
	}
	v.c.Say("type yes to send it")
	return -1, false, nil
}

// leave lets the content go, unless it looks like a credential: then the person
// is told why, and may mean it all the same where the profile allows that
// (DESIGN.md §4.3).
func (v *interview) leave(ctx context.Context, content forms.Content) (answers.Decision, error) {
	d := answers.Decision{Action: mcpclient.Accept, Content: content, By: answers.ByPerson}
	shaped := v.f.CredentialShaped(content)
	if len(shaped) == 0 {
		return d, nil
	}
	for _, i := range shaped {
		v.c.Say("stopped: %s", v.issueText(i))
	}
	if v.f.Profile.Name == forms.Everruns.Name {
		v.c.Say("The profile %s never sends that.", v.f.Profile.Name)
		return d, errBack
	}
	text, err := v.c.Ask(ctx, "A form answer is no place for it. Type \"send it\" to send it all the same> ")
	if err != nil {
		return d, err
	}
	if !strings.EqualFold(strings.TrimSpace(text), "send it") {
		return d, errBack
	}
	d.Confirmed = true
	return d, nil
}

// standings tells which questions are not part of the content, or only by
// their default.
func (v *interview) standings() {
	for i, q := range v.questions {
		switch v.answers[v.name(i)].State {
		case forms.Omitted:
			v.c.Say("  omitted: %d) %s", i+1, q.Title)
		case forms.Default:
			v.c.Say("  default: %d) %s", i+1, q.Title)
		}
	}
}

func (v *interview) name(i int) string { return v.f.Properties[v.questions[i].Property].Name.Raw() }

// first is the question of the first issue.
func (v *interview) first(issues *forms.Issues) int {
	for _, issue := range issues.List {
		for i := range v.questions {
			if v.name(i) == issue.Property {
				return i
			}
		}
	}
	return 0
}

func (v *interview) issueText(i forms.Issue) string {
	for j, q := range v.questions {
		if i.Property != "" && v.name(j) == i.Property {
			return q.Title + ": " + i.Text
		}
	}
	if i.Property != "" {
		return safetext.Of(i.Property).Line() + ": " + i.Text
	}
	return i.Text
}

// keep writes what was filled in, so that it is not lost with its question.
func (v *interview) keep() {
	if v.touched {
		v.c.Say("Your answers so far:")
		v.c.Say("%s", pretty(v.f.Preview(v.answers)))
	}
}
