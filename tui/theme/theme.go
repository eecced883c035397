// Package theme is every colour and style of the screens: one accent, one
// warning, one error colour, and a badge colour per server. It holds no layout
// and no words.
//
// Start reading at [New].
package theme

import (
	"hash/fnv"
	"image/color"

	"charm.land/lipgloss/v2"
)

// Theme is a set of styles for one background. Make it with New and keep it:
// styles are built once.
type Theme struct {
	Dark  bool
	Color bool // false under NO_COLOR: bold, faint, reverse and marks only

	Text    lipgloss.Style // plain words of the client
	Faint   lipgloss.Style // secondary words
	Strong  lipgloss.Style // titles
	Accent  lipgloss.Style // the one accent: focus, selection, keys
	Warning lipgloss.Style
	Error   lipgloss.Style
	Success lipgloss.Style
	Foreign lipgloss.Style // a server's words
	Bar     lipgloss.Style // the bar before a server's words
	Key     lipgloss.Style // a key in a key line
	Select  lipgloss.Style // the row under the cursor
	Rule    lipgloss.Style // lines between panes

	JSON JSON
}

// JSON are the styles of JSON's tokens.
type JSON struct {
	Name, String, Number, Literal, Punct lipgloss.Style
}

// Palette is the theme's colours. Those of words are readable (WCAG 2.2,
// contrast 4.5:1) on Ground and on the usual terminal backgrounds; Quiet is only for lines.
type Palette struct {
	Ground                                              color.Color // the assumed background, never painted
	Text, Faint, Accent, Warning, Error, Success, Quiet color.Color
	Badges                                              []color.Color // backgrounds; their text is BadgeText
	BadgeText                                           color.Color
}

// PaletteFor is the palette for a dark or a light terminal.
func PaletteFor(dark bool) Palette {
	c := lipgloss.Color
	if dark {
		return Palette{
			Ground: c("#16161e"), Text: c("#e4e4ef"), Faint: c("#9a9ab0"), Quiet: c("#4a4a5e"),
			Accent: c("#7cc4ff"), Warning: c("#ffcb6b"), Error: c("#ff8a80"), Success: c("#8fe39a"),
			Badges:    []color.Color{c("#7cc4ff"), c("#c7a6ff"), c("#8fe39a"), c("#ffb27c"), c("#ff9ecb"), c("#7fe0d4"), c("#e6d36f"), c("#b8c4ff")},
			BadgeText: c("#101018"),
		}
	}
	return Palette{
		Ground: c("#fafafa"), Text: c("#1d1d28"), Faint: c("#5c5c70"), Quiet: c("#c4c4d2"),
		Accent: c("#0b5cad"), Warning: c("#8a5300"), Error: c("#b3261e"), Success: c("#1b6e31"),
		Badges:    []color.Color{c("#0b5cad"), c("#6a3fb5"), c("#1b6e31"), c("#9a4600"), c("#a3246b"), c("#0b6b62"), c("#6d5a00"), c("#3949ab")},
		BadgeText: c("#ffffff"),
	}
}

// New makes the theme for a dark or light background, with or without colour.
func New(dark, useColor bool) *Theme {
	plain := lipgloss.NewStyle()
	t := &Theme{
		Dark: dark, Color: useColor,
		Text: plain, Faint: plain.Faint(true), Strong: plain.Bold(true), Accent: plain.Bold(true),
		Warning: plain.Bold(true), Error: plain.Bold(true), Success: plain, Foreign: plain,
		Bar: plain.Faint(true), Key: plain.Bold(true), Select: plain.Reverse(true), Rule: plain.Faint(true),
		JSON: JSON{plain, plain, plain, plain, plain},
	}
	if !useColor {
		return t
	}
	p := PaletteFor(dark)
	fg := plain.Foreground
	t.Text, t.Faint, t.Strong = plain, fg(p.Faint), plain.Bold(true)
	t.Accent, t.Warning, t.Error, t.Success = fg(p.Accent), fg(p.Warning), fg(p.Error), fg(p.Success)
	t.Bar, t.Key, t.Rule = fg(p.Faint), fg(p.Accent), fg(p.Quiet)
	t.Select = fg(p.Accent).Bold(true)
	t.JSON = JSON{Name: fg(p.Accent), String: fg(p.Success), Number: fg(p.Warning), Literal: fg(p.Warning), Punct: fg(p.Faint)}
	return t
}

// Badge is the style of a server's badge, its colour derived from the
// configured name, so that the same server looks the same in every session.
func (t *Theme) Badge(server string) lipgloss.Style {
	s := lipgloss.NewStyle().Bold(true).Padding(0, 1)
	if !t.Color {
		return s.Reverse(true)
	}
	p := PaletteFor(t.Dark)
	h := fnv.New32a()
	_, _ = h.Write([]byte(server))
	return s.Foreground(p.BadgeText).Background(p.Badges[h.Sum32()%uint32(len(p.Badges))])
}
