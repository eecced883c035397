package answers

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
)

// Fingerprint covers everything that a person sees of the question (DESIGN.md
// §4.9): the form's own fingerprint, or in URL mode message and URL.
func (c Case) Fingerprint() string {
	if c.Form != nil {
		return c.Form.Fingerprint()
	}
	return "url-sha256:" + hex.EncodeToString(digest("url", c.Message.Raw(), c.URL.Raw()))
}

// slot names what a recorded answer belongs to, apart from the question itself:
// server, what was called with which arguments, and key. It begins the names of
// the store's files, so that nothing a server controls gets into a file name.
func (c Case) slot() string {
	return slotOf(c.Server, c.Method, c.Target.Raw(), argsDigest(c.Args), c.Key)
}

func slotOf(server, method, target, args, key string) string {
	return hex.EncodeToString(digest("slot", server, method, target, args, key)[:16])
}

// digest is unambiguous: every part is preceded by its length.
func digest(parts ...string) []byte {
	h := sha256.New()
	for _, p := range parts {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(p)))
		h.Write(n[:])
		h.Write([]byte(p))
	}
	return h.Sum(nil)
}

// argsDigest is the digest of a call's arguments: the order of keys and the
// spacing do not matter, numbers count by their exact text. No arguments are
// those of an empty object.
func argsDigest(args json.RawMessage) string {
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	c, err := canonical(args)
	if err != nil { // not JSON: only the same bytes are the same
		return "sha256:" + hex.EncodeToString(digest("raw", string(args)))
	}
	return "sha256:" + hex.EncodeToString(digest("args", string(c)))
}

// canonical is JSON without spacing and with each object's members sorted by
// name, in one spelling of its strings. Members of the same name keep their
// order.
func canonical(raw json.RawMessage) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	out, err := canonicalValue(dec)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("something follows the JSON value")
	}
	return out, nil
}

func canonicalValue(dec *json.Decoder) ([]byte, error) {
	t, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch v := t.(type) {
	case json.Delim:
		if v == '{' {
			return canonicalObject(dec)
		}
		return canonicalArray(dec)
	case json.Number:
		return []byte(v), nil
	}
	return json.Marshal(t)
}

func canonicalArray(dec *json.Decoder) ([]byte, error) {
	var items [][]byte
	for dec.More() {
		item, err := canonicalValue(dec)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	return slices.Concat([]byte("["), bytes.Join(items, []byte(",")), []byte("]")), nil
}

func canonicalObject(dec *json.Decoder) ([]byte, error) {
	type member struct {
		name string
		text []byte
	}
	var members []member
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return nil, err
		}
		value, err := canonicalValue(dec)
		if err != nil {
			return nil, err
		}
		name, _ := t.(string)
		quoted, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		members = append(members, member{name, slices.Concat(quoted, []byte(":"), value)})
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(members, func(a, b member) int { return strings.Compare(a.name, b.name) })
	var texts [][]byte
	for _, m := range members {
		texts = append(texts, m.text)
	}
	return slices.Concat([]byte("{"), bytes.Join(texts, []byte(",")), []byte("}")), nil
}
