package forms

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"elicit/internal/safetext"
)

// The rules of issues, beside those named after JSON Schema's keywords.
const (
	issueRequired   = "required"
	issueUnknown    = "unknown"
	issueType       = "type"
	issueRange      = "range"
	issueBlank      = "blank"
	issueOption     = "option"
	issueDefault    = "default"
	issueCredential = "credential"
)

// issue is a reason about this property.
func (p *Property) issue(rule, format string, args ...any) Issue {
	return Issue{Property: p.Name.Raw(), Rule: rule, Text: fmt.Sprintf(format, args...)}
}

// check is what is wrong with an answer that is set.
func (p *Property) check(a Answer) []Issue {
	switch p.Kind {
	case KindText:
		return checkText(p, a.Text)
	case KindInteger, KindNumber:
		return checkNumber(p, p.Kind, strings.TrimSpace(a.Text))
	case KindBoolean:
		return nil
	case KindChoice:
		if len(a.Picks) != 1 {
			return []Issue{p.issue(issueOption, "choose one")}
		}
		return p.checkPick(a.Picks[0])
	case KindChoices:
		return p.checkPicks(a.Picks)
	case KindList:
		return p.checkItems(a.Items)
	}
	return nil
}

func checkText(p *Property, s string) []Issue {
	var issues []Issue
	if !utf8.ValidString(s) {
		return []Issue{p.issue(issueType, "not valid text: it has bytes that are not UTF-8")}
	}
	n := utf8.RuneCountInString(s)
	if p.MinLength != nil && n < *p.MinLength {
		issues = append(issues, p.issue("minLength", "at least %s", lengthWords(*p.MinLength, "character")))
	}
	if p.MaxLength != nil && n > *p.MaxLength {
		issues = append(issues, p.issue("maxLength", "at most %s, and these are %d", lengthWords(*p.MaxLength, "character"), n))
	}
	if p.FormatChecked() {
		if text := formatIssue(p.Format.Raw(), s); text != "" {
			issues = append(issues, p.issue("format", "%s", text))
		}
	}
	if p.PatternChecked() && !p.checks.pattern.MatchString(s) {
		issues = append(issues, p.issue("pattern", "does not match %s", shorten(p.Pattern.Line())))
	}
	return issues
}

// shorten keeps a server's pattern from filling an issue beside a field.
func shorten(s string) string { return cut(s, 80) }

// checkNumber checks a number as typed, without the white space around it.
func checkNumber(p *Property, kind Kind, s string) []Issue {
	ok, tooLong := isNumber(s)
	switch {
	case tooLong:
		return []Issue{p.issue(issueRange, "more digits than a number can hold")}
	case kind == KindInteger && (!ok || !isWhole(s)):
		return []Issue{p.issue(issueType, "not a whole number")}
	case !ok:
		return []Issue{p.issue(issueType, "not a number")}
	}
	if kind == KindInteger {
		if _, fits := plainInteger(s); !fits {
			return append([]Issue{p.issue(issueRange, "beyond a 64-bit whole number")}, checkBounds(p, s)...)
		}
	} else if !fitsFloat(s) {
		return []Issue{p.issue(issueRange, "beyond what a 64-bit number can hold")}
	}
	return checkBounds(p, s)
}

func checkBounds(p *Property, number string) []Issue {
	var issues []Issue
	value := rat(number)
	for _, bound := range []struct {
		rule, words string
		limit       *big.Rat
		shown       any
		broken      func(order int) bool
	}{
		{"minimum", "at least %v", p.checks.minimum, p.Minimum, func(o int) bool { return o < 0 }},
		{"maximum", "at most %v", p.checks.maximum, p.Maximum, func(o int) bool { return o > 0 }},
		{"exclusiveMinimum", "more than %v", p.checks.exclusiveMinimum, p.ExclusiveMinimum, func(o int) bool { return o <= 0 }},
		{"exclusiveMaximum", "less than %v", p.checks.exclusiveMaximum, p.ExclusiveMaximum, func(o int) bool { return o >= 0 }},
	} {
		if bound.limit != nil && bound.broken(value.Cmp(bound.limit)) {
			issues = append(issues, p.issue(bound.rule, bound.words, bound.shown))
		}
	}
	if m := p.checks.multipleOf; m != nil && !new(big.Rat).Quo(value, m).IsInt() {
		issues = append(issues, p.issue("multipleOf", "a multiple of %v", p.MultipleOf))
	}
	return issues
}

func (p *Property) checkPick(pick int) []Issue {
	if pick < 0 || pick >= len(p.Options) {
		return []Issue{p.issue(issueOption, "not one of the options")}
	}
	if unfit := p.Options[pick].unfit; unfit != "" {
		return []Issue{p.issue(issueOption, "%s", unfit)}
	}
	return nil
}

func (p *Property) checkPicks(picks []int) []Issue {
	var issues []Issue
	seen := make(map[int]bool, len(picks))
	for _, pick := range picks {
		issues = append(issues, p.checkPick(pick)...)
		if seen[pick] && pick >= 0 && pick < len(p.Options) {
			issues = append(issues, p.issue("uniqueItems", "%s is chosen twice", p.Options[pick].Shown))
		}
		seen[pick] = true
	}
	return append(issues, p.checkCount(len(picks))...)
}

func (p *Property) checkCount(n int) []Issue {
	words := func(limit int) string {
		if p.Kind == KindList {
			return lengthWords(limit, "entry")
		}
		return strconv.Itoa(limit)
	}
	choose := "choose "
	if p.Kind == KindList {
		choose = ""
	}
	if p.MinItems != nil && n < *p.MinItems {
		return []Issue{p.issue("minItems", "%sat least %s", choose, words(*p.MinItems))}
	}
	if p.MaxItems != nil && n > *p.MaxItems {
		return []Issue{p.issue("maxItems", "%sat most %s", choose, words(*p.MaxItems))}
	}
	return nil
}

func (p *Property) checkItems(items []string) []Issue {
	var issues []Issue
	seen := make(map[string]int, len(items))
	for i, item := range items {
		for _, found := range p.checkItem(item) {
			found.Text = fmt.Sprintf("entry %d: %s", i+1, found.Text)
			issues = append(issues, found)
		}
		key := p.itemKey(item)
		if first, repeated := seen[key]; repeated && p.UniqueItems {
			issues = append(issues, p.issue("uniqueItems", "entry %d repeats entry %d", i+1, first+1))
		} else {
			seen[key] = i
		}
	}
	return append(issues, p.checkCount(len(items))...)
}

func (p *Property) checkItem(item string) []Issue {
	if p.ItemKind == KindText {
		return checkText(p, item)
	}
	return checkNumber(p, p.ItemKind, strings.TrimSpace(item))
}

// itemKey is equal for entries that JSON Schema calls equal.
func (p *Property) itemKey(item string) string {
	if p.ItemKind == KindText {
		return item
	}
	item = strings.TrimSpace(item)
	if ok, _ := isNumber(item); !ok {
		return item
	}
	return canonical(item)
}

// value is the JSON that an answer without issues is sent as.
func (p *Property) value(a Answer) []byte {
	switch p.Kind {
	case KindBoolean:
		return strconv.AppendBool(nil, a.Yes)
	case KindChoice:
		return p.Options[a.Picks[0]].Value
	case KindChoices:
		values := make([][]byte, len(a.Picks))
		for i, pick := range a.Picks {
			values[i] = p.Options[pick].Value
		}
		return list(values)
	case KindList:
		values := make([][]byte, len(a.Items))
		for i, item := range a.Items {
			values[i] = scalar(p.ItemKind, item)
		}
		return list(values)
	default:
		return scalar(p.Kind, a.Text)
	}
}

// scalar is one text or number: text as it is, whole numbers as plain digits,
// other numbers as typed.
func scalar(kind Kind, s string) []byte {
	if kind == KindText {
		return quote(s)
	}
	s = strings.TrimSpace(s)
	if kind == KindInteger {
		s, _ = plainInteger(s)
	}
	return []byte(s)
}

func list(values [][]byte) []byte {
	out := []byte{'['}
	for i, v := range values {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, v...)
	}
	return append(out, ']')
}

// quote is s as a JSON string, with nothing escaped that need not be, save for
// what a terminal would act on.
func quote(s string) []byte { return []byte(safetext.JSONString(s)) }
