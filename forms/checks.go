package forms

import (
	"encoding/json"
	"math"
	"math/big"
	"regexp"
)

// checks are a property's restrictions, ready to be applied.
type checks struct {
	minimum, exclusiveMinimum *big.Rat
	maximum, exclusiveMaximum *big.Rat
	multipleOf                *big.Rat

	format  bool // Property.Format is checked
	pattern *regexp.Regexp
	cost    int // of the pattern, per character

	options map[string]int // index by value; the first of those that repeat
}

// FormatChecked reports whether an answer has to be of Property.Format. Any
// other format is shown, and left to the server.
func (p *Property) FormatChecked() bool { return p.checks != nil && p.checks.format }

// PatternChecked reports whether an answer has to match Property.Pattern.
func (p *Property) PatternChecked() bool { return p.checks != nil && p.checks.pattern != nil }

// maxPatterns is how many bytes of patterns are compiled for one form.
const maxPatterns = 16_000

func (ps *parser) readText(p *Property) {
	p.checks.format = knownFormats[p.Format.Raw()] && !ps.profile.leavesFormats
	if ps.patterns += len(p.Pattern.Raw()); ps.patterns <= maxPatterns {
		p.checks.pattern, p.checks.cost = compilePattern(p.Pattern.Raw())
	}
}

func (c *checks) readNumber(p *Property) {
	c.minimum, c.exclusiveMinimum = optionalRat(p.Minimum), optionalRat(p.ExclusiveMinimum)
	c.maximum, c.exclusiveMaximum = optionalRat(p.Maximum), optionalRat(p.ExclusiveMaximum)
	if c.multipleOf = optionalRat(p.MultipleOf); c.multipleOf != nil && c.multipleOf.Sign() <= 0 {
		p.MultipleOf, c.multipleOf = "", nil
	}
}

func optionalRat(number json.Number) *big.Rat {
	if number == "" {
		return nil
	}
	return rat(string(number))
}

// lowest reads a bound and its exclusive twin. Until JSON Schema draft 4 the
// twin was a boolean that made the bound exclusive.
func lowest(bound, exclusive *node) (inclusive, strict json.Number) {
	if exclusive.is('t') {
		return "", bound.number()
	}
	return bound.number(), exclusive.number()
}

// constraints notes bounds that no answer can meet.
func (ps *parser) constraints(p *Property) (stop bool) {
	name := p.Name.Raw()
	impossible := crossed(p.MinLength, p.MaxLength) || crossed(p.MinItems, p.MaxItems) ||
		p.Kind == KindChoices && p.MinItems != nil && *p.MinItems > len(p.Options) ||
		p.checks.noNumber(p.Kind == KindInteger || p.ItemKind == KindInteger) ||
		len(p.Options) > 0 && !anyFits(p.Options)
	return impossible && ps.note(ruleUnsatisfiable, name)
}

// crossed reports whether no length lies within the bounds; none is below zero.
func crossed(least, most *int) bool {
	return most != nil && (*most < 0 || least != nil && *least > *most)
}

func anyFits(options []Option) bool {
	for i := range options {
		if options[i].unfit == "" {
			return true
		}
	}
	return false
}

// noNumber reports whether no number, or no whole one that can be sent, lies
// within the bounds.
func (c *checks) noNumber(whole bool) bool {
	low, lowOpen := tighter(c.minimum, c.exclusiveMinimum, 1)
	high, highOpen := tighter(c.maximum, c.exclusiveMaximum, -1)
	if whole {
		low, _ = tighter(wholeBound(low, lowOpen, 1), big.NewRat(math.MinInt64, 1), 1)
		high, _ = tighter(wholeBound(high, highOpen, -1), big.NewRat(math.MaxInt64, 1), -1)
		lowOpen, highOpen = false, false
	}
	if low == nil || high == nil {
		return false
	}
	order := low.Cmp(high)
	return order > 0 || order == 0 && (lowOpen || highOpen)
}

// tighter is the narrower of a bound and its exclusive twin; side is 1 for
// lower bounds and -1 for upper ones.
func tighter(inclusive, exclusive *big.Rat, side int) (bound *big.Rat, open bool) {
	if inclusive == nil || exclusive != nil && exclusive.Cmp(inclusive)*side >= 0 {
		return exclusive, exclusive != nil
	}
	return inclusive, false
}

// wholeBound is the outermost whole number within a bound.
func wholeBound(bound *big.Rat, open bool, side int) *big.Rat {
	if bound == nil {
		return nil
	}
	// the quotient rounds down, as the denominator is positive
	whole := new(big.Int)
	remainder := new(big.Int)
	whole.DivMod(bound.Num(), bound.Denom(), remainder)
	exact := remainder.Sign() == 0
	switch {
	case exact && open:
		whole.Add(whole, big.NewInt(int64(side)))
	case !exact && side > 0:
		whole.Add(whole, big.NewInt(1))
	}
	return new(big.Rat).SetInt(whole)
}

// restriction is what else a definition says of the options it offers.
type restriction struct {
	types []string
	text  Property
	num   Property
}

func restrictionsOf(p *Property, d *definition) restriction {
	r := restriction{types: d.types}
	r.text = Property{Name: p.Name, Kind: KindText, checks: &checks{}}
	r.text.MinLength, r.text.MaxLength = d.keys["minLength"].count(), d.keys["maxLength"].count()
	r.num = Property{Name: p.Name, Kind: KindNumber, checks: &checks{}}
	r.num.Minimum, r.num.ExclusiveMinimum = lowest(d.keys["minimum"], d.keys["exclusiveMinimum"])
	r.num.Maximum, r.num.ExclusiveMaximum = lowest(d.keys["maximum"], d.keys["exclusiveMaximum"])
	r.num.MultipleOf = d.keys["multipleOf"].number()
	r.num.checks.readNumber(&r.num)
	return r
}

// unfit says why the schema does not take a value that it offers as an option;
// empty when it does.
func (r restriction) unfit(value *node) string {
	if len(r.types) == 1 && !hasType(value, r.types[0]) {
		return "the schema contradicts itself: it offers this and wants the type " + r.types[0]
	}
	var issues []Issue
	switch value.kind {
	case '"':
		issues = checkText(&r.text, unquote(value.raw))
	case '0':
		issues = checkBounds(&r.num, string(value.raw))
	}
	if len(issues) > 0 {
		return "the schema contradicts itself: it offers this and wants " + issues[0].Text
	}
	return ""
}

func hasType(value *node, typeName string) bool {
	switch typeName {
	case "string":
		return value.is('"')
	case "boolean":
		return value.is('t') || value.is('f')
	case "number":
		return value.is('0')
	case "integer":
		return value.is('0') && isWhole(string(value.raw))
	}
	return false
}

// defaultOf takes the default of a property if it would be a valid answer.
func (ps *parser) defaultOf(p *Property, d *definition) (stop bool) {
	value := d.keys["default"]
	if value == nil || value.is('n') {
		return false
	}
	name := p.Name.Raw()
	if value.is('"') && ps.length("the default", unquote(value.raw), name, ps.profile.bounds.text) {
		return true
	}
	if p.Kind != KindBoolean && ps.note(ruleTypedDefault, name) {
		return true
	}
	if !p.takesDefault(value) {
		return ps.note(ruleDefaultInvalid, name)
	}
	p.Default = json.RawMessage(value.raw)
	return false
}

// maxPatternWork bounds how long a server's pattern runs over a server's text.
const maxPatternWork = 1_000_000

func (p *Property) takesDefault(value *node) bool {
	if p.checks.cost*len(value.raw) > maxPatternWork {
		return false
	}
	if value.is('[') && len(value.items) > wide.options {
		return false
	}
	a, issues := p.answerOf(value)
	return len(issues) == 0 && len(p.check(a)) == 0
}
