package answers

import (
	"encoding/json"
	"slices"
	"strings"

	"elicit/forms"
)

// fill makes content for a form out of given values.
type fill struct {
	form      *forms.Form
	defaults  bool // begin with what an untouched form holds
	onlyKnown bool // leave out values for properties that the form does not have
	asIs      bool // do not check
}

// content gives the content, or the issues that keep it from being sent. An
// error means that a value could not be got at all.
func (f fill) content(entries []entry) (json.RawMessage, *forms.Issues, error) {
	var o object
	if f.defaults {
		o = members(f.form.Preview(f.form.Initial()))
	}
	var issues []forms.Issue
	for _, e := range entries {
		if f.onlyKnown && !has(f.form, e.name) {
			continue
		}
		value, wrong, err := f.value(e)
		if err != nil {
			return nil, nil, err
		}
		issues = append(issues, wrong...)
		if len(wrong) == 0 && value != nil {
			o = o.set(e.name, value)
		}
	}
	if f.asIs && len(issues) == 0 {
		return o.json(), nil, nil
	}
	return f.checked(o.json(), issues)
}

// checked adds what is wrong with the whole, and else writes it as the form
// does for what is typed: in the order of the properties, whole numbers as
// plain digits.
func (f fill) checked(content json.RawMessage, issues []forms.Issue) (json.RawMessage, *forms.Issues, error) {
	if all := merge(f.form, issues, f.form.Check(content)); all != nil {
		return nil, all, nil
	}
	answers, wrong := f.form.Answers(content)
	if wrong != nil {
		return nil, wrong, nil
	}
	written, wrong := f.form.Content(answers)
	return written, wrong, nil
}

// merge puts the issues found one by one before those of the whole, in the
// order of the properties; a property with issues of its own is not also
// reported as missing.
func merge(form *forms.Form, first []forms.Issue, whole *forms.Issues) *forms.Issues {
	if len(first) == 0 {
		return whole
	}
	all := &forms.Issues{List: first}
	if whole != nil {
		all.More = whole.More
		for _, i := range whole.List {
			if !slices.ContainsFunc(first, func(own forms.Issue) bool { return own.Property == i.Property }) {
				all.List = append(all.List, i)
			}
		}
	}
	at := map[string]int{}
	for i, p := range form.Properties {
		at[p.Name.Raw()] = i + 1
	}
	slices.SortStableFunc(all.List, func(a, b forms.Issue) int { return at[a.Property] - at[b.Property] })
	if extra := len(all.List) - maxIssues; extra > 0 {
		all.List, all.More = all.List[:maxIssues], all.More+extra
	}
	return all
}

// maxIssues are kept, the rest is counted (DESIGN.md §4.4).
const maxIssues = 64

// value is one entry as JSON; nil leaves the property out.
func (f fill) value(e entry) (json.RawMessage, []forms.Issue, error) {
	text, isText, err := e.typed()
	if err != nil {
		return nil, nil, err
	}
	if !isText {
		return e.raw, nil, nil
	}
	p, known := propertyOf(f.form, e.name)
	if !known { // the check of the whole names it
		return quoteJSON(strings.Join(text, ",")), nil, nil
	}
	a, problem := typedAnswer(p, text)
	if problem != "" {
		return nil, []forms.Issue{{Property: e.name, Rule: string(p.Kind), Text: problem}}, nil
	}
	if issues := f.form.CheckAnswer(e.name, a); len(issues) > 0 {
		return nil, issues, nil
	}
	for _, m := range members(f.form.Preview(forms.Answers{e.name: a})) {
		if m.name == e.name {
			return m.value, nil, nil
		}
	}
	return nil, nil, nil
}
