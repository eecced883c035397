package forms

import (
	"maps"
	"slices"
	"strings"
)

// Initial is what a fresh form holds: the defaults where the profile pre-fills
// them, and nothing else. Every property has an entry.
func (f *Form) Initial() Answers {
	answers := make(Answers, len(f.Properties))
	for i := range f.Properties {
		p := &f.Properties[i]
		state := Omitted
		if p.Default != nil && f.Profile.PrefillDefaults {
			state = Default
		}
		answers[p.Name.Raw()] = Answer{State: state}
	}
	return answers
}

// Content is what an accept sends: every property that is answered, in the
// form's order, and at least {}. With issues there is no content.
func (f *Form) Content(answers Answers) (Content, *Issues) {
	content, issues := f.content(answers)
	if issues != nil {
		return nil, issues
	}
	return content, nil
}

// Preview is Content as far as it goes: properties whose answer has an issue
// are left out.
func (f *Form) Preview(answers Answers) Content {
	content, _ := f.content(answers)
	return content
}

func (f *Form) content(answers Answers) (Content, *Issues) {
	issues := &Issues{}
	out := []byte{'{'}
	for i := range f.Properties {
		p := &f.Properties[i]
		a := answers[p.Name.Raw()]
		if found := f.check(p, a); len(found) > 0 {
			issues.add(found...)
			continue
		}
		value := f.sent(p, a)
		if value == nil {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(out, quote(p.Name.Raw())...), ':')
		out = append(out, value...)
	}
	for _, name := range slices.Sorted(maps.Keys(answers)) {
		if _, known := f.index[name]; !known && answers[name].State != Omitted {
			issues.add(unknown(name))
		}
	}
	return append(out, '}'), issues.orNil()
}

func unknown(name string) Issue {
	return Issue{Property: name, Rule: issueUnknown, Text: "the form has no property of this name"}
}

// CheckAnswer is what is wrong with one answer, while it is being given; also
// that it is missing.
func (f *Form) CheckAnswer(name string, a Answer) []Issue {
	p := f.property(name)
	if p == nil {
		return []Issue{unknown(name)}
	}
	found := f.check(p, a)
	return found[:min(len(found), MaxIssues)]
}

// property is the property of that wire name; nil when there is none.
func (f *Form) property(name string) *Property {
	if i, ok := f.index[name]; ok {
		return &f.Properties[i]
	}
	return nil
}

// required reports whether a property has to be answered.
func (f *Form) required(p *Property) bool { return p.Required || f.Profile.AllRequired }

// check is what is wrong with an answer in any state.
func (f *Form) check(p *Property, a Answer) []Issue {
	switch a.State {
	case Set:
		if f.Profile.TrimText && p.Kind == KindText {
			if a.Text = strings.TrimSpace(a.Text); a.Text == "" {
				return []Issue{p.issue(issueBlank, "must not be blank")}
			}
		}
		return p.check(a)
	case Default:
		if p.Default == nil {
			return []Issue{p.issue(issueDefault, "there is no default that could be sent")}
		}
		return nil
	}
	if !f.required(p) {
		return nil
	}
	words := "needs an answer"
	switch p.Kind {
	case KindBoolean:
		words = "choose yes or no"
	case KindChoice:
		words = "choose one"
	}
	return []Issue{p.issue(issueRequired, "%s", words)}
}

// sent is the JSON that an answer without issues is sent as; nil when the
// property is left out.
func (f *Form) sent(p *Property, a Answer) []byte {
	switch a.State {
	case Set:
		if f.Profile.TrimText && p.Kind == KindText {
			a.Text = strings.TrimSpace(a.Text)
		}
		return p.value(a)
	case Default:
		if p.Kind == KindInteger {
			return scalar(KindInteger, string(p.Default))
		}
		return p.Default
	}
	return nil
}
