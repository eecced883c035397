package question

import (
	"bytes"
	"encoding/json"
	"strings"

	"elicit/internal/safetext"
	"elicit/tui/theme"
)

// compactJSON is JSON on one drawable row, its tokens untouched.
func compactJSON(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return safetext.Of(string(raw)).Line()
	}
	return string(safetext.EscapeJSON(b.Bytes()))
}

// jsonWord is a string as JSON writes it, drawable.
func jsonWord(s string) string { return safetext.JSONString(s) }

// prettyJSON is JSON over several drawable rows, its tokens untouched.
func prettyJSON(raw json.RawMessage) []string {
	if len(raw) == 0 {
		return nil
	}
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return safetext.Of(string(raw)).Lines()
	}
	return strings.Split(string(safetext.EscapeJSON(b.Bytes())), "\n")
}

// colourJSON styles the tokens of one row of JSON. The row must be drawable.
func colourJSON(row string, t *theme.Theme) string {
	var b strings.Builder
	for i := 0; i < len(row); {
		n, style := 1, t.JSON.Punct
		switch c := row[i]; {
		case c == '"':
			n, style = stringEnd(row[i:]), t.JSON.String
			if strings.HasPrefix(strings.TrimLeft(row[i+n:], " "), ":") {
				style = t.JSON.Name
			}
		case c == '-' || c >= '0' && c <= '9':
			n, style = spanOf(row[i:], "+-.eE0123456789"), t.JSON.Number
		case c >= 'a' && c <= 'z':
			n, style = spanOf(row[i:], "abcdefghijklmnopqrstuvwxyz"), t.JSON.Literal
		case c == ' ':
			n = spanOf(row[i:], " ")
			b.WriteString(row[i : i+n])
			i += n
			continue
		case c >= 0x80:
			n = len(row[i:]) - len(strings.TrimLeftFunc(row[i:], func(r rune) bool { return r >= 0x80 }))
		}
		b.WriteString(style.Render(row[i : i+n]))
		i += n
	}
	return b.String()
}

// stringEnd is the length of the JSON string that s begins with.
func stringEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

func spanOf(s, set string) int {
	return max(1, len(s)-len(strings.TrimLeft(s, set)))
}
