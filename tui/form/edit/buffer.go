// Package edit is a text under a cursor: what a person types, pastes and
// deletes, and how it wraps into rows of cells.
//
// A text is kept exactly as it came, whatever characters it holds; only what is
// drawn is cleaned. Nothing here draws colours or knows of fields.
//
// Start reading at [Buffer].
package edit

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Buffer is a text with a cursor. Its zero value is empty and ready.
type Buffer struct {
	text  string
	at    int // byte offset of the cursor, always on a grapheme boundary
	width int // of the last Layout; what "one row up" means depends on it
}

// Text is the text exactly as typed.
func (b *Buffer) Text() string { return b.text }

// Set replaces the text; the cursor goes to its end.
func (b *Buffer) Set(text string) { b.text, b.at = text, len(text) }

// Insert puts text at the cursor. Line breaks of all kinds become LF, as
// terminals paste CR for them.
func (b *Buffer) Insert(text string) {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	b.text = b.text[:b.at] + text + b.text[b.at:]
	b.at += len(text)
	b.settle()
}

// settle moves the cursor past the cluster it is in: an inserted combining
// mark joins the cluster before it.
func (b *Buffer) settle() {
	if b.at >= len(b.text) || utf8.RuneStart(b.text[b.at]) && !unicode.Is(unicode.M, runeAt(b.text, b.at)) {
		return
	}
	b.at = b.next(b.prev(b.at))
}

func runeAt(s string, i int) rune {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return r
}

// next is the offset after the cluster at i.
func (b *Buffer) next(i int) int {
	if i >= len(b.text) {
		return len(b.text)
	}
	return i + len(clusterAt(b.text, i))
}

// clusterAt is the grapheme cluster at an offset before the end. Two ASCII
// characters in a row never share one, which is worth knowing in long texts.
func clusterAt(s string, i int) string {
	if s[i] < utf8.RuneSelf && s[i] != '\r' && (i+1 == len(s) || s[i+1] < utf8.RuneSelf) {
		return s[i : i+1]
	}
	cluster, _ := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
	if cluster == "" {
		return s[i : i+1]
	}
	return cluster
}

// prev is the offset of the cluster that ends at i. Clusters are found from the
// start of the line, as they cannot be read backwards.
func (b *Buffer) prev(i int) int {
	if i <= 0 {
		return 0
	}
	at := strings.LastIndexByte(b.text[:i-1], '\n') + 1
	for {
		next := b.next(at)
		if next >= i {
			return at
		}
		at = next
	}
}

func (b *Buffer) lineStart() int { return strings.LastIndexByte(b.text[:b.at], '\n') + 1 }

func (b *Buffer) lineEnd() int {
	if i := strings.IndexByte(b.text[b.at:], '\n'); i >= 0 {
		return b.at + i
	}
	return len(b.text)
}

// cut removes the text between two offsets and leaves the cursor there.
func (b *Buffer) cut(from, to int) bool {
	if from >= to {
		return false
	}
	b.text = b.text[:from] + b.text[to:]
	b.at = from
	return true
}

func (b *Buffer) wordLeft() int {
	i := b.at
	for i > 0 && !wordBefore(b.text, i) {
		i = b.prev(i)
	}
	for i > 0 && wordBefore(b.text, i) {
		i = b.prev(i)
	}
	return i
}

func (b *Buffer) wordRight() int {
	i := b.at
	for i < len(b.text) && !wordRune(runeAt(b.text, i)) {
		i = b.next(i)
	}
	for i < len(b.text) && wordRune(runeAt(b.text, i)) {
		i = b.next(i)
	}
	return i
}

func wordBefore(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return wordRune(r)
}

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r) || r == '_'
}
