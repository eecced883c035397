package forms

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"elicit/internal/safetext"
)

// HostQuestion is a property as the strict host of profile `everruns` puts it
// to a person.
type HostQuestion struct {
	Kind        string        `json:"kind"` // choice or text
	ID          safetext.Text `json:"id"`   // the wire name
	Header      string        `json:"header"`
	Question    safetext.Text `json:"question"`
	MultiSelect bool          `json:"multi_select"`
	AllowOther  bool          `json:"allow_other"`
	Options     []HostOption  `json:"options"`
}

// HostOption is an option of a HostQuestion.
type HostOption struct {
	Label       safetext.Text `json:"label"`
	Description safetext.Text `json:"description"`       // the value, where the label is another
	Default     *bool         `json:"default,omitempty"` // of a boolean alone
}

// HostAnswer is how that host's person answers a HostQuestion.
type HostAnswer struct {
	Selected  []string `json:"selected"` // labels
	OtherText string   `json:"other_text"`
}

const (
	hostYes = "Yes"
	hostNo  = "No"
)

// Everruns is the form as that host's questions, in name order, under the
// badge of the server's configured name.
func (f *Form) Everruns(server string) []HostQuestion {
	header := Badge(server)
	questions := make([]HostQuestion, 0, len(f.Properties))
	for i := range f.Properties {
		questions = append(questions, f.Properties[i].hostQuestion(header))
	}
	slices.SortFunc(questions, func(a, b HostQuestion) int { return cmp.Compare(a.ID.Raw(), b.ID.Raw()) })
	return questions
}

func (p *Property) hostQuestion(header string) HostQuestion {
	text := p.Title.Raw()
	if text == "" {
		text = p.Name.Raw()
	}
	if description := p.Description.Raw(); strings.TrimSpace(description) != "" {
		text += ": " + description
	}
	q := HostQuestion{Kind: "choice", ID: p.Name, Header: header, Options: []HostOption{}}
	switch p.Kind {
	case KindBoolean:
		q.Options = p.hostBooleans()
	case KindChoice, KindChoices:
		q.MultiSelect = p.Kind == KindChoices
		q.Options = p.hostOptions()
	default:
		q.Kind, q.AllowOther = "text", true
		text += p.hostHint()
	}
	q.Question = safetext.Of(text)
	return q
}

func (p *Property) hostBooleans() []HostOption {
	yes, no := string(p.Default) == "true", string(p.Default) == "false"
	return []HostOption{
		{Label: safetext.Of(hostYes), Default: &yes},
		{Label: safetext.Of(hostNo), Default: &no},
	}
}

func (p *Property) hostOptions() []HostOption {
	options := make([]HostOption, len(p.Options))
	for i := range p.Options {
		o := &p.Options[i]
		options[i].Label = o.Label
		value := node{kind: o.Value[0], raw: o.Value}
		if text := display(&value); text != o.Label.Raw() {
			options[i].Description = safetext.Of(text)
		}
	}
	return options
}

// hostHint is what the host adds to a question that is answered in text.
func (p *Property) hostHint() string {
	if p.Kind == KindList {
		return " (one entry per line)"
	}
	if p.Kind == KindText {
		if p.Format.Empty() {
			return ""
		}
		return " (format: " + p.Format.Raw() + ")"
	}
	noun := "a number"
	if p.Kind == KindInteger {
		noun = "a whole number"
	}
	low, high := hostNumber(string(p.Minimum)), hostNumber(string(p.Maximum))
	switch {
	case low != "" && high != "":
		noun += " from " + low + " to " + high
	case low != "":
		noun += ", at least " + low
	case high != "":
		noun += ", at most " + high
	}
	return " (" + noun + ")"
}

// hostNumber is a bound as the host prints it: read as a 64-bit float, and
// never with an exponent.
func hostNumber(number string) string {
	f, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return ""
	}
	if f == 0 {
		f = 0 // not -0
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// HostAnswers turns that host's answers into this form's: labels map to values
// by their index, and one label at most is chosen. Bounds are Content's affair.
func (f *Form) HostAnswers(given map[string]HostAnswer) (Answers, *Issues) {
	answers, issues := Answers{}, &Issues{}
	for i := range f.Properties {
		p := &f.Properties[i]
		g, ok := given[p.Name.Raw()]
		if !ok {
			issues.add(p.issue(issueRequired, "was not answered"))
			continue
		}
		a, issue := p.hostAnswer(g)
		if issue != nil {
			issues.add(*issue)
			continue
		}
		answers[p.Name.Raw()] = a
	}
	return answers, issues.orNil()
}

func (p *Property) hostAnswer(g HostAnswer) (Answer, *Issue) {
	a := Answer{State: Set}
	refused := func(text string) (Answer, *Issue) {
		issue := p.issue(issueOption, "%s", text)
		return Answer{}, &issue
	}
	switch p.Kind {
	case KindBoolean:
		if len(g.Selected) != 1 || g.Selected[0] != hostYes && g.Selected[0] != hostNo {
			return refused("needs yes or no")
		}
		a.Yes = g.Selected[0] == hostYes
	case KindChoice, KindChoices:
		if p.Kind == KindChoice && len(g.Selected) != 1 {
			return refused("needs exactly one choice")
		}
		for _, label := range g.Selected {
			pick := slices.IndexFunc(p.Options, func(o Option) bool { return o.Label.Raw() == label })
			if pick < 0 {
				return refused("was not offered " + safetext.JSONString(label))
			}
			a.Picks = append(a.Picks, pick)
		}
	case KindList:
		a.Items = strings.Split(g.OtherText, "\n")
	default:
		a.Text = strings.TrimSpace(g.OtherText)
	}
	return a, nil
}
