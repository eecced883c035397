package forms

import (
	"github.com/mattn/go-runewidth"
	"github.com/rivo/uniseg"

	"elicit/internal/safetext"
)

// badgeSize is the most characters, and cells, of a badge.
const badgeSize = 16

// Badge is the badge of a server's configured name: the name itself up to 16
// characters and cells, a longer one cut to 15 and "…" (DESIGN.md §4.1).
func Badge(server string) string {
	name := safetext.Of(server).Line()
	if fits(name, badgeSize) {
		return name
	}
	head := ""
	for rest, state := name, -1; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if !fits(head+cluster, badgeSize-1) {
			break
		}
		head += cluster
	}
	return head + "…"
}

func fits(s string, size int) bool {
	return len([]rune(s)) <= size && uniseg.StringWidth(s) <= size && runewidth.StringWidth(s) <= size
}
