package question

import (
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"elicit/forms"
	"elicit/mcpclient"
	"elicit/tui/theme"
)

const provenance = "An MCP server wrote the words behind the bar. elicit did not."

// header is the first row of every question: who asks, what for, since when.
// Only the configured name, never a server's word, is on the badge (DESIGN.md
// §4.1); the target is the name of what the person called, cut to one row.
type header struct {
	e         mcpclient.Elicitation
	place, of int    // in the queue of open questions
	clock     string // how long the question has been open
}

// row draws the header with the longest of the verbs that fits.
func (h header) row(w int, t *theme.Theme, verbs ...string) string {
	badge := " " + t.Badge(h.e.Server).Render(forms.Badge(h.e.Server)) + " "
	facts := h.facts(w)
	row := badge
	for _, some := range [][]string{facts[:withTarget], facts[withTarget:]} {
		for _, verb := range verbs {
			left := badge + t.Strong.Render(verb)
			for _, right := range some {
				row = ends(left, t.Faint.Render(right+" "), w)
				if ansi.StringWidth(left)+ansi.StringWidth(right)+2 <= w {
					return row
				}
			}
		}
	}
	return fit(row, w)
}

// withTarget is how many of the facts name what the person called: a shorter
// verb is better than leaving that out.
const withTarget = 4

// facts are the right end of the header, from the fullest to the shortest.
func (h header) facts(w int) []string {
	target := func(n int) string { return ansi.Truncate(h.e.Target.Line(), n, "…") }
	join := func(parts ...string) string {
		var kept []string
		for _, p := range parts {
			if p != "" {
				kept = append(kept, p)
			}
		}
		return strings.Join(kept, " · ")
	}
	var round, roundShort, place, placeShort, queue, queueShort string
	if h.e.Era == mcpclient.Modern || h.e.Round > 1 {
		round, roundShort = fmt.Sprintf("round %d", h.e.Round), fmt.Sprintf("r%d", h.e.Round)
	}
	if h.e.Of > 1 {
		place, placeShort = fmt.Sprintf("question %d of %d", h.e.Place, h.e.Of), fmt.Sprintf("%d/%d", h.e.Place, h.e.Of)
	}
	if h.of > 1 {
		queue, queueShort = fmt.Sprintf("%d of %d open", h.place, h.of), fmt.Sprintf("%d/%d open", h.place, h.of)
	}
	return []string{
		join(target(w/3), round, place, queue, h.clock),
		join(target(w/4), roundShort, placeShort, queueShort, h.clock),
		join(target(w/4), placeShort, queueShort, h.clock),
		join(target(10), queueShort, h.clock),
		join(queueShort, h.clock),
		h.clock,
	}
}

// context is what the person had asked for, in their own words.
func (h header) context(w int, t *theme.Theme) string {
	var parts []string
	if args := compactJSON(h.e.Args); args != "" && args != "{}" {
		parts = append(parts, "called with "+args)
	}
	if h.e.Key != "" {
		parts = append(parts, "key "+jsonWord(h.e.Key))
	}
	if h.e.Method == "" {
		parts = append(parts, "asked outside a single call")
	}
	if len(parts) == 0 {
		return ""
	}
	return fit(" "+t.Faint.Render(strings.Join(parts, "  ·  ")), w)
}

// Clock is a duration as a clock shows it: 0:07, 12:34, 1:02:03.
func Clock(d time.Duration) string {
	s := int(max(d, 0) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
