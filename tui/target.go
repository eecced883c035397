package tui

import (
	"encoding/json"
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"elicit/forms"
	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// target is something that can be called: a tool, a prompt or a resource.
// Exactly one of the three is set.
type target struct {
	server   *server
	tool     *mcpclient.Tool
	prompt   *mcpclient.Prompt
	resource *mcpclient.Resource
}

func (t target) method() string {
	switch {
	case t.tool != nil:
		return mcpclient.MethodTool
	case t.prompt != nil:
		return mcpclient.MethodPrompt
	}
	return mcpclient.MethodResource
}

// name is the wire name: of a resource its URI or template.
func (t target) name() safetext.Text {
	switch {
	case t.tool != nil:
		return t.tool.Name
	case t.prompt != nil:
		return t.prompt.Name
	case t.resource != nil:
		return t.resource.URI
	}
	return safetext.Text{}
}

func (t target) title() safetext.Text {
	switch {
	case t.tool != nil:
		return t.tool.Title
	case t.prompt != nil:
		return t.prompt.Title
	}
	return t.resource.Name
}

func (t target) description() safetext.Text {
	switch {
	case t.tool != nil:
		return t.tool.Description
	case t.prompt != nil:
		return t.prompt.Description
	}
	return t.resource.Description
}

// key tells targets of one server apart.
func (t target) key() string { return t.method() + " " + t.name().Raw() }

// schema is the JSON Schema of the arguments; for prompts and URI templates it
// is made from what they list. nil means that there are none.
func (t target) schema() json.RawMessage {
	switch {
	case t.tool != nil:
		return t.tool.InputSchema
	case t.prompt != nil:
		if len(t.prompt.Arguments) == 0 {
			return nil
		}
		var s schemaWriter
		for _, a := range t.prompt.Arguments {
			s.add(a.Name.Raw(), a.Title.Raw(), a.Description.Raw(), a.Required)
		}
		return s.schema()
	case t.resource.Template:
		var s schemaWriter
		for _, v := range templateVariables(t.resource.URI.Raw()) {
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

// form is the target's arguments as a form. A schema that has no form is
// written as JSON instead; why says what it is.
func (t target) form() (f *forms.Form, why error) {
	schema := t.schema()
	if len(schema) == 0 {
		return nil, nil
	}
	f, refusal := forms.Parse(forms.Request{Schema: schema}, forms.Arguments)
	if refusal != nil {
		return nil, refusal
	}
	return f, nil
}

// bare reports whether the target is called without arguments.
func (t target) bare() bool {
	f, why := t.form()
	return why == nil && (f == nil || len(f.Properties) == 0 && !openSchema(t.schema()))
}

// openSchema reports whether a schema without properties still says something
// about arguments, so that a person may want to give some.
func openSchema(raw json.RawMessage) bool {
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

// begin calls a target at once, or asks for its arguments first.
func (m *Model) begin(s *server, t target, edit bool) tea.Cmd {
	if s.session == nil {
		return m.notify(s.label() + " is " + s.state.String() + "; r starts it")
	}
	if t.bare() && !edit {
		return m.send(t, nil)
	}
	a := newArguments(m, t)
	m.push(a)
	return m.own(a, a.init())
}

// send makes the request that arguments stand for.
func (m *Model) send(t target, args json.RawMessage) tea.Cmd {
	name := t.name().Raw()
	if t.resource != nil {
		if t.resource.Template {
			uri, err := expandTemplate(name, args)
			if err != nil {
				return m.notify(err.Error())
			}
			t.server.arguments[t.key()] = args
			name = uri
		}
		args = nil
	}
	return m.call(t.server, t.method(), name, args)
}

var errNoObject = errors.New("the arguments must be one JSON object")
