package theme

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// grounds are backgrounds that people have: the assumed one, the extremes, and
// those of widespread terminal themes.
var grounds = map[bool][]string{
	true:  {"#16161e", "#000000", "#1e1e1e", "#282a36", "#282c34", "#002b36", "#1a1b26"},
	false: {"#fafafa", "#ffffff", "#fdf6e3", "#f6f8fa", "#eff1f5"},
}

// aa is the contrast that WCAG 2.2 asks of words (success criterion 1.4.3).
const aa = 4.5

func TestEveryWordIsReadableOnItsBackground(t *testing.T) {
	for dark, backgrounds := range grounds {
		p := PaletteFor(dark)
		words := map[string]color.Color{
			"text": p.Text, "faint": p.Faint, "accent": p.Accent,
			"warning": p.Warning, "error": p.Error, "success": p.Success,
		}
		for _, ground := range append(backgrounds, hex(p.Ground)) {
			for name, c := range words {
				if got := contrast(c, lipgloss.Color(ground)); got < aa {
					t.Errorf("%s (dark %t) on %s has contrast %.2f, less than %.1f", name, dark, ground, got, aa)
				}
			}
		}
	}
}

func TestEveryBadgeIsReadableAndStandsOut(t *testing.T) {
	for dark, backgrounds := range grounds {
		p := PaletteFor(dark)
		for i, badge := range p.Badges {
			if got := contrast(p.BadgeText, badge); got < aa {
				t.Errorf("badge %d (dark %t): its text has contrast %.2f", i, dark, got)
			}
			for _, ground := range backgrounds {
				if got := contrast(badge, lipgloss.Color(ground)); got < 3 {
					t.Errorf("badge %d (dark %t) on %s has contrast %.2f, less than 3", i, dark, ground, got)
				}
			}
		}
	}
}

func TestBadgeColoursDiffer(t *testing.T) {
	for _, dark := range []bool{true, false} {
		seen := map[string]bool{}
		for _, badge := range PaletteFor(dark).Badges {
			if seen[hex(badge)] {
				t.Errorf("dark %t: badge colour %s is there twice", dark, hex(badge))
			}
			seen[hex(badge)] = true
		}
	}
}

func TestTheSameServerKeepsItsBadge(t *testing.T) {
	a, b := New(true, true), New(true, true)
	for _, server := range []string{"", "billing", "everything", "日本"} {
		if a.Badge(server).Render("x") != b.Badge(server).Render("x") {
			t.Errorf("the badge of %q is not the same in two sessions", server)
		}
	}
}

func TestWithoutColourNothingIsColoured(t *testing.T) {
	for _, dark := range []bool{true, false} {
		for name, style := range styles(New(dark, false)) {
			drawn := style.Render("word")
			if !strings.Contains(ansi.Strip(drawn), "word") {
				t.Errorf("%s loses its word", name)
			}
			for _, colour := range []string{"38;", "48;", "[3", "[4"} {
				if strings.Contains(drawn, colour) {
					t.Errorf("%s is drawn in colour: %q", name, drawn)
				}
			}
		}
	}
}

func TestWithoutColourFocusIsStillVisible(t *testing.T) {
	th := New(true, false)
	if th.Select.Render("x") == th.Text.Render("x") || th.Badge("s").Render("x") == th.Text.Padding(0, 1).Render("x") {
		t.Error("the row under the cursor, or a badge, looks like any other text")
	}
}

func styles(t *Theme) map[string]lipgloss.Style {
	return map[string]lipgloss.Style{
		"text": t.Text, "faint": t.Faint, "strong": t.Strong, "accent": t.Accent, "warning": t.Warning,
		"error": t.Error, "success": t.Success, "foreign": t.Foreign, "bar": t.Bar, "key": t.Key,
		"select": t.Select, "rule": t.Rule, "badge": t.Badge("billing"),
		"json name": t.JSON.Name, "json string": t.JSON.String, "json number": t.JSON.Number,
		"json literal": t.JSON.Literal, "json punct": t.JSON.Punct,
	}
}

// contrast is WCAG's contrast ratio.
func contrast(a, b color.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func linear(v uint32) float64 {
	s := float64(v) / 0xffff
	if s <= 0.04045 {
		return s / 12.92
	}
	return math.Pow((s+0.055)/1.055, 2.4)
}

func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
