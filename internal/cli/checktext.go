package cli

import (
	"fmt"
	"strings"

	"elicit/forms"
)

// ink colours words on a terminal with its own palette, so that they can be
// read on any background. Without colour it leaves them alone.
type ink bool

func (i ink) paint(code, s string) string {
	if !i {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (i ink) good(s string) string   { return i.paint("32", s) }
func (i ink) bad(s string) string    { return i.paint("31", s) }
func (i ink) warn(s string) string   { return i.paint("33", s) }
func (i ink) strong(s string) string { return i.paint("1", s) }
func (i ink) faint(s string) string  { return i.paint("2", s) }

func (a *app) ink() ink { return ink(a.OutTTY && !a.noColor && a.getenv("TERM") != "dumb") }

// writeChecked writes for people: one group per profile. What a profile makes
// of the fields is written once, and not again where the next sees the same.
func (a *app) writeChecked(all []checkedQuestion) error {
	var b strings.Builder
	for i, c := range all {
		if i > 0 {
			b.WriteByte('\n')
		}
		if c.key != "" {
			fmt.Fprintf(&b, "%s %s\n\n", a.ink().faint("question"), a.ink().strong(clean(c.key)))
		}
		seen := ""
		for j, v := range c.verdicts {
			if j > 0 {
				b.WriteByte('\n')
			}
			seen = a.ink().write(&b, v, seen)
		}
	}
	_, err := fmt.Fprint(a.Out, b.String())
	return err
}

// write writes one profile's group and returns its fields as written.
func (i ink) write(b *strings.Builder, v verdict, seen string) string {
	if v.refusal != nil {
		i.writeRefusal(b, v)
		return seen
	}
	fields := i.fields(v.form)
	what := count(len(v.form.Properties), "field", "fields")
	if len(v.form.Properties) == 0 {
		what = "no fields: a plain confirmation"
	}
	fmt.Fprintf(b, "%s  %s  %s\n", i.strong(fmt.Sprintf("%-8s", v.profile)), i.good("answerable"), i.faint(what))
	switch {
	case fields == seen && fields != "":
		fmt.Fprintf(b, "  %s\n", i.faint("the same fields as above"))
	default:
		b.WriteString(fields)
	}
	for _, f := range v.form.Findings {
		fmt.Fprintf(b, "  %s %s\n", i.warn("!"), i.finding(f))
	}
	if v.form.MoreFound > 0 {
		fmt.Fprintf(b, "  %s and %d more\n", i.warn("!"), v.form.MoreFound)
	}
	return fields
}

func (i ink) finding(f forms.Finding) string { return clean(f.String()) }

func (i ink) writeRefusal(b *strings.Builder, v verdict) {
	r := v.refusal
	fmt.Fprintf(b, "%s  %s\n", i.strong(fmt.Sprintf("%-8s", v.profile)), i.bad("refused"))
	if len(r.Rules) == 0 {
		fmt.Fprintf(b, "  %s %s\n", i.bad("✗"), clean(forms.Finding{Rule: r.Rule, Property: r.Property}.String()))
	}
	for _, rule := range r.Rules {
		fmt.Fprintf(b, "  %s %s\n", i.bad("✗"), clean(rule))
	}
	if r.Advice != "" {
		fmt.Fprintf(b, "  %s\n", i.faint(clean(r.Advice)))
	}
}

func (i ink) fields(f *forms.Form) string {
	var b strings.Builder
	questions := f.Questions()
	width := 0
	for _, q := range questions {
		width = min(max(width, len([]rune(q.Name))), 28)
	}
	for _, q := range questions {
		words := []string{first(q.Constraint, string(q.Kind))}
		if q.Required {
			words = append(words, "required")
		}
		if n := len(q.Options); n > 0 {
			words = append(words, count(n, "option", "options"))
		}
		if q.HasDefault {
			words = append(words, "default "+q.DefaultText)
		}
		fmt.Fprintf(&b, "  %-*s  %s", width, q.Name, strings.Join(words, ", "))
		if q.Title != q.Name {
			fmt.Fprintf(&b, "  %s", i.faint(q.Title))
		}
		b.WriteByte('\n')
		for _, o := range q.Options {
			fmt.Fprintf(&b, "  %-*s    %s %s", width, "", i.faint("·"), o.Label)
			if o.Value != o.Label {
				fmt.Fprintf(&b, "  %s", i.faint(o.Value))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}
