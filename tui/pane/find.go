package pane

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf8"
)

// indexFold is where low, in lower case, first stands in text, whatever its
// case; -1 when it does not. It is fast for what people search for in large
// texts, ASCII, and takes no memory for it.
func indexFold(text []byte, low string) int {
	if low == "" {
		return 0
	}
	if !isASCII(low) {
		return bytes.Index(lower(text), []byte(low))
	}
	small, large := low[0], upper(low[0])
	nextSmall, nextLarge := -1, -1 // places not before at; len(text) when there is none
	for at := 0; ; at++ {
		if nextSmall < at {
			nextSmall = indexFrom(text, at, small)
		}
		if nextLarge < at {
			nextLarge = nextSmall
			if large != small {
				nextLarge = indexFrom(text, at, large)
			}
		}
		at = min(nextSmall, nextLarge)
		if at+len(low) > len(text) {
			return -1
		}
		if equalFold(text[at:at+len(low)], low) {
			return at
		}
	}
}

func indexFrom(text []byte, at int, c byte) int {
	if i := bytes.IndexByte(text[at:], c); i >= 0 {
		return at + i
	}
	return len(text)
}

// lastIndexFold is where low last stands in text. It looks through blocks from
// the end, so that a place that is near is found soon.
func lastIndexFold(text []byte, low string) int {
	const block = 64 << 10
	for end := len(text); end > 0; end -= block {
		from, to := max(end-block, 0), min(end+len(low), len(text))
		last := -1
		for at := from; at < to; {
			i := indexFold(text[at:to], low)
			if i < 0 {
				break
			}
			last = at + i
			at = last + 1
		}
		if last >= 0 {
			return last
		}
	}
	return -1
}

func equalFold(text []byte, low string) bool {
	for i := range len(low) {
		if c := text[i]; c != low[i] && (c < 'A' || c > 'Z' || c+'a'-'A' != low[i]) {
			return false
		}
	}
	return true
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - ('a' - 'A')
	}
	return c
}

// lower is text in lower case with every place where it was: letters whose
// lower case takes more or fewer bytes stay as they are.
func lower(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		small := []byte(strings.ToLower(string(r)))
		if len(small) != n || r == utf8.RuneError {
			small = text[:n]
		}
		out = append(out, small...)
		text = text[n:]
	}
	return out
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Seek looks for needle in the lines from line from on.
func (t *Text) Seek(from int, needle string, forward bool) (int, bool) {
	low := strings.ToLower(needle)
	var at int
	if forward {
		if at = indexFold([]byte(t.all[t.starts[from]:]), low); at >= 0 {
			at += t.starts[from]
		}
	} else {
		end := len(t.all)
		if from+1 < len(t.starts) {
			end = t.starts[from+1]
		}
		at = lastIndexFold([]byte(t.all[:end]), low)
	}
	if at < 0 {
		return from, false
	}
	return sort.Search(len(t.starts), func(i int) bool { return t.starts[i] > at }) - 1, true
}

// Seek looks for needle also in what is folded, and unfolds the place. A space
// between a name and its value is as it is shown, whatever was received.
func (j *JSON) Seek(from int, needle string, forward bool) (int, bool) {
	low := strings.ToLower(needle)
	at := j.node(from)
	if strings.Contains(low, `": `) {
		return j.seekRows(from, low, forward)
	}
	for {
		to, found := j.nextRow(at, low, forward)
		if !found {
			return from, false
		}
		if indexFold(j.line(&j.nodes[to]), low) >= 0 {
			j.reveal(to)
			return j.row(to), true
		}
		at = to + 1 // it stands across rows
		if !forward {
			at = to - 1
		}
		if at < 0 || at >= len(j.nodes) {
			return from, false
		}
	}
}

// nextRow is the next row at or after at, or before it, in whose bytes low
// begins.
func (j *JSON) nextRow(at int, low string, forward bool) (int, bool) {
	var place int
	if forward {
		start := j.begins(at)
		if place = indexFold(j.raw[start:], low); place >= 0 {
			place += start
		}
	} else {
		place = lastIndexFold(j.raw[:j.nodes[at].valEnd], low)
	}
	if place < 0 {
		return 0, false
	}
	to := sort.Search(len(j.nodes), func(i int) bool { return j.begins(i) > place }) - 1
	return max(to, 0), true
}

// begins is the first byte of a row.
func (j *JSON) begins(i int) int {
	if n := &j.nodes[i]; n.keyEnd > n.key {
		return int(n.key)
	}
	return int(j.nodes[i].val)
}

func (j *JSON) seekRows(from int, low string, forward bool) (int, bool) {
	by := 1
	if !forward {
		by = -1
	}
	for at := j.node(from); at >= 0 && at < len(j.nodes); at += by {
		if indexFold(j.line(&j.nodes[at]), low) >= 0 {
			j.reveal(at)
			return j.row(at), true
		}
	}
	return from, false
}
