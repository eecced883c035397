package answers

import (
	"encoding/json"
	"fmt"
	"strings"

	"elicit/internal/safetext"
)

// flowYAML is a JSON value in YAML's flow style, on one line.
func flowYAML(value json.RawMessage) string {
	n, err := parseJSON(value)
	if err != nil {
		return string(safetext.EscapeJSON(value))
	}
	return n.yaml()
}

func (n *node) yaml() string {
	var parts []string
	switch n.kind {
	case nodeString:
		return quoteYAML(n.text)
	case nodeList:
		for _, i := range n.items {
			parts = append(parts, i.yaml())
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case nodeMap:
		for _, m := range n.members {
			parts = append(parts, quoteYAML(m.name)+": "+m.value.yaml())
		}
		return "{" + strings.Join(parts, ", ") + "}"
	default:
		return n.text
	}
}

// quoteYAML is a text in quotation marks: everything that is not plainly
// visible is escaped, so that the file can be read on a terminal.
func quoteYAML(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case safetext.Clean(string(r)) != string(r) && r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		case safetext.Clean(string(r)) != string(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
