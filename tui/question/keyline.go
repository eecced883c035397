package question

import (
	"strings"

	"charm.land/bubbles/v2/key"
	"github.com/charmbracelet/x/ansi"

	"elicit/tui/theme"
)

// bind is one key binding with the words of the key line.
func bind(keys, label, does string) key.Binding {
	return key.NewBinding(key.WithKeys(strings.Split(keys, " ")...), key.WithHelp(label, does))
}

// keyLine is the row of keys: as many as fit, the first being the most
// important. Where space is short ctrl+x is written ^x.
func keyLine(bs []key.Binding, w int, t *theme.Theme) string {
	for _, short := range []bool{false, true} {
		for _, gap := range []int{3, 2} {
			if row, all := keysIn(bs, w-1, gap, short, t); all {
				return " " + row
			}
		}
	}
	gap := 2
	if w < 50 {
		gap = 1
	}
	row, _ := keysIn(bs, w-1, gap, true, t)
	return " " + row
}

// keyAt is the key whose entry of the key line stands at column x; empty for
// none, and for an entry that stands for several keys.
func keyAt(bs []key.Binding, w, x int, t *theme.Theme) string {
	row := ansi.Strip(keyLine(bs, w, t))
	for _, k := range bs {
		help := k.Help()
		if !k.Enabled() || help.Key == "" || strings.Contains(help.Key, "/") || strings.Contains(help.Key, "–") {
			continue
		}
		for _, name := range []string{help.Key, shortName(help.Key)} {
			entry := name + " " + help.Desc
			at := strings.Index(" "+row+" ", " "+entry+" ")
			if at < 0 {
				continue
			}
			if from := ansi.StringWidth(row[:at]); x >= from && x < from+ansi.StringWidth(entry) {
				return k.Keys()[0]
			}
		}
	}
	return ""
}

// shortName is a key's name where space is short.
func shortName(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "ctrl+", "^"), "shift+tab", "⇧tab")
}

func keysIn(bs []key.Binding, w, gap int, short bool, t *theme.Theme) (row string, all bool) {
	used := 0
	all = true
	var b strings.Builder
	for _, k := range bs {
		help := k.Help()
		if !k.Enabled() || help.Key == "" {
			continue
		}
		name := help.Key
		if short {
			name = shortName(name)
		}
		need := ansi.StringWidth(name) + 1 + ansi.StringWidth(help.Desc)
		if used > 0 {
			need += gap
		}
		if used+need > w {
			all = false
			continue
		}
		if used > 0 {
			b.WriteString(strings.Repeat(" ", gap))
		}
		used += need
		b.WriteString(t.Key.Render(name) + " " + t.Faint.Render(help.Desc))
	}
	return b.String(), all
}
