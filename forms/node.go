package forms

import (
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// put adds a member, or replaces the value of an earlier one in its place.
func (n *node) put(key string, v node) {
	if i, ok := n.find(key); ok {
		n.members[i].value = v
		return
	}
	n.members = append(n.members, member{key, v})
	switch {
	case n.index != nil:
		n.index[key] = len(n.members) - 1
	case len(n.members) > fewMembers:
		n.index = make(map[string]int, 2*len(n.members))
		for i, m := range n.members {
			n.index[m.key] = i
		}
	}
}

func (n *node) find(key string) (int, bool) {
	if n.index != nil {
		i, ok := n.index[key]
		return i, ok
	}
	for i := range n.members {
		if n.members[i].key == key {
			return i, true
		}
	}
	return 0, false
}

// get is a member's value; nil when n is not an object or has no such member.
func (n *node) get(key string) *node {
	if n == nil || n.kind != '{' {
		return nil
	}
	if i, ok := n.find(key); ok {
		return &n.members[i].value
	}
	return nil
}

func (n *node) is(kind byte) bool { return n != nil && n.kind == kind }

// text is a string's value; ok is false for anything but a string.
func (n *node) text() (s string, ok bool) {
	if !n.is('"') {
		return "", false
	}
	return unquote(n.raw), true
}

// isText reports whether n is exactly that string.
func (n *node) isText(want string) bool {
	s, ok := n.text()
	return ok && s == want
}

// key is a string that is equal for exactly the scalars that JSON Schema calls
// equal: 1 and 1.0 and 1e0 are, "1" and true are not.
func (n *node) key() string {
	switch n.kind {
	case '"':
		return `"` + unquote(n.raw)
	case '0':
		return "0" + canonical(string(n.raw))
	}
	return string(n.kind)
}

func (n *node) scalar() bool { return n.kind != '{' && n.kind != '[' }

// unquote is the value of a string that the scanner passed. A lone surrogate
// becomes U+FFFD, as in encoding/json.
func unquote(raw []byte) string {
	raw = raw[1 : len(raw)-1]
	if !slices.Contains(raw, '\\') {
		return string(raw)
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			out = append(out, raw[i])
			i++
			continue
		}
		if raw[i+1] == 'u' {
			r, n := unescape(raw[i:])
			out = utf8.AppendRune(out, r)
			i += n
			continue
		}
		out = append(out, simpleEscape(raw[i+1]))
		i += 2
	}
	return string(out)
}

func simpleEscape(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

// unescape reads one \uXXXX, or a pair of them, and says how long it was.
func unescape(raw []byte) (rune, int) {
	r, _ := hex4(raw[2:])
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if len(raw) >= 12 && raw[6] == '\\' && raw[7] == 'u' {
		if low, ok := hex4(raw[8:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, 12
			}
		}
	}
	return utf8.RuneError, 6
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, c := range b[:4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
