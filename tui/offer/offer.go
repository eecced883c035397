// Package offer is what a server offers to be called: a tool, a prompt or a
// resource, and the arguments that it takes as a form. It draws nothing and
// calls nothing; the screens and the line-based program share it.
//
// Start reading at [Offer].
package offer

import (
	"encoding/json"
	"strings"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// Offer is something that can be called. Exactly one of the three is set.
type Offer struct {
	Tool     *mcpclient.Tool
	Prompt   *mcpclient.Prompt
	Resource *mcpclient.Resource
}

// Method is the request that calls it.
func (o Offer) Method() string {
	switch {
	case o.Tool != nil:
		return mcpclient.MethodTool
	case o.Prompt != nil:
		return mcpclient.MethodPrompt
	}
	return mcpclient.MethodResource
}

// Name is the wire name: of a resource its URI or template.
func (o Offer) Name() safetext.Text {
	switch {
	case o.Tool != nil:
		return o.Tool.Name
	case o.Prompt != nil:
		return o.Prompt.Name
	case o.Resource != nil:
		return o.Resource.URI
	}
	return safetext.Text{}
}

// Title is what the server calls it; of a resource its name.
func (o Offer) Title() safetext.Text {
	switch {
	case o.Tool != nil:
		return o.Tool.Title
	case o.Prompt != nil:
		return o.Prompt.Title
	}
	return o.Resource.Name
}

// Description is the server's.
func (o Offer) Description() safetext.Text {
	switch {
	case o.Tool != nil:
		return o.Tool.Description
	case o.Prompt != nil:
		return o.Prompt.Description
	}
	return o.Resource.Description
}

// Key tells the offers of one server apart.
func (o Offer) Key() string { return o.Method() + " " + o.Name().Raw() }

// Schema is the JSON Schema of the arguments; for prompts and URI templates it
// is made from what they list. nil means that there are none.
func (o Offer) Schema() json.RawMessage {
	switch {
	case o.Tool != nil:
		return o.Tool.InputSchema
	case o.Prompt != nil:
		if len(o.Prompt.Arguments) == 0 {
			return nil
		}
		var s schemaWriter
		for _, a := range o.Prompt.Arguments {
			s.add(a.Name.Raw(), a.Title.Raw(), a.Description.Raw(), a.Required)
		}
		return s.schema()
	case o.Resource.Template:
		var s schemaWriter
		for _, v := range templateVariables(o.Resource.URI.Raw()) {
			s.add(v, "", "", true)
		}
		return s.schema()
	}
	return nil
}

// schemaWriter writes an object schema of strings, in order.
type schemaWriter struct {
	properties []string
	required   []string
}

func (w *schemaWriter) add(name, title, description string, required bool) {
	p := map[string]string{"type": "string"}
	if title != "" {
		p["title"] = title
	}
	if description != "" {
		p["description"] = description
	}
	body, _ := json.Marshal(p) // strings always marshal
	key, _ := json.Marshal(name)
	w.properties = append(w.properties, string(key)+":"+string(body))
	if required {
		w.required = append(w.required, string(key))
	}
}

func (w *schemaWriter) schema() json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{` + strings.Join(w.properties, ",") +
		`},"required":[` + strings.Join(w.required, ",") + `]}`)
}

// Form is the arguments as a form. A schema that has no form is written as JSON
// instead; why says what it is.
func (o Offer) Form() (f *forms.Form, why error) {
	schema := o.Schema()
	if len(schema) == 0 {
		return nil, nil
	}
	f, refusal := forms.Parse(forms.Request{Schema: schema}, forms.Arguments)
	if refusal != nil {
		return nil, refusal
	}
	return f, nil
}

// Bare reports whether it is called without arguments.
func (o Offer) Bare() bool {
	f, why := o.Form()
	return why == nil && (f == nil || len(f.Properties) == 0 && !OpenSchema(o.Schema()))
}

// OpenSchema reports whether a schema without properties still says something
// about arguments, so that a person may want to give some.
func OpenSchema(raw json.RawMessage) bool {
	var s map[string]json.RawMessage
	if json.Unmarshal(raw, &s) != nil {
		return false
	}
	extra := strings.TrimSpace(string(s["additionalProperties"]))
	if strings.HasPrefix(extra, "{") && extra != "{}" {
		return true
	}
	for _, key := range []string{"patternProperties", "anyOf", "oneOf", "allOf", "$ref"} {
		if _, ok := s[key]; ok {
			return true
		}
	}
	return false
}

// Claims are what the server says of a tool's effects: words such as
// "read-only". They are its claims and nothing more.
func (o Offer) Claims() []string {
	if o.Tool == nil || o.Tool.Annotations == nil {
		return nil
	}
	var a struct {
		ReadOnly    bool `json:"readOnlyHint"`
		Destructive bool `json:"destructiveHint"`
		Idempotent  bool `json:"idempotentHint"`
		OpenWorld   bool `json:"openWorldHint"`
	}
	if json.Unmarshal(o.Tool.Annotations, &a) != nil {
		return nil
	}
	var words []string
	for _, c := range []struct {
		is   bool
		word string
	}{{a.ReadOnly, "read-only"}, {a.Destructive, "destructive"}, {a.Idempotent, "idempotent"}, {a.OpenWorld, "open world"}} {
		if c.is {
			words = append(words, c.word)
		}
	}
	return words
}

// Request gives what is called and with which arguments: the variables of a
// resource template become part of its URI.
func (o Offer) Request(args json.RawMessage) (target string, sent json.RawMessage, err error) {
	target = o.Name().Raw()
	if o.Resource == nil {
		return target, args, nil
	}
	if o.Resource.Template {
		target, err = expandTemplate(target, args)
	}
	return target, nil, err
}
