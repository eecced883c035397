// Package site says what can be known of a web address before it is visited,
// and opens one that a person agreed to (DESIGN.md §4.10). It fetches nothing.
//
// Start reading at [Of].
package site

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

// Site is what can be said of an address without fetching anything. All its
// fields but Open are drawable.
type Site struct {
	Shown       string // the whole address, cleaned, on one row
	Open        string // what a browser is given; empty when blocked
	Host        string // as the address writes it, lower case
	ASCII       string // the host in ASCII; Punycode where it is not
	Reads       string // the host in Unicode
	Registrable string // the part of ascii that somebody registered: the site that gets the visit
	Loopback    bool
	Blocked     string // why it may not be opened; empty when it may
	Warnings    []string
}

// Of reads an address.
func Of(text safetext.Text) Site {
	s := Site{Shown: text.Line()}
	raw := text.Raw()
	if safetext.Clean(raw) != raw || strings.ContainsFunc(raw, unicode.IsSpace) {
		s.Blocked = "it holds characters that cannot be seen"
		return s
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		s.Blocked = "it cannot be read as an address"
	case u.Scheme != "https" && u.Scheme != "http":
		s.Blocked = "only https pages may be opened, and http pages on this machine; this is " + scheme(u)
	case u.Hostname() == "":
		s.Blocked = "it names no host"
	default:
		s.read(u)
	}
	return s
}

func scheme(u *url.URL) string {
	if u.Scheme == "" {
		return "no complete address"
	}
	return safetext.JSONString(u.Scheme + ":")
}

func (s *Site) read(u *url.URL) {
	s.Host = strings.ToLower(u.Hostname())
	s.names()
	addr, err := netip.ParseAddr(strings.Trim(s.ASCII, "[]"))
	isAddr := err == nil
	s.Loopback = isAddr && addr.Unmap().IsLoopback() || s.ASCII == "localhost" || strings.HasSuffix(s.ASCII, ".localhost")
	s.Registrable = s.ASCII
	if domain, err := publicsuffix.EffectiveTLDPlusOne(strings.TrimSuffix(s.ASCII, ".")); err == nil && !isAddr {
		s.Registrable = domain
	}
	if u.Scheme == "http" && !s.Loopback {
		s.Blocked = "it is http: what you type there could be read on the way; only https may be opened"
	}
	s.warnAddress(addr, isAddr)
	s.warnName()
	s.warnRest(u)
	if s.Blocked == "" {
		s.Open = opened(u, s.ASCII)
	}
}

// names finds the two forms of an international host name.
func (s *Site) names() {
	s.ASCII, s.Reads = s.Host, s.Host
	if ascii, err := idna.Lookup.ToASCII(s.Host); err == nil {
		s.ASCII = ascii
	} else if ascii, err := idna.Punycode.ToASCII(s.Host); err == nil {
		s.ASCII = ascii
	}
	if reads, err := idna.Punycode.ToUnicode(s.ASCII); err == nil {
		s.Reads = safetext.Of(reads).Line()
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

func (s *Site) warn(format string, args ...any) {
	s.Warnings = append(s.Warnings, fmt.Sprintf(format, args...))
}

func (s *Site) warnAddress(addr netip.Addr, isAddr bool) {
	last := s.ASCII[strings.LastIndexByte(s.ASCII, '.')+1:]
	switch {
	case isAddr && s.Loopback, s.Loopback:
	case isAddr && (addr.IsPrivate() || addr.IsLinkLocalUnicast() || addr.IsUnspecified()):
		s.warn("the host is an address inside your own network")
	case isAddr:
		s.warn("the host is a bare address, not a name")
	case strings.HasPrefix(last, "0x") || strings.Trim(last, "0123456789") == "":
		s.warn("the host is a number; browsers read it as an address")
	}
}

func (s *Site) warnName() {
	if s.ASCII != s.Reads {
		s.warn("written %q, reads %q", s.ASCII, s.Reads)
	}
	for label := range strings.SplitSeq(s.Reads, ".") {
		switch names := scripts(label); {
		case len(names) > 1:
			s.warn("%q mixes %s letters: it may imitate another name", label, strings.Join(names, " and "))
		case len(names) == 1 && names[0] != "Latin":
			s.warn("%q is written in %s letters", label, names[0])
		}
	}
	sub := strings.TrimSuffix(strings.TrimSuffix(s.ASCII, s.Registrable), ".")
	if sub == "" {
		return
	}
	labels := strings.Split(sub, ".")
	for i, label := range labels {
		if _, common := commonEndings[label]; common && i > 0 {
			s.warn("it begins like %s.%s, but the visit goes to %s", labels[i-1], label, s.Registrable)
			return
		}
	}
}

// commonEndings are the ends of names that an imitation puts in front.
var commonEndings = map[string]struct{}{
	"com": {}, "org": {}, "net": {}, "io": {}, "gov": {}, "edu": {}, "co": {}, "dev": {}, "app": {}, "ai": {},
}

func (s *Site) warnRest(u *url.URL) {
	if u.User != nil {
		s.warn(`what stands before "@" is not the site, only a name that is sent to it`)
	}
	if p := u.Port(); p != "" && p != "443" && !s.Loopback {
		s.warn("port %s is unusual for a web page", p)
	}
	if strings.ContainsFunc(s.Shown, func(r rune) bool { return r > unicode.MaxASCII }) && s.Host == s.ASCII {
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

// HostSpan is where host and registrable domain stand in the shown address, in
// bytes; all zero when they cannot be found.
func (s *Site) HostSpan() (host, domain [2]int) {
	start := strings.Index(s.Shown, "://")
	if start < 0 || s.Host == "" {
		return host, domain
	}
	start += 3
	end := len(s.Shown)
	if i := strings.IndexAny(s.Shown[start:], "/?#"); i >= 0 {
		end = start + i
	}
	if at := strings.LastIndexByte(s.Shown[start:end], '@'); at >= 0 {
		start += at + 1
	}
	i := strings.Index(strings.ToLower(s.Shown[start:end]), s.Host)
	if i < 0 {
		return host, domain
	}
	host = [2]int{start + i, start + i + len(s.Host)}
	domain = host
	if strings.HasSuffix(s.Host, "."+s.Registrable) {
		domain[0] = host[1] - len(s.Registrable)
	}
	return host, domain
}
