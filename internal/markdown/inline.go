package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// inline styles what stands within a line. A mark without its partner is text.
func (r renderer) inline(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		if styled, used := r.span(text[:i], text[i:]); used > 0 {
			b.WriteString(styled)
			i += used
			continue
		}
		_, n := utf8.DecodeRuneInString(text[i:])
		b.WriteString(text[i : i+n])
		i += n
	}
	return b.String()
}

// span draws the span that text begins with, and says how much of it it took:
// nothing when there is none.
func (r renderer) span(before, text string) (styled string, used int) {
	switch text[0] {
	case '\\':
		if len(text) > 1 && strings.ContainsRune("\\`*_{}[]()#+-.!|<>~", rune(text[1])) {
			return text[1:2], 2
		}
	case '`':
		mark := text[:len(text)-len(strings.TrimLeft(text, "`"))]
		if inner, _, found := strings.Cut(text[len(mark):], mark); found && inner != "" {
			return r.styles.Code.Render(strings.TrimSpace(inner)), len(inner) + 2*len(mark)
		}
	case '*', '_':
		return r.emphasis(before, text)
	case '!', '[':
		return r.link(text)
	}
	return "", 0
}

func (r renderer) emphasis(before, text string) (styled string, used int) {
	style, mark := r.styles.Emphasis, text[:1]
	if strings.HasPrefix(text[1:], mark) {
		style, mark = r.styles.Strong, mark+mark
	}
	inner, after, found := strings.Cut(text[len(mark):], mark)
	if !found || inner == "" || strings.TrimSpace(inner) != inner || inner[0] == mark[0] {
		return "", 0
	}
	if mark[0] == '_' && (endsInWord(before) || startsInWord(after)) {
		return "", 0 // snake_case_names are names
	}
	return style.Render(r.inline(inner)), len(inner) + 2*len(mark)
}

func endsInWord(s string) bool {
	last, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsLetter(last) || unicode.IsDigit(last)
}

func startsInWord(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(first) || unicode.IsDigit(first)
}

// link shows the words of a link and where it leads.
func (r renderer) link(text string) (styled string, used int) {
	rest := strings.TrimPrefix(text, "!")
	if !strings.HasPrefix(rest, "[") {
		return "", 0
	}
	words, after, found := strings.Cut(rest[1:], "](")
	if !found || strings.ContainsAny(words, "[\n") {
		return "", 0
	}
	address, _, found := strings.Cut(after, ")")
	if !found || strings.ContainsAny(address, " \n") {
		return "", 0
	}
	used = len(text) - len(after) + len(address) + 1
	if rest != text {
		words = strings.TrimSpace("image " + words)
	}
	if words == "" || words == address {
		return r.styles.Link.Render(address), used
	}
	return words + " (" + r.styles.Link.Render(address) + ")", used
}
