package demo

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// unless is the result of a question that was not accepted, nil when it was.
func (a answer) unless(nothing string) *mcp.CallToolResult {
	switch a.Action {
	case "accept":
		return nil
	case "decline":
		return say("%s: you said no.", nothing)
	default:
		return say("%s: you closed the question without an answer.", nothing)
	}
}

func (a answer) text(name string) string {
	s, _ := a.Content[name].(string)
	return s
}

func (a answer) or(name, otherwise string) string {
	return cmp.Or(a.text(name), otherwise)
}

func (a answer) number(name string) float64 {
	n, _ := a.Content[name].(float64)
	return n
}

func (a answer) yes(name string) bool {
	b, _ := a.Content[name].(bool)
	return b
}

func (a answer) list(name string) []string {
	items, _ := a.Content[name].([]any)
	out := make([]string, 0, len(items))
	for _, i := range items {
		out = append(out, fmt.Sprint(i))
	}
	return out
}

// received is the content as it arrived, for tools that show what they got.
func (a answer) received() string {
	b, err := json.MarshalIndent(a.Content, "", "  ")
	if err != nil || a.Content == nil {
		return "nothing"
	}
	return string(b)
}

func joined(items []string) string {
	switch n := len(items); n {
	case 0:
		return "nothing"
	case 1:
		return items[0]
	default:
		return strings.Join(items[:n-1], ", ") + " and " + items[n-1]
	}
}
