package config

import (
	"bytes"
	"encoding/json"
	"errors"
)

// object is a JSON object in the file's order.
type object []member

type member struct {
	name  string
	value json.RawMessage
}

// UnmarshalJSON keeps the order; of a repeated name the last one counts.
func (o *object) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(b))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errors.New("is not an object")
	}
	at := map[string]int{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		name, isKey := t.(string)
		m := member{name: name}
		if err := d.Decode(&m.value); err != nil || !isKey {
			return errors.Join(errors.New("is not an object"), err)
		}
		if i, again := at[m.name]; again {
			(*o)[i] = m
			continue
		}
		at[m.name] = len(*o)
		*o = append(*o, m)
	}
	return nil
}
