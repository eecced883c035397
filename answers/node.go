package answers

import (
	"encoding/json"
	"fmt"
	"regexp"
	"sync"
)

// node is a value of an answers file, YAML or JSON alike, with the line that it
// stands on. Numbers keep their exact text.
type node struct {
	line    int
	kind    nodeKind
	text    string // of a string: its value; of a number, boolean or null: its JSON
	members []member
	items   []*node
}

type member struct {
	name  string
	line  int
	value *node
}

type nodeKind string

const (
	nodeNull   nodeKind = "null"
	nodeBool   nodeKind = "a boolean"
	nodeNumber nodeKind = "a number"
	nodeString nodeKind = "a text"
	nodeList   nodeKind = "a list"
	nodeMap    nodeKind = "a mapping"
)

// lineError is something wrong at a line of an answers file.
type lineError struct {
	line int
	text string
}

func (e *lineError) Error() string { return e.text }

func wrong(line int, format string, args ...any) *lineError {
	return &lineError{line: line, text: fmt.Sprintf(format, args...)}
}

// Bounds on an answers file: it may come from anywhere.
const (
	maxFile  = 16 << 20 // bytes
	maxNodes = 1 << 20
	maxDepth = 64
)

var jsonNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$`)
})

// json is the value as JSON text, its members in the file's order.
func (n *node) json() json.RawMessage {
	switch n.kind {
	case nodeString:
		return quoteJSON(n.text)
	case nodeList:
		out := []byte{'['}
		for i, item := range n.items {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, item.json()...)
		}
		return append(out, ']')
	case nodeMap:
		var o object
		for _, m := range n.members {
			o = append(o, field{m.name, m.value.json()})
		}
		return o.json()
	default:
		return json.RawMessage(n.text)
	}
}

func quoteJSON(s string) json.RawMessage {
	b, _ := marshal(s) // a string always marshals
	return b
}
