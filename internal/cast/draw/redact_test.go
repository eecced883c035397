package draw

import (
	"encoding/json"
	"strings"
	"testing"

	"elicit/internal/cast"
)

// hide shows a screen in one go, and gives what is left of it when a field is
// hidden.
func hide(t *testing.T, screen string, answers ...cast.Answered) string {
	t.Helper()
	rec := recording(out(0, strings.ReplaceAll(screen, "\n", "\r\n")))
	for _, a := range answers {
		data, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		rec.Events = append(rec.Events, cast.Event{Code: cast.Answer, Data: string(data)})
	}
	frames, err := Redact(replay(t, rec), rec, []string{"f"})
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimRight(frames[0].Screen.Text(), "\n")
}

func typed(texts ...string) []cast.Answered {
	var all []cast.Answered
	for _, text := range texts {
		all = append(all, cast.Answered{Field: "f", Text: text})
	}
	return all
}

func picked(texts ...string) []cast.Answered {
	all := typed(texts...)
	for i := range all {
		all[i].Picked = true
	}
	return all
}

func TestWhatIsHiddenOfATypedAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		screen  string
		answers []cast.Answered
		want    string
	}{
		"the whole, quoted":         {`"f": "ada@b.org",`, typed("ada@b.org"), `"f": "█████████",`},
		"a beginning":               {"ada@", typed("ada@b.org"), "████"},
		"a draft that was mended":   {"adda is gone", typed("ad", "adda", "ada@b.org"), "████ is gone"},
		"the tail of a scrolled":    {"… Lovelace", typed("Ada Lovelace"), "…█████████"},
		"one folded over rows":      {"to Ada Lovel\nace and on", typed("Ada Lovelace"), "to █████████\n███ and on"},
		"as JSON escapes it":        {`"say \"hi\" now"`, typed(`say "hi" now`), `"██████████████"`},
		"each line of several":      {"first line\nsecond line", typed("first line\nsecond line"), "██████████\n███████████"},
		"a number, as a word":       {"4 guests, 42 seats", typed("4"), "█ guests, 42 seats"},
		"wide characters":           {"日本 x", typed("日本"), "████ x"},
		"not inside another word":   {"canada and Ada", typed("Ada"), "canada and ███"},
		"not a single letter of it": {"A word", typed("Ada"), "A word"},
	} {
		if got := hide(t, c.screen, c.answers...); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

func TestAPickDoesNotShowByItsMarkItsColourOrItsLength(t *testing.T) {
	options := picked("by the window", "inside")
	one := hide(t, "● set\n  \x1b[36m▸ ● inside\x1b[m\n    ○ by the window\n\"f\": \"inside\",", options...)
	other := hide(t, "● set\n    ○ inside\n  \x1b[36m▸ ● by the window\x1b[m\n\"f\": \"by the window\",", options...)
	rows := func(s string) string { return strings.ReplaceAll(s, "\n", " / ") }
	if one[strings.LastIndex(one, "\n"):] != other[strings.LastIndex(other, "\n"):] {
		t.Errorf("what is sent differs: %s | %s", rows(one), rows(other))
	}
	for _, got := range []string{one, other} {
		if strings.ContainsAny(got, "▸") || strings.Count(got, "●") != 1 || !strings.HasPrefix(got, "● set") {
			t.Errorf("marked: %s", rows(got))
		}
	}
}

func TestTickedBoxesAreEmptiedWhenTheirOptionsAreHidden(t *testing.T) {
	if got := hide(t, "[x] cabin\n[ ] lounge", picked("cabin", "lounge")...); strings.Contains(got, "x") {
		t.Errorf("it shows %q", got)
	}
}
