package demo

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestOnlyItsOwnStateIsTakenUp(t *testing.T) {
	mine, other := newSeal(nil), newSeal(nil)
	want := map[string]answer{"q": {Action: "accept", Content: map[string]any{"a": "b"}}}
	state := mine.close("a call", want)
	var got map[string]answer
	if err := mine.open("a call", state, &got); err != nil || got["q"].text("a") != "b" {
		t.Fatalf("its own state gives %v (%v)", got, err)
	}
	if err := newSeal(mine.key).open("a call", state, &got); err != nil {
		t.Errorf("a later process with its key refuses: %v", err)
	}
	for what, forged := range map[string]string{
		"another server's": other.close("a call", want), "another call's": mine.close("a call!", want),
		"a cut": state[:len(state)-2], "a changed": "x" + state, "no seal": "e30", "words": "open sesame",
	} {
		if err := mine.open("a call", forged, &got); err == nil {
			t.Errorf("%s state is taken up", what)
		}
	}
	mine.now = func() time.Time { return time.Now().Add(stateLife + time.Minute) }
	if err := mine.open("a call", state, &got); err == nil {
		t.Error("an old state is taken up")
	}
}

func TestAKeyIsMadeOnceAndKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "elicit", "serve.key")
	key := Key(file)
	if len(key) != keySize || !bytes.Equal(key, Key(file)) {
		t.Fatalf("the keys are %x and %x", key, Key(file))
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its file is %v (%v)", info, err)
	}
	if Key("") != nil || bytes.Equal(newSeal(nil).key, newSeal(nil).key) {
		t.Error("without a file, processes share a key")
	}
	if err := os.WriteFile(file, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if Key(file) != nil {
		t.Error("a damaged key is used")
	}
}
