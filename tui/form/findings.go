package form

// explanations say what a finding means for the person who answers. The rules
// are those of DESIGN.md §4.5.
var explanations = map[string]string{
	"no-schema":         "the server sent no schema; this is a plain confirmation",
	"missing-root-type": `the schema does not say "type": "object"`,
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

// explain is a finding in words; a rule without any stands for itself.
func explain(rule string) string {
	if text, ok := explanations[rule]; ok {
		return rule + ": " + text
	}
	return rule
}
