package forms

import (
	"bytes"
	"encoding/json"

	"elicit/internal/safetext"
)

// Verdict is what one profile makes of a schema, in the form of `elicit check
// --json` (DESIGN.md §5).
type Verdict struct {
	Profile string `json:"-"`
	Verdict string `json:"verdict"` // answerable or refused

	Rule     string   `json:"rule,omitempty"`
	Property string   `json:"property,omitempty"`
	Rules    []string `json:"rules,omitempty"` // instead of Rule, of a profile that gathers them

	Properties []CheckedProperty `json:"properties,omitzero"`
	Findings   []string          `json:"findings,omitzero"`
	More       int               `json:"more,omitempty"` // findings or rules beyond those kept

	Form    *Form    `json:"-"` // one of the two is set
	Refusal *Refusal `json:"-"`
}

// Verdicts are those of several profiles; as JSON one object, keyed by their
// names, in their order.
type Verdicts []Verdict

// CheckedProperty is a property in a Verdict. Keys stand there only where the
// schema has something to say.
type CheckedProperty struct {
	Name             string          `json:"name"`
	Kind             Kind            `json:"kind"`
	Required         bool            `json:"required"`
	Title            string          `json:"title,omitempty"`
	Description      string          `json:"description,omitempty"`
	Options          []CheckedOption `json:"options,omitempty"`
	Format           string          `json:"format,omitempty"`
	Pattern          string          `json:"pattern,omitempty"`
	MinLength        *int            `json:"minLength,omitempty"`
	MaxLength        *int            `json:"maxLength,omitempty"`
	Minimum          json.Number     `json:"minimum,omitempty"`
	Maximum          json.Number     `json:"maximum,omitempty"`
	ExclusiveMinimum json.Number     `json:"exclusiveMinimum,omitempty"`
	ExclusiveMaximum json.Number     `json:"exclusiveMaximum,omitempty"`
	MultipleOf       json.Number     `json:"multipleOf,omitempty"`
	ItemKind         Kind            `json:"itemKind,omitempty"`
	MinItems         *int            `json:"minItems,omitempty"`
	MaxItems         *int            `json:"maxItems,omitempty"`
	UniqueItems      bool            `json:"uniqueItems,omitempty"`
	Default          json.RawMessage `json:"default,omitempty"`
}

// CheckedOption is an option in a Verdict.
type CheckedOption struct {
	Value json.RawMessage `json:"value"`
	Label string          `json:"label"`
}

// CheckSchema is what each profile makes of a request; all the named ones when
// none is given.
func CheckSchema(req Request, profiles ...Profile) Verdicts {
	if len(profiles) == 0 {
		profiles = []Profile{Tester, Spec, Everruns}
	}
	verdicts := make(Verdicts, len(profiles))
	for i, p := range profiles {
		form, refusal := Parse(req, p)
		if refusal != nil {
			verdicts[i] = refusal.verdict()
		} else {
			verdicts[i] = form.verdict()
		}
		verdicts[i].Profile = p.Name
	}
	return verdicts
}

func (r *Refusal) verdict() Verdict {
	v := Verdict{Verdict: "refused", Refusal: r}
	if len(r.Rules) > 0 {
		v.Rules, v.More = r.Rules, r.MoreRules
	} else {
		v.Rule, v.Property = r.Rule, r.Property
	}
	return v
}

func (f *Form) verdict() Verdict {
	v := Verdict{Verdict: "answerable", Form: f, Properties: []CheckedProperty{}, More: f.MoreFound}
	for i := range f.Properties {
		v.Properties = append(v.Properties, f.Properties[i].checked(f.Profile.brief))
	}
	if !f.Profile.brief {
		v.Findings = []string{}
		for _, finding := range f.Findings {
			v.Findings = append(v.Findings, finding.String())
		}
	}
	return v
}

func (p *Property) checked(brief bool) CheckedProperty {
	c := CheckedProperty{Name: p.Name.Raw(), Kind: p.Kind, Required: p.Required}
	for i := range p.Options {
		c.Options = append(c.Options, CheckedOption{p.Options[i].Value, p.Options[i].Label.Raw()})
	}
	if brief {
		return c
	}
	c.Title, c.Description = p.Title.Raw(), p.Description.Raw()
	c.Format, c.Pattern = p.Format.Raw(), p.Pattern.Raw()
	c.MinLength, c.MaxLength = p.MinLength, p.MaxLength
	c.Minimum, c.Maximum = p.Minimum, p.Maximum
	c.ExclusiveMinimum, c.ExclusiveMaximum = p.ExclusiveMinimum, p.ExclusiveMaximum
	c.MultipleOf = p.MultipleOf
	c.ItemKind, c.MinItems, c.MaxItems, c.UniqueItems = p.ItemKind, p.MinItems, p.MaxItems, p.UniqueItems
	c.Default = p.Default
	return c
}

// MarshalJSON writes one object, keyed by the profiles' names.
func (v Verdicts) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i := range v {
		if i > 0 {
			out.WriteByte(',')
		}
		out.Write(quote(v[i].Profile))
		out.WriteByte(':')
		one, err := json.Marshal(v[i])
		if err != nil {
			return nil, err
		}
		out.Write(safetext.EscapeJSON(one))
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}
