package answers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"elicit/forms"
	"elicit/internal/safetext"
)

// entry is a value that a rule gives to one property, in one of four ways.
type entry struct {
	name string
	raw  json.RawMessage // JSON
	text []string        // typed by the form's kind; several are several choices or list entries
	file string          // the file that holds the text
	env  string          // the environment variable that holds the text
	used bool
}

// maxValueFile bounds what a value read from a file may be, in bytes.
const maxValueFile = 8 << 20

// typed is the entry's text, from wherever it comes; ok is false for JSON.
func (e entry) typed() (text []string, ok bool, err error) {
	switch {
	case e.env != "":
		v, set := os.LookupEnv(e.env)
		if !set {
			return nil, true, fmt.Errorf("%s: the environment variable %s is not set", quote(e.name), quote(e.env))
		}
		return []string{v}, true, nil
	case e.file != "":
		v, err := readValue(e.file)
		if err != nil {
			return nil, true, fmt.Errorf("%s: %w", quote(e.name), err)
		}
		return []string{v}, true, nil
	case e.raw == nil:
		return e.text, true, nil
	}
	return nil, false, nil
}

// readValue is a file's text without the line break at its end.
func readValue(path string) (string, error) {
	f, err := os.Open(filepath.Clean(path))
	if err != nil {
		return "", err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxValueFile+1))
	switch {
	case err != nil:
		return "", err
	case len(b) > maxValueFile:
		return "", fmt.Errorf("%s is larger than %d bytes", path, maxValueFile)
	case !utf8.Valid(b):
		return "", fmt.Errorf("%s is not UTF-8 text", path)
	}
	return strings.TrimSuffix(strings.TrimSuffix(string(b), "\n"), "\r"), nil
}

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

// typedAnswer reads text as the property's kind does.
func typedAnswer(p forms.Property, text []string) (a forms.Answer, problem string) {
	a.State = forms.Set
	switch p.Kind {
	case forms.KindList:
		a.Items = text
		return a, ""
	case forms.KindChoices:
		a.Picks, problem = picks(p, text)
		return a, problem
	}
	if len(text) != 1 {
		return a, "is given more than once"
	}
	switch p.Kind {
	case forms.KindBoolean:
		yes, known := booleans[strings.ToLower(strings.TrimSpace(text[0]))]
		if !known {
			return a, "must be true or false"
		}
		a.Yes = yes
	case forms.KindChoice:
		i, err := pick(p, text[0])
		if err != nil {
			return a, err.Error()
		}
		a.Picks = []int{i}
	default:
		a.Text = text[0]
	}
	return a, ""
}

var booleans = map[string]bool{
	"true": true, "yes": true, "y": true, "on": true,
	"false": false, "no": false, "n": false, "off": false,
}

// picks finds several options: one text each, or several in one text with
// commas between them.
func picks(p forms.Property, text []string) ([]int, string) {
	found := []int{}
	for _, t := range text {
		if i, err := pick(p, t); err == nil {
			found = append(found, i)
			continue
		}
		for part := range strings.SplitSeq(t, ",") {
			part = strings.TrimSpace(part)
			if part == "" {
				continue
			}
			i, err := pick(p, part)
			if err != nil {
				return nil, err.Error()
			}
			found = append(found, i)
		}
	}
	slices.Sort(found)
	return slices.Compact(found), ""
}

// pick finds the option with that value, or else with that label.
func pick(p forms.Property, text string) (int, error) {
	for i, o := range p.Options {
		if optionText(o) == text {
			return i, nil
		}
	}
	for i, o := range p.Options {
		if o.Shown == text || o.Label.Raw() == text {
			return i, nil
		}
	}
	return 0, errors.New(quote(text) + " is not an option; there are: " + optionList(p))
}

// optionText is an option's value as one types it.
func optionText(o forms.Option) string {
	var s string
	if json.Unmarshal(o.Value, &s) == nil && len(o.Value) > 0 && o.Value[0] == '"' {
		return s
	}
	return string(o.Value)
}

func optionList(p forms.Property) string {
	const most = 12
	var names []string
	for i, o := range p.Options {
		if i == most {
			names = append(names, fmt.Sprintf("and %d more", len(p.Options)-most))
			break
		}
		names = append(names, safetext.Of(optionText(o)).Line())
	}
	return strings.Join(names, ", ")
}

// members are an object's members in order, with their exact values.
func members(content json.RawMessage) object {
	dec := json.NewDecoder(bytes.NewReader(content))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var o object
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return o
		}
		name, _ := t.(string)
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return o
		}
		o = append(o, field{name, value})
	}
	return o
}
