package answers

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// parseJSON reads a JSON answers file.
func parseJSON(data []byte) (*node, error) {
	r := &jsonReader{data: data, dec: json.NewDecoder(bytes.NewReader(data)), line: 1}
	r.dec.UseNumber()
	n, err := r.value(0)
	if err != nil {
		return nil, r.explain(err)
	}
	if _, err := r.dec.Token(); err != io.EOF {
		return nil, wrong(r.here(), "there is something after the end of the JSON value")
	}
	return n, nil
}

type jsonReader struct {
	data    []byte
	dec     *json.Decoder
	counted int64 // how far lines were counted
	line    int
	nodes   int
}

// here is the line that reading has come to.
func (r *jsonReader) here() int {
	at := min(r.dec.InputOffset(), int64(len(r.data)))
	r.line += bytes.Count(r.data[r.counted:at], []byte("\n"))
	r.counted = at
	return r.line
}

func (r *jsonReader) explain(err error) error {
	if _, ok := errors.AsType[*lineError](err); ok {
		return err
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		at := min(max(syntax.Offset, 0), int64(len(r.data)))
		return wrong(1+bytes.Count(r.data[:at], []byte("\n")), "not JSON: %s", syntax.Error())
	}
	return wrong(r.here(), "not JSON: %s", err.Error())
}

func (r *jsonReader) value(depth int) (*node, error) {
	t, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	r.nodes++
	if r.nodes > maxNodes || depth > maxDepth {
		return nil, wrong(r.here(), "the file is nested too deeply, or too large")
	}
	n := &node{line: r.here()}
	switch v := t.(type) {
	case json.Delim:
		if v == '{' {
			return n, r.object(n, depth)
		}
		return n, r.list(n, depth)
	case string:
		n.kind, n.text = nodeString, v
	case json.Number:
		n.kind, n.text = nodeNumber, v.String()
	case bool:
		n.kind, n.text = nodeBool, map[bool]string{true: "true", false: "false"}[v]
	default:
		n.kind, n.text = nodeNull, "null"
	}
	return n, nil
}

func (r *jsonReader) list(n *node, depth int) error {
	n.kind = nodeList
	for r.dec.More() {
		item, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	_, err := r.dec.Token()
	return err
}

func (r *jsonReader) object(n *node, depth int) error {
	n.kind = nodeMap
	known := map[string]bool{}
	for r.dec.More() {
		t, err := r.dec.Token()
		if err != nil {
			return err
		}
		name, _ := t.(string)
		m := member{name: name, line: r.here()}
		if known[name] {
			return wrong(m.line, "%s is there twice", quote(name))
		}
		known[name] = true
		if m.value, err = r.value(depth + 1); err != nil {
			return err
		}
		n.members = append(n.members, m)
	}
	_, err := r.dec.Token()
	return err
}
