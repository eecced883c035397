package answers

import (
	"bytes"
	"encoding/json"
	"fmt"

	"elicit/forms"
	"elicit/internal/safetext"
)

// DiffQuestions says in words what is different in the second of two questions,
// one fact each: "title of seats changed from "Seats" to "Places"". All of it
// is drawable.
func DiffQuestions(before, after Case) []string {
	d := &diff{}
	d.texts("message", before.Message, after.Message)
	d.texts("URL", before.URL, after.URL)
	switch {
	case before.Form == nil && after.Form == nil:
	case before.Form == nil:
		d.addf("it asks for data where it asked to open a URL")
	case after.Form == nil:
		d.addf("it asks to open a URL where it asked for data")
	default:
		d.forms(before.Form, after.Form)
	}
	if d.more > 0 {
		d.facts = append(d.facts, fmt.Sprintf("and %d more changes", d.more))
	}
	return d.facts
}

// maxFacts bounds what a server can make the difference say.
const maxFacts = 64

type diff struct {
	facts []string
	more  int
}

func (d *diff) addf(format string, args ...any) {
	if len(d.facts) == maxFacts {
		d.more++
		return
	}
	d.facts = append(d.facts, fmt.Sprintf(format, args...))
}

func (d *diff) texts(what string, before, after safetext.Text) {
	switch {
	case before == after:
	case before.Empty():
		d.addf("%s added: %s", what, short(after.Line()))
	case after.Empty():
		d.addf("%s removed", what)
	default:
		d.addf("%s changed from %s to %s", what, short(before.Line()), short(after.Line()))
	}
}

// short quotes a text, cut to a length that can stand in a sentence.
func short(line string) string {
	const most = 80
	if r := []rune(line); len(r) > most {
		line = string(r[:most-1]) + "…"
	}
	return "“" + line + "”"
}

func (d *diff) forms(before, after *forms.Form) {
	was := byName(before)
	is := byName(after)
	for _, p := range before.Properties {
		if _, still := is[p.Name.Raw()]; !still {
			d.addf("%s is not asked for any more", p.Name.Line())
		}
	}
	for _, p := range after.Properties {
		old, known := was[p.Name.Raw()]
		if !known {
			d.addf("%s is asked for, too", p.Name.Line())
			continue
		}
		d.property(old, p)
	}
}

func byName(f *forms.Form) map[string]forms.Property {
	m := make(map[string]forms.Property, len(f.Properties))
	for _, p := range f.Properties {
		m[p.Name.Raw()] = p
	}
	return m
}

func (d *diff) property(before, after forms.Property) {
	name := after.Name.Line()
	d.texts("title of "+name, before.Title, after.Title)
	d.texts("description of "+name, before.Description, after.Description)
	if before.Kind != after.Kind {
		d.addf("kind of %s changed from %s to %s", name, before.Kind, after.Kind)
	}
	if before.ItemKind != after.ItemKind && before.Kind == after.Kind {
		d.addf("entries of %s changed from %s to %s", name, before.ItemKind, after.ItemKind)
	}
	if before.Required != after.Required {
		d.addf("%s is %s now", name, map[bool]string{true: "required", false: "optional"}[after.Required])
	}
	d.options(name, before.Options, after.Options)
	d.bounds(name, before, after)
	d.raw("default of "+name, before.Default, after.Default)
}

// bounds compares everything that limits a value.
func (d *diff) bounds(name string, before, after forms.Property) {
	for _, b := range []struct{ what, before, after string }{
		{"format", before.Format.Line(), after.Format.Line()},
		{"pattern", before.Pattern.Line(), after.Pattern.Line()},
		{"shortest length", count(before.MinLength), count(after.MinLength)},
		{"longest length", count(before.MaxLength), count(after.MaxLength)},
		{"minimum", before.Minimum.String(), after.Minimum.String()},
		{"maximum", before.Maximum.String(), after.Maximum.String()},
		{"exclusive minimum", before.ExclusiveMinimum.String(), after.ExclusiveMinimum.String()},
		{"exclusive maximum", before.ExclusiveMaximum.String(), after.ExclusiveMaximum.String()},
		{"step", before.MultipleOf.String(), after.MultipleOf.String()},
		{"fewest entries", count(before.MinItems), count(after.MinItems)},
		{"most entries", count(before.MaxItems), count(after.MaxItems)},
	} {
		what := b.what + " of " + name
		switch {
		case b.before == b.after:
		case b.before == "":
			d.addf("%s is %s now", what, safetext.Of(b.after).Line())
		case b.after == "":
			d.addf("%s removed, it was %s", what, safetext.Of(b.before).Line())
		default:
			d.addf("%s changed from %s to %s", what, safetext.Of(b.before).Line(), safetext.Of(b.after).Line())
		}
	}
	if before.UniqueItems != after.UniqueItems {
		d.addf("entries of %s %s be different from each other", name,
			map[bool]string{true: "must", false: "need not"}[after.UniqueItems])
	}
}

func count(n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

func (d *diff) options(name string, before, after []forms.Option) {
	was := labels(before)
	is := labels(after)
	for _, o := range before {
		if _, still := is[string(o.Value)]; !still {
			d.addf("option %s of %s removed", short(o.Shown), name)
		}
	}
	for _, o := range after {
		label, known := was[string(o.Value)]
		switch {
		case !known:
			d.addf("option %s added to %s", short(o.Shown), name)
		case label != o.Label:
			d.addf("option of %s renamed from %s to %s", name, short(label.Line()), short(o.Label.Line()))
		}
	}
	if len(before) == len(after) && !sameOrder(before, after) {
		d.addf("options of %s stand in another order", name)
	}
}

func labels(options []forms.Option) map[string]safetext.Text {
	m := make(map[string]safetext.Text, len(options))
	for _, o := range options {
		m[string(o.Value)] = o.Label
	}
	return m
}

// sameOrder reports false only for the same options in another order.
func sameOrder(a, b []forms.Option) bool {
	known := labels(a)
	same := true
	for i := range b {
		if _, ok := known[string(b[i].Value)]; !ok {
			return true
		}
		same = same && bytes.Equal(a[i].Value, b[i].Value)
	}
	return same
}

func (d *diff) raw(what string, before, after json.RawMessage) {
	d.texts(what, safetext.Of(string(before)), safetext.Of(string(after)))
}
