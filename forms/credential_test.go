package forms_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"elicit/forms"
)

func TestPropertiesThatAskForCredentialsAreRefused(t *testing.T) {
	for _, properties := range []string{
		`{"secret_value":{"type":"string","format":"password"}}`,
		`{"hidden":{"type":"string","writeOnly":true}}`,
		`{"password":{"type":"string"}}`,
		`{"userPin":{"type":"string"}}`,
		`{"api_key":{"type":"string"}}`,
		`{"apiKey":{"type":"string"}}`,
		`{"confirm":{"type":"string","title":"Confirm your password"}}`,
		`{"card":{"type":"string","title":"Card number"}}`,
		`{"choice":{"type":"string","title":"Access token","enum":["a"]}}`,
		`{"PASSWORD":{"type":"string"}}`,
		`{"one-time":{"type":"string"}}`,
		`{"verificationCode":{"type":"boolean"}}`,
		`{"a":{"type":"string","title":"Your 2FA code"}}`,
		`{"a":{"anyOf":[{"type":"string","format":"password","writeOnly":true},{"type":"null"}]}}`,
		`{"a":{"$ref":"#/properties/b"},"b":{"type":"string","title":"PIN"}}`,
		`{"a":{"type":"array","items":{"type":"string","format":"password"}}}`,
		`{"a":{"type":"array","items":{"allOf":[{"type":"string","writeOnly":true}]}}}`,
		`{"a":{"anyOf":[{"type":"integer"},{"type":"string","title":"API key"}]}}`,
		// before every other rule, of any property
		`{"a":{"$ref":"https://example.com"},"b":true,"password":{"type":"object"}}`,
		`{"` + strings.Repeat("x", 300) + `":{},"pin":true}`,
	} {
		got := judged(`{"type":"object","properties":`+properties+`}`, forms.Tester)
		if !strings.HasPrefix(got, "refused credential@") {
			t.Errorf("%.80s: %s, want it refused as a credential", properties, got)
		}
	}
}

func TestWordsThatMerelyContainACredentialWordPass(t *testing.T) {
	for _, name := range []string{"spinner", "tokenizer_choice", "keyboard", "opinion", "pincode", "apikeys", "cardNumbers", "numberCard", "timeOne", "secretary"} {
		if got := judged(`{"type":"object","properties":{"`+name+`":{"type":"string"}}}`, forms.Tester); got != "ok" {
			t.Errorf("%s: %s", name, got)
		}
	}
	// an option's title names a choice
	schema := `{"type":"object","properties":{"via":{"type":"string","oneOf":[{"const":"a","title":"Password"},{"const":"b","title":"Token"}]}}}`
	if got := judged(schema, forms.Tester); got != "ok" {
		t.Errorf("options with credential words: %s", got)
	}
}

func TestOnlyTheOperatorsExactNamesAreExcepted(t *testing.T) {
	p := forms.Tester.AllowFields("pin").AllowFields("api_key")
	for schema, want := range map[string]string{
		`{"pin":{"type":"string"},"api_key":{"type":"string","format":"password"}}`: "ok format-unknown@api_key",
		`{"Pin":{"type":"string"}}`: "refused credential@Pin",
	} {
		if got := judged(`{"type":"object","properties":`+schema+`}`, p); got != want {
			t.Errorf("%s: %s, want %s", schema, got, want)
		}
	}
	if got := judged(`{"type":"object","properties":{"pin":{"type":"string"}}}`, forms.Tester); got != "refused credential@pin" {
		t.Errorf("the profile itself was changed: %s", got)
	}
}

func TestTypedCredentialsAreRecognised(t *testing.T) {
	jwt := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." +
		base64.RawURLEncoding.EncodeToString([]byte(`{"sub":"1"}`)) + "." + strings.Repeat("A", 43)
	for value, want := range map[string]string{
		"-----BEGIN " + "RSA PRIVATE KEY-----\nMIIE":              "a private key",
		"-----BEGIN " + "OPENSSH PRIVATE KEY-----":                "a private key",
		"text before\n-----BEGIN " + "PGP PRIVATE KEY BLOCK-----": "a private key",
		jwt:                                     "a JSON Web Token",
		"Bearer " + jwt:                         "a JSON Web Token",
		"ghp_" + strings.Repeat("a1", 18):       "a GitHub token",
		"github_pat_" + strings.Repeat("a", 60): "a GitHub token",
		"sk-" + strings.Repeat("a", 40):         "an API key",
		"sk-proj-" + strings.Repeat("a_", 40):   "an API key",
		"xox" + "b-123456789012-abcdef":         "a Slack token",
		"AKIA" + "IOSFODNN7EXAMPLE":             "an AWS access key",
		"glpat-" + strings.Repeat("x", 20):      "a GitLab token",
		"npm_" + strings.Repeat("a", 36):        "an npm token",
		"4111 1111 1111 1111":                   "a card number",
		"378282246310005":                       "a card number",
		" 5555-5555-5555-4444\n":                "a card number",
	} {
		if got, is := forms.CredentialShaped(value); !is || got != want {
			t.Errorf("%.30q: %q, want %q", value, got, want)
		}
	}
	for _, value := range []string{
		"", "hello", "4111 1111 1111 1112", "4111  1111 1111 1111", "123456789012", "0000000000000000", "12345678901234567890",
		"sk-short", "ghp_", "the sk- prefix", "AKIA", "ey.J.x", "eyJhIjoxfQ.e30.AA", "-----BEGIN PUBLIC KEY-----", "1.2.3", "skip-this-long-sentence-of-words",
	} {
		if got, is := forms.CredentialShaped(value); is {
			t.Errorf("%q is taken for %s", value, got)
		}
	}
}

func TestCredentialsAreFoundInWhatThePersonTypedAlone(t *testing.T) {
	f := form(t, forms.Tester, `{"type":"object","properties":{"s":{"type":"string"},"l":{"type":"array","items":{"type":"string"}},
		"c":{"type":"string","enum":["4111111111111111"]},"n":{"type":"integer"}}}`)
	issues := f.CredentialShaped([]byte(`{"s":"4111111111111111","l":["x","4111111111111111","4111111111111111"],"c":"4111111111111111","n":4111111111111111}`))
	if len(issues) != 2 || issues[0].Property != "s" || issues[1].Property != "l" || issues[0].Text != "looks like a card number" {
		t.Errorf("found %v, want one issue each at s and l", issues)
	}
}
