package rawserver

import (
	"strings"
	"testing"
)

func TestAScriptWithAMistakeSaysWhereItIs(t *testing.T) {
	rows := []struct{ script, says string }{
		{"> early", "line 1: a step before the first rule"},
		{"start:\ndance", `line 2: no such step: "dance"`},
		{"on tools/call two:", "line 1"},
		{"on tools/call 2 3:", "line 1: a rule is for a method"},
		{"on :", "line 1: a rule is for a method"},
		{"start:\nexit", "argument missing"},
		{"start:\nhang 3", "argument missing or too many"},
		{"start:\n>> not quoted", "step >>"},
	}
	for _, row := range rows {
		if _, err := Parse(row.script); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%q: %v, want %q", row.script, err, row.says)
		}
	}
}

func TestTheNthRuleGoesBeforeTheOneForAll(t *testing.T) {
	s, err := Parse("modern\non x:\n> all\non x 2:\n> second\n>> \"raw\\n\"\n")
	if err != nil || !s.modern {
		t.Fatal(err)
	}
	for nth, want := range map[int]string{1: "all", 2: "second", 3: "all"} {
		steps, ok := s.rule("x", nth)
		if !ok || steps[0].arg != want {
			t.Errorf("arrival %d: %+v", nth, steps)
		}
	}
	if _, ok := s.rule("y", 1); ok {
		t.Error("a rule for y")
	}
}
