package forms

import (
	"maps"
	"slices"
	"strings"

	"elicit/internal/safetext"
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
		// the server's own bytes may hold what a terminal acts on: the same value
		// is sent in an escaped spelling, so that it can be shown as it is sent
		out = append(out, safetext.EscapeJSON(value)...)
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
	switch {
	case a.State == Set && f.trims(p) && strings.TrimSpace(a.Text) == "":
		return []Issue{p.issue(issueBlank, "must not be blank")}
	case a.State == Set:
		return p.check(f.trimmed(p, a))
	case a.State == Default && p.Default == nil:
		return []Issue{p.issue(issueDefault, "there is no default that could be sent")}
	case a.State == Omitted && f.required(p):
		return []Issue{p.issue(issueRequired, "%s", missingWords(p.Kind))}
	}
	return nil
}

func missingWords(kind Kind) string {
	if kind == KindBoolean {
		return "choose yes or no"
	}
	if kind == KindChoice {
		return "choose one"
	}
	return "needs an answer"
}

func (f *Form) trims(p *Property) bool { return f.Profile.TrimText && p.Kind == KindText }

func (f *Form) trimmed(p *Property, a Answer) Answer {
	if f.trims(p) {
		a.Text = strings.TrimSpace(a.Text)
	}
	return a
}

// sent is the JSON that an answer without issues is sent as; nil when the
// property is left out.
func (f *Form) sent(p *Property, a Answer) []byte {
	switch {
	case a.State == Set:
		return p.value(f.trimmed(p, a))
	case a.State == Default && p.Kind == KindInteger:
		return scalar(KindInteger, string(p.Default))
	case a.State == Default:
		return p.Default
	}
	return nil
}
