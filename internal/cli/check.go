package cli

import (
	"bytes"
	"encoding/json"

	"github.com/spf13/cobra"

	"elicit/forms"
)

func newCheck(a *app) *cobra.Command {
	var f serverFlags
	var asJSON, questions bool
	cmd := &cobra.Command{
		Use:     "check [FILE|-]",
		Short:   "Say what each profile makes of a question",
		GroupID: "design",
		Long: `Reads a requestedSchema, and says for every profile whether the question can be
answered, what a person would see, and what is off. FILE (or stdin) may hold the
bare schema, the params of an elicitation/create, the whole request, an
input_required result, or one line of a --trace.

Exit code 0: answerable under the profile that --profile names (tester, if none);
5: refused.`,
		Example: `  elicit check schema.json
  elicit check --json --profile spec - < request.json
  elicit check --questions --server billing schema.json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			all, err := a.readAskedFrom(args)
			if err != nil {
				return err
			}
			if questions {
				return a.printQuestions(all, f)
			}
			var checked []checkedQuestion
			for _, q := range all {
				c, err := check(q, f)
				if err != nil {
					return err
				}
				checked = append(checked, c)
			}
			if asJSON {
				err = a.printChecked(checked)
			} else {
				err = a.writeChecked(checked)
			}
			if err == nil && refusedIn(checked, first(f.profile, forms.Tester.Name)) {
				err = &exitError{code: exitRefused}
			}
			return err
		},
	}
	f.addReading(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one object per profile")
	cmd.Flags().BoolVar(&questions, "questions", false, "print what the strict host everruns would ask, as JSON")
	return cmd
}

// addReading adds the flags that decide how a form without a server is read.
func (f *serverFlags) addReading(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.profile, "profile", "", "the profile that decides (default: tester)")
	fs.StringVar(&f.protocol, "protocol", "", "read the form as under this `VERSION` of the protocol")
	fs.StringArrayVar(&f.allow, "allow-field", nil, "let forms ask for the property `NAME` although it looks like a credential (repeatable)")
	fs.StringVar(&f.server, "server", "server", "the `NAME` on the badge")
	complete(cmd, "profile", forms.ProfileNames()...)
	complete(cmd, "protocol", protocols...)
}

func (f *serverFlags) named(name string) (forms.Profile, error) {
	g := *f
	g.profile = name
	p, err := g.profileOf("", nil)
	if f.protocol != "" && f.protocol != "auto" {
		p = p.ForProtocol(f.protocol)
	}
	return p, err
}

func (a *app) readAskedFrom(args []string) ([]asked, error) {
	path := "-"
	if len(args) > 0 {
		path = args[0]
	} else if a.InTTY {
		return nil, usage("which file? (- reads from stdin)")
	}
	b, err := a.readFile(path)
	if err != nil {
		return nil, usage("%w", err)
	}
	all, err := readAsked(b)
	if err != nil {
		return nil, usage("%s: %w", path, err)
	}
	return all, nil
}

// checkedQuestion is what the profiles make of one question.
type checkedQuestion struct {
	key      string
	verdicts []verdict
}

type verdict struct {
	profile string
	form    *forms.Form
	refusal *forms.Refusal
}

func check(q asked, f serverFlags) (checkedQuestion, error) {
	c := checkedQuestion{key: q.key}
	for _, name := range forms.ProfileNames() {
		p, err := f.named(name)
		if err != nil {
			return c, err
		}
		form, refusal := forms.Parse(q.Request, p)
		c.verdicts = append(c.verdicts, verdict{name, form, refusal})
	}
	return c, nil
}

func refusedIn(all []checkedQuestion, profile string) bool {
	for _, c := range all {
		for _, v := range c.verdicts {
			if v.profile == profile && v.refusal != nil {
				return true
			}
		}
	}
	return false
}

func (a *app) printChecked(all []checkedQuestion) error {
	var out arguments
	for _, c := range all {
		var profiles arguments
		for _, v := range c.verdicts {
			b, err := marshal(v.json())
			if err != nil {
				return err
			}
			profiles.set(v.profile, b)
		}
		out.set(c.key, profiles.object())
	}
	b := out.object()
	if len(all) == 1 {
		b = out[0].value
	}
	var pretty bytes.Buffer
	writePretty(&pretty, b)
	_, err := a.Out.Write(pretty.Bytes())
	return err
}

func (a *app) printQuestions(all []asked, f serverFlags) error {
	p, err := f.named(forms.Everruns.Name)
	if err != nil {
		return err
	}
	var out arguments
	for _, q := range all {
		form, refusal := forms.Parse(q.Request, p)
		if refusal != nil {
			return refusal
		}
		b, err := marshal(form.Everruns(f.server))
		if err != nil {
			return err
		}
		out.set(q.key, b)
	}
	b := out.object()
	if len(all) == 1 {
		b = out[0].value
	}
	var pretty bytes.Buffer
	writePretty(&pretty, b)
	_, err = a.Out.Write(pretty.Bytes())
	return err
}

// checkedJSON is one profile's verdict, as DESIGN.md §5 has it.
type checkedJSON struct {
	Verdict    string         `json:"verdict"`
	Properties []propertyJSON `json:"properties,omitzero"`
	Findings   []string       `json:"findings,omitzero"`
	MoreFound  int            `json:"moreFindings,omitempty"`
	Rule       string         `json:"rule,omitempty"`
	Property   string         `json:"property,omitempty"`
	Rules      []string       `json:"rules,omitempty"`
	Advice     string         `json:"advice,omitempty"`
}

type propertyJSON struct {
	Name             string          `json:"name"`
	Kind             forms.Kind      `json:"kind"`
	Required         bool            `json:"required"`
	Title            string          `json:"title,omitempty"`
	Description      string          `json:"description,omitempty"`
	Options          []optionJSON    `json:"options,omitempty"`
	Format           string          `json:"format,omitempty"`
	Pattern          string          `json:"pattern,omitempty"`
	MinLength        *int            `json:"minLength,omitempty"`
	MaxLength        *int            `json:"maxLength,omitempty"`
	Minimum          json.Number     `json:"minimum,omitempty"`
	Maximum          json.Number     `json:"maximum,omitempty"`
	ExclusiveMinimum json.Number     `json:"exclusiveMinimum,omitempty"`
	ExclusiveMaximum json.Number     `json:"exclusiveMaximum,omitempty"`
	MultipleOf       json.Number     `json:"multipleOf,omitempty"`
	ItemKind         forms.Kind      `json:"itemKind,omitempty"`
	MinItems         *int            `json:"minItems,omitempty"`
	MaxItems         *int            `json:"maxItems,omitempty"`
	UniqueItems      bool            `json:"uniqueItems,omitempty"`
	Default          json.RawMessage `json:"default,omitempty"`
}

type optionJSON struct {
	Value json.RawMessage `json:"value"`
	Label string          `json:"label"`
}

func (v verdict) json() checkedJSON {
	if r := v.refusal; r != nil {
		c := checkedJSON{Verdict: "refused", Rules: r.Rules, Advice: r.Advice}
		if len(r.Rules) == 0 {
			c.Rule, c.Property = r.Rule, r.Property
		}
		return c
	}
	c := checkedJSON{Verdict: "answerable", Properties: []propertyJSON{}, Findings: []string{}, MoreFound: v.form.MoreFound}
	for _, p := range v.form.Properties {
		c.Properties = append(c.Properties, propertyOf(p))
	}
	for _, f := range v.form.Findings {
		c.Findings = append(c.Findings, f.String())
	}
	return c
}

// propertyOf is a property as the wire has it; the printer escapes what a
// terminal would act on.
func propertyOf(p forms.Property) propertyJSON {
	j := propertyJSON{
		Name: p.Name.Raw(), Kind: p.Kind, Required: p.Required, Title: p.Title.Raw(), Description: p.Description.Raw(),
		Format: p.Format.Raw(), Pattern: p.Pattern.Raw(), MinLength: p.MinLength, MaxLength: p.MaxLength,
		Minimum: p.Minimum, Maximum: p.Maximum, ExclusiveMinimum: p.ExclusiveMinimum, ExclusiveMaximum: p.ExclusiveMaximum,
		MultipleOf: p.MultipleOf, ItemKind: p.ItemKind, MinItems: p.MinItems, MaxItems: p.MaxItems, UniqueItems: p.UniqueItems,
		Default: p.Default,
	}
	for _, o := range p.Options {
		j.Options = append(j.Options, optionJSON{o.Value, o.Label.Raw()})
	}
	return j
}
