package forms

import "fmt"

// Check is what is wrong with any JSON object as an accepted answer to the
// form, whoever made it: names the form does not have, types, bounds, and
// what is missing. Nil means that it can be sent as it is.
func (f *Form) Check(c Content) *Issues {
	got := f.convert(c)
	issues := &Issues{}
	if got.broken != nil {
		issues.add(*got.broken)
		return issues
	}
	for i := range f.Properties {
		p := &f.Properties[i]
		found, failed := got.failed[p.Name.Raw()]
		if !failed {
			found = f.check(p, got.answers[p.Name.Raw()])
		}
		issues.add(found...)
	}
	issues.add(got.unknown...)
	return issues.orNil()
}

// Answers turns a JSON object into answers, for Content or a form on screen to
// take up. The issues are what cannot be turned: unknown names and wrong
// types. What can be is returned beside them; bounds are Content's affair.
func (f *Form) Answers(c Content) (Answers, *Issues) {
	got := f.convert(c)
	issues := &Issues{}
	if got.broken != nil {
		issues.add(*got.broken)
	}
	for i := range f.Properties {
		issues.add(got.failed[f.Properties[i].Name.Raw()]...)
	}
	issues.add(got.unknown...)
	return got.answers, issues.orNil()
}

// converted is a JSON object as answers, and what could not be one.
type converted struct {
	answers Answers
	failed  map[string][]Issue // by property
	unknown []Issue
	broken  *Issue // it is no JSON object at all
}

func (f *Form) convert(c Content) converted {
	got := converted{answers: Answers{}, failed: map[string][]Issue{}}
	root, failed := scan(c)
	switch {
	case failed != nil:
		got.broken = &Issue{Rule: issueType, Text: fmt.Sprintf("no JSON that can be sent, from its byte %d on", failed.offset)}
		return got
	case !root.is('{'):
		got.broken = &Issue{Rule: issueType, Text: "must be a JSON object of property names and values"}
		return got
	}
	for i := range root.members {
		m := &root.members[i]
		p := f.property(m.key)
		if p == nil {
			got.unknown = append(got.unknown, unknown(m.key))
			continue
		}
		if a, found := p.answerOf(&m.value); len(found) > 0 {
			got.failed[m.key] = found
		} else {
			got.answers[m.key] = a
		}
	}
	return got
}

// answerOf is a JSON value as an answer. Nothing is coerced: a value of
// another type is an issue.
func (p *Property) answerOf(value *node) (Answer, []Issue) {
	wrong := func(want string) (Answer, []Issue) {
		return Answer{}, []Issue{p.issue(issueType, "%s, not %s", want, typeWords(value))}
	}
	a := Answer{State: Set}
	switch p.Kind {
	case KindText:
		if !value.is('"') {
			return wrong("must be text")
		}
		a.Text = unquote(value.raw)
	case KindInteger, KindNumber:
		if !value.is('0') {
			return wrong("must be a number")
		}
		a.Text = string(value.raw)
	case KindBoolean:
		if !value.is('t') && !value.is('f') {
			return wrong("must be true or false")
		}
		a.Yes = value.is('t')
	case KindChoice:
		pick, ok := p.pickOf(value)
		if !ok {
			return Answer{}, []Issue{p.issue(issueOption, "not one of the options")}
		}
		a.Picks = []int{pick}
	case KindChoices, KindList:
		if !value.is('[') {
			return wrong("must be a list")
		}
		return p.answerOfList(value)
	}
	return a, nil
}

func (p *Property) answerOfList(value *node) (Answer, []Issue) {
	a := Answer{State: Set}
	var issues []Issue
	for i := range value.items {
		item := &value.items[i]
		if p.Kind == KindChoices {
			pick, ok := p.pickOf(item)
			if !ok {
				issues = append(issues, p.issue(issueOption, "entry %d is not one of the options", i+1))
			}
			a.Picks = append(a.Picks, pick)
			continue
		}
		if p.ItemKind == KindText != item.is('"') || p.ItemKind != KindText && !item.is('0') {
			issues = append(issues, p.issue(issueType, "entry %d: %s does not belong here", i+1, typeWords(item)))
			continue
		}
		a.Items = append(a.Items, display(item))
	}
	return a, issues
}

// pickOf is the index of the option of that value.
func (p *Property) pickOf(value *node) (int, bool) {
	if !value.scalar() {
		return 0, false
	}
	i, ok := p.checks.options[value.key()]
	return i, ok
}

func typeWords(n *node) string {
	switch n.kind {
	case '"':
		return "text"
	case '0':
		return "a number"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null, which is never sent"
	case '[':
		return "a list"
	}
	return "an object"
}
