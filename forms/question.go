package forms

import (
	"fmt"
	"strings"

	"elicit/internal/safetext"
)

// Questions are the properties as a person sees them, in the form's order.
func (f *Form) Questions() []Question {
	found := make(map[string][]Finding, len(f.Findings))
	for _, finding := range f.Findings {
		found[finding.Property] = append(found[finding.Property], finding)
	}
	questions := make([]Question, len(f.Properties))
	for i := range f.Properties {
		p := &f.Properties[i]
		questions[i] = Question{
			Property:    i,
			Name:        p.Name.Line(),
			Title:       p.title(),
			Description: p.Description.String(),
			Constraint:  p.constraint(),
			Kind:        p.Kind,
			Required:    f.required(p),
			Options:     p.questionOptions(),
			Findings:    found[p.Name.Raw()],
			HasDefault:  p.Default != nil,
			DefaultText: p.defaultText(),
		}
	}
	return questions
}

// title is the server's title on one row, or the name where that is blank.
func (p *Property) title() string {
	if title := p.Title.Line(); strings.TrimSpace(title) != "" {
		return title
	}
	return p.Name.Line()
}

func (p *Property) questionOptions() []QuestionOption {
	if len(p.Options) == 0 {
		return nil
	}
	options := make([]QuestionOption, len(p.Options))
	for i := range p.Options {
		o := &p.Options[i]
		value := node{kind: o.Value[0], raw: o.Value}
		options[i] = QuestionOption{Label: o.Shown, Value: safetext.Of(display(&value)).Line()}
	}
	return options
}

// constraint is what an answer has to be, in words.
func (p *Property) constraint() string {
	var parts []string
	add := func(part string) {
		if part != "" {
			parts = append(parts, part)
		}
	}
	switch p.Kind {
	case KindText:
		add(p.formatWords())
		add(extent(p.MinLength, p.MaxLength, "character"))
		add(p.patternWords())
	case KindInteger, KindNumber:
		add(p.numberWords(p.Kind, "whole number", "number"))
	case KindBoolean:
		add("yes or no")
	case KindChoice:
		add(fmt.Sprintf("one of %d", len(p.Options)))
	case KindChoices:
		add(p.choicesWords())
	case KindList:
		parts = append(parts, p.listWords()...)
	}
	return strings.Join(parts, ", ")
}

var formatNames = map[string]string{
	"email":     "email",
	"uri":       "URI (https://…)",
	"date":      "date (YYYY-MM-DD)",
	"date-time": "date and time (YYYY-MM-DDThh:mm:ssZ)",
}

func (p *Property) formatWords() string {
	if p.Format.Empty() {
		return ""
	}
	name, known := formatNames[p.Format.Raw()]
	switch {
	case !known:
		return "format: " + p.Format.Line() + " (not checked)"
	case !p.FormatChecked():
		return name + " (not checked)"
	}
	return name
}

func (p *Property) patternWords() string {
	if p.Pattern.Empty() {
		return ""
	}
	words := "pattern: " + p.Pattern.Line()
	if !p.PatternChecked() {
		words += " (not checked)"
	}
	return words
}

// extent is a range of lengths in words; empty when it restricts nothing.
func extent(least, most *int, noun string) string {
	low, high := 0, -1
	if least != nil {
		low = max(*least, 0)
	}
	if most != nil {
		high = *most
	}
	switch {
	case high < 0 && low == 0:
		return ""
	case high < 0:
		return "at least " + lengthWords(low, noun)
	case low == 0:
		return "at most " + lengthWords(high, noun)
	case low == high:
		return "exactly " + lengthWords(low, noun)
	}
	return fmt.Sprintf("%d to %s", low, lengthWords(high, noun))
}

// numberWords is a number's kind and bounds in words.
func (p *Property) numberWords(kind Kind, whole, fraction string) string {
	words := fraction
	if kind == KindInteger {
		words = whole
	}
	low, high := "", ""
	switch {
	case p.ExclusiveMinimum != "":
		low = "more than " + string(p.ExclusiveMinimum)
	case p.Minimum != "":
		low = "at least " + string(p.Minimum)
	}
	switch {
	case p.ExclusiveMaximum != "":
		high = "less than " + string(p.ExclusiveMaximum)
	case p.Maximum != "":
		high = "at most " + string(p.Maximum)
	}
	if p.bothInclusive() {
		low, high = fmt.Sprintf("%s to %s", p.Minimum, p.Maximum), ""
	}
	multiple := ""
	if p.MultipleOf != "" {
		multiple = "a multiple of " + string(p.MultipleOf)
	}
	parts := []string{words}
	for _, part := range []string{low, high, multiple} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

func (p *Property) bothInclusive() bool {
	return p.Minimum != "" && p.Maximum != "" && p.ExclusiveMinimum == "" && p.ExclusiveMaximum == ""
}

// choicesWords says how many of the options may be chosen: "2 to 5 of 9".
func (p *Property) choicesWords() string {
	words := extent(p.MinItems, p.MaxItems, "")
	if words == "" {
		words = "any"
	}
	return fmt.Sprintf("%s of %d", words, len(p.Options))
}

func (p *Property) listWords() []string {
	entries := extent(p.MinItems, p.MaxItems, "entry")
	if entries == "" {
		entries = "any number of entries"
	}
	parts := []string{entries}
	switch p.ItemKind {
	case KindText:
		for _, words := range []string{p.formatWords(), extent(p.MinLength, p.MaxLength, "character"), p.patternWords()} {
			if words != "" {
				parts = append(parts, "each "+words)
			}
		}
	default:
		parts = append(parts, "each a "+p.numberWords(p.ItemKind, "whole number", "number"))
	}
	if p.UniqueItems {
		parts = append(parts, "none twice")
	}
	return parts
}

// defaultText is the default on one row; empty when there is none.
func (p *Property) defaultText() string {
	a, ok := p.defaultAnswer()
	if !ok {
		return ""
	}
	return p.answerText(a)
}

// DefaultAnswer is a property's default as an answer that a person could have
// given, to start editing from; ok is false when it has none.
func (f *Form) DefaultAnswer(name string) (a Answer, ok bool) {
	p := f.property(name)
	if p == nil {
		return Answer{}, false
	}
	return p.defaultAnswer()
}

func (p *Property) defaultAnswer() (a Answer, ok bool) {
	if p.Default == nil {
		return Answer{}, false
	}
	value, failed := scan(p.Default)
	if failed != nil {
		return Answer{}, false
	}
	a, issues := p.answerOf(value)
	return a, len(issues) == 0
}

// AnswerText is an answer on one row as a person reads it: labels, not values.
func (f *Form) AnswerText(name string, a Answer) string {
	p := f.property(name)
	switch {
	case p == nil || a.State == Omitted:
		return "omitted"
	case a.State == Default && p.Default == nil:
		return "omitted"
	case a.State == Default:
		return p.defaultText()
	}
	return p.answerText(a)
}

func (p *Property) answerText(a Answer) string {
	switch {
	case p.Kind == KindBoolean && a.Yes:
		return "yes"
	case p.Kind == KindBoolean:
		return "no"
	case p.Kind == KindChoice || p.Kind == KindChoices:
		labels := make([]string, 0, len(a.Picks))
		for _, pick := range a.Picks {
			if pick >= 0 && pick < len(p.Options) {
				labels = append(labels, p.Options[pick].Shown)
			}
		}
		return joined(labels)
	case p.Kind == KindList:
		items := make([]string, len(a.Items))
		for i, item := range a.Items {
			items[i] = safetext.Of(item).Line()
		}
		return joined(items)
	case strings.TrimSpace(a.Text) == "":
		return safetext.JSONString(a.Text)
	}
	return safetext.Of(a.Text).Line()
}

func joined(parts []string) string {
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}
