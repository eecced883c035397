package play

import (
	"math/rand/v2"
	"time"
	"unicode"
)

// pace is how long a person takes: for a character, for a key that acts, and
// between what one sees and what one does. The last is longer than a question
// that just opened ignores keys.
type pace struct{ char, key, look time.Duration }

var paces = map[string]pace{
	"slow":  {140 * time.Millisecond, 650 * time.Millisecond, 1100 * time.Millisecond},
	"":      human,
	"human": human,
	"fast":  {30 * time.Millisecond, 140 * time.Millisecond, 450 * time.Millisecond},
}

var human = pace{75 * time.Millisecond, 380 * time.Millisecond, 650 * time.Millisecond}

// hand gives the pauses of one performance, the same for the same seed.
type hand struct {
	pace
	rng *rand.Rand
}

func newHand(name string, seed uint64) *hand {
	return &hand{paces[name], rand.New(rand.NewPCG(seed, 0))}
}

// before is the pause before a character is typed: uneven, longer where a word
// begins.
func (h *hand) before(r rune) time.Duration {
	d := h.vary(h.char)
	if unicode.IsSpace(r) || unicode.IsUpper(r) || unicode.IsPunct(r) {
		d += h.vary(h.char / 2)
	}
	return d
}

func (h *hand) vary(d time.Duration) time.Duration {
	return (d/2 + time.Duration(h.rng.Float64()*float64(d))).Round(time.Millisecond)
}
