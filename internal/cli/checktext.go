package cli

import (
	"cmp"
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
func (i ink) write(b *strings.Builder, v forms.Verdict, seen string) string {
	if v.Refusal != nil {
		i.writeRefusal(b, v)
		return seen
	}
	fields := i.fields(v.Form)
	what := count(len(v.Form.Properties), "field", "fields")
	if len(v.Form.Properties) == 0 {
		what = "no fields: a plain confirmation"
	}
	fmt.Fprintf(b, "%s  %s  %s\n", i.strong(fmt.Sprintf("%-8s", v.Profile)), i.good("answerable"), i.faint(what))
	switch {
	case fields == seen && fields != "":
		fmt.Fprintf(b, "  %s\n", i.faint("the same fields as above"))
	default:
		b.WriteString(fields)
	}
	for _, f := range v.Form.Findings {
		fmt.Fprintf(b, "  %s %s\n", i.warn("!"), i.finding(f))
	}
	if v.Form.MoreFound > 0 {
		fmt.Fprintf(b, "  %s and %d more\n", i.warn("!"), v.Form.MoreFound)
	}
	return fields
}

func (i ink) finding(f forms.Finding) string {
	s := clean(f.String())
	if why := f.Explain(); why != "" {
		s += "  " + i.faint(why)
	}
	return s
}

func (i ink) writeRefusal(b *strings.Builder, v forms.Verdict) {
	r := v.Refusal
	fmt.Fprintf(b, "%s  %s\n", i.strong(fmt.Sprintf("%-8s", v.Profile)), i.bad("refused"))
	broken := []forms.Finding{{Rule: r.Rule, Property: r.Property}}
	if len(r.Rules) > 0 {
		broken = nil
	}
	for _, s := range r.Rules {
		rule, property, _ := strings.Cut(s, "@")
		broken = append(broken, forms.Finding{Rule: rule, Property: property})
	}
	for _, f := range broken {
		fmt.Fprintf(b, "  %s %s\n", i.bad("✗"), i.finding(f))
	}
	if r.Advice != "" {
		fmt.Fprintf(b, "    %s\n", i.faint("for the author: "+clean(r.Advice)))
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
		words := []string{cmp.Or(q.Constraint, string(q.Kind))}
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
