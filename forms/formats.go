package forms

import (
	"net/netip"
	"net/url"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"time"
)

// knownFormats are those of the MCP specification's string schema.
var knownFormats = set("email uri date date-time")

// formatIssue says what a text of a format has to be; empty when it is that.
func formatIssue(format, s string) string {
	switch {
	case format == "email" && !isEmail(s):
		return "not an email address, such as name@example.com"
	case format == "uri" && !isURI(s):
		return "not an absolute URI, such as https://example.com/"
	case format == "date" && !isDate(s):
		return "not a date of the calendar, written YYYY-MM-DD"
	case format == "date-time" && !isDateTime(s):
		return "not a date and time with offset, such as 2026-01-31T09:30:00Z"
	}
	return ""
}

// isEmail takes the addresses of RFC 5321 without comments, quoted parts that
// need escapes, and characters beyond ASCII.
func isEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	if at < 1 || at > 64 || len(s) > 254 {
		return false
	}
	local, domain := s[:at], s[at+1:]
	if quoted, ok := strings.CutPrefix(local, `"`); ok {
		quoted, ok = strings.CutSuffix(quoted, `"`)
		return ok && len(local) > 1 && quotable(quoted) && isDomain(domain)
	}
	for part := range strings.SplitSeq(local, ".") {
		if part == "" {
			return false
		}
		for _, r := range part {
			if !plain(r) && !strings.ContainsRune("!#$%&'*+/=?^`{|}~", r) {
				return false
			}
		}
	}
	return isDomain(domain)
}

func quotable(s string) bool {
	for _, r := range s {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return false
		}
	}
	return true
}

func isDomain(s string) bool {
	if address, ok := strings.CutPrefix(s, "["); ok {
		address, ok = strings.CutSuffix(address, "]")
		if v6, is6 := strings.CutPrefix(address, "IPv6:"); is6 {
			a, err := netip.ParseAddr(v6)
			return ok && err == nil && a.Is6() && a.Zone() == ""
		}
		a, err := netip.ParseAddr(address)
		return ok && err == nil && a.Is4()
	}
	if len(s) > 253 {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if len(label) < 1 || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, r := range label {
			if !plain(r) || r == '_' || r == '.' {
				return false
			}
		}
	}
	return true
}

// isURI takes an absolute URI of RFC 3986, in the characters it allows.
func isURI(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c <= ' ' || c > '~' || strings.IndexByte("\"<>\\^`{|}", c) >= 0 {
			return false
		}
		if c == '%' && (i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2])) {
			return false
		}
	}
	u, err := url.Parse(s)
	if err != nil || !u.IsAbs() {
		return false
	}
	if host := u.Hostname(); strings.Contains(host, ":") {
		a, err := netip.ParseAddr(host)
		if err != nil || a.Zone() != "" || !strings.Contains(u.Host, "[") {
			return false
		}
	}
	return u.Host != "" || u.Scheme != "http" && u.Scheme != "https"
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func isDate(s string) bool {
	if len(s) != len("2006-01-02") {
		return false
	}
	_, err := time.Parse("2006-01-02", s)
	return err == nil
}

var clock = lazily(`^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

// isDateTime takes a date-time of RFC 3339 without leap seconds, which many
// servers cannot read.
func isDateTime(s string) bool {
	return len(s) > 11 && (s[10] == 'T' || s[10] == 't') && isDate(s[:10]) && clock().MatchString(s[11:])
}

// Bounds of a server's pattern: longer or larger ones are shown, not checked.
const (
	maxPattern     = 1000
	maxPatternSize = 2000
)

// compilePattern is a pattern to check with, and its size; nil when it cannot
// be checked here. RE2 never backtracks, so a pattern cannot hang, but a
// counted repeat can make a short one large.
func compilePattern(pattern string) (*regexp.Regexp, int) {
	if pattern == "" || len(pattern) > maxPattern {
		return nil, 0
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, 0
	}
	size := patternSize(tree)
	if size > maxPatternSize {
		return nil, 0
	}
	compiled, err := regexp.Compile(pattern)
	if err != nil {
		return nil, 0
	}
	return compiled, size
}

// patternSize is about how many instructions a pattern compiles to, at most a
// little over maxPatternSize.
func patternSize(tree *syntax.Regexp) int {
	size := 1 + len(tree.Rune)/2
	for _, sub := range tree.Sub {
		size = min(size+patternSize(sub), maxPatternSize+1)
	}
	if tree.Op == syntax.OpRepeat {
		size = min(size*max(tree.Min, tree.Max, 1), maxPatternSize+1)
	}
	return size
}

// lengthWords is a count and its noun, if there is one.
func lengthWords(n int, noun string) string {
	switch {
	case noun == "":
		return strconv.Itoa(n)
	case n == 1:
		return "1 " + noun
	case noun == "entry":
		return strconv.Itoa(n) + " entries"
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
