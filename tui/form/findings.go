package form

import "elicit/forms"

// explanations say what a finding means for the person who answers, where that
// is another thing than what it tells the server's author. The rules are those
// of DESIGN.md §4.5.
var explanations = map[string]string{
	"local-ref":         "described elsewhere in the schema ($ref); strict clients refuse that",
	"all-of":            "described through allOf; strict clients refuse that",
	"nullable":          "the schema also allows null, which is never sent: leave it empty to omit it",
	"numeric-union":     "integer or number; asked for as a number",
	"items-one-of":      "the options stand in oneOf where the specification has anyOf",
	"free-list":         "a list of free entries; the specification only has lists of options",
	"untyped-choice":    "the options have no type",
	"untyped-items":     "the options of the list have no type",
	"enum-names-length": "enumNames does not fit the options: their values are shown",
	"non-string-option": "an option is not a text; it is sent as what it is",
	"duplicate-option":  "an option stands there twice; it is shown once",
	"format-unknown":    "the format is shown and not checked",
	"default-invalid":   "the server's default does not fit its own schema and was left out",
}

// explain is a finding of a property in words: those for the person who
// answers, or else what was found.
func explain(f forms.Finding) string {
	text, ok := explanations[f.Rule]
	if !ok {
		text = f.Explain()
	}
	return f.Rule + ": " + text
}
