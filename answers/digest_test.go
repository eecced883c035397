package answers

import (
	"bytes"
	"encoding/json"
	"testing"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

func TestArgumentsAreTheSameWhateverTheirSpacingAndOrder(t *testing.T) {
	same := [][2]string{
		{`{"a":1,"b":[true,null]}`, " {\n\"b\" : [ true , null ] ,\t\"a\":1 } "},
		{`{"a":{"x":1,"y":2}}`, `{"a":{"y":2,"x":1}}`},
		{`{"a":"é"}`, `{"a":"\u00e9"}`},
		{``, `{}`},
	}
	for _, pair := range same {
		if argsDigest(json.RawMessage(pair[0])) != argsDigest(json.RawMessage(pair[1])) {
			t.Errorf("%s and %s have different digests", pair[0], pair[1])
		}
	}
	different := []string{
		`{"a":1}`, `{"a":1.0}`, `{"a":"1"}`, `{"a":10e-1}`, `{"a":[1]}`, `{"b":1}`, `{}`, `[]`, `{"a":[1,2]}`, `{"a":[2,1]}`,
		`{"a":9007199254740993}`, `{"a":9007199254740992}`, `{"a":true}`, `{"a":null}`, `{"a":1,"a":2}`, `{"a":2,"a":1}`,
		`{"a":"b","c":"d"}`, `{"a":"b\",\"c\":\"d"}`, `not json`, `{"a":1} {}`,
	}
	seen := map[string]string{}
	for _, d := range different {
		digest := argsDigest(json.RawMessage(d))
		if other, twice := seen[digest]; twice {
			t.Errorf("%s and %s have the same digest", d, other)
		}
		seen[digest] = d
	}
}

func TestPartsOfASlotCannotRunIntoEachOther(t *testing.T) {
	if slotOf("ab", "c", "d", "e", "f") == slotOf("a", "bc", "d", "e", "f") {
		t.Error("two different slots have the same name")
	}
}

func TestAURLsFingerprintCoversMessageAndURL(t *testing.T) {
	one := askedURL(mcpclient.Legacy, "https://example.com/a")
	other := askedURL(mcpclient.Legacy, "https://example.com/b")
	if (Case{Elicitation: one}).Fingerprint() == (Case{Elicitation: other}).Fingerprint() {
		t.Error("another URL has the same fingerprint")
	}
	other = one
	other.Message = safetext.Of("Please sign in!")
	if (Case{Elicitation: one}).Fingerprint() == (Case{Elicitation: other}).Fingerprint() {
		t.Error("another message has the same fingerprint")
	}
}

func FuzzArgumentsDigest(f *testing.F) {
	for _, seed := range []string{`{"a":1}`, `[[[]]]`, `"\ud800"`, `{"a":1,"a":{}}`, `1e999`, ``, `{`, "\xff"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, err := canonical(raw)
		if (err == nil) != json.Valid(raw) {
			t.Fatalf("canonical and encoding/json disagree on %q: %v", raw, err)
		}
		if err != nil {
			return
		}
		again, err := canonical(c)
		if err != nil || !bytes.Equal(again, c) {
			t.Fatalf("the canonical form %q of %q is not its own: %q, %v", c, raw, again, err)
		}
	})
}
