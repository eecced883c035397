package safetext

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// JSONString is s as a JSON string that is safe on a terminal: besides what
// JSON itself escapes, DEL, C1, bidi and other invisible characters are.
func JSONString(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // people read it
	_ = enc.Encode(s)        // a string always marshals
	return string(EscapeJSON(bytes.TrimSuffix(b.Bytes(), []byte("\n"))))
}

// EscapeJSON makes JSON text safe on a terminal: every character of a string
// that [Clean] would change becomes a \u escape, which JSON reads as the same
// character. Around strings, line feeds and spaces stay, and other white space
// becomes spaces. What is not JSON comes out just as safe.
func EscapeJSON(b []byte) []byte {
	if isPlain(b) {
		return slices.Clip(b)
	}
	e := escaper{out: make([]byte, 0, len(b)+len(b)/4)}
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		e.escape(b[i:i+n], r)
		i += n
	}
	return e.out
}

// escaper is what has to be known of the JSON text so far.
type escaper struct {
	out       []byte
	inString  bool
	backslash bool // the last character was one that escapes the next
	bare      bool // the last character carries no combining mark
	marks     int  // combining marks since the last other character
}

func (e *escaper) escape(raw []byte, r rune) {
	switch {
	case !e.inString && (r == '\r' || r == '\t'):
		e.out = append(e.out, ' ')
	case !e.inString && r == '\n':
		e.out = append(e.out, '\n')
	case e.mustEscape(r):
		e.out = appendEscape(e.out, r)
		e.bare = true
		e.backslash = false
		return
	default:
		e.out = append(e.out, raw...)
	}
	e.bare = r == '"' || e.backslash || r == '\n'
	e.track(r)
}

func (e *escaper) mustEscape(r rune) bool {
	if combining(r) && !hidden(r) {
		e.marks++
		return e.bare || !e.inString || e.marks > maxMarks
	}
	e.marks = 0
	return r == '\n' || visible(0, r) != r || r == utf8.RuneError
}

// track follows where strings begin and end.
func (e *escaper) track(r rune) {
	switch {
	case e.backslash:
		e.backslash = false
	case r == '\\' && e.inString:
		e.backslash = true
	case r == '"':
		e.inString = !e.inString
	}
}

func appendEscape(out []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	unit := func(u rune) {
		out = append(out, '\\', 'u', hex[u>>12&15], hex[u>>8&15], hex[u>>4&15], hex[u&15])
	}
	if r > 0xffff {
		r -= 0x10000
		unit(0xd800 + r>>10)
		unit(0xdc00 + r&0x3ff)
		return out
	}
	unit(r)
	return out
}
