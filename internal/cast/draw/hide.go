package draw

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hideIn gives the rows of a screen without the secrets on them.
func (s *secrets) hideIn(rows [][]Cell) [][]Cell {
	out := slices.Clone(rows)
	var before []bool // what was hidden on the row above
	for y, row := range rows {
		l := newLetters(row)
		hidden := make([]bool, len(l.text))
		picked := s.markPicked(l, hidden)
		s.markTyped(l, hidden)
		if slices.Contains(before, true) {
			s.markFolded(l, hidden)
		}
		before = hidden
		if slices.Contains(hidden, true) {
			out[y] = l.without(row, hidden, picked)
		}
	}
	return out
}

// letters are the characters of a row, and the cells they stand in.
type letters struct {
	text []string
	cell []int
}

func newLetters(row []Cell) letters {
	var l letters
	for x, c := range row {
		if c.Width == 0 {
			continue
		}
		for _, r := range c.Text {
			l.text, l.cell = append(l.text, string(r)), append(l.cell, x)
		}
	}
	return l
}

// starts reports whether a word begins at i, ends whether one ends before i.
func (l letters) starts(i int) bool { return i == 0 || !wordy(l.text[i-1]) }
func (l letters) ends(i int) bool   { return i == len(l.text) || !wordy(l.text[i]) }

// common is how many characters from i on are those of secret.
func (l letters) common(i int, secret []string) int {
	n := 0
	for n < len(secret) && i+n < len(l.text) && l.text[i+n] == secret[n] {
		n++
	}
	return n
}

// markTyped hides typed texts: whole ones, beginnings of two characters or
// more, and every run of gramSize characters.
func (s *secrets) markTyped(l letters, hidden []bool) {
	for i := range l.text {
		if i+gramSize <= len(l.text) && s.grams[strings.Join(l.text[i:i+gramSize], "")] {
			mark(hidden, i, gramSize)
		}
		if !l.starts(i) {
			continue
		}
		for _, secret := range s.typed {
			n := l.common(i, secret)
			whole := n == len(secret) && (n > 2 || l.ends(i+n))
			if whole || n >= 2 && n < len(secret) {
				mark(hidden, i, n)
			}
		}
	}
}

// markPicked hides the options of a field, which are words of their own, and
// reports whether there were any.
func (s *secrets) markPicked(l letters, hidden []bool) bool {
	found := false
	for i := range l.text {
		if !l.starts(i) {
			continue
		}
		for _, option := range s.picked {
			n := l.common(i, option)
			cut := n > 2 && i+n < len(l.text) && l.text[i+n] == "…"
			if n == len(option) && l.ends(i+n) || cut {
				mark(hidden, i, l.widened(i, n, s.widest))
				found = true
			}
		}
	}
	return found
}

// widened is n made as long as the longest option, with a quote and a comma,
// where only such and blanks follow: the length of a blur would tell what is
// under it.
func (l letters) widened(i, n, widest int) int {
	for n < widest+2 && i+n < len(l.text) && closing[l.text[i+n]] {
		n++
	}
	return n
}

// closing is what stands between an answer and the end of its row.
var closing = map[string]bool{" ": true, `"`: true, ",": true, "}": true, "]": true}

// markFolded hides the end of a text whose beginning was hidden on the row
// above, where it is too short to be known by itself.
func (s *secrets) markFolded(l letters, hidden []bool) {
	for i := range l.text {
		if i > 0 && !blank(l.text[i-1]) || blank(l.text[i]) {
			continue
		}
		for _, secret := range s.typed {
			for from := max(len(secret)-gramSize, 1); from < len(secret); from++ {
				if n := len(secret) - from; l.common(i, secret[from:]) == n && l.ends(i+n) {
					mark(hidden, i, n)
				}
			}
		}
	}
}

func mark(hidden []bool, from, n int) {
	for i := from; i < from+n; i++ {
		hidden[i] = true
	}
}

// without is the row with its hidden characters blurred, all in one style, and,
// where options were hidden, without what says which one is picked.
func (l letters) without(row []Cell, hidden []bool, picked bool) []Cell {
	out := slices.Clone(row)
	for i, x := range l.cell {
		switch {
		case hidden[i]:
			out[x].Text, out[x].Style = strings.Repeat(blurred, row[x].Width), hiddenStyle
		case !picked:
		case l.text[i] == "○", l.text[i] == "●" && !l.says(i+1, " set"):
			out[x].Text, out[x].Style = "○", hiddenStyle
		case l.text[i] == "x" && i > 0 && l.text[i-1] == "[":
			out[x].Text = " "
		case l.text[i] == "▸" && x > 0:
			out[x].Text = " "
		}
	}
	return out
}

// hiddenStyle is dim in every look.
var hiddenStyle = Style{FG: indexed(8)}

func (l letters) says(i int, words string) bool {
	return strings.HasPrefix(strings.Join(l.text[min(i, len(l.text)):], ""), words)
}

func blank(s string) bool { return s == " " || s == "│" || s == "┃" }

// wordy reports whether a character belongs to a word. Blurred ones do not
// occur: rows are read before anything is hidden.
func wordy(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}
