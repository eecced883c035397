package answers

import (
	"errors"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"elicit/internal/safetext"
)

// parseYAML reads a YAML answers file from the library's syntax tree: its
// decoded values would turn 0.10 into 0.1 and numbers over 64 bits into
// strings.
func parseYAML(data []byte) (n *node, err error) {
	defer func() {
		if p := recover(); p != nil { // the file comes from anywhere
			n, err = nil, wrong(1, "not YAML: %v", p)
		}
	}()
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, yamlError(err)
	}
	if len(file.Docs) != 1 || file.Docs[0].Body == nil {
		return nil, wrong(1, "it must hold exactly one YAML document")
	}
	r := &yamlReader{anchors: map[string]*node{}}
	return r.value(file.Docs[0].Body, 0)
}

func yamlError(err error) error {
	var at yaml.Error
	if errors.As(err, &at) && at.GetToken() != nil {
		return wrong(at.GetToken().Position.Line, "not YAML: %s", safetext.Of(at.GetMessage()).Line())
	}
	return wrong(1, "not YAML: %s", safetext.Of(err.Error()).Line())
}

type yamlReader struct {
	anchors map[string]*node
	nodes   int
}

func (r *yamlReader) value(n ast.Node, depth int) (*node, error) {
	line := yamlLine(n)
	r.nodes++
	if r.nodes > maxNodes || depth > maxDepth {
		return nil, wrong(line, "the file is nested too deeply, or too large")
	}
	switch v := n.(type) {
	case nil:
		return &node{line: line, kind: nodeNull, text: "null"}, nil
	case *ast.MappingNode:
		return r.mapping(line, v.Values, depth)
	case *ast.MappingValueNode:
		return r.mapping(line, []*ast.MappingValueNode{v}, depth)
	case *ast.SequenceNode:
		return r.list(line, v, depth)
	case *ast.AnchorNode:
		out, err := r.value(v.Value, depth+1)
		if err == nil {
			r.anchors[v.Name.GetToken().Value] = out
		}
		return out, err
	case *ast.AliasNode:
		name := v.Value.GetToken().Value
		out, known := r.anchors[name]
		if !known {
			return nil, wrong(line, "there is no anchor %s", quote(name))
		}
		r.nodes += size(out) // an alias to aliases grows like what it stands for
		return out, nil
	}
	return scalar(n, line)
}

func size(n *node) int {
	total := 1
	for _, i := range n.items {
		total += size(i)
	}
	for _, m := range n.members {
		total += size(m.value)
	}
	return total
}

func yamlLine(n ast.Node) int {
	if n == nil || n.GetToken() == nil || n.GetToken().Position == nil {
		return 1
	}
	return n.GetToken().Position.Line
}

func (r *yamlReader) list(line int, v *ast.SequenceNode, depth int) (*node, error) {
	out := &node{line: line, kind: nodeList}
	for _, item := range v.Values {
		i, err := r.value(item, depth+1)
		if err != nil {
			return nil, err
		}
		out.items = append(out.items, i)
	}
	return out, nil
}

func (r *yamlReader) mapping(line int, values []*ast.MappingValueNode, depth int) (*node, error) {
	out := &node{line: line, kind: nodeMap}
	known := map[string]bool{}
	for _, kv := range values {
		key := member{line: yamlLine(kv.Key)}
		name, err := yamlKey(kv.Key)
		if err != nil {
			return nil, err
		}
		key.name = name
		if known[name] {
			return nil, wrong(key.line, "%s is there twice", quote(name))
		}
		known[name] = true
		if key.value, err = r.value(kv.Value, depth+1); err != nil {
			return nil, err
		}
		out.members = append(out.members, key)
	}
	return out, nil
}

// yamlKey is the name of a mapping's member. A property may well be called true
// or 1, so that plain scalars are names as they are written.
func yamlKey(k ast.MapKeyNode) (string, error) {
	switch v := k.(type) {
	case *ast.StringNode:
		return v.Value, nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode, *ast.InfinityNode, *ast.NanNode:
		return k.GetToken().Value, nil
	}
	return "", wrong(yamlLine(k), "keys must be plain words or texts in quotation marks")
}

func scalar(n ast.Node, line int) (*node, error) {
	switch v := n.(type) {
	case *ast.StringNode:
		// The library takes numbers over 64 bits and those without a point for
		// strings; only quoted ones are.
		if v.Token.Type == token.StringType && jsonNumber().MatchString(v.Value) {
			return &node{line: line, kind: nodeNumber, text: v.Value}, nil
		}
		return &node{line: line, kind: nodeString, text: v.Value}, nil
	case *ast.LiteralNode:
		return &node{line: line, kind: nodeString, text: v.Value.Value}, nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return number(n.GetToken().Value, line)
	case *ast.BoolNode:
		return &node{line: line, kind: nodeBool, text: strings.ToLower(n.GetToken().Value)}, nil
	case *ast.NullNode:
		return &node{line: line, kind: nodeNull, text: "null"}, nil
	}
	return nil, wrong(line, "%s is not supported here: write plain values, lists and mappings",
		strings.ToLower(n.Type().String()))
}

func number(text string, line int) (*node, error) {
	if !jsonNumber().MatchString(text) {
		return nil, wrong(line, "%s is not a number as JSON writes it; if it is a text, put it in quotation marks", quote(text))
	}
	return &node{line: line, kind: nodeNumber, text: text}, nil
}
