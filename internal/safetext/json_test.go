package safetext

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
)

func TestEscapeJSON(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"plain", `{"a": [1, true]}`, `{"a": [1, true]}`},
		{"readable text stays", `{"名": "Ōsaka ✓ e` + "\u0301" + `"}`, `{"名": "Ōsaka ✓ e` + "\u0301" + `"}`},
		{"exact numbers stay", `{"n":9007199254740993.10}`, `{"n":9007199254740993.10}`},
		{"escapes stay", `"\u001b\n\"\\"`, `"\u001b\n\"\\"`},
		{"white space around strings", "{\r\n\t\"a\":\r1}", "{ \n \"a\": 1}"},
		{"C1 and DEL", "\"\u009b31m\u0085\x7f\"", `"\u009b31m\u0085\u007f"`},
		{"bidi", "\"a\u202eb\u2066\"", `"a\u202eb\u2066"`},
		{"tags are pairs", "\"\U000e0041\"", `"\udb40\udc41"`},
		{"zero-width and selectors", "\"\u200b\ufeff⚠\ufe0f\"", `"\u200b\ufeff⚠\ufe0f"`},
		{"combining on the quote", "\"\u0301a\u0301\"", `"\u0301a` + "\u0301" + `"`},
		{"combining flood", "\"a\u0301\u0301\u0301\u0301\u0301\u0301\"", `"a` + "\u0301\u0301\u0301\u0301" + `\u0301\u0301"`},
		{"an escaped quote ends no string", "\"a\\\"\u0301\r\"", `"a\"\u0301\u000d"`},
		{"bytes that are no UTF-8", "\"\xff\"", `"\ufffd"`},
		{"escapes outside of strings", "\x1b[31m{}", `\u001b[31m{}`},
		{"a raw line feed in a string", "\"a\nb\u0085\"", `"a\u000ab\u0085"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(EscapeJSON([]byte(tt.in))); got != tt.want {
				t.Errorf("EscapeJSON(%+q)\n got %+q\nwant %+q", tt.in, got, tt.want)
			}
		})
	}
}

func TestEscapedJSONIsNobodysBuffer(t *testing.T) {
	frame := append(make([]byte, 0, 64), `{"a":1}`...)
	_ = append(EscapeJSON(frame), '\n')
	if rest := frame[:cap(frame)][len(frame)]; rest != 0 {
		t.Errorf("appending to the result wrote %q behind the frame", rest)
	}
}

func TestJSONStringIsReadable(t *testing.T) {
	if got, want := JSONString("a<b> & \"c\"\u202e\x1b\u2028"), `"a<b> & \"c\"\u202e\u001b\u2028"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func FuzzEscapeJSON(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"a":"b\\","c":"\""}`, "\"\u202e\"", "[\"\U000e0041\",\t1.50]", "\"\u0301\"", "\r\n[]", "{\"\x7f\":\"\xff\"}",
		"\x1b[31m", "\"\\\u202e", "\"e\u0301\u0301\u0301\u0301\u0301\u0301\"", `1e400`, `"\ud800"`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		before := bytes.Clone(in)
		out := EscapeJSON(in)
		if !bytes.Equal(in, before) {
			t.Fatal("the input was changed")
		}
		checkDrawable(t, string(out))
		if !json.Valid(in) {
			return
		}
		if want, got := value(t, in), value(t, out); !reflect.DeepEqual(want, got) {
			t.Errorf("%q reads as %v, escaped %q as %v", in, want, out, got)
		}
	})
}

func FuzzJSONString(f *testing.F) {
	for _, s := range []string{"", "a<b", "\x1b\u0085\u202e", "\u0301", "\xff", "⚠️"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		out := JSONString(s)
		checkDrawable(t, out)
		var back, std string
		plain, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(out), &back); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
		if err := json.Unmarshal(plain, &std); err != nil {
			t.Fatal(err)
		}
		if back != std {
			t.Errorf("%+q came back as %+q", s, back)
		}
	})
}

// value is what JSON text means, with its numbers as they are written.
func value(t *testing.T, text []byte) any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return v
}
