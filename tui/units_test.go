package tui

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/theme"
)

func TestArgumentsAreCheckedAgainstTheSchema(t *testing.T) {
	tests := []struct{ schema, text, want string }{
		{seatsSchema, `{"team":"a","seats":2}`, ""},
		{seatsSchema, `{"team":"a","seats":51}`, "seats: maximum: 51 is greater than 50"},
		{seatsSchema, `{"team":"a"}`, "missing property 'seats'"},
		{seatsSchema, `[]`, "one JSON object"},
		{seatsSchema, `{"team":`, "unexpected"},
		{seatsSchema, "{\n  \"team\" 1}", "line 2, column 10"},
		{seatsSchema, `{"é" 1}`, "line 1, column 6"}, // in characters, as an editor counts
		{seatsSchema, ``, "nothing is written"},
		{seatsSchema, `{} {}`, "more follows"},
		{seatsSchema, `{"team":"a","seats":2.5}`, "seats: type: 2.5 has type \"number\", want \"integer\""},
		{``, `{"x":1}`, ""},
	}
	for _, tt := range tests {
		got, err := checkArguments(json.RawMessage(tt.schema), []byte(tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
		}
		if words := strings.Join(got, "; "); tt.want == "" && words != "" || !strings.Contains(words, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.text, words, tt.want)
		}
	}
}

func TestArgumentsThatCannotBeCheckedMaySaySo(t *testing.T) {
	problems, unread := checkArguments(json.RawMessage(seatsSchema), []byte(`{"team":"a","seats":1e999999999}`))
	if len(problems) > 0 || unread == nil || !strings.Contains(unread.Error(), "too large") {
		t.Errorf("got %q and %v", problems, unread)
	}
}

func TestASchemaThatCannotBeReadIsSaidAndReadsNothing(t *testing.T) {
	for _, schema := range []string{
		`{"$ref":"file:///etc/passwd"}`, `{"$ref":"https://example.com/x.json"}`, `{"type":12}`, `{"pattern":"("}`, `{`, `{"minimum":1e999999999}`,
	} {
		problems, err := checkArguments(json.RawMessage(schema), []byte(`{}`))
		if err == nil {
			t.Errorf("%s was taken; problems %q", schema, problems)
		}
	}
}

func FuzzCheckArguments(f *testing.F) {
	f.Add([]byte(seatsSchema), []byte(`{"team":"x"}`))
	f.Add([]byte(`{"$ref":"#"}`), []byte(`{}`))
	f.Fuzz(func(_ *testing.T, schema, text []byte) {
		_, _ = checkArguments(schema, text) // must return, whatever it is given
	})
}

func TestWordsOfACommandAreQuotedForAShell(t *testing.T) {
	for word, want := range map[string]string{
		"plain": "plain", "two words": "'two words'", "it's": `'it'\''s'`, "": "''", `{"a":1}`: `'{"a":1}'`,
		"\x1b[31m": `$'\u001b[31m'`,
	} {
		if got := quote(word); got != want {
			t.Errorf("%q became %s, want %s", word, got, want)
		}
	}
}

func TestTheFrameLogPairsRequestsAndForgetsTheOldest(t *testing.T) {
	l := newFrameLog()
	total := keptFrames + keptFrames/8 + 3
	for i := 1; i <= total; i++ {
		dir, line := mcpclient.Out, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, i/2)
		if i%2 == 1 {
			dir, line = mcpclient.In, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{}}`, i/2)
		}
		l.add(mcpclient.Frame{Number: i, Time: noon, Direction: dir, Bytes: []byte(line)})
	}
	from, to := l.bounds()
	if to != total || to-from > keptFrames+keptFrames/8 {
		t.Fatalf("kept %d to %d", from, to)
	}
	last, _ := l.at(to - 1)
	first, ok := l.at(last.pair)
	if !ok || first.method != "ping" && last.method != "ping" {
		t.Errorf("the last frame %+v is paired with %+v", last, first)
	}
}

func TestTheFrameLogForgetsBytesBeforeFrames(t *testing.T) {
	l := newFrameLog()
	big := []byte(`"` + strings.Repeat("x", 20<<20) + `"`)
	for i := range 5 {
		l.add(mcpclient.Frame{Number: i, Bytes: big})
	}
	if f, ok := l.at(0); !ok || f.bytes != nil || f.size != len(big) {
		t.Error("the first frame's bytes were kept, or its row was lost")
	}
	if f, _ := l.at(4); f.bytes == nil {
		t.Error("the last frame's bytes were forgotten")
	}
}

func FuzzReadHead(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":"a","method":"x"}`))
	f.Add([]byte(`[1]`))
	f.Add([]byte("\x1b[31m"))
	f.Fuzz(func(t *testing.T, b []byte) {
		row, _ := readHead(mcpclient.Frame{Bytes: b})
		for _, s := range []string{row.method, row.id, row.answer} {
			if safetext.Of(s).Line() != s {
				t.Errorf("%q is not drawable", s)
			}
		}
	})
}

func TestARingKeepsTheLastEntriesAndTheirNumbers(t *testing.T) {
	r := newRing[int](10)
	for i := range 100 {
		r.add(i)
	}
	from, to := r.bounds()
	if to != 100 || to-from < 10 || to-from > 13 {
		t.Errorf("kept %d to %d", from, to)
	}
	if got, ok := r.at(99); !ok || got != 99 {
		t.Errorf("entry 99 is %d", got)
	}
	if _, ok := r.at(from - 1); ok {
		t.Error("a forgotten entry was found")
	}
}

func TestDurationsAreShownAsAPersonReadsThem(t *testing.T) {
	for d, want := range map[time.Duration]string{
		12 * time.Millisecond: "12 ms", 1250 * time.Millisecond: "1.2 s", 75 * time.Second: "1:15", 2*time.Hour + time.Second: "2:00:01",
	} {
		if got := took(d); got != want {
			t.Errorf("%v is shown as %q, want %q", d, got, want)
		}
	}
}

func TestMarkdownIsDrawnWithoutLettingAnythingThrough(t *testing.T) {
	words := "# Head\n\nOne **bold** `code` &#27;[31m [words](https://x.example/&#8238;) \\*no\\*\n\n1. a\n2. b\n   - c\n\n```go\nx := 1\n```\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | long cell |\n\n- [x] done\n\n---\n<b>raw</b>\n"
	rows, _ := renderMarkdown(words, theme.New(true, false), 40)
	got := ansi.Strip(strings.Join(rows, "\n"))
	for _, want := range []string{"Head", "One bold code ␛[31m words", "(https://x.example/", "*no*", "1. a", "2. b", "   • c", "  x := 1", "▏ quoted", "a │ b", "──┼─", "1 │ long cell", "• ✔ done", "<b>raw</b>"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if strings.ContainsAny(got, "\x1b\u202e") {
		t.Error("an entity became what a terminal acts on")
	}
}

func FuzzRenderMarkdown(f *testing.F) {
	f.Add("# a\n- b\n  > c\n", 20)
	f.Add("|a|\n|-|\n|&#155;|", 1)
	plain := theme.New(true, false)
	f.Fuzz(func(t *testing.T, words string, width int) {
		width = max(width%120, 1)
		rows, ok := renderMarkdown(safetext.Of(words[:min(len(words), 4096)]).String(), plain, width)
		if !ok {
			t.Error("the renderer failed")
		}
		for _, row := range rows {
			if s := ansi.Strip(row); safetext.Of(s).String() != s {
				t.Errorf("%q is not drawable", s)
			}
		}
	})
}

func TestASchemaThatTakesLongIsCheckedWhenTheTextIsSent(t *testing.T) {
	e := newJSONEditor(theme.New(true, true), json.RawMessage(seatsSchema), `{"team":"a"}`)
	if len(e.problems) == 0 {
		t.Fatal("the text was not checked")
	}
	e.setSize(60, 12)
	e.focus()
	e.slow = true
	e.update(tea.PasteMsg{Content: " "})
	if len(e.problems) > 0 || !strings.Contains(ansi.Strip(e.view(theme.New(true, true))), "checked when it is sent") {
		t.Errorf("it says %q", e.view(theme.New(true, true)))
	}
	if _, err := e.content(); err == nil {
		t.Error("the text was taken without its seats")
	}
}
