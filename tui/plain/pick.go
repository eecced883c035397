package plain

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"elicit/internal/safetext"
)

// Pick has the person choose one of the numbered items, by number or by its
// text; it asks again until the answer is one. Items must come cleaned.
func (c *Console) Pick(ctx context.Context, title string, items []string) (int, error) {
	c.Say("%s", title)
	for i, item := range items {
		c.Say("  %d) %s", i+1, item)
	}
	for {
		text, err := c.Ask(ctx, "choose> ")
		if err != nil {
			return 0, err
		}
		i, why := pickOne(strings.TrimSpace(text), items, items)
		if why == "" {
			return i, nil
		}
		c.Say("not accepted: %s", why)
	}
}

// pickOne finds the option that text means: its number, its label or its value.
// Where a label is itself a number that would mean another option, it asks for
// #number or =label.
func pickOne(text string, labels, values []string) (index int, why string) {
	byNumber, byWords := -1, -1
	number, numbered := strings.CutPrefix(text, "#")
	if n, err := strconv.Atoi(number); err == nil && n >= 1 && n <= len(labels) {
		byNumber = n - 1
	}
	words, worded := strings.CutPrefix(text, "=")
	for i := range labels {
		if words == labels[i] || words == values[i] {
			byWords = i
			break
		}
	}
	switch {
	case numbered && byNumber >= 0:
		return byNumber, ""
	case worded && byWords >= 0:
		return byWords, ""
	case byNumber >= 0 && byWords >= 0 && byNumber != byWords:
		return 0, fmt.Sprintf("%s is the number of one option and the name of another: write #%s or =%s", text, text, text)
	case byWords >= 0:
		return byWords, ""
	case byNumber >= 0:
		return byNumber, ""
	}
	return 0, fmt.Sprintf("there is no option %s; there are 1 to %d", safetext.JSONString(text), len(labels))
}
