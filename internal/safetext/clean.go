package safetext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	hiddenMark = utf8.RuneError // stands for what cannot be seen
	breakMark  = '⏎'            // stands for a line break within a row
	noBase     = '◌'            // carries a combining mark that has no letter of its own

	// maxMarks is how many combining marks one character may carry. Written
	// languages need up to four; floods of them are drawn over other rows.
	maxMarks = 4
)

// Clean makes a string from outside drawable: LF stays, CRLF becomes LF, tabs
// become spaces, C0 controls become their control pictures, other line breaks
// become ⏎, and DEL, C1 controls, bidi controls, tags, zero-width and other
// invisible characters become visible marks. Cleaning a clean string changes
// nothing.
//
// Combining marks stay on their letter, up to four; a mark stands for the
// rest. One that would sit on what is drawn before the text gets a dotted
// circle of its own.
func Clean(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/4)
	var c cleaner
	for i, r := range s {
		if r == '\r' && strings.HasPrefix(s[i:], "\r\n") {
			continue // the LF follows
		}
		c.clean(&b, r)
	}
	return b.String()
}

// isPlain reports whether s is printable ASCII and line feeds, as most text
// is.
func isPlain[T string | []byte](s T) bool {
	for i := range len(s) {
		if c := s[i]; c != '\n' && (c < 0x20 || c >= 0x7f) {
			return false
		}
	}
	return true
}

// cleaner is what has to be known of the text so far.
type cleaner struct {
	marks int  // combining marks since the last other character
	last  rune // the last character; 0 at the start
}

func (c *cleaner) clean(b *strings.Builder, r rune) {
	last := c.last
	c.last = r
	if combining(r) && !hidden(r) {
		c.combine(b, last, r)
		return
	}
	c.marks = 0
	b.WriteRune(visible(last, r))
}

func (c *cleaner) combine(b *strings.Builder, last, r rune) {
	if last == 0 || last == '\n' {
		b.WriteRune(noBase)
	}
	c.marks++
	switch {
	case c.marks <= maxMarks:
		b.WriteRune(r)
	case c.marks == maxMarks+1:
		b.WriteRune(hiddenMark)
	}
}

// visible is what is drawn for r after last.
func visible(last, r rune) rune {
	switch {
	case r == '\n':
		return r
	case r == '\t':
		return ' '
	case r == '\u0085', r == '\u2028', r == '\u2029':
		return breakMark
	case r < 0x20:
		return 0x2400 + r // the control pictures: ␛, ␇, ␍ …
	case r == 0x7f:
		return '␡'
	case r == emojiStyle && hasEmojiStyle(last):
		// "⚠️" is two cells on some terminals and one on others; a blank in
		// place of the selector makes it two on all.
		return ' '
	case hidden(r):
		return hiddenMark
	}
	return r
}

// emojiStyle (VS16) asks for a symbol's coloured form.
const emojiStyle = '\ufe0f'

func hasEmojiStyle(r rune) bool {
	return unicode.In(r, unicode.So, unicode.Sm) || '0' <= r && r <= '9' || r == '#' || r == '*'
}

// hidden are the characters that a terminal acts on, that reorder text, or
// that take no cell of their own and so hide from a reader. Joiners and
// variation selectors are among them: in plain words they only serve to make
// two different texts look the same.
func hidden(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) ||
		unicode.In(r,
			unicode.Cf, // format: bidi controls, zero-width, tags, soft hyphen
			unicode.Co, // private use: looks are anyone's guess
			unicode.Cs,
			unicode.Zl, unicode.Zp,
			unicode.Variation_Selector,
			unicode.Other_Default_Ignorable_Code_Point) // fillers and the like
}

// combining are the characters that are drawn onto the one before.
func combining(r rune) bool { return r >= 0x300 && unicode.In(r, unicode.Mn, unicode.Me) }
