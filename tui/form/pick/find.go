package pick

import (
	"strings"
	"time"
	"unicode/utf8"
)

// pause is how long after a letter the next one still belongs to the same word.
const pause = time.Second

// Filtering reports whether letters go to the filter.
func (l *List) Filtering() bool { return l.filtering }

// Filter is the filter's text.
func (l *List) Filter() string { return l.filter }

// StartFilter begins to filter; the cursor stays on its option.
func (l *List) StartFilter() { l.refilter("", true) }

// StopFilter shows all options again; the cursor stays on its option.
func (l *List) StopFilter() { l.refilter("", false) }

// SetFilter filters by a text: each of its words must be in the label or value.
func (l *List) SetFilter(text string) { l.refilter(text, true) }

func (l *List) refilter(text string, filtering bool) {
	at, ok := l.At()
	l.filter, l.filtering, l.jump = text, filtering, ""
	l.show()
	if ok && text == "" {
		l.GoTo(at)
	}
}

// Backspace takes the last character off the filter; false when it was empty.
func (l *List) Backspace() bool {
	if l.filter == "" {
		return false
	}
	_, n := utf8.DecodeLastRuneInString(l.filter)
	l.SetFilter(l.filter[:len(l.filter)-n])
	return true
}

// Jumping reports whether a letter typed now would still belong to the word
// that the last letters began.
func (l *List) Jumping(now time.Time) bool {
	return l.jump != "" && now.Sub(l.jumped) < pause
}

// Jump adds a letter to the word that is being typed and moves to the next
// option that begins with it, or else that has it anywhere. Repeating one letter
// goes through the options that begin with it.
func (l *List) Jump(letter string, now time.Time) {
	letter = strings.ToLower(letter)
	from := l.at
	switch {
	case l.Jumping(now) && l.jump == letter:
		from++ // the same letter again: the next such option
	case l.Jumping(now):
		l.jump += letter
	default:
		l.jump = letter
	}
	l.jumped = now
	for _, found := range []func(string) bool{
		func(s string) bool { return strings.HasPrefix(s, l.jump) },
		func(s string) bool { return strings.Contains(s, l.jump) },
	} {
		for i := range l.rows {
			row := (from + i) % len(l.rows)
			if o := l.rows[row]; o != None && found(l.fold(o)) {
				l.at = row
				return
			}
		}
	}
}
