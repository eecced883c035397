package answers

import (
	"bytes"
	"encoding/json"
)

// object is a JSON object whose members keep their order.
type object []field

type field struct {
	name  string
	value json.RawMessage
}

func (o object) json() json.RawMessage {
	out := []byte{'{'}
	for i, f := range o {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, quoteJSON(f.name)...), ':'), f.value...)
	}
	return append(out, '}')
}

// set gives name a value, in its place if it is there already.
func (o object) set(name string, value json.RawMessage) object {
	for i := range o {
		if o[i].name == name {
			o[i].value = value
			return o
		}
	}
	return append(o, field{name, value})
}

// members are an object's members in order, with their exact values.
func members(content json.RawMessage) object {
	dec := json.NewDecoder(bytes.NewReader(content))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var o object
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return o
		}
		name, _ := t.(string)
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return o
		}
		o = append(o, field{name, value})
	}
	return o
}
