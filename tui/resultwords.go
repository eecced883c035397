package tui

import (
	"bytes"
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

// sameJSON reports whether two JSON texts are the same but for white space.
func sameJSON(a, b []byte) bool {
	var x, y bytes.Buffer
	if json.Compact(&x, a) != nil || json.Compact(&y, b) != nil {
		return false
	}
	return bytes.Equal(x.Bytes(), y.Bytes())
}

// errorData is the data of a JSON-RPC error.
func errorData(err error) json.RawMessage {
	if call, ok := errors.AsType[*mcpclient.CallError](err); ok && len(call.Data) > 0 && string(call.Data) != "null" {
		return call.Data
	}
	return nil
}
