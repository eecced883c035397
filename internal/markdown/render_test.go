package markdown

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"elicit/internal/safetext"
)

func TestRender(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		width    int
		want     string
	}{
		{"paragraphs", "One\ntwo.\n\n\n\nThree.", 40, "One two.\n\nThree."},
		{"wrapping", "one two three four", 9, "one two\nthree\nfour"},
		{"hard breaks", "one  \ntwo\\\nthree", 40, "one\ntwo\nthree"},
		{"headings", "# Title #\ntext\n## Sub\n#hashtag", 40, "Title\ntext\nSub\n#hashtag"},
		{"emphasis", "**bold** and *slanted*, __b__ _s_, snake_case_name, 2 * 3 * 4, **open", 90, "bold and slanted, b s, snake_case_name, 2 * 3 * 4, **open"},
		{"code", "run `go test ./...` and ``a`b``", 40, "run go test ./... and a`b"},
		{"escapes", `\*not\* C:\temp`, 40, `*not* C:\temp`},
		{"links", "[docs](https://e.com/a_b) ![](x.png) ![logo](l.png) [no](a b) [x]", 80, "docs (https://e.com/a_b) image (x.png) image logo (l.png) [no](a b) [x]"},
		{"a link that is its address", "[https://e.com](https://e.com)", 40, "https://e.com"},
		{"lists", "- one\n- two\n  more\n  - deep\n3. three", 40, "• one\n• two more\n  • deep\n3. three"},
		{"a list after text", "Pick:\n- a\n- b\n\nDone.", 40, "Pick:\n• a\n• b\n\nDone."},
		{"a list's paragraph", "- a\n\n  b\n\nc", 40, "• a\n\n  b\n\nc"},
		{"hanging", "- one two three", 9, "• one two\n  three"},
		{"quotes", "> said\n> **she**\n> > and he", 40, "│ said she\n│ │ and he"},
		{"fences", "```go\nfunc  main() {\n\n}\n```\nafter", 40, "  func  main() {\n  \n  }\nafter"},
		{"a fence that never ends", "~~~\na  b", 40, "  a  b"},
		{"rules", "a\n\n---\n* * *\nb", 5, "a\n\n─────\n─────\nb"},
		{"tables", "| a | long |\n|---|:--:|\n| **1** | x\\|y |\n| 東京 | |", 40, "a     long\n────  ────\n1     x|y\n東京"},
		{"bars are no table", "a | b", 40, "a | b"},
		{"nothing", "", 40, ""},
		{"marks alone", "-\n*\n#", 40, "•\n• #"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Join(Render(tt.in, tt.width, Styles{}), "\n")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("- want, + got:\n%s", diff)
			}
		})
	}
}

func TestStylesEndWithTheirRow(t *testing.T) {
	rows := Render("**one two three four**", 9, Styles{Strong: lipgloss.NewStyle().Bold(true)})
	if len(rows) != 3 {
		t.Fatalf("rows: %q", rows)
	}
	for _, row := range rows {
		if !strings.HasPrefix(row, "\x1b[1m") || !strings.HasSuffix(row, "\x1b[m") {
			t.Errorf("a row is not styled by itself: %q", row)
		}
	}
}

func TestDeepNestingIsBounded(t *testing.T) {
	for _, deep := range []string{strings.Repeat("> ", 20000) + "x", strings.Repeat("- ", 20000) + "x", strings.Repeat("*_", 20000)} {
		start := time.Now()
		Render(deep, 80, Styles{})
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%.10s… takes %v", deep, took)
		}
	}
}

func FuzzRender(f *testing.F) {
	for _, s := range []string{"# a\n- b\n  - c\n> d\n```\ne", "|a|b|\n|-|-|\n|c|", "**a** _b_ `c` [d](e)", "1. x\n\n   y", "- \n-", "\\", "* * *"} {
		f.Add(s, 20)
	}
	f.Fuzz(func(t *testing.T, text string, width int) {
		text = safetext.Clean(text)
		rows := Render(text, width, Styles{})
		for _, row := range rows {
			if strings.Contains(row, "\n") || ansi.Strip(row) != row {
				t.Errorf("%q holds the row %q", text, row)
			}
		}
		if strings.ContainsAny(text, "`~") || len(text) > 1<<12 {
			return // a fence's language is not drawn
		}
		drawn := strings.Join(Render(text, 1<<20, Styles{}), "\n")
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if !strings.Contains(drawn, word) {
				t.Errorf("the word %q of %q is lost in %q", word, text, drawn)
			}
		}
	})
}
