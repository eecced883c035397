package draw

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// tracks are the pieces of an animation, each with the times at which it shows.
// A row that stays while others change is one piece for the whole time.
type tracks struct {
	order []*track
	by    map[string]*track
}

type track struct {
	piece
	shows  []span
	poster bool // shows where nothing is animated
}

// span is a time at which a piece shows.
type span struct{ from, until time.Duration }

// piece is an element of a picture; those that lie over others come last.
type piece struct {
	svg  string
	over bool
}

func (t *tracks) add(p piece, f Frame, poster bool) {
	if t.by == nil {
		t.by = map[string]*track{}
	}
	one := t.by[p.svg]
	if one == nil {
		one = &track{piece: p}
		t.by[p.svg] = one
		t.order = append(t.order, one)
	}
	one.poster = one.poster || poster
	if n := len(one.shows); n > 0 && one.shows[n-1].until == f.At {
		one.shows[n-1].until = f.Until
		return
	}
	one.shows = append(one.shows, span{f.At, f.Until})
}

func (t *tracks) write(w io.Writer, end time.Duration) {
	for _, over := range []bool{false, true} {
		for _, one := range t.order {
			if one.over == over {
				one.write(w, end)
			}
		}
	}
}

func (t *track) write(w io.Writer, end time.Duration) {
	if len(t.shows) == 1 && t.shows[0] == (span{0, end}) {
		fmt.Fprintf(w, "\n%s", t.svg)
		return
	}
	display := "none"
	if t.poster {
		display = "inline"
	}
	fmt.Fprintf(w, "\n<g display=%q>%s%s</g>", display, t.svg, animate(t.shows, end))
}

// animate switches an element on and off; it repeats for ever.
func animate(shows []span, end time.Duration) string {
	var values, times []string
	at := func(value string, t time.Duration) {
		values, times = append(values, value), append(times, fmt.Sprintf("%.6g", min(t.Seconds()/end.Seconds(), 1)))
	}
	if shows[0].from > 0 {
		at("none", 0)
	}
	for _, s := range shows {
		at("inline", s.from)
		if s.until < end {
			at("none", s.until)
		}
	}
	return fmt.Sprintf(`<animate attributeName="display" dur="%.2fs" repeatCount="indefinite" calcMode="discrete" values="%s" keyTimes="%s"/>`,
		end.Seconds(), strings.Join(values, ";"), strings.Join(times, ";"))
}
