// Package pick is a list of options under a cursor: moving, filtering and
// jumping to an option by typing its name. It knows which options are shown and
// where the cursor is, not which are chosen, and it draws nothing.
//
// Start reading at [New].
package pick

import (
	"strings"
	"time"
)

// Option is something to choose: drawable words on one row.
type Option struct{ Label, Value string }

// None is the row "no answer" that stands before the options of a list that
// may be left unanswered.
const None = -1

// List is a list under a cursor.
type List struct {
	options []Option
	folded  []string // labels and values in lower case, made when first needed
	lead    bool     // the row None is there
	rows    []int    // option of each row, None among them
	at      int      // row under the cursor
	top     int      // first row shown

	filter    string
	filtering bool

	jump   string    // what was typed to jump
	jumped time.Time // when its last letter was typed
}

// New makes a list. With lead the row None stands first.
func New(options []Option, lead bool) *List {
	l := &List{options: options, lead: lead}
	l.show()
	return l
}

// show fills the rows for the present filter.
func (l *List) show() {
	l.rows = l.rows[:0]
	if l.lead && !l.filtering {
		l.rows = append(l.rows, None)
	}
	terms := strings.Fields(strings.ToLower(l.filter))
	for i := range l.options {
		if !l.filtering || l.matches(i, terms) {
			l.rows = append(l.rows, i)
		}
	}
	l.at, l.top = 0, 0
}

// matches reports whether an option's label or value holds every term.
func (l *List) matches(i int, terms []string) bool {
	text := l.fold(i)
	for _, t := range terms {
		if !strings.Contains(text, t) {
			return false
		}
	}
	return true
}

func (l *List) fold(i int) string {
	if l.folded == nil {
		l.folded = make([]string, len(l.options))
		for i, o := range l.options {
			l.folded[i] = strings.ToLower(o.Label + "\n" + o.Value)
		}
	}
	return l.folded[i]
}

// At is the option under the cursor; false when no row is shown, or when the
// row is None.
func (l *List) At() (option int, ok bool) {
	if l.at >= len(l.rows) || l.rows[l.at] == None {
		return None, false
	}
	return l.rows[l.at], true
}

// Row is the row under the cursor.
func (l *List) Row() int { return l.at }

// Rows are the options shown, None among them.
func (l *List) Rows() []int { return l.rows }

// Matches is how many options are shown.
func (l *List) Matches() int {
	if l.lead && !l.filtering {
		return len(l.rows) - 1
	}
	return len(l.rows)
}

// Move moves the cursor by rows; false when it stood at that edge already.
func (l *List) Move(by int) bool {
	to := min(max(l.at+by, 0), len(l.rows)-1)
	if to < 0 || to == l.at {
		return false
	}
	l.at = to
	return true
}

// GoTo puts the cursor on an option, or on None.
func (l *List) GoTo(option int) {
	for row, o := range l.rows {
		if o == option {
			l.at = row
			return
		}
	}
}

// GoToRow puts the cursor on a row.
func (l *List) GoToRow(row int) { l.at = min(max(row, 0), max(len(l.rows)-1, 0)) }

// Window are the rows [from, to) to draw when there is room for n, so that the
// cursor's row is among them.
func (l *List) Window(n int) (from, to int) {
	n = min(max(n, 1), len(l.rows))
	if n == 0 {
		return 0, 0
	}
	l.top = min(l.top, max(len(l.rows)-n, 0))
	switch {
	case l.at < l.top:
		l.top = l.at
	case l.at >= l.top+n:
		l.top = l.at - n + 1
	}
	return l.top, l.top + n
}
