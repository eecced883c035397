package forms

import (
	"bytes"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// definition is a property's schema with its detours taken: $ref, allOf of
// one, null as an alternative. A keyword that stands nearer to the property
// wins over one from further away.
type definition struct {
	keys    map[string]*node
	types   []string // of the type keyword, without null
	ignored bool     // has a condition that is not checked
	found   []string // rules met on the way
	failed  string   // the rule that ended it
	steps   int
}

// maxSteps is how many detours one definition may take; maxPointer is the most
// bytes in a pointer of one.
const (
	maxSteps   = 8
	maxPointer = 4096
)

// readKeywords are all that any profile reads in a property.
var readKeywords = set("type title description format writeOnly $ref allOf anyOf oneOf properties items" +
	" enum enumNames const default minimum maximum exclusiveMinimum exclusiveMaximum multipleOf" +
	" minLength maxLength pattern minItems maxItems uniqueItems required")

// conditions are keywords of a property that would restrict its answers and
// are not checked.
var conditions = set("not if contains prefixItems minContains maxContains")

// restricting are keywords of which JSON Schema would apply both, where one
// gives way to a nearer one here.
var restricting = set("type oneOf anyOf enum const format pattern multipleOf minimum maximum exclusiveMinimum" +
	" exclusiveMaximum minLength maxLength minItems maxItems items")

func set(words string) names {
	s := names{}
	for w := range strings.FieldsSeq(words) {
		s[w] = true
	}
	return s
}

func (ps *parser) expand(n *node) *definition {
	d := &definition{keys: map[string]*node{}}
	if !ps.spend(1) {
		d.failed = ruleTooLarge
	}
	ps.merge(d, n)
	for d.failed == "" && ps.detour(d) {
		d.steps++
	}
	d.readTypes()
	return d
}

// merge adds the keywords of n that the profile reads and d does not have.
func (ps *parser) merge(d *definition, n *node) {
	if !n.is('{') {
		return
	}
	t := d.keys["type"]
	if t == nil {
		t = n.get("type")
	}
	typeName, _ := t.text()
	add := func(keyword string, value *node) {
		if value == nil || ps.profile.ignores(keyword, typeName) {
			return
		}
		nearer := d.keys[keyword]
		if readKeywords[keyword] && nearer == nil {
			d.keys[keyword] = value
		}
		gaveWay := restricting[keyword] && nearer != nil && !bytes.Equal(nearer.raw, value.raw)
		d.ignored = d.ignored || conditions[keyword] || gaveWay
	}
	if len(n.members) <= fewMembers {
		for i := range n.members {
			add(n.members[i].key, &n.members[i].value)
		}
		return
	}
	// a large object may be merged many times over
	for _, keywords := range []names{readKeywords, conditions} {
		for keyword := range keywords {
			add(keyword, n.get(keyword))
		}
	}
}

// maxWork is how many alternatives and detours one schema may take: short
// schemas can refer to the same long list again and again.
const maxWork = 1_000_000

// spend counts work, and reports whether there may be more.
func (ps *parser) spend(work int) bool {
	ps.work += work
	return ps.work <= maxWork
}

func (d *definition) find(rule string) { d.found = append(d.found, rule) }

// detour takes one detour, and reports whether there was one.
func (ps *parser) detour(d *definition) bool {
	if ref := d.keys["$ref"]; ref != nil {
		return ps.follow(d, ref)
	}
	if all := d.keys["allOf"]; all.is('[') && len(all.items) == 1 {
		delete(d.keys, "allOf")
		d.find(ruleAllOf)
		ps.merge(d, &all.items[0])
		return d.more()
	}
	return ps.alternatives(d, "anyOf") || ps.alternatives(d, "oneOf")
}

// more reports whether a further detour may be taken.
func (d *definition) more() bool {
	if d.steps >= maxSteps {
		d.failed = ruleRemoteRef
	}
	return d.failed == ""
}

// follow takes a $ref inside the schema.
func (ps *parser) follow(d *definition, ref *node) bool {
	delete(d.keys, "$ref")
	target, local := ps.resolve(ref)
	if local {
		d.find(ruleLocalRef)
	}
	if !target.is('{') {
		d.failed = ruleRemoteRef
		return false
	}
	ps.merge(d, target)
	return d.more()
}

// resolve is what a JSON pointer (RFC 6901) in a fragment points to; nil when
// that is nothing inside the schema. It is local when it points there.
func (ps *parser) resolve(ref *node) (target *node, local bool) {
	if len(ref.raw) > maxPointer {
		return nil, false
	}
	text, _ := ref.text()
	pointer, local := strings.CutPrefix(text, "#/")
	if !local {
		return nil, false
	}
	pointer, err := url.PathUnescape(pointer)
	if err != nil {
		return nil, true
	}
	at := ps.root
	for token := range strings.SplitSeq(pointer, "/") {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		if at.is('[') {
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(at.items) {
				return nil, true
			}
			at = &at.items[i]
			continue
		}
		if at = at.get(token); at == nil {
			return nil, true
		}
	}
	return at, true
}

// alternatives drops null from an anyOf or oneOf, and takes the one that is
// left in its place. Consts stay: they are options.
func (ps *parser) alternatives(d *definition, keyword string) bool {
	alts := d.keys[keyword]
	if !alts.is('[') || len(alts.items) == 0 {
		return false
	}
	if !ps.spend(len(alts.items)) {
		d.failed = ruleTooLarge
		return false
	}
	rest := alts.items
	if slices.ContainsFunc(rest, isNull) {
		rest = slices.DeleteFunc(slices.Clone(rest), isNull)
	}
	if len(rest) < len(alts.items) {
		d.find(ruleNullable)
		d.keys[keyword] = &node{kind: '[', raw: alts.raw, items: rest}
	} else if len(rest) == 1 && !allConst(rest) {
		d.find(ruleAllOf)
	}
	if len(rest) != 1 || allConst(rest) {
		return false
	}
	delete(d.keys, keyword)
	ps.merge(d, &rest[0])
	return d.more()
}

// isNull reports whether a schema allows null alone.
func isNull(n node) bool {
	if n.get("type").isText("null") || n.get("const").is('n') {
		return true
	}
	enum := n.get("enum")
	return enum.is('[') && len(enum.items) == 1 && enum.items[0].is('n')
}

func allConst(alts []node) bool {
	for i := range alts {
		if alts[i].get("const") == nil {
			return false
		}
	}
	return len(alts) > 0
}

// readTypes reads the type keyword.
func (d *definition) readTypes() {
	t := d.keys["type"]
	if name, ok := t.text(); ok {
		d.types = []string{name}
		return
	}
	if !t.is('[') {
		return
	}
	for i := range t.items {
		if name, ok := t.items[i].text(); ok && name != "null" {
			d.types = append(d.types, name)
		}
	}
	if len(d.types) == 1 && len(t.items) == 2 {
		d.find(ruleNullable)
	} else if d.failed == "" {
		d.failed = ruleTypeList
	}
}

// typeName is the one type of the definition; empty when it has none.
func (d *definition) typeName() string {
	if len(d.types) == 1 {
		return d.types[0]
	}
	return ""
}

// text is the string value of a keyword, empty when there is none.
func (d *definition) text(keyword string) string {
	s, _ := d.keys[keyword].text()
	return s
}

// alts are the members of an anyOf or oneOf.
func (d *definition) alts(keyword string) []node {
	if n := d.keys[keyword]; n.is('[') {
		return n.items
	}
	return nil
}
