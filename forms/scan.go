package forms

import (
	"unicode/utf8"
)

// Bounds of any JSON text read here, whatever the profile (DESIGN.md §4.4).
const (
	maxDepth    = 64
	maxDigits   = 400
	maxExponent = 400
	maxValues   = 250_000 // values in one text; keeps a hostile one to some tens of MB
)

// node is one JSON value over its exact bytes. Members keep the order of the
// text; a repeated key keeps its first place and its last value.
type node struct {
	raw     []byte
	kind    byte // one of { [ " 0 t f n
	members []member
	index   map[string]int // of members; nil while there are few
	items   []node
}

type member struct {
	key   string
	value node
}

// fewMembers is how many members are searched one by one.
const fewMembers = 16

// scanError is why a text is not read: a rule and where.
type scanError struct {
	rule   string
	offset int
}

type scanner struct {
	src    []byte
	pos    int
	values int
}

// scan reads one JSON text in one pass, without recursion beyond maxDepth.
func scan(src []byte) (*node, *scanError) {
	if !utf8.Valid(src) {
		return nil, &scanError{rule: ruleNotJSON}
	}
	s := &scanner{src: src}
	var n node
	if err := s.value(&n, 0); err != nil {
		return nil, err
	}
	s.space()
	if s.pos != len(src) {
		return nil, s.fail(ruleNotJSON)
	}
	return &n, nil
}

func (s *scanner) fail(rule string) *scanError { return &scanError{rule: rule, offset: s.pos} }

func (s *scanner) space() {
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

// peek is the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.pos < len(s.src) {
		return s.src[s.pos]
	}
	return 0
}

func (s *scanner) value(n *node, depth int) *scanError {
	s.space()
	s.values++
	if s.values > maxValues {
		return s.fail(ruleTooLarge)
	}
	start := s.pos
	var err *scanError
	switch c := s.peek(); c {
	case '{', '[':
		if depth == maxDepth {
			return s.fail(ruleTooDeep)
		}
		n.kind = c
		s.pos++
		if c == '{' {
			err = s.object(n, depth+1)
		} else {
			err = s.array(n, depth+1)
		}
	case '"':
		n.kind = c
		err = s.string()
	case 't':
		n.kind, err = c, s.word("true")
	case 'f':
		n.kind, err = c, s.word("false")
	case 'n':
		n.kind, err = c, s.word("null")
	default:
		n.kind, err = '0', s.number()
	}
	n.raw = s.src[start:s.pos]
	return err
}

func (s *scanner) word(w string) *scanError {
	if len(s.src)-s.pos < len(w) || string(s.src[s.pos:s.pos+len(w)]) != w {
		return s.fail(ruleNotJSON)
	}
	s.pos += len(w)
	return nil
}

func (s *scanner) object(n *node, depth int) *scanError {
	s.space()
	if s.peek() == '}' {
		s.pos++
		return nil
	}
	for {
		s.space()
		start := s.pos
		if s.peek() != '"' {
			return s.fail(ruleNotJSON)
		}
		if err := s.string(); err != nil {
			return err
		}
		key := unquote(s.src[start:s.pos])
		s.space()
		if s.peek() != ':' {
			return s.fail(ruleNotJSON)
		}
		s.pos++
		var v node
		if err := s.value(&v, depth); err != nil {
			return err
		}
		n.put(key, v)
		if more, err := s.next('}'); !more || err != nil {
			return err
		}
	}
}

func (s *scanner) array(n *node, depth int) *scanError {
	s.space()
	if s.peek() == ']' {
		s.pos++
		return nil
	}
	for {
		var v node
		if err := s.value(&v, depth); err != nil {
			return err
		}
		n.items = append(n.items, v)
		if more, err := s.next(']'); !more || err != nil {
			return err
		}
	}
}

// next reads a comma or the closing byte, and says whether more follows.
func (s *scanner) next(closing byte) (more bool, err *scanError) {
	s.space()
	c := s.peek()
	if c != ',' && c != closing {
		return false, s.fail(ruleNotJSON)
	}
	s.pos++
	return c == ',', nil
}

// string passes over a string, its quotes included.
func (s *scanner) string() *scanError {
	s.pos++
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; {
		case c == '"':
			s.pos++
			return nil
		case c < 0x20:
			return s.fail(ruleNotJSON)
		case c == '\\':
			if err := s.escape(); err != nil {
				return err
			}
		default:
			s.pos++
		}
	}
	return s.fail(ruleNotJSON)
}

func (s *scanner) escape() *scanError {
	s.pos++
	switch s.peek() {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.pos++
		return nil
	case 'u':
		digits := s.src[s.pos+1:]
		if len(digits) >= 4 && isHex(digits[0]) && isHex(digits[1]) && isHex(digits[2]) && isHex(digits[3]) {
			s.pos += 5
			return nil
		}
	}
	return s.fail(ruleNotJSON)
}

// number passes over a number in JSON's grammar, within its bounds.
func (s *scanner) number() *scanError {
	start := s.pos
	if s.peek() == '-' {
		s.pos++
	}
	whole := s.digits()
	if whole == 0 || whole > 1 && s.src[s.pos-whole] == '0' {
		return s.fail(ruleNotJSON)
	}
	count := whole
	if s.peek() == '.' {
		s.pos++
		n := s.digits()
		if n == 0 {
			return s.fail(ruleNotJSON)
		}
		count += n
	}
	exponent, err := s.exponent()
	if err != nil {
		return err
	}
	if count > maxDigits || exponent > maxExponent {
		s.pos = start
		return s.fail(ruleNumberTooLong)
	}
	return nil
}

// exponent passes over an exponent, if there is one, and returns its size; a
// size over the bound is some number over the bound.
func (s *scanner) exponent() (int, *scanError) {
	if c := s.peek(); c != 'e' && c != 'E' {
		return 0, nil
	}
	s.pos++
	if c := s.peek(); c == '+' || c == '-' {
		s.pos++
	}
	start := s.pos
	if s.digits() == 0 {
		return 0, s.fail(ruleNotJSON)
	}
	size := 0
	for _, c := range s.src[start:s.pos] {
		size = min(size*10+int(c-'0'), maxExponent+1)
	}
	return size, nil
}

func (s *scanner) digits() int {
	start := s.pos
	for c := s.peek(); c >= '0' && c <= '9'; c = s.peek() {
		s.pos++
	}
	return s.pos - start
}
