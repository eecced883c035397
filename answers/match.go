package answers

import (
	"regexp"
	"slices"
	"strings"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// match says which questions a rule is for. What is empty matches everything.
type match struct {
	server      *string
	method      string  // with target
	target      *string // tool or prompt name, or resource URI
	key         *string
	mode        mcpclient.Mode
	message     *pattern
	url         *pattern
	fields      []string // exactly these properties, sorted; nil matches any
	fingerprint string
	round       int
	nth         int // of the questions that meet all the rest; 0 is every one
}

// meets reports whether a case meets everything but nth.
func (m *match) meets(c Case) bool {
	mode := c.Mode
	if mode == "" {
		mode = mcpclient.ModeForm
	}
	switch {
	case m.server != nil && *m.server != c.Server,
		m.target != nil && (m.method != c.Method || *m.target != c.Target.Raw()),
		m.key != nil && *m.key != c.Key,
		m.mode != "" && m.mode != mode,
		m.message != nil && !m.message.is(c.Message.Raw()),
		m.url != nil && (mode != mcpclient.ModeURL || !m.url.is(c.URL.Raw())),
		m.fields != nil && (c.Form == nil || !slices.Equal(m.fields, fieldsOf(c.Form))),
		m.fingerprint != "" && m.fingerprint != c.Fingerprint(),
		m.round != 0 && m.round != c.Round:
		return false
	}
	return true
}

// hint says in a few words which question is meant, after the place where the
// rule stands.
func (m *match) hint() string {
	switch {
	case m.target != nil:
		return " (" + quote(*m.target) + ")"
	case m.key != nil:
		return " (key " + quote(*m.key) + ")"
	case m.message != nil && m.message.regex != nil:
		return " (message " + safetext.Of("/"+m.message.regex.String()+"/").Line() + ")"
	case m.message != nil:
		return " (message " + short(safetext.Of(m.message.exact).Line()) + ")"
	}
	return ""
}

// fieldsOf are the names of a form's properties, sorted.
func fieldsOf(f *forms.Form) []string {
	names := make([]string, 0, len(f.Properties))
	for _, p := range f.Properties {
		names = append(names, p.Name.Raw())
	}
	slices.Sort(names)
	return names
}

func has(f *forms.Form, name string) bool {
	_, ok := propertyOf(f, name)
	return ok
}

func propertyOf(f *forms.Form, name string) (forms.Property, bool) {
	for _, p := range f.Properties {
		if p.Name.Raw() == name {
			return p, true
		}
	}
	return forms.Property{}, false
}

// pattern is an exact text, or a regular expression between slashes.
type pattern struct {
	exact string
	regex *regexp.Regexp
}

func newPattern(s string) (*pattern, error) {
	if len(s) < 2 || !strings.HasPrefix(s, "/") || !strings.HasSuffix(s, "/") {
		return &pattern{exact: s}, nil
	}
	re, err := regexp.Compile(s[1 : len(s)-1])
	return &pattern{regex: re}, err
}

func (p *pattern) is(s string) bool {
	if p.regex != nil {
		return p.regex.MatchString(s)
	}
	return p.exact == s
}
