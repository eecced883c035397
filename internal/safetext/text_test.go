package safetext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

const hostile = "a\x1b]0;pwned\x07\u202eb\r\nc"

func TestEveryWayToPrintATextIsClean(t *testing.T) {
	text := Of(hostile)
	type holder struct{ Message Text }
	for _, verb := range []string{"%s", "%v", "%+v", "%#v", "%q", "%x", "%d"} {
		for _, v := range []any{text, &text, holder{text}, []Text{text}, map[string]Text{"k": text}} {
			out := fmt.Sprintf(verb, v)
			if strings.ContainsAny(out, "\x1b\x07\u202e\r") {
				t.Errorf("%s of a %T prints %+q", verb, v, out)
			}
		}
	}
}

func TestATextIsOnOneRowOrOnMany(t *testing.T) {
	text := Of("one\ntwo\r\n\nfour")
	if got := text.Line(); got != "one⏎two⏎⏎four" {
		t.Errorf("the line is %q", got)
	}
	if got := strings.Join(text.Lines(), "|"); got != "one|two||four" {
		t.Errorf("the lines are %q", got)
	}
}

func TestTheOriginalGoesBackUntouched(t *testing.T) {
	if got := Of(hostile).Raw(); got != hostile {
		t.Errorf("Raw is %q", got)
	}
	if Of("a\u200b") == Of("a\u200c") {
		t.Error("two different texts that look alike are equal")
	}
	if !Of("").Empty() || Of("\u200b").Empty() {
		t.Error("only the empty text is empty")
	}
}

func TestATextInJSONComesBackWhole(t *testing.T) {
	b, err := json.Marshal(struct {
		M Text `json:"m"`
	}{Of(hostile)})
	if err != nil {
		t.Fatal(err)
	}
	if bytes.ContainsAny(b, "\x1b\x07\u202e\r\n") {
		t.Errorf("JSON holds %+q", b)
	}
	var back struct {
		M Text `json:"m"`
	}
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	if back.M.Raw() != hostile {
		t.Errorf("it came back as %+q", back.M.Raw())
	}
}
