package inputschema

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"elicit/internal/safetext"
)

// problem is the validator's complaint: where, and what.
type problem struct {
	path []string // of properties, from the root
	fact string
}

// readProblem takes the validator's chain apart: "validating root: validating
// /properties/a: validating /$defs/n: type: …". The places are the schema's;
// those that name a property lead to the value.
func readProblem(text string) problem {
	var p problem
	for {
		rest, ok := strings.CutPrefix(text, "validating ")
		if !ok {
			break
		}
		place, after, ok := strings.Cut(rest, ": ")
		if !ok {
			break
		}
		text = after
		steps := strings.Split(place, "/")
		if n := len(steps); n > 1 && steps[n-2] == "properties" {
			p.path = append(p.path, strings.NewReplacer("~1", "/", "~0", "~").Replace(steps[n-1]))
		}
	}
	p.fact = strings.NewReplacer(".000000", "", "Unicode code points", "characters").Replace(decimal(text))
	return p
}

// decimal writes the number that a bound is about as people do: the validator
// writes fractions, also 51/1.
func decimal(text string) string {
	keyword, rest, _ := strings.Cut(text, ": ")
	number, more, _ := strings.Cut(rest, " ")
	r, ok := new(big.Rat).SetString(number)
	if !ok || !strings.Contains(number, "/") {
		return text
	}
	f, _ := r.Float64()
	return keyword + ": " + strconv.FormatFloat(f, 'g', -1, 64) + " " + more
}

// line is the problem as it may be drawn.
func (p problem) line() string {
	fact := p.fact
	if len(p.path) > 0 {
		fact = strings.Join(p.path, ".") + ": " + fact
	}
	return safetext.Of(fact).Line()
}

// missing names the properties that an object lacks, but for those that were
// taken out of it; empty when there are no others.
func (p problem) missing(removed map[string]bool) string {
	_, list, _ := strings.Cut(p.fact, "missing properties: ")
	names, ok := quotedNames(list)
	if !ok {
		return p.line()
	}
	names = slices.DeleteFunc(names, func(n string) bool {
		return removed[strings.Join(append(slices.Clone(p.path), n), ".")]
	})
	if len(names) == 0 {
		return ""
	}
	for i, n := range names {
		names[i] = "'" + n + "'"
	}
	what := "missing property "
	if len(names) > 1 {
		what = "missing properties "
	}
	return problem{p.path, what + strings.Join(names, ", ")}.line()
}

// quotedNames reads Go's %q of a list of strings.
func quotedNames(list string) ([]string, bool) {
	list = strings.TrimSuffix(strings.TrimPrefix(list, "["), "]")
	var names []string
	d := json.NewDecoder(strings.NewReader(list))
	for d.More() {
		var n string
		if d.Decode(&n) != nil {
			return nil, false
		}
		names = append(names, n)
	}
	return names, len(names) > 0
}
