package mcpclient

// nesting follows how deep the text of a message is, piece by piece, so that
// one written over many lines is parsed when it may be complete and not again
// with each line: a server could keep its reader busy for minutes with that.
type nesting struct {
	depth           int
	quoted, escaped bool
	lines           int
}

// Up to here a begun message is parsed with every line all the same: what is no
// message is then told at once.
const (
	eagerLines = 64
	eagerBytes = 64 << 10
)

func (n *nesting) add(line []byte) {
	n.lines++
	for _, c := range line {
		switch {
		case n.escaped:
			n.escaped = false
		case n.quoted:
			n.escaped, n.quoted = c == '\\', c != '"'
		case c == '"':
			n.quoted = true
		case c == '{', c == '[':
			n.depth++
		case c == '}', c == ']':
			n.depth--
		}
	}
}

// worth reports whether parsing the size bytes read so far can tell something.
func (n *nesting) worth(size int) bool {
	return n.depth <= 0 || n.lines <= eagerLines && size <= eagerBytes
}
