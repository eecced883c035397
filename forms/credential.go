package forms

import (
	"slices"
	"strings"
	"unicode"
)

var credentialWords = set("password passwd passphrase passcode pwd secret token apikey credential credentials" +
	" pin otp totp mfa 2fa cvv cvc ssn")

var credentialPairs = map[[2]string]bool{
	{"api", "key"}:           true,
	{"access", "key"}:        true,
	{"private", "key"}:       true,
	{"secret", "key"}:        true,
	{"card", "number"}:       true,
	{"security", "code"}:     true,
	{"verification", "code"}: true,
	{"one", "time"}:          true,
}

// asksCredential reports whether a property asks for a credential, by its
// name, title, format or writeOnly, or by those of what it is made of
// (DESIGN.md §4.3).
func (ps *parser) asksCredential(name string, d *definition) bool {
	if ps.profile.excepts(name) {
		return false
	}
	return namesCredential(name) || ps.describesCredential(d, 0)
}

func (ps *parser) describesCredential(d *definition, depth int) bool {
	if d.text("format") == "password" || d.keys["writeOnly"].is('t') || namesCredential(d.text("title")) {
		return true
	}
	if depth == 2 || !ps.spend(0) {
		return false
	}
	if items := d.keys["items"]; items.is('{') && ps.describesCredential(ps.expand(items), depth+1) {
		return true
	}
	for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
		for i := range d.alts(keyword) {
			if !ps.spend(1) {
				return false
			}
			alt := &d.alts(keyword)[i]
			// a const is an option: its title names a choice, not a question
			if alt.get("const") == nil && ps.describesCredential(ps.expand(alt), depth+1) {
				return true
			}
		}
	}
	return false
}

// maxNaming is more bytes than any profile takes as a name or title: a longer
// one is refused for its length.
const maxNaming = 16_000

// namesCredential reports whether a name or title has a credential word, as a
// whole word. Words that only a capital inside splits are looked at whole too:
// that is how people write 2FA.
func namesCredential(s string) bool {
	if len(s) > maxNaming {
		return false
	}
	last := ""
	for _, word := range words(s, true) {
		if credentialWords[word] || credentialPairs[[2]string{last, word}] {
			return true
		}
		last = word
	}
	return slices.ContainsFunc(words(s, false), func(word string) bool { return credentialWords[word] })
}

// words splits at every character that is no letter or digit and, if asked,
// where a capital follows a small letter or a digit; lower-cased.
func words(s string, atCapitals bool) []string {
	var list []string
	var word strings.Builder
	end := func() {
		if word.Len() > 0 {
			list = append(list, word.String())
			word.Reset()
		}
	}
	lower := false // the last character was a small letter or a digit
	for _, r := range s {
		if !alphanumeric(r) {
			end()
			lower = false
			continue
		}
		if atCapitals && lower && unicode.IsUpper(r) {
			end()
		}
		lower = unicode.IsLower(r) || r >= '0' && r <= '9'
		word.WriteRune(unicode.ToLower(r))
	}
	end()
	return list
}

func alphanumeric(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Other_Alphabetic, r)
}
