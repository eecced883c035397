package forms

// The rules, by the names that findings, refusals and `elicit check` use
// (DESIGN.md §4.3–4.5).
const (
	ruleNotJSON       = "not-json"
	ruleTooDeep       = "too-deep"
	ruleTooLarge      = "too-large"
	ruleNumberTooLong = "number-too-long"

	ruleNoSchema        = "no-schema"
	ruleMissingRootType = "missing-root-type"
	ruleNotAnObject     = "not-an-object"
	ruleBadProperties   = "bad-properties"
	ruleNoProperties    = "no-properties"
	ruleTooMany         = "too-many-properties"

	ruleCredential   = "credential"
	rulePropertyName = "property-name"
	ruleNotASchema   = "not-a-schema"
	ruleTextTooLong  = "text-too-long"

	ruleLocalRef     = "local-ref"
	ruleRemoteRef    = "remote-ref"
	ruleAllOf        = "all-of"
	ruleNullable     = "nullable"
	ruleNullOption   = "null-option"
	ruleNumericUnion = "numeric-union"
	ruleUnion        = "union"
	ruleTypeList     = "type-list"

	ruleNested       = "nested"
	ruleArray        = "array"
	ruleUntyped      = "untyped"
	ruleUnknownType  = "unknown-type"
	ruleUntypedItems = "untyped-items"
	ruleItemsOneOf   = "items-one-of"
	ruleFreeList     = "free-list"
	ruleMultiSelect  = "multi-select"

	ruleUntypedChoice   = "untyped-choice"
	ruleTitledChoice    = "titled-choice"
	ruleEmptyEnum       = "empty-enum"
	ruleTooManyOptions  = "too-many-options"
	ruleNonScalarOption = "non-scalar-option"
	ruleNonStringOption = "non-string-option"
	ruleDuplicateOption = "duplicate-option"
	ruleBlankOption     = "blank-option"
	ruleDuplicateLabel  = "duplicate-label"
	ruleEnumNames       = "enum-names-length"
	ruleEnumNamesType   = "enum-names-type"

	ruleFormatUnknown  = "format-unknown"
	rulePatternUnknown = "pattern-unknown"
	ruleKeywordIgnored = "keyword-ignored"
	ruleUnsatisfiable  = "unsatisfiable"
	ruleDefaultInvalid = "default-invalid"
	ruleTypedDefault   = "typed-default"
)

// verdict is what a profile makes of a rule.
type verdict int

const (
	allow verdict = iota
	warn
	refuse
)

// row is one line of a profile's table: what it makes of a rule, and the name
// it reports the rule under where that is not the rule's own.
type row struct {
	verdict verdict
	as      string
}

// rule is what holds for a rule unless a profile's table says otherwise, and
// the words for people: what was found, and what the server's author can do.
type rule struct {
	row
	what   string
	advice string
}

// rules is every rule that there is. A rule without whose meaning a property
// cannot be read at all has to be refused in every table.
var rules = map[string]rule{
	ruleNotJSON:       {row{refuse, ""}, "the schema is not JSON", "send the requestedSchema as a JSON object in UTF-8"},
	ruleTooDeep:       {row{refuse, ""}, "the schema is nested more than 64 levels deep", "ask for flat properties"},
	ruleTooLarge:      {row{refuse, ""}, "the schema holds more values than a form can have", "ask for less at a time"},
	ruleNumberTooLong: {row{refuse, ""}, "the schema holds a number of more than 400 digits, or an exponent beyond 400", "use bounds that a 64-bit number can hold"},

	ruleNoSchema:        {row{warn, ""}, "the question came without a requestedSchema", `send {"type":"object","properties":{}} for a question without fields`},
	ruleMissingRootType: {row{warn, ""}, "the schema has no type of its own", `give the schema "type": "object"`},
	ruleNotAnObject:     {row{refuse, ""}, "the schema does not describe an object with properties", `give the schema "type": "object" and "properties" as an object`},
	ruleBadProperties:   {row{refuse, ruleNotAnObject}, "the schema's properties are not an object", `make "properties" an object of one schema per name`},
	ruleNoProperties:    {row{allow, ""}, "the schema asks for no properties", "ask for at least one property"},
	ruleTooMany:         {row{refuse, ""}, "the schema asks for too many properties", "ask in several questions, one after another"},

	ruleCredential:   {row{refuse, ""}, "it asks for a credential, and a form answer is no place for a password, key or code", `use URL mode (mode "url"), which the MCP specification provides for exactly this`},
	rulePropertyName: {row{refuse, ""}, "the property's name cannot be shown as it is", "use a short name of letters, digits, '_', '-' and '.'"},
	ruleNotASchema:   {row{refuse, ""}, "the property's definition is not a JSON object", `describe the property, such as {"type": "string"}`},
	ruleTextTooLong:  {row{refuse, ""}, "a text is longer than this profile shows", "shorten it, or put it behind a link in URL mode"},

	ruleLocalRef:     {row{warn, ""}, "the definition stands elsewhere in the schema ($ref)", "write the definition in place of the $ref"},
	ruleRemoteRef:    {row{refuse, ""}, "the $ref leads nowhere: not to a definition inside this schema, or round in a circle", "write the definition in place of the $ref"},
	ruleAllOf:        {row{warn, ""}, "the definition is wrapped in an allOf", "write the definition without allOf"},
	ruleNullable:     {row{warn, ""}, "null is named as a value, and is never sent", "leave the property out of required instead of allowing null"},
	ruleNullOption:   {row{warn, ruleNullable}, "null is named as an option, and is never sent", "leave the property out of required instead of offering null"},
	ruleNumericUnion: {row{warn, ""}, "integer or number is the same as number", `use "type": "number"`},
	ruleUnion:        {row{refuse, ""}, "it allows several types at once", "give the property one type, or ask for two properties"},
	ruleTypeList:     {row{refuse, ruleUnion}, "it allows several types at once", "give the property one type, or ask for two properties"},

	ruleNested:       {row{refuse, ""}, "it asks for an object or a list inside the answer", "ask for flat properties of type string, number, integer or boolean"},
	ruleArray:        {row{allow, ""}, "it asks for a list", "ask for one choice, or for text"},
	ruleUntyped:      {row{refuse, ""}, "it does not say what type of value it wants", `give the property a "type"`},
	ruleUnknownType:  {row{refuse, ruleUntyped}, "its type is not one that a form can ask for", "use string, number, integer or boolean"},
	ruleUntypedItems: {row{warn, ""}, "the items of the list have no type", `give the items "type": "string"`},
	ruleItemsOneOf:   {row{warn, ""}, "the options of the list stand in oneOf", "use anyOf for the options of a list"},
	ruleFreeList:     {row{warn, ""}, "it asks for a list without fixed options", "give the items an enum, or ask for one text"},
	ruleMultiSelect:  {row{allow, ""}, "it asks for several choices, which this protocol version does not have", "ask for one choice, or use a newer protocol version"},

	ruleUntypedChoice:   {row{warn, ""}, "the options are not written as a typed enum or oneOf", `use "type": "string" with enum, or with oneOf of const and title`},
	ruleTitledChoice:    {row{allow, ""}, "the options have titles in oneOf, which this protocol version does not have", "use enum with enumNames, or a newer protocol version"},
	ruleEmptyEnum:       {row{refuse, ""}, "it offers no options", "offer at least one option"},
	ruleTooManyOptions:  {row{refuse, ""}, "it offers more options than this profile shows", "offer fewer options, or ask for text"},
	ruleNonScalarOption: {row{refuse, ""}, "an option is an object or a list", "use strings as options"},
	ruleNonStringOption: {row{warn, ""}, "an option is not a string", "use strings as options"},
	ruleDuplicateOption: {row{warn, ""}, "an option stands there more than once", "name each option once"},
	ruleBlankOption:     {row{allow, ""}, "an option or its name is blank", "give every option a value and a name with letters"},
	ruleDuplicateLabel:  {row{allow, ""}, "two options have the same name", "give every option its own name"},
	ruleEnumNames:       {row{warn, ""}, "enumNames does not name every option of the enum", "give enumNames one string for each option, or use oneOf of const and title"},
	ruleEnumNamesType:   {row{warn, ruleEnumNames}, "enumNames is not a list", "give enumNames one string for each option, or use oneOf of const and title"},

	ruleFormatUnknown:  {row{warn, ""}, "the format is not one of email, uri, date and date-time: shown, not checked", "use one of these formats, or say in the description what you expect"},
	rulePatternUnknown: {row{warn, ""}, "the pattern cannot be checked here: shown, not checked", "use a simpler pattern, without look-around and back-references"},
	ruleKeywordIgnored: {row{warn, ""}, "the schema has a condition that is not checked here", "use only the keywords that the MCP specification lists"},
	ruleUnsatisfiable:  {row{refuse, ""}, "no answer can meet its bounds", "make the bounds fit each other"},
	ruleDefaultInvalid: {row{warn, ""}, "the default is not a valid answer and is ignored", "give a default that the property itself would accept"},
	ruleTypedDefault:   {row{allow, ""}, "only booleans have defaults in this protocol version", "leave the default out, or use a newer protocol version"},
}

// Explain says in words what was found; drawable.
func (f Finding) Explain() string { return rules[f.Rule].what }

// Advice says what the server's author can do about it; drawable.
func (f Finding) Advice() string { return rules[f.Rule].advice }
