package demo

import "testing"

func TestOnlyItsOwnStateIsTakenUp(t *testing.T) {
	mine, other := newSeal(), newSeal()
	want := map[string]answer{"q": {Action: "accept", Content: map[string]any{"a": "b"}}}
	state := mine.close(want)
	var got map[string]answer
	if err := mine.open(state, &got); err != nil || got["q"].text("a") != "b" {
		t.Fatalf("its own state gives %v (%v)", got, err)
	}
	for what, forged := range map[string]string{
		"another process's": other.close(want), "a cut": state[:len(state)-2], "a changed": "x" + state, "no seal": "e30", "words": "open sesame",
	} {
		if err := mine.open(forged, &got); err == nil {
			t.Errorf("%s state is taken up", what)
		}
	}
}
