package mcpclient

import (
	"strings"
	"testing"

	"elicit/internal/safetext"
)

func TestLastWordsAreThoseThatSayWhy(t *testing.T) {
	rows := []struct{ stderr, want string }{
		{"", ""},
		{"starting\n\ncannot open db\n", "starting / cannot open db"},
		{"1\n2\n3\n4\n5", "3 / 4 / 5"},
		{"log\npanic: boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/x.go:3", "panic: boom / main.main()"},
		{"/x/index.js:3\n  throw\n\nTypeError: x is not a function\n    at f (/x/index.js:3)\n\nNode.js v22.1.0", "TypeError: x is not a function"},
		{"Traceback (most recent call last):\n  File \"x.py\"\nValueError: bad", "ValueError: bad"},
	}
	for _, row := range rows {
		r := &ring{}
		r.fill(strings.NewReader(row.stderr), func(Event) {})
		var got []string
		for _, w := range r.lastWords(3) {
			got = append(got, w.Raw())
		}
		if strings.Join(got, " / ") != row.want {
			t.Errorf("%q: %q, want %q", row.stderr, got, row.want)
		}
	}
}

func TestTheRingKeepsTheNewestLinesInOrder(t *testing.T) {
	r := &ring{}
	for i := range ringLines + 5 {
		r.add(safetext.Of(strings.Repeat("x", i%7)))
	}
	all := r.all()
	if len(all) != ringLines || all[0] != safetext.Of(strings.Repeat("x", 5)) || all[len(all)-1] != safetext.Of(strings.Repeat("x", (ringLines+4)%7)) {
		t.Errorf("%d lines, from %v to %v", len(all), all[0], all[len(all)-1])
	}
}
