package forms

import (
	"encoding/json"
	"slices"
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
// becomes U+FFFD.
func unquote(raw []byte) string {
	if !slices.Contains(raw, '\\') {
		return string(raw[1 : len(raw)-1])
	}
	var s string
	_ = json.Unmarshal(raw, &s) // what the scanner passes is a string to it, too
	return s
}
