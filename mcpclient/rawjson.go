package mcpclient

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// member is one member of a JSON object, exactly as it was written.
type member struct {
	name string // decoded
	key  json.RawMessage
	val  json.RawMessage
}

// object is a JSON object in the server's own order. encoding/json would lose
// the order, match names without regard to case, and round numbers.
type object []member

// get is the value of a member; the last one counts when a name is repeated,
// as it does for most readers. It is nil when there is none.
func (o object) get(name string) json.RawMessage {
	for _, m := range slices.Backward(o) {
		if m.name == name {
			return m.val
		}
	}
	return nil
}

// given is get, with null counting as absent.
func (o object) given(name string) json.RawMessage {
	if v := o.get(name); !isNull(v) {
		return v
	}
	return nil
}

var errNotObject = errors.New("not a JSON object")

// readObject splits one level of raw, which must be valid JSON: the values
// share raw's memory.
func readObject(raw json.RawMessage) (object, error) {
	s := scanner{b: raw}
	s.space()
	if !s.eat('{') {
		return nil, errNotObject
	}
	var o object
	for s.space(); !s.eat('}'); s.space() {
		key := s.value()
		s.space()
		s.eat(':')
		s.space()
		val := s.value()
		s.space()
		s.eat(',')
		if len(key) == 0 || len(val) == 0 {
			return nil, errNotObject
		}
		o = append(o, member{name: text(key), key: key, val: val})
	}
	return o, nil
}

// readArray splits one level of an array, which must be valid JSON.
func readArray(raw json.RawMessage) ([]json.RawMessage, bool) {
	s := scanner{b: raw}
	s.space()
	if !s.eat('[') {
		return nil, false
	}
	var items []json.RawMessage
	for s.space(); !s.eat(']'); s.space() {
		v := s.value()
		if len(v) == 0 {
			return nil, false
		}
		items = append(items, v)
		s.space()
		s.eat(',')
	}
	return items, true
}

// scanner walks over JSON that is known to be valid. It does not recurse, so
// that depth costs nothing.
type scanner struct {
	b []byte
	i int
}

func (s *scanner) space() {
	for s.i < len(s.b) && strings.IndexByte(" \t\r\n", s.b[s.i]) >= 0 {
		s.i++
	}
}

func (s *scanner) eat(c byte) bool {
	if s.i < len(s.b) && s.b[s.i] == c {
		s.i++
		return true
	}
	return false
}

// value passes over one value and gives its bytes.
func (s *scanner) value() json.RawMessage {
	start, depth := s.i, 0
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case '"':
			s.str()
		case '{', '[':
			depth++
			s.i++
		case '}', ']':
			if depth == 0 {
				return s.b[start:s.i:s.i]
			}
			depth--
			s.i++
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return s.b[start:s.i:s.i]
			}
			s.i++
			continue
		default:
			s.i++
			continue
		}
		if depth == 0 {
			break
		}
	}
	return s.b[start:s.i:s.i]
}

// str passes over a string.
func (s *scanner) str() {
	for s.i++; s.i < len(s.b); s.i++ {
		switch s.b[s.i] {
		case '\\':
			s.i++
		case '"':
			s.i++
			return
		}
	}
	s.i = min(s.i, len(s.b))
}

// text is a JSON string decoded; anything else is given as it is written, so
// that a person still sees what the server sent. Null and nothing are empty.
func text(raw json.RawMessage) string {
	if isNull(raw) {
		return ""
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return string(raw)
	}
	return s
}

func isString(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '"' }

func isObject(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '{' }

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// oneLine is JSON as it is written, except that line breaks between its tokens
// (the only place where JSON can have them) are taken out: a frame is one line.
func oneLine(raw json.RawMessage) json.RawMessage {
	if !bytes.ContainsAny(raw, "\r\n") {
		return raw
	}
	out := make(json.RawMessage, 0, len(raw))
	for _, c := range raw {
		if c != '\r' && c != '\n' {
			out = append(out, c)
		}
	}
	return out
}

// quote is a string as JSON, without the HTML escapes of encoding/json.
func quote(s string) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return bytes.TrimRight(b.Bytes(), "\n")
}
