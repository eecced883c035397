package forms

import (
	"maps"
	"strings"
)

// Profile is a table: rule → allow, warn or refuse; plus bounds (DESIGN.md
// §4.5). The zero value refuses everything; take one of the profiles below.
type Profile struct {
	Name            string
	TrimText        bool // text is sent without the white space around it, and blank text is refused
	DismissDeclines bool // closing the form without a choice is a decline, not a cancel
	AllRequired     bool // an optional property must be answered too
	PrefillDefaults bool // a fresh form holds the defaults

	RefusalDeclines    bool // a refused question is declined, instead of being answered with an error
	RefusesCredentials bool // a typed credential is never sent, also not when the person means it

	nameOrder      bool // properties stand in name order, not in wire order
	plainNames     bool // names are letters, digits, '_', '.' and '-' of ASCII
	keepsRepeats   bool // an option that repeats a value is an option of its own
	gathersRefused bool // refusing findings are gathered and reported together
	leavesFormats  bool // formats are told to the person and left to the server to check
	brief          bool // a check tells name, kind, required and options, and no findings
	bounds         bounds
	table          *table
	reads          *keywords // nil: all
	allowed        *names
}

// bounds are the most that a profile takes; lengths are code points.
type bounds struct {
	properties, options int
	name                int
	title               int // titles, labels and formats
	text                int // descriptions, messages, patterns and default texts
	value               int // options' values that are text
}

// table holds the rows where a profile differs from the rules themselves.
type table map[string]row

// keywords lists the keywords that a profile reads, by the property's type;
// "" holds those that it reads in every property. Any other is as if absent.
type keywords map[string]string

type names map[string]bool

var (
	wide   = bounds{properties: 128, options: 1000, name: 256, title: 500, text: 16_000, value: 16_000}
	strict = bounds{properties: 16, options: 32, name: 64, title: 200, text: 2000, value: 200}
	// Tools describe their arguments at greater length than a question should.
	tool = bounds{properties: 512, options: 10_000, name: 256, title: 2000, text: 100_000, value: 16_000}
)

// Tester answers whatever has a clear meaning, and warns of what strict hosts
// refuse. Its table is the rules themselves.
var Tester = Profile{Name: "tester", PrefillDefaults: true, bounds: wide, table: &table{}}

// Spec takes exactly what the MCP specification's schema types allow.
var Spec = Profile{
	Name: "spec", PrefillDefaults: true, gathersRefused: true, bounds: wide, table: &specTable,
}

// Everruns is a strict host's restricted profile: flat, named, every question
// answered.
var Everruns = Profile{
	Name: "everruns", TrimText: true, DismissDeclines: true, AllRequired: true,
	RefusalDeclines: true, RefusesCredentials: true,
	nameOrder: true, plainNames: true, keepsRepeats: true, leavesFormats: true, brief: true,
	bounds: strict,
	table:  &everrunsTable, reads: &everrunsKeywords,
}

// Arguments is for a tool's inputSchema: what the person gives a tool is not
// asked for by anyone, so nothing in it is a credential asked for.
var Arguments = Profile{Name: "arguments", PrefillDefaults: true, bounds: tool, table: &argumentsTable}

var specTable = table{
	ruleNoSchema:        {refuse, ""},
	ruleMissingRootType: {refuse, ""},
	ruleLocalRef:        {refuse, ""},
	ruleAllOf:           {refuse, ""},
	ruleNullable:        {refuse, ""},
	ruleNullOption:      {refuse, ruleNullable},
	ruleNumericUnion:    {refuse, ""},
	ruleNonStringOption: {refuse, ""},
	ruleEnumNames:       {refuse, ""},
	ruleEnumNamesType:   {refuse, ruleEnumNames},
	ruleDuplicateOption: {refuse, ""},
	ruleFormatUnknown:   {refuse, ""},
	ruleFreeList:        {refuse, ""},
	ruleUntypedChoice:   {refuse, ""},
	ruleUntypedItems:    {refuse, ""},
	ruleItemsOneOf:      {refuse, ""},
}

// Protocol 2025-06-18 has no multiple choice, no oneOf, and defaults for
// booleans alone (specification 2025-06-18, client/elicitation).
var spec20250618 = table{
	ruleMultiSelect:  {refuse, ""},
	ruleTitledChoice: {refuse, ""},
	ruleTypedDefault: {warn, ""},
}

var everrunsTable = table{
	ruleNoSchema:        {refuse, ruleNotAnObject},
	ruleMissingRootType: {refuse, ruleNotAnObject},
	ruleBadProperties:   {refuse, ruleNoProperties},
	ruleNoProperties:    {refuse, ""},
	ruleLocalRef:        {refuse, ""},
	ruleRemoteRef:       {refuse, ruleLocalRef},
	ruleNullable:        {refuse, ruleUntyped},
	ruleNullOption:      {refuse, ruleNonStringOption},
	ruleTypeList:        {refuse, ruleUntyped},
	ruleArray:           {refuse, ruleNested},
	ruleUnknownType:     {refuse, ruleNested},
	ruleNonStringOption: {refuse, ""},
	ruleBlankOption:     {refuse, ""},
	ruleDuplicateOption: {allow, ""},
	ruleDuplicateLabel:  {refuse, ""},
	ruleEnumNames:       {refuse, ""},
	ruleEnumNamesType:   {allow, ""},
	ruleFormatUnknown:   {allow, ""},
	ruleKeywordIgnored:  {allow, ""},
	ruleUnsatisfiable:   {allow, ""},
	ruleDefaultInvalid:  {allow, ""},
}

var everrunsKeywords = keywords{
	"":        "type title description format writeOnly $ref",
	"string":  "enum enumNames",
	"boolean": "default",
	"integer": "minimum maximum",
	"number":  "minimum maximum",
}

var argumentsTable = table{
	ruleCredential:      {allow, ""},
	ruleNoSchema:        {allow, ""},
	ruleMissingRootType: {allow, ""},
	ruleLocalRef:        {allow, ""},
	ruleAllOf:           {allow, ""},
	ruleNullable:        {allow, ""},
	ruleNullOption:      {allow, ""},
	ruleNumericUnion:    {allow, ""},
	ruleNonStringOption: {allow, ""},
	ruleEnumNames:       {allow, ""},
	ruleEnumNamesType:   {allow, ""},
	ruleDuplicateOption: {allow, ""},
	ruleFormatUnknown:   {allow, ""},
	rulePatternUnknown:  {allow, ""},
	ruleKeywordIgnored:  {allow, ""},
	ruleFreeList:        {allow, ""},
	ruleUntypedChoice:   {allow, ""},
	ruleUntypedItems:    {allow, ""},
	ruleItemsOneOf:      {allow, ""},
	ruleDefaultInvalid:  {allow, ""},
}

// ProfileNames are the names that ProfileNamed knows, the default first.
func ProfileNames() []string { return []string{Tester.Name, Spec.Name, Everruns.Name} }

// ProfileNamed is the profile of that name, as an operator writes it.
func ProfileNamed(name string) (Profile, bool) {
	for _, p := range []Profile{Tester, Spec, Everruns} {
		if p.Name == name {
			return p, true
		}
	}
	return Profile{}, false
}

// AllowFields is a copy that excepts properties of exactly these names from
// the credential rule, beside those excepted already. Only the operator may
// ask for it, never the server (DESIGN.md §4.3).
func (p Profile) AllowFields(fields ...string) Profile {
	allowed := names{}
	if p.allowed != nil {
		for name := range *p.allowed {
			allowed[name] = true
		}
	}
	for _, name := range fields {
		allowed[name] = true
	}
	p.allowed = &allowed
	return p
}

// ForProtocol is the profile under a protocol version: `spec` is stricter
// under 2025-06-18, whose schema types are fewer.
func (p Profile) ForProtocol(version string) Profile {
	if p.table != &specTable || version != "2025-06-18" {
		return p
	}
	merged := table{}
	for _, t := range []table{specTable, spec20250618} {
		maps.Copy(merged, t)
	}
	p.table = &merged
	return p
}

// ruling is the row that holds for a rule, its reported name filled in.
func (p Profile) ruling(name string) row {
	r := rules[name].row
	if p.table == nil {
		return row{refuse, name}
	}
	if own, ok := (*p.table)[name]; ok {
		r = own
	}
	if r.as == "" {
		r.as = name
	}
	return r
}

// ignores reports whether the profile passes over a keyword in a property of
// that type.
func (p Profile) ignores(keyword, typeName string) bool {
	return p.reads != nil && !listed((*p.reads)[""], keyword) && !listed((*p.reads)[typeName], keyword)
}

func listed(words, word string) bool {
	for w := range strings.FieldsSeq(words) {
		if w == word {
			return true
		}
	}
	return false
}

func (p Profile) excepts(name string) bool { return p.allowed != nil && (*p.allowed)[name] }
