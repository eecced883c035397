package forms

import (
	"encoding/base64"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
)

var privateKey = lazily(`-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d:`)

// lazily compiles a pattern when it is first needed: compiled at the start,
// the patterns of this package would cost every start of the program more than
// the rest of it.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// tokenShape is a token that its issuer made recognisable: what it is, and the
// whole of how it is written.
type tokenShape struct {
	what    string
	pattern func() *regexp.Regexp
}

func shape(what, pattern string) tokenShape {
	return tokenShape{what, lazily(`^(?:` + pattern + `)$`)}
}

// tokenShapes are prefixes that their issuers publish for secret scanning.
var tokenShapes = []tokenShape{
	shape("a GitHub token", `gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{36,255}`),
	shape("a GitLab token", `gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent)-[A-Za-z0-9_.-]{20,255}`),
	shape("an API key", `sk-[A-Za-z0-9_-]{20,255}`),
	shape("a Stripe key", `[sr]k_(?:live|test)_[A-Za-z0-9]{16,255}`),
	shape("a Slack token", `xox[abeoprs]-[A-Za-z0-9-]{10,255}|xapp-\d-[A-Za-z0-9-]{10,255}`),
	shape("an AWS access key", `(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}`),
	shape("a Google API key", `AIza[A-Za-z0-9_-]{35}`),
	shape("a Google OAuth token", `ya29\.[A-Za-z0-9_.-]{20,1000}|GOCSPX-[A-Za-z0-9_-]{20,64}`),
	shape("an npm token", `npm_[A-Za-z0-9]{36}`),
	shape("a PyPI token", `pypi-[A-Za-z0-9_-]{50,1000}`),
	shape("a Hugging Face token", `hf_[A-Za-z0-9]{30,64}`),
	shape("a Docker token", `dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,64}`),
	shape("a SendGrid key", `SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}`),
	shape("a DigitalOcean token", `do[opr]_v1_[a-f0-9]{64}`),
	shape("a Shopify token", `shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}`),
	shape("a Vault token", `hv[sbr]\.[A-Za-z0-9_-]{20,255}`),
	shape("an age key", `AGE-SECRET-KEY-1[0-9A-Z]{58}`),
}

// CredentialShaped reports whether a text is itself a credential, or has one
// as a word of its own, and what it looks like: "a private key", "a JSON Web
// Token", "a card number" and others (DESIGN.md §4.3).
func CredentialShaped(value string) (what string, is bool) {
	if privateKey().MatchString(value) {
		return "a private key", true
	}
	if isCardNumber(strings.TrimSpace(value)) {
		return "a card number", true
	}
	for word := range strings.FieldsSeq(value) {
		word = strings.Trim(word, `"'`+"`,;")
		if isJWT(word) {
			return "a JSON Web Token", true
		}
		for _, s := range tokenShapes {
			if len(word) <= 1100 && s.pattern().MatchString(word) {
				return s.what, true
			}
		}
	}
	return "", false
}

// isJWT reports whether a word is a compact JWS or JWE (RFC 7515, RFC 7516):
// base64url parts of which the first is a JSON object with an algorithm.
func isJWT(word string) bool {
	parts := strings.Split(word, ".")
	if len(parts) != 3 && len(parts) != 5 || !strings.HasPrefix(word, "ey") {
		return false
	}
	for _, part := range parts[1:] {
		if _, err := base64.RawURLEncoding.DecodeString(part); err != nil {
			return false
		}
	}
	header, err := base64.RawURLEncoding.DecodeString(parts[0])
	if err != nil {
		return false
	}
	var fields struct {
		Alg string `json:"alg"`
	}
	return json.Unmarshal(header, &fields) == nil && fields.Alg != ""
}

// isCardNumber reports whether s is 13 to 19 digits, in groups or not, whose
// check digit is right (ISO/IEC 7812).
func isCardNumber(s string) bool {
	digits := make([]byte, 0, 19)
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			if len(digits) == 19 {
				return false
			}
			digits = append(digits, c-'0')
		case c == ' ' || c == '-':
			if i == 0 || s[i-1] == ' ' || s[i-1] == '-' {
				return false
			}
		default:
			return false
		}
	}
	return len(digits) >= 13 && digits[0] != 0 && luhn(digits)
}

func luhn(digits []byte) bool {
	sum := 0
	for i, d := range digits {
		n := int(d)
		if (len(digits)-i)%2 == 0 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
	}
	return sum%10 == 0
}

// CredentialShaped are the texts in a content that look like a credential.
// Options that the server offered are none: the person did not type them.
func (f *Form) CredentialShaped(c Content) []Issue {
	root, failed := scan(c)
	if failed != nil || !root.is('{') {
		return nil
	}
	var issues []Issue
	for i := range f.Properties {
		p := &f.Properties[i]
		value := root.get(p.Name.Raw())
		if value == nil || p.Kind == KindChoice || p.Kind == KindChoices {
			continue
		}
		for _, text := range textsOf(value) {
			if what, is := CredentialShaped(text); is {
				issues = append(issues, p.issue(issueCredential, "looks like %s", what))
				break
			}
		}
	}
	return issues
}

// textsOf are a value's strings: itself, or the entries of a list.
func textsOf(value *node) []string {
	if s, ok := value.text(); ok {
		return []string{s}
	}
	var texts []string
	for i := range value.items {
		if s, ok := value.items[i].text(); ok {
			texts = append(texts, s)
		}
	}
	return texts
}
