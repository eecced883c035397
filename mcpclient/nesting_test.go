package mcpclient

import (
	"bytes"
	"strings"
	"testing"
)

// Parsing again with each line, as it once was, took minutes for this message.
func TestAMessageOfVeryManyLinesIsReadOnce(t *testing.T) {
	const lines = 200_000
	text := "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[\n" + strings.Repeat("\"]} \\\" {[\",\n", lines) + "0]}\n{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n"
	r := newFrameReader(bytes.NewReader([]byte(text)), 16<<20)
	for _, id := range []string{"1", "2"} {
		p, err := r.read()
		if err != nil || len(p.messages) != 1 || !strings.Contains(string(p.messages[0][:40]), `"id":`+id) {
			t.Fatalf("message %s: %d messages, noise %.40q (%v)", id, len(p.messages), p.noise, err)
		}
	}
}

func TestABegunMessageIsParsedWhenItMayTellSomething(t *testing.T) {
	long := strings.Repeat("1,\n", eagerLines)
	for text, want := range map[string]bool{
		"{":                  true, // the first lines always
		"[" + long:           false,
		"[" + long + "2]":    true,
		"[" + long + `"]"`:   false, // in a string
		"[" + long + `"\"]`:  false,
		"[" + long + `"\\"]`: true,
		"[" + long + "]]]":   true, // no message, which is worth knowing
	} {
		var n nesting
		for line := range strings.SplitSeq(text, "\n") {
			n.add([]byte(line))
		}
		if got := n.worth(len(text)); got != want {
			t.Errorf("…%q: %v", text[max(0, len(text)-8):], got)
		}
	}
}
