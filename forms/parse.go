package forms

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"elicit/internal/safetext"
)

// MaxFindings is how many findings, and how many refusing rules, are kept; the
// rest are counted.
const MaxFindings = 64

// Parse reads a schema under a profile. Exactly one result is non-nil. It
// never panics, and its time and memory grow with the schema's size alone.
func Parse(req Request, p Profile) (*Form, *Refusal) {
	ps := &parser{profile: p, form: &Form{
		Message: safetext.Of(req.Message),
		Schema:  req.Schema,
		Profile: p,
	}}
	ps.schema(req)
	if ps.refusal == nil {
		ps.gathered()
	}
	if ps.refusal != nil {
		return nil, ps.refusal
	}
	ps.form.index = make(map[string]int, len(ps.form.Properties))
	for i := range ps.form.Properties {
		ps.form.index[ps.form.Properties[i].Name.Raw()] = i
	}
	ps.form.Findings, ps.form.MoreFound = bounded(ps.findings)
	return ps.form, nil
}

// parser is one reading of one schema. It stops at its first refusal.
type parser struct {
	profile  Profile
	root     *node
	form     *Form
	findings []Finding // that warn
	refused  []Finding // that refuse, of a profile that gathers them
	refusal  *Refusal
	work     int // spent, of maxWork
	patterns int // bytes of patterns compiled, of maxPatterns
}

// note records that a rule was met, and reports whether that ends the reading.
func (ps *parser) note(rule, property string) (stop bool) {
	r := ps.profile.ruling(rule)
	found := Finding{Rule: r.as, Property: property}
	switch {
	case r.verdict == warn:
		ps.findings = addOnce(ps.findings, found)
	case r.verdict == refuse && ps.profile.gathersRefused && rules[rule].verdict != refuse:
		ps.refused = addOnce(ps.refused, found)
	case r.verdict == refuse:
		ps.refuse(rule, property)
		return true
	}
	return false
}

// refuse ends the reading: what the rule says cannot be read, in any profile.
// It returns true, as note does.
func (ps *parser) refuse(rule, property string) bool {
	if ps.refusal == nil {
		ps.refusal = &Refusal{
			Profile:  ps.profile.Name,
			Rule:     ps.profile.ruling(rule).as,
			Property: cut(property, wide.name),
			Reason:   rules[rule].what,
			Advice:   rules[rule].advice,
		}
	}
	return true
}

// refuseFor is refuse with the figures that were met.
func (ps *parser) refuseFor(rule, property, format string, figures ...any) bool {
	ps.refuse(rule, property)
	ps.refusal.Reason = fmt.Sprintf(format, figures...)
	return true
}

// gathered turns gathered refusing findings into the refusal.
func (ps *parser) gathered() {
	if len(ps.refused) == 0 {
		return
	}
	first := ps.refused[0]
	ps.refuse(first.Rule, first.Property)
	kept, more := bounded(ps.refused)
	for _, f := range kept {
		ps.refusal.Rules = append(ps.refusal.Rules, f.String())
	}
	ps.refusal.MoreRules = more
}

func addOnce(list []Finding, f Finding) []Finding {
	// the findings of one property stand together at the end of the list
	for i := len(list) - 1; i >= 0 && list[i].Property == f.Property; i-- {
		if list[i] == f {
			return list
		}
	}
	return append(list, f)
}

// bounded sorts findings and keeps MaxFindings of them.
func bounded(found []Finding) (kept []Finding, more int) {
	slices.SortFunc(found, func(a, b Finding) int { return cmp.Compare(a.String(), b.String()) })
	if len(found) > MaxFindings {
		return found[:MaxFindings], len(found) - MaxFindings
	}
	return found, 0
}

// schema reads the schema as a whole, then its properties.
func (ps *parser) schema(req Request) bool {
	root, failed := rootOf(req.Schema)
	if failed != nil {
		ps.refuse(failed.rule, "")
		if failed.rule == ruleNotJSON {
			ps.refusal.Reason = fmt.Sprintf("the schema is not JSON from its byte %d on", failed.offset)
		}
		return true
	}
	if ps.length("the message", req.Message, "", ps.profile.bounds.text) {
		return true
	}
	switch {
	case root == nil:
		return ps.note(ruleNoSchema, "")
	case !root.is('{'):
		return ps.refuse(ruleNotAnObject, "")
	}
	ps.root = root
	d := ps.rootDefinition(root)
	if d == nil || ps.rootType(d) {
		return true
	}
	properties, stop := ps.rootProperties(d)
	if stop || properties == nil {
		return stop
	}
	return ps.properties(properties, requiredNames(d.keys["required"]))
}

// rootOf is the schema's root; nil when there is no schema.
func rootOf(schema []byte) (*node, *scanError) {
	if len(bytes.TrimSpace(schema)) == 0 {
		return nil, nil
	}
	root, err := scan(schema)
	if err != nil || root.is('n') {
		return nil, err
	}
	return root, nil
}

// rootDefinition is the root with a $ref or allOf in place of its properties
// resolved; nil when that was refused.
func (ps *parser) rootDefinition(root *node) *definition {
	d := &definition{keys: map[string]*node{}}
	if root.get("properties") == nil && (root.get("$ref") != nil || root.get("allOf") != nil) {
		d = ps.expand(root)
		for _, rule := range d.found {
			if ps.note(rule, "") {
				return nil
			}
		}
		if d.failed != "" {
			ps.refuse(d.failed, "")
			return nil
		}
	}
	for _, key := range []string{"type", "properties", "required"} {
		if own := root.get(key); own != nil {
			d.keys[key] = own
		}
	}
	return d
}

func (ps *parser) rootType(d *definition) (stop bool) {
	switch t := d.keys["type"]; {
	case t == nil:
		return ps.note(ruleMissingRootType, "")
	case !t.isText("object"):
		return ps.refuse(ruleNotAnObject, "")
	}
	return false
}

// rootProperties are the properties; nil when the schema asks for none.
func (ps *parser) rootProperties(d *definition) (properties []member, stop bool) {
	n := d.keys["properties"]
	if n == nil && hasAny(ps.root, "anyOf oneOf allOf") {
		// the properties stand in alternatives: that is no empty form
		return nil, ps.refuse(ruleUnion, "")
	}
	if n != nil && !n.is('{') {
		return nil, ps.refuse(ruleBadProperties, "")
	}
	if hasAny(ps.root, rootConditions) && ps.note(ruleKeywordIgnored, "") {
		return nil, true
	}
	if n == nil || len(n.members) == 0 {
		return nil, ps.note(ruleNoProperties, "")
	}
	if most := ps.profile.bounds.properties; len(n.members) > most {
		return nil, ps.refuseFor(ruleTooMany, "", "the schema asks for %d properties, and this profile takes at most %d",
			len(n.members), most)
	}
	return n.members, false
}

// rootConditions are keywords of the root that say more about an answer than
// its properties do.
const rootConditions = "anyOf oneOf allOf not if dependentRequired dependentSchemas dependencies" +
	" propertyNames patternProperties minProperties maxProperties"

func hasAny(n *node, keywords string) bool {
	for keyword := range strings.FieldsSeq(keywords) {
		if n.get(keyword) != nil {
			return true
		}
	}
	return false
}

func requiredNames(n *node) names {
	required := names{}
	if n.is('[') {
		for i := range n.items {
			if name, ok := n.items[i].text(); ok {
				required[name] = true
			}
		}
	}
	return required
}

// properties reads every property: all for credentials before any for
// anything else (DESIGN.md §4.3).
func (ps *parser) properties(members []member, required names) (stop bool) {
	if ps.profile.nameOrder {
		members = slices.Clone(members)
		slices.SortFunc(members, func(a, b member) int { return cmp.Compare(a.key, b.key) })
	}
	definitions := make([]*definition, len(members))
	for i := range members {
		definitions[i] = ps.expand(&members[i].value)
		if ps.asksCredential(members[i].key, definitions[i]) && ps.note(ruleCredential, members[i].key) {
			return true
		}
	}
	if !ps.spend(0) {
		return ps.refuse(ruleTooLarge, "")
	}
	for i := range members {
		m := &members[i]
		p := Property{
			Name:     safetext.Of(m.key),
			Required: required[m.key],
			Schema:   m.value.raw,
			checks:   &checks{},
		}
		if ps.property(&p, &m.value, definitions[i]) {
			return true
		}
		ps.form.Properties = append(ps.form.Properties, p)
	}
	return false
}

// length notes a text that is longer than the profile takes.
func (ps *parser) length(what, text, property string, most int) (stop bool) {
	if len(text) <= most {
		return false
	}
	if n := utf8.RuneCountInString(text); n > most {
		return ps.refuseFor(ruleTextTooLong, property, "%s has %d characters, and this profile shows at most %d", what, n, most)
	}
	return false
}

// cut is at most the first n characters of s.
func cut(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}
