package pane

import (
	"encoding/json"
	"errors"
)

// node is one row of pretty-printed JSON. Offsets point into the raw bytes, so
// that what is shown is what was received: numbers and order are untouched.
type node struct {
	key, keyEnd int32 // the member's name with its quotes; equal when there is none
	val, valEnd int32 // the scalar, or the one bracket
	pair        int32 // of an opening row its closing one, and back
	count       int32 // members of a container
	parent      int32
	depth       int16
	kind        kind
	comma       bool
	closed      bool // an opening row whose content is folded away
}

type kind uint8

const (
	scalar kind = iota
	opening
	closing
	empty // {} or []
)

var errNotJSON = errors.New("not JSON")

// maxDepth keeps the indent drawable; deeper JSON is shown as text.
const maxDepth = 512

type parser struct {
	raw   []byte
	at    int
	nodes []node
	open  []int32
}

// parse reads raw, which must be valid, in one pass and without recursion.
func parse(raw []byte) ([]node, error) {
	if !json.Valid(raw) || len(raw) > 1<<30 {
		return nil, errNotJSON
	}
	p := &parser{raw: raw, nodes: make([]node, 0, rows(raw))}
	for p.space(); p.at < len(raw); p.space() {
		switch raw[p.at] {
		case ',':
			p.nodes[len(p.nodes)-1].comma = true
			p.at++
		case '}', ']':
			p.close()
		default:
			p.value()
		}
		if len(p.open) > maxDepth {
			return nil, errNotJSON
		}
	}
	return p.nodes, nil
}

// rows counts the rows that a JSON text takes: growing towards them would take
// several times the memory. Every member but the first stands behind a comma,
// every container has two brackets, and an empty one or an object's first
// member is a row too many.
func rows(raw []byte) int {
	n, inString := 1, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == ',':
			n++
		case c == '{' || c == '[':
			n += 2
		}
	}
	return n
}

func (p *parser) space() {
	for p.at < len(p.raw) {
		switch p.raw[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

func (p *parser) value() {
	n := node{depth: int16(len(p.open)), parent: -1}
	if k := len(p.open); k > 0 {
		n.parent = p.open[k-1]
		p.nodes[n.parent].count++
		if p.raw[p.nodes[n.parent].val] == '{' {
			n.key, n.keyEnd = p.scalar()
			p.space()
			p.at++ // the colon
			p.space()
		}
	}
	if c := p.raw[p.at]; c == '{' || c == '[' {
		n.kind, n.val, n.valEnd = opening, int32(p.at), int32(p.at+1)
		p.at++
		p.open = append(p.open, int32(len(p.nodes)))
		p.nodes = append(p.nodes, n)
		return
	}
	n.val, n.valEnd = p.scalar()
	p.nodes = append(p.nodes, n)
}

func (p *parser) close() {
	from := p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	if int(from) == len(p.nodes)-1 {
		p.nodes[from].kind = empty
		p.at++
		return
	}
	p.nodes[from].pair = int32(len(p.nodes))
	p.nodes = append(p.nodes, node{
		depth: int16(len(p.open)), kind: closing, parent: p.nodes[from].parent,
		val: int32(p.at), valEnd: int32(p.at + 1), pair: from,
	})
	p.at++
}

func (p *parser) scalar() (from, to int32) {
	from = int32(p.at)
	if p.raw[p.at] != '"' {
		for p.at < len(p.raw) && !delimiter(p.raw[p.at]) {
			p.at++
		}
		return from, int32(p.at)
	}
	for p.at++; p.raw[p.at] != '"'; p.at++ {
		if p.raw[p.at] == '\\' {
			p.at++
		}
	}
	p.at++
	return from, int32(p.at)
}

func delimiter(c byte) bool {
	switch c {
	case ',', '}', ']', ':', ' ', '\t', '\n', '\r':
		return true
	}
	return false
}
