package pane

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"

	"elicit/internal/safetext"
	"elicit/tui/theme"
)

// shownValue is how much of one scalar is drawn in its row; the whole is one
// key away ([JSON.Value]).
const shownValue = 2048

// JSON is coloured JSON whose objects and arrays fold. It shows the bytes it
// was given: order, numbers and escapes are untouched, only what a terminal
// would act on is escaped.
type JSON struct {
	raw    []byte
	nodes  []node
	shown  []int32 // the nodes that no fold hides; nil when nothing is folded
	theme  *theme.Theme
	marked string
}

// ParseJSON reads raw for showing. It costs time in proportion to raw, so for
// large values it belongs outside Update.
func ParseJSON(raw []byte, t *theme.Theme) (*JSON, error) {
	nodes, err := parse(raw)
	if err != nil {
		return nil, err
	}
	return &JSON{raw: raw, nodes: nodes, theme: t}, nil
}

// SetTheme changes the colours.
func (j *JSON) SetTheme(t *theme.Theme) { j.theme = t }

// Len is the number of rows that no fold hides.
func (j *JSON) Len() int {
	if j.shown == nil {
		return len(j.nodes)
	}
	return len(j.shown)
}

func (j *JSON) node(i int) int {
	if j.shown == nil {
		return i
	}
	return int(j.shown[i])
}

// Mark marks needle wherever it stands.
func (j *JSON) Mark(needle string) { j.marked = strings.ToLower(needle) }

// Text is row i as JSON.
func (j *JSON) Text(i int) string { return string(j.line(&j.nodes[j.node(i)])) }

func (j *JSON) line(n *node) []byte {
	var b []byte
	if n.keyEnd > n.key {
		b = append(append(b, j.raw[n.key:n.keyEnd]...), ": "...)
	}
	return append(b, j.raw[n.val:n.valEnd]...)
}

// Value is the scalar at row i as the text it stands for, and whether the row
// shows only a part of it.
func (j *JSON) Value(i int) (raw []byte, cut bool) {
	n := &j.nodes[j.node(i)]
	if n.kind != scalar {
		return nil, false
	}
	return j.raw[n.val:n.valEnd], n.valEnd-n.val > shownValue
}

// Raw is the JSON of row i: for an object or array, all of it.
func (j *JSON) Raw(i int) []byte {
	n := &j.nodes[j.node(i)]
	switch n.kind {
	case opening:
		return j.raw[n.val:j.nodes[n.pair].valEnd]
	case closing:
		return j.raw[j.nodes[n.pair].val:n.valEnd]
	case empty:
		return j.raw[n.val : bytes.IndexAny(j.raw[n.val:], "}]")+int(n.val)+1]
	case scalar:
	}
	return j.raw[n.val:n.valEnd]
}

// Rows draws row i.
func (j *JSON) Rows(i, width int) []string {
	n := &j.nodes[j.node(i)]
	ink := j.theme.JSON
	indent := min(int(n.depth)*2, width/2)
	spans := []span{{strings.Repeat(" ", indent), lipgloss.NewStyle()}}
	found := j.theme.Warning.Reverse(true)
	if n.keyEnd > n.key {
		name := span{string(safetext.EscapeJSON(j.raw[n.key:n.keyEnd])), ink.Name}
		spans = append(append(spans, mark(name, j.marked, found)...), span{": ", ink.Punct})
	}
	spans = append(spans, j.value(n, found)...)
	comma := n.comma
	if n.kind == opening { // its comma stands after the end
		comma = n.closed && j.nodes[n.pair].comma
	}
	if comma {
		spans = append(spans, span{",", ink.Punct})
	}
	return lay(spans, width, indent+2)
}

func (j *JSON) value(n *node, found lipgloss.Style) []span {
	ink := j.theme.JSON
	bracket := string(j.raw[n.val:n.valEnd])
	switch n.kind {
	case opening:
		if n.closed {
			end := string(j.raw[j.nodes[n.pair].val])
			return []span{{bracket + "…" + end, ink.Punct}, {fmt.Sprintf(" %d", n.count), j.theme.Faint}}
		}
		return []span{{bracket, ink.Punct}}
	case closing:
		return []span{{bracket, ink.Punct}}
	case empty:
		return []span{{map[string]string{"{": "{}", "[": "[]"}[bracket], ink.Punct}}
	case scalar:
	}
	text := j.raw[n.val:n.valEnd]
	var rest []span
	if len(text) > shownValue {
		cut := shownValue
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		rest = []span{{fmt.Sprintf("… %s more (enter)", Bytes(len(text)-cut)), j.theme.Faint}}
		text = text[:cut]
	}
	return append(mark(span{string(safetext.EscapeJSON(text)), j.ink(text)}, j.marked, found), rest...)
}

func (j *JSON) ink(value []byte) lipgloss.Style {
	switch value[0] {
	case '"':
		return j.theme.JSON.String
	case 't', 'f', 'n':
		return j.theme.JSON.Literal
	}
	return j.theme.JSON.Number
}

// Bytes is a size as a person reads it: "312 B", "1.4 kB", "16.0 MB".
func Bytes(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 999_950:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	case n < 999_950_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}
