package play

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// What a script's words need to know they read from the screen, as a person
// does: which row the pointer is on, what the fields are called, which boxes
// are ticked.
var (
	headRow   = regexp.MustCompile(`^ ?([▸ ]) ?(\d+) {2}(\S.*)$|^ ?▸ {3}(\S.*)$`)
	optionRow = regexp.MustCompile(`^ {4,5}([▸ ]) (?:\d | {2})?([●○]|\[[x ]\]) (.*)$`)
	wordRow   = regexp.MustCompile(`^ {4,5}[●○] yes {3}[●○] no {3}[●○] no answer`)
)

// shownField is a field of a form as the screen shows it.
type shownField struct {
	number  int // 0 when the form numbers nothing
	focused bool
	filled  bool // it holds a text, a default perhaps
	rows    []string
}

// fieldOn finds the field with a title.
func fieldOn(screen []string, title string) (shownField, bool) {
	for y, row := range screen {
		f, name, ok := head(row)
		if !ok || !titled(name, title) {
			continue
		}
		for _, below := range screen[y+1:] {
			if headRow.MatchString(below) {
				break
			}
			f.rows = append(f.rows, below)
		}
		return f, true
	}
	return shownField{}, false
}

// head reads a field's first row. The only field of a form has no number, and
// always the pointer.
func head(row string) (f shownField, name string, ok bool) {
	h := headRow.FindStringSubmatch(row)
	switch {
	case h == nil:
		return f, "", false
	case h[4] != "":
		f.focused, name = true, h[4]
	default:
		f.focused, name = h[1] == "▸", h[3]
		f.number, _ = strconv.Atoi(h[2]) // digits they are
	}
	f.filled = strings.Contains(row, "● set") || strings.Contains(row, "⌁ default")
	return f, name, true
}

// titled reports whether a row's words begin with a title: what follows it is
// the star, or a gap.
func titled(words, title string) bool {
	rest, ok := strings.CutPrefix(words, title)
	rest = strings.TrimPrefix(rest, " *")
	return ok && (strings.TrimSpace(rest) == "" || strings.HasPrefix(rest, "  "))
}

// focusedNumber is the number of the field under the pointer.
func focusedNumber(screen []string) int {
	for _, row := range screen {
		if f, _, ok := head(row); ok && f.focused {
			return f.number
		}
	}
	return 0
}

// shownOption is one row to choose.
type shownOption struct {
	label   string
	pointed bool
	ticked  bool
}

// options are the rows to choose from, and whether several can be ticked.
func (f shownField) options() (all []shownOption, several bool) {
	for _, row := range f.rows {
		if wordRow.MatchString(row) {
			continue
		}
		if o := optionRow.FindStringSubmatch(row); len(o) > 0 {
			all = append(all, shownOption{label: o[3], pointed: o[1] == "▸", ticked: o[2] == "●" || o[2] == "[x]"})
			several = several || o[2][0] == '['
		}
	}
	return all, several
}

// word is the word chosen of yes, no and no answer; ok tells whether the field
// is one of those.
func (f shownField) word() (chosen string, ok bool) {
	for _, row := range f.rows {
		if !wordRow.MatchString(row) {
			continue
		}
		_, after, _ := strings.Cut(row, "● ")
		for _, w := range []string{"yes", "no answer", "no"} {
			if strings.HasPrefix(after, w) {
				return w, true
			}
		}
		return "", true
	}
	return "", false
}

// targetOn finds a row of the list, and the one the pointer is on; -1 for none.
func targetOn(screen []string, name string) (row, pointer int) {
	row, pointer = -1, -1
	for y, text := range screen {
		words, pointed := strings.CutPrefix(text, "▸ ")
		if !pointed {
			var listed bool
			if words, listed = strings.CutPrefix(text, "  "); !listed {
				continue
			}
		}
		if pointed {
			pointer = y
		}
		rest, ok := strings.CutPrefix(words, name)
		if ok && (rest == "" || strings.HasPrefix(rest, " ")) {
			row = y
		}
	}
	return row, pointer
}

// misfit is what the form on the screen says is wrong.
func misfit(screen []string) error {
	var form, wrong bool
	var why string
	for _, row := range screen {
		_, _, isHead := head(row)
		form = form || isHead
		if said := strings.TrimSpace(row); strings.HasPrefix(said, "✗ ") && !wrong {
			wrong, why = true, said
		}
	}
	if form && wrong {
		return fmt.Errorf("the form does not fit: %s", why)
	}
	return nil
}
