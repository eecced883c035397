package safetext

import (
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes a string from outside drawable: LF stays, CRLF becomes LF, tabs
// become spaces, C0 controls become their control pictures, and DEL, C1
// controls, bidi controls, tags, zero-width and other invisible characters
// become visible marks.
func Clean(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(visible, s)
}

func visible(r rune) rune {
	switch {
	case r == '\n':
		return r
	case r == '\t', r == '\u2028', r == '\u2029', r == '\u0085':
		return ' '
	case r < 0x20:
		return 0x2400 + r // the control pictures: ␛, ␇, ␍ …
	case r == 0x7f:
		return '␡'
	case hidden(r):
		return utf8.RuneError
	}
	return r
}

// hidden are the characters that a terminal acts on, that reorder text, or
// that take no cell of their own and so hide from a reader. A zero-width joiner
// and variation selectors are among them: in plain words they only serve to
// make two different texts look the same.
func hidden(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) ||
		unicode.Is(unicode.Cf, r) || // format: bidi, zero-width, tags, soft hyphen
		unicode.Is(unicode.Co, r) || unicode.Is(unicode.Cs, r)
}

// JSONString is s as a JSON string that is safe on a terminal: as encoding/json
// writes it, with DEL, C1 and format characters escaped too.
func JSONString(s string) string {
	b, _ := json.Marshal(s) // a string always marshals
	return string(EscapeJSON(b))
}

// EscapeJSON makes JSON text safe on a terminal: every character that Clean
// would mark becomes a \u escape, which JSON reads as the same character. The
// white space of the JSON text itself stays.
func EscapeJSON(b []byte) []byte {
	var out []byte
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			out = append(out, `\ufffd`...)
		case r == '\n', r == '\r', r == '\t':
			out = append(out, b[i])
		case visible(r) != r && r != utf8.RuneError:
			out = appendEscape(out, r)
		default:
			out = append(out, b[i:i+n]...)
		}
		i += n
	}
	return out
}

func appendEscape(out []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	unit := func(u uint16) {
		out = append(out, '\\', 'u', hex[u>>12], hex[u>>8&15], hex[u>>4&15], hex[u&15])
	}
	if r > 0xffff {
		r -= 0x10000
		unit(uint16(0xd800 + r>>10))
		unit(uint16(0xdc00 + r&0x3ff))
		return out
	}
	unit(uint16(r))
	return out
}
