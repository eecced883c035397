package forms

import (
	"encoding/json"
	"strconv"
	"strings"

	"elicit/internal/safetext"
)

// offers is where a definition's options come from.
type offers struct {
	keyword string
	values  []*node
	labels  []*node // by index; an entry that is no string is no label
}

// choice reads a property with fixed options of which one is chosen.
func (ps *parser) choice(p *Property, d *definition) (found, stop bool) {
	o := ps.offersOf(d)
	if o == nil {
		return false, false
	}
	p.Kind = KindChoice
	name := p.Name.Raw()
	typed := len(d.types) > 0 && (o.keyword == "enum" || o.keyword == "oneOf")
	return true, !typed && ps.note(ruleUntypedChoice, name) ||
		o.keyword == "oneOf" && ps.note(ruleTitledChoice, name) ||
		ps.options(p, d, o)
}

// choices reads the items of a list with fixed options.
func (ps *parser) choices(p *Property, items *definition) (found, stop bool) {
	o := ps.offersOf(items)
	if o == nil {
		return false, false
	}
	p.Kind = KindChoices
	name := p.Name.Raw()
	untyped := len(items.types) == 0 && (o.keyword == "enum" || o.keyword == "const")
	return true, ps.note(ruleMultiSelect, name) ||
		untyped && ps.note(ruleUntypedItems, name) ||
		o.keyword == "oneOf" && ps.note(ruleItemsOneOf, name) ||
		ps.options(p, items, o)
}

// offersOf is what a definition offers to choose from; nil when it is no
// choice at all.
func (ps *parser) offersOf(d *definition) *offers {
	if enum := d.keys["enum"]; enum != nil {
		o := &offers{keyword: "enum"}
		for i := range d.alts("enum") {
			o.values = append(o.values, &enum.items[i])
		}
		return o
	}
	for _, keyword := range []string{"oneOf", "anyOf"} {
		alts := d.alts(keyword)
		if !allConst(alts) {
			continue
		}
		o := &offers{keyword: keyword}
		for i := range alts {
			o.values = append(o.values, alts[i].get("const"))
			o.labels = append(o.labels, alts[i].get("title"))
		}
		return o
	}
	if value := d.keys["const"]; value != nil {
		return &offers{keyword: "const", values: []*node{value}}
	}
	return nil
}

// options reads the options of a choice into p.
func (ps *parser) options(p *Property, d *definition, o *offers) (stop bool) {
	name := p.Name.Raw()
	if most := ps.profile.bounds.options; len(o.values) > most {
		return ps.refuseFor(ruleTooManyOptions, name, "it offers %d options, and this profile shows at most %d", len(o.values), most)
	}
	if ps.enumNames(name, d, o) || ps.withoutNull(name, o) {
		return true
	}
	if len(o.values) == 0 {
		return ps.refuse(ruleEmptyEnum, name)
	}
	p.checks.options = make(map[string]int, len(o.values))
	restricted := restrictionsOf(p, d)
	for i, value := range o.values {
		option := Option{Value: json.RawMessage(value.raw), Label: labelOf(o, i), unfit: restricted.unfit(value)}
		if ps.optionRules(name, value) || ps.optionTexts(name, value, option.Label.Raw()) ||
			ps.offer(p, option, value.key(), o.keyword) {
			return true
		}
	}
	return tellApart(p.Options) && ps.note(ruleDuplicateLabel, name)
}

// offer adds an option, unless it repeats a value.
func (ps *parser) offer(p *Property, option Option, key, keyword string) (stop bool) {
	at, repeated := p.checks.options[key]
	if !repeated {
		p.checks.options[key] = len(p.Options)
		p.Options = append(p.Options, option)
		return false
	}
	if keyword == "oneOf" {
		p.Options[at].unfit = "the schema offers it twice in oneOf, which no answer can meet"
	}
	if ps.profile.keepsRepeats {
		p.Options = append(p.Options, option)
	}
	return ps.note(ruleDuplicateOption, p.Name.Raw())
}

// enumNames takes the labels of an enum from enumNames, if they name all.
func (ps *parser) enumNames(name string, d *definition, o *offers) (stop bool) {
	labels := d.keys["enumNames"]
	if labels == nil || o.keyword != "enum" {
		return false
	}
	if !labels.is('[') {
		return ps.note(ruleEnumNamesType, name)
	}
	whole := len(labels.items) == len(o.values)
	for i := 0; whole && i < len(labels.items); i++ {
		whole = labels.items[i].is('"')
	}
	if !whole {
		return ps.note(ruleEnumNames, name)
	}
	for i := range labels.items {
		o.labels = append(o.labels, &labels.items[i])
	}
	return false
}

// withoutNull drops null from the options: it is never sent.
func (ps *parser) withoutNull(name string, o *offers) (stop bool) {
	kept := offers{keyword: o.keyword}
	for i, value := range o.values {
		if value.is('n') {
			continue
		}
		kept.values = append(kept.values, value)
		if o.labels != nil {
			kept.labels = append(kept.labels, o.labels[i])
		}
	}
	if len(kept.values) == len(o.values) {
		return false
	}
	*o = kept
	return ps.note(ruleNullOption, name)
}

// optionRules notes what is off with a value as an option.
func (ps *parser) optionRules(name string, value *node) (stop bool) {
	switch {
	case !value.scalar():
		return ps.refuse(ruleNonScalarOption, name)
	case !value.is('"'):
		return ps.note(ruleNonStringOption, name)
	}
	return false
}

func (ps *parser) optionTexts(name string, value *node, label string) (stop bool) {
	text := display(value)
	if strings.TrimSpace(text) == "" || strings.TrimSpace(label) == "" {
		if ps.note(ruleBlankOption, name) {
			return true
		}
	}
	return ps.length("an option's name", label, name, ps.profile.bounds.title) ||
		ps.length("an option's value", text, name, ps.profile.bounds.value)
}

// labelOf is what the server calls an option, or its value.
func labelOf(o *offers, i int) safetext.Text {
	if o.labels != nil {
		if label, ok := o.labels[i].text(); ok {
			return safetext.Of(label)
		}
	}
	return safetext.Of(display(o.values[i]))
}

// display is a scalar as a person reads it: a string without its quotes.
func display(n *node) string {
	if s, ok := n.text(); ok {
		return s
	}
	return string(n.raw)
}

// tellApart sets what is shown of each option, so that no two look the same,
// and reports whether two labels were equal.
func tellApart(options []Option) (equal bool) {
	raw := make(map[string]bool, len(options))
	looks := make(map[string]int, len(options))
	for i := range options {
		equal = equal || raw[options[i].Label.Raw()]
		raw[options[i].Label.Raw()] = true
		looks[look(options[i].Label.Line())]++
	}
	taken := make(map[string]bool, len(options))
	next := map[string]int{} // the number to try next for a text that is taken
	for i := range options {
		o := &options[i]
		shown := o.Label.Line()
		switch {
		case look(shown) == "":
			shown = string(safetext.EscapeJSON(o.Value))
		case looks[look(shown)] > 1:
			shown += " (" + shownValue(o) + ")"
		}
		for base := shown; taken[look(shown)]; {
			next[base]++
			shown = base + " #" + strconv.Itoa(next[base]+1)
		}
		taken[look(shown)] = true
		o.Shown = shown
	}
	return equal
}

// look is equal for labels that a person cannot tell apart.
func look(shown string) string { return strings.Join(strings.Fields(shown), " ") }

// shownValue is an option's value beside an equal label: in JSON where the
// value reads like the label itself.
func shownValue(o *Option) string {
	n := node{kind: o.Value[0], raw: o.Value}
	if n.is('"') {
		if line := safetext.Of(display(&n)).Line(); look(line) != look(o.Label.Line()) {
			return line
		}
	}
	return string(safetext.EscapeJSON(o.Value))
}
