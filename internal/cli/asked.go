package cli

import (
	"bytes"
	"encoding/json"
	"fmt"

	"elicit/forms"
)

// asked is one question of a file: what `check` and `form` read.
type asked struct {
	key string // in inputRequests; empty when there is only one
	forms.Request
}

// readAsked finds the questions in a bare requestedSchema, the params of an
// elicitation/create, the whole request, an input_required result, a response
// that holds one, or a line of a --trace.
func readAsked(b []byte) ([]asked, error) {
	b = bytes.TrimSpace(b)
	if !json.Valid(b) {
		var v any
		return nil, fmt.Errorf("that is no JSON: %w", json.Unmarshal(b, &v))
	}
	var m struct {
		Frame         json.RawMessage `json:"frame"`
		Result        json.RawMessage `json:"result"`
		InputRequests json.RawMessage `json:"inputRequests"`
		Method        string          `json:"method"`
		Params        json.RawMessage `json:"params"`
	}
	if !isObject(b) {
		return []asked{{Request: forms.Request{Schema: b}}}, nil
	}
	if err := json.Unmarshal(b, &m); err != nil {
		// A schema, with members of these names that are something else.
		return []asked{{Request: forms.Request{Schema: b}}}, nil //nolint:nilerr // the profiles judge it
	}
	switch {
	case isObject(m.Frame):
		return readAsked(m.Frame)
	case isObject(m.InputRequests):
		return readRequests(m.InputRequests)
	case isObject(m.Result):
		return readAsked(m.Result)
	case m.Method == "elicitation/create":
		return readParams("", m.Params)
	case m.Method != "" && m.Params != nil:
		return nil, fmt.Errorf("that is a %s, and no elicitation/create", m.Method)
	case hasMember(b, "requestedSchema"), hasMember(b, "message") && !hasMember(b, "type") && !hasMember(b, "properties"):
		return readParams("", b)
	}
	return []asked{{Request: forms.Request{Schema: b}}}, nil
}

func isObject(b json.RawMessage) bool { return len(b) > 0 && b[0] == '{' }

func hasMember(object []byte, member string) bool {
	var m map[string]json.RawMessage
	_ = json.Unmarshal(object, &m) // nothing is in what is no object
	_, ok := m[member]
	return ok
}

func readRequests(b json.RawMessage) ([]asked, error) {
	var o arguments
	if err := o.read(b); err != nil {
		return nil, err
	}
	var all []asked
	for _, m := range o {
		var r struct {
			Method string          `json:"method"`
			Params json.RawMessage `json:"params"`
		}
		if json.Unmarshal(m.value, &r) != nil || r.Method != "elicitation/create" {
			continue // sampling and roots are no questions to a person
		}
		one, err := readParams(m.name, r.Params)
		if err != nil {
			return nil, err
		}
		all = append(all, one...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("none of its inputRequests is an elicitation/create")
	}
	return all, nil
}

func readParams(key string, b json.RawMessage) ([]asked, error) {
	var p struct {
		Mode            string          `json:"mode"`
		Message         string          `json:"message"`
		RequestedSchema json.RawMessage `json:"requestedSchema"`
	}
	if len(b) > 0 {
		if err := json.Unmarshal(b, &p); err != nil {
			return nil, fmt.Errorf("the params of elicitation/create: %w", err)
		}
	}
	if p.Mode != "" && p.Mode != "form" {
		return nil, fmt.Errorf("that is a question of the mode %q, which has no form", clean(p.Mode))
	}
	return []asked{{key: key, Request: forms.Request{Message: p.Message, Schema: p.RequestedSchema}}}, nil
}
