package forms

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"elicit/internal/safetext"
)

// property reads one property's definition into p.
func (ps *parser) property(p *Property, raw *node, d *definition) (stop bool) {
	name := p.Name.Raw()
	if !ps.nameable(name) {
		return ps.refuse(rulePropertyName, name)
	}
	if !raw.is('{') {
		return ps.refuse(ruleNotASchema, name)
	}
	if ps.settle(name, d) || ps.texts(p, d) {
		return true
	}
	return ps.kind(p, d) || ps.constraints(p) || ps.defaultOf(p, d)
}

// nameable reports whether a name can be shown and sent back as it is.
func (ps *parser) nameable(name string) bool {
	if name == "" || utf8.RuneCountInString(name) > ps.profile.bounds.name {
		return false
	}
	for _, r := range name {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return false
		}
		if ps.profile.plainNames && !plain(r) {
			return false
		}
	}
	return true
}

func plain(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_.-", r)
}

// settle notes what was met while a definition was expanded.
func (ps *parser) settle(name string, d *definition) (stop bool) {
	for _, rule := range d.found {
		if ps.note(rule, name) {
			return true
		}
	}
	if d.failed != "" {
		return ps.refuse(d.failed, name)
	}
	return d.ignored && ps.note(ruleKeywordIgnored, name)
}

// texts reads what is drawn of a property beside its options.
func (ps *parser) texts(p *Property, d *definition) (stop bool) {
	name, b := p.Name.Raw(), ps.profile.bounds
	p.Title = safetext.Of(d.text("title"))
	p.Description = safetext.Of(d.text("description"))
	return ps.length("the title", p.Title.Raw(), name, b.title) ||
		ps.length("the description", p.Description.Raw(), name, b.text) ||
		ps.length("the format", d.text("format"), name, b.title) ||
		ps.length("the pattern", d.text("pattern"), name, b.text)
}

// kind reads how the property is answered; the first that matches counts
// (DESIGN.md §4.5).
func (ps *parser) kind(p *Property, d *definition) (stop bool) {
	name := p.Name.Raw()
	if nested(d) {
		return ps.refuse(ruleNested, name)
	}
	if d.typeName() == "array" {
		return ps.note(ruleArray, name) || ps.array(p, d)
	}
	if found, stop := ps.choice(p, d); found || stop {
		return stop
	}
	if kind, ok := scalarKind(d.typeName()); ok {
		p.Kind = kind
		return ps.scalar(p, d)
	}
	switch {
	case numericUnion(d.alts("anyOf")) && len(d.types) == 0:
		p.Kind = KindNumber
		return ps.note(ruleNumericUnion, name) || ps.scalar(p, d)
	case len(d.alts("anyOf"))+len(d.alts("oneOf")) > 1:
		return ps.refuse(ruleUnion, name)
	case d.typeName() != "":
		return ps.refuse(ruleUnknownType, name)
	}
	return ps.refuse(ruleUntyped, name)
}

func nested(d *definition) bool {
	properties := d.keys["properties"]
	return d.typeName() == "object" || properties.is('{') && len(properties.members) > 0
}

func scalarKind(typeName string) (Kind, bool) {
	switch typeName {
	case "string":
		return KindText, true
	case "integer":
		return KindInteger, true
	case "number":
		return KindNumber, true
	case "boolean":
		return KindBoolean, true
	}
	return "", false
}

// numericUnion reports whether alternatives say integer or number, and no more.
func numericUnion(alts []node) bool {
	number := false
	for i := range alts {
		for _, m := range alts[i].members {
			if !listed("type title description", m.key) {
				return false
			}
		}
		t := alts[i].get("type")
		if !t.isText("integer") && !t.isText("number") {
			return false
		}
		number = number || t.isText("number")
	}
	return number
}

// array reads a property that wants a list.
func (ps *parser) array(p *Property, d *definition) (stop bool) {
	name := p.Name.Raw()
	p.MinItems, p.MaxItems = d.keys["minItems"].count(), d.keys["maxItems"].count()
	p.UniqueItems = d.keys["uniqueItems"].is('t')
	raw := d.keys["items"]
	if !raw.is('{') {
		return ps.refuse(ruleUntyped, name)
	}
	items := ps.expand(raw)
	if ps.settle(name, items) {
		return true
	}
	if nested(items) || items.typeName() == "array" {
		return ps.refuse(ruleNested, name)
	}
	if found, stop := ps.choices(p, items); found || stop {
		return stop
	}
	kind, ok := scalarKind(items.typeName())
	if numericUnion(items.alts("anyOf")) && len(items.types) == 0 {
		if ps.note(ruleNumericUnion, name) {
			return true
		}
		kind, ok = KindNumber, true
	}
	if !ok || kind == KindBoolean {
		return ps.refuse(ruleUntyped, name)
	}
	p.Kind, p.ItemKind = KindList, kind
	return ps.note(ruleFreeList, name) || ps.length("the format", items.text("format"), name, ps.profile.bounds.title) ||
		ps.length("the pattern", items.text("pattern"), name, ps.profile.bounds.text) || ps.scalar(p, items)
}

// scalar reads what restricts a text or a number: of the property, of the
// entries of a list, or of an option.
func (ps *parser) scalar(p *Property, d *definition) (stop bool) {
	name := p.Name.Raw()
	kind := p.Kind
	if kind == KindList {
		kind = p.ItemKind
	}
	if kind == KindText {
		p.MinLength, p.MaxLength = d.keys["minLength"].count(), d.keys["maxLength"].count()
		p.Format, p.Pattern = safetext.Of(d.text("format")), safetext.Of(d.text("pattern"))
		ps.readText(p)
		if !p.Format.Empty() && !knownFormats[p.Format.Raw()] && ps.note(ruleFormatUnknown, name) {
			return true
		}
		return !p.Pattern.Empty() && p.checks.pattern == nil && ps.note(rulePatternUnknown, name)
	}
	if kind == KindInteger || kind == KindNumber {
		p.Minimum, p.ExclusiveMinimum = lowest(d.keys["minimum"], d.keys["exclusiveMinimum"])
		p.Maximum, p.ExclusiveMaximum = lowest(d.keys["maximum"], d.keys["exclusiveMaximum"])
		p.MultipleOf = d.keys["multipleOf"].number()
		p.checks.readNumber(p)
	}
	return false
}
