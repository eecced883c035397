package question

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"elicit/internal/safetext"
)

// site is what can be said of a URL without fetching anything (DESIGN.md
// §4.10). Everything in it is drawable.
type site struct {
	shown       string // the whole address, cleaned, on one row
	open        string // what a browser is given; empty when blocked
	host        string // as the address writes it, lower case
	ascii       string // the host in ASCII; Punycode where it is not
	reads       string // the host in Unicode
	registrable string // the part of ascii that somebody registered: the site that gets the visit
	loopback    bool
	blocked     string // why it may not be opened; empty when it may
	warnings    []string
}

// siteOf reads an address.
func siteOf(text safetext.Text) site {
	s := site{shown: text.Line()}
	raw := text.Raw()
	if safetext.Clean(raw) != raw || strings.ContainsFunc(raw, unicode.IsSpace) {
		s.blocked = "it holds characters that cannot be seen"
		return s
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		s.blocked = "it cannot be read as an address"
	case u.Scheme != "https" && u.Scheme != "http":
		s.blocked = "only https pages may be opened, and http pages on this machine; this is " + scheme(u)
	case u.Hostname() == "":
		s.blocked = "it names no host"
	default:
		s.read(u)
	}
	return s
}

func scheme(u *url.URL) string {
	if u.Scheme == "" {
		return "no complete address"
	}
	return jsonWord(u.Scheme + ":")
}

func (s *site) read(u *url.URL) {
	s.host = strings.ToLower(u.Hostname())
	s.names()
	addr, err := netip.ParseAddr(strings.Trim(s.ascii, "[]"))
	isAddr := err == nil
	s.loopback = isAddr && addr.Unmap().IsLoopback() || s.ascii == "localhost" || strings.HasSuffix(s.ascii, ".localhost")
	s.registrable = s.ascii
	if domain, err := publicsuffix.EffectiveTLDPlusOne(strings.TrimSuffix(s.ascii, ".")); err == nil && !isAddr {
		s.registrable = domain
	}
	if u.Scheme == "http" && !s.loopback {
		s.blocked = "it is http: what you type there could be read on the way; only https may be opened"
	}
	s.warnAddress(addr, isAddr)
	s.warnName()
	s.warnRest(u)
	if s.blocked == "" {
		s.open = opened(u, s.ascii)
	}
}

// names finds the two forms of an international host name.
func (s *site) names() {
	s.ascii, s.reads = s.host, s.host
	if ascii, err := idna.Lookup.ToASCII(s.host); err == nil {
		s.ascii = ascii
	} else if ascii, err := idna.Punycode.ToASCII(s.host); err == nil {
		s.ascii = ascii
	}
	if reads, err := idna.Punycode.ToUnicode(s.ascii); err == nil {
		s.reads = safetext.Of(reads).Line()
	}
}

// opened is the address for the browser: the host in ASCII, so that no browser
// has to guess, the rest percent-encoded where it must be.
func opened(u *url.URL, ascii string) string {
	v := *u
	if !strings.Contains(ascii, ":") {
		v.Host = ascii
		if u.Port() != "" {
			v.Host += ":" + u.Port()
		}
	}
	return v.String()
}

func (s *site) warn(format string, args ...any) {
	s.warnings = append(s.warnings, fmt.Sprintf(format, args...))
}

func (s *site) warnAddress(addr netip.Addr, isAddr bool) {
	last := s.ascii[strings.LastIndexByte(s.ascii, '.')+1:]
	switch {
	case isAddr && s.loopback, s.loopback:
	case isAddr && (addr.IsPrivate() || addr.IsLinkLocalUnicast() || addr.IsUnspecified()):
		s.warn("the host is an address inside your own network")
	case isAddr:
		s.warn("the host is a bare address, not a name")
	case strings.HasPrefix(last, "0x") || strings.Trim(last, "0123456789") == "":
		s.warn("the host is a number; browsers read it as an address")
	}
}

func (s *site) warnName() {
	if s.ascii != s.reads {
		s.warn("written %q, reads %q", s.ascii, s.reads)
	}
	for label := range strings.SplitSeq(s.reads, ".") {
		switch names := scripts(label); {
		case len(names) > 1:
			s.warn("%q mixes %s letters: it may imitate another name", label, strings.Join(names, " and "))
		case len(names) == 1 && names[0] != "Latin":
			s.warn("%q is written in %s letters", label, names[0])
		}
	}
	sub := strings.TrimSuffix(strings.TrimSuffix(s.ascii, s.registrable), ".")
	if sub == "" {
		return
	}
	labels := strings.Split(sub, ".")
	if _, common := commonEndings[labels[len(labels)-1]]; common && len(labels) > 1 {
		s.warn("it begins like %s, but the visit goes to %s", strings.Join(labels[len(labels)-2:], "."), s.registrable)
	}
}

// commonEndings are the ends of names that an imitation puts in front.
var commonEndings = map[string]struct{}{
	"com": {}, "org": {}, "net": {}, "io": {}, "gov": {}, "edu": {}, "co": {}, "dev": {}, "app": {}, "ai": {},
}

func (s *site) warnRest(u *url.URL) {
	if u.User != nil {
		s.warn(`what stands before "@" is not the site, only a name that is sent to it`)
	}
	if p := u.Port(); p != "" && p != "443" && !s.loopback {
		s.warn("port %s is unusual for a web page", p)
	}
	if strings.ContainsFunc(s.shown, func(r rune) bool { return r > unicode.MaxASCII }) && s.host == s.ascii {
		s.warn("it holds letters outside ASCII")
	}
}

// scripts are the writing systems of a label's letters, the three of Japanese
// counted as one.
func scripts(label string) []string {
	var names []string
	for _, r := range label {
		if !unicode.IsLetter(r) {
			continue
		}
		name := scriptOf(r)
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func scriptOf(r rune) string {
	if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
		return "Han"
	}
	for _, name := range []string{"Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Hangul", "Thai", "Armenian", "Georgian", "Cherokee"} {
		if unicode.Is(unicode.Scripts[name], r) {
			return name
		}
	}
	return "other"
}

// hostSpan is where host and registrable domain stand in the shown address, in
// bytes; all zero when they cannot be found.
func (s *site) hostSpan() (host, domain [2]int) {
	start := strings.Index(s.shown, "://")
	if start < 0 || s.host == "" {
		return host, domain
	}
	start += 3
	end := len(s.shown)
	if i := strings.IndexAny(s.shown[start:], "/?#"); i >= 0 {
		end = start + i
	}
	if at := strings.LastIndexByte(s.shown[start:end], '@'); at >= 0 {
		start += at + 1
	}
	i := strings.Index(strings.ToLower(s.shown[start:end]), s.host)
	if i < 0 {
		return host, domain
	}
	host = [2]int{start + i, start + i + len(s.host)}
	domain = host
	if strings.HasSuffix(s.host, "."+s.registrable) {
		domain[0] = host[1] - len(s.registrable)
	}
	return host, domain
}
