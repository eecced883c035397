package answers

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"elicit/forms"
	"elicit/internal/safetext"
)

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
	default:
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
