package plain

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// manner is how an interview speaks: of a server's questions, or of the
// arguments of a call.
type manner struct {
	noun      string // of one thing to fill in
	answer    string // the prompts
	review    string
	empty     string // what is said when there is nothing to fill in
	yes       string // what yes does
	out       string // the ways out
	declines  bool
	asJSON    bool // :json leaves for another way to write all of it
	leaveHelp string
}

var (
	asQuestion = manner{
		noun: "Question", answer: "answer> ", review: "send> ",
		empty: "Nothing to fill in: to send is to say yes.",
		yes:   "to send it", out: ":decline or :cancel", declines: true,
		leaveHelp: ":decline   say no to the whole question\n:cancel    close the question without an answer",
	}
	asArguments = manner{
		noun: "Argument", answer: "argument> ", review: "call> ",
		yes: "to call it", out: ":cancel to go back", asJSON: true,
		leaveHelp: ":json      write all arguments as JSON\n:cancel    go back to the list; nothing is called",
	}
)

// interview asks the questions of one form in turn, then shows all of it.
type interview struct {
	c         *Console
	f         *forms.Form
	questions []forms.Question
	answers   forms.Answers
	previous  forms.Answers // earlier answers to the same question; offered, never taken silently
	manner    manner
	to        string // where the content goes: "sent to billing"

	command func(text string) (bool, error) // see Options.Command; may be nil
	between func(context.Context) error     // called between two questions; may be nil

	helpOnce *sync.Once

	said     int  // options of the question that were said
	at       int  // the question that is asked; len(questions) is the review
	reviewed bool // the person has seen the whole answer once
	touched  bool
}

// run asks until the content may leave. Its errors are the ways out of a
// question, io.EOF, or the context's cause.
func (v *interview) run(ctx context.Context) (answers.Decision, error) {
	v.answers = maps.Clone(v.answers)
	if v.answers == nil {
		v.answers = forms.Answers{}
	}
	v.announce()
	for {
		if v.between != nil {
			if err := v.between(ctx); err != nil {
				return answers.Decision{}, err
			}
		}
		var d answers.Decision
		var err error
		sent := false
		if v.at == len(v.questions) {
			d, sent, err = v.review(ctx)
		} else {
			err = v.ask(ctx, v.at)
		}
		switch {
		case errors.Is(err, errBack):
			v.at = min(max(v.at-1, 0), max(len(v.questions)-1, 0))
		case errors.Is(err, errMoved): // v.at says where to
		case err != nil || sent:
			return d, err
		case v.reviewed:
			v.at = len(v.questions)
		default:
			v.at++
		}
	}
}

func (v *interview) announce() {
	switch n := len(v.questions); {
	case n == 0 && v.manner.empty != "":
		v.c.Say("%s", v.manner.empty)
	case n > 1:
		v.c.Say("%d %ss.", n, strings.ToLower(v.manner.noun))
	}
	v.helpOnce.Do(func() { v.c.Say(":help lists the commands.") })
}

// review shows the exact JSON and asks whether it may leave.
func (v *interview) review(ctx context.Context) (d answers.Decision, sent bool, err error) {
	content, issues := v.f.Content(v.answers)
	if issues != nil {
		for _, i := range issues.List {
			v.c.Say("not accepted: %s", v.issueText(i))
		}
		v.at = v.first(issues)
		return d, false, errMoved
	}
	v.reviewed = true
	v.c.Say("")
	v.c.Say("This would be %s:", v.to)
	v.c.Say("%s", Pretty(content))
	v.standings()
	v.c.Say("%s", v.reviewHelp())
	for {
		text, err := v.c.Ask(ctx, v.manner.review)
		if err != nil {
			return d, false, err
		}
		sent, err := v.verdict(strings.TrimSpace(text))
		switch {
		case err != nil:
			return d, false, err
		case sent:
			d, err := v.leave(ctx, content)
			return d, err == nil, err
		}
	}
}

func (v *interview) reviewHelp() string {
	edit := ""
	switch len(v.questions) {
	case 0:
	case 1:
		edit = "1 to edit, "
	default:
		edit = fmt.Sprintf("1 to %d to edit, ", len(v.questions))
	}
	return "Type yes " + v.manner.yes + ", " + edit + v.manner.out + "."
}

// verdict reads one line of the review, and whether it is to be sent.
func (v *interview) verdict(text string) (sent bool, err error) {
	switch strings.ToLower(text) {
	case "y", "yes", "send", ":send":
		return true, nil
	case "n", "no", "edit", "e":
		return false, errBack
	}
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(v.questions) {
		v.at = n - 1
		return false, errMoved
	}
	if strings.HasPrefix(text, ":") {
		if known, err := v.common(text); known || err != nil {
			return false, err
		}
	}
	v.c.Say("%s", v.reviewHelp())
	return false, nil
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
	if v.f.Profile.RefusesCredentials {
		v.c.Say("The profile %s never sends that.", v.f.Profile.Name)
		return d, errBack
	}
	v.c.Say("A form answer is no place for it. Type \"send it\" to send it all the same.")
	text, err := v.c.Ask(ctx, "sure> ")
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
		case forms.Set: // which the content shows
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
		v.c.Say("%s", Pretty(v.f.Preview(v.answers)))
	}
}
