package tui

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// counts tells what a result holds, in the order of first appearance.
type counts struct {
	kinds []string
	n     map[string]int
}

func newCounts() *counts { return &counts{n: map[string]int{}} }

func (c *counts) add(kind string) {
	if c.n[kind] == 0 {
		c.kinds = append(c.kinds, kind)
	}
	c.n[kind]++
}

func (c *counts) String() string {
	words := make([]string, len(c.kinds))
	for i, k := range c.kinds {
		word, n := safetext.Of(k).Line(), c.n[k]
		switch {
		case n == 1:
			words[i] = word
		case k == "text" || k == "JSON" || k == "audio":
			words[i] = fmt.Sprintf("%d × %s", n, word)
		default:
			words[i] = fmt.Sprintf("%d %ss", n, word)
		}
	}
	return strings.Join(words, " · ")
}

// sameJSON reports whether two JSON texts are the same but for white space. It
// takes no memory: results are large, and many servers send them twice.
func sameJSON(a, b []byte) bool {
	inString, escaped := false, false
	for i, j := 0, 0; ; i, j = i+1, j+1 {
		if !inString {
			i, j = afterSpace(a, i), afterSpace(b, j)
		}
		if i == len(a) || j == len(b) {
			return i == len(a) && j == len(b)
		}
		c := a[i]
		if c != b[j] {
			return false
		}
		switch {
		case escaped:
			escaped = false
		case inString && c == '\\':
			escaped = true
		case c == '"':
			inString = !inString
		}
	}
}

func afterSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// errorData is the data of a JSON-RPC error.
func errorData(err error) json.RawMessage {
	if call, ok := errors.AsType[*mcpclient.CallError](err); ok && len(call.Data) > 0 && string(call.Data) != "null" {
		return call.Data
	}
	return nil
}
