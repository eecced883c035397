package pane

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"elicit/tui/theme"
)

var plainTheme = theme.New(true, false)

func jsonView(t testing.TB, raw string, w, h int) (*View, *JSON) {
	t.Helper()
	j, err := ParseJSON([]byte(raw), plainTheme)
	if err != nil {
		t.Fatal(err)
	}
	v := New(plainTheme, j)
	v.SetSize(w, h)
	return v, j
}

// shown is a view's rows without styles and trailing blank rows.
func shown(v *View) string { return strings.TrimRight(ansi.Strip(v.View()), " \n") }

func press(v *View, keys string) {
	for _, k := range keys {
		v.Update(tea.KeyPressMsg{Code: k, Text: string(k)})
	}
}

func TestJSONIsShownInTheOrderAndDigitsItCameIn(t *testing.T) {
	v, _ := jsonView(t, `{"b":9007199254740993,"a":0.10,"e":[],"o":{},"s":"x\u001b"}`, 40, 20)
	want := `▸ {
    "b": 9007199254740993,
    "a": 0.10,
    "e": [],
    "o": {},
    "s": "x\u001b"
  }`
	if got := shown(v); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestJSONFoldsAndUnfolds(t *testing.T) {
	v, _ := jsonView(t, `{"a":{"b":[1,2]},"c":3}`, 40, 20)
	press(v, "jh")
	if want := "  {\n▸   \"a\": {…} 1,\n    \"c\": 3\n  }"; shown(v) != want {
		t.Errorf("got\n%s", shown(v))
	}
	press(v, "l")
	if !strings.Contains(shown(v), `"b": [`) {
		t.Errorf("it did not unfold:\n%s", shown(v))
	}
	press(v, "jjh") // on a scalar: to the container around it
	if !strings.Contains(shown(v), "▸     \"b\": [") {
		t.Errorf("the cursor did not go to the container:\n%s", shown(v))
	}
	press(v, "z")
	if want := "{\n▸   \"a\": {…} 1,\n    \"c\": 3\n  }"; !strings.Contains(shown(v), want) {
		t.Errorf("not all is folded:\n%s", shown(v))
	}
}

func TestSearchUnfoldsWhatItFinds(t *testing.T) {
	v, _ := jsonView(t, `{"a":{"deep":{"needle":1}},"b":2}`, 40, 20)
	press(v, "z")
	if !v.Search("NEEDLE") || !strings.Contains(shown(v), `▸       "needle": 1`) {
		t.Errorf("not found:\n%s", shown(v))
	}
	if v.Search("nowhere") {
		t.Error("found what is not there")
	}
}

func TestRawIsTheExactBytesOfAnItem(t *testing.T) {
	_, j := jsonView(t, `{"a": { "b" : [1,  2] }, "e": [ ]}`, 40, 20)
	if got := string(j.Raw(1)); got != `{ "b" : [1,  2] }` {
		t.Errorf("got %s", got)
	}
	if got := string(j.Raw(j.Len() - 2)); got != `[ ]` {
		t.Errorf("got %s", got)
	}
}

func FuzzParseJSON(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":null}],"c":"\u202e"}`), 20)
	f.Add([]byte(`[[[]]]`), 1)
	f.Fuzz(func(t *testing.T, raw []byte, width int) {
		j, err := ParseJSON(raw, plainTheme)
		if err != nil {
			return
		}
		width = max(width%200, 1)
		var all strings.Builder
		for i := range j.Len() {
			all.WriteString(strings.TrimSpace(j.Text(i)))
			for _, r := range j.Rows(i, width) {
				if w := ansi.StringWidth(r); w > width {
					t.Errorf("a row is %d wide, not %d", w, width)
				}
			}
		}
		j.FoldAll(0, true)
		j.Seek(0, "a", true)
		if !json.Valid(raw) {
			t.Error("took what is no JSON")
		}
	})
}

func TestTextWrapsAndALongLineBecomesManyItems(t *testing.T) {
	src := NewText("one two three\n"+strings.Repeat("ü", 10_000)+"\nend", lipgloss.NewStyle(), lipgloss.NewStyle())
	if src.Text(0) != "one two three" || src.Text(src.Len()-1) != "end" {
		t.Errorf("the first is %q, the last %q", src.Text(0), src.Text(src.Len()-1))
	}
	if src.Len() < 6 {
		t.Errorf("%d items", src.Len())
	}
	if rows := src.Rows(0, 8); len(rows) != 2 {
		t.Errorf("rows %q", rows)
	}
	var all strings.Builder
	for i := 1; i < src.Len()-1; i++ {
		all.WriteString(src.Text(i))
	}
	if all.String() != strings.Repeat("ü", 10_000) {
		t.Error("the long line was changed")
	}
}

func numbered(n int) Items {
	items := make(Items, n)
	for i := range items {
		items[i] = Item{Plain: fmt.Sprint(i), Draw: func(int) string { return fmt.Sprintf("row %d", i) }, Head: i%10 == 0}
	}
	return items
}

func TestTheCursorPassesOverHeadingsAndStaysInSight(t *testing.T) {
	v := New(plainTheme, numbered(100))
	v.SetSize(20, 5)
	if v.Cursor() != 1 {
		t.Errorf("the cursor starts on %d", v.Cursor())
	}
	for range 9 {
		press(v, "j")
	}
	if v.Cursor() != 11 || !strings.Contains(shown(v), "▸ row 11") {
		t.Errorf("the cursor is on %d:\n%s", v.Cursor(), shown(v))
	}
	press(v, "G")
	if !strings.HasSuffix(shown(v), "▸ row 99") {
		t.Errorf("the end is\n%s", shown(v))
	}
	press(v, "g")
	if !strings.HasPrefix(shown(v), "row 0\n▸ row 1") && !strings.Contains(shown(v), "row 0") {
		t.Errorf("the start is\n%s", shown(v))
	}
}

func TestPagingReachesBothEnds(t *testing.T) {
	v := New(plainTheme, numbered(95))
	v.SetSize(20, 7)
	for range 30 {
		press(v, " ")
		v.Update(tea.KeyPressMsg{Code: tea.KeyPgDown})
	}
	if v.Cursor() != 94 {
		t.Errorf("the cursor is on %d", v.Cursor())
	}
	for range 30 {
		v.Update(tea.KeyPressMsg{Code: tea.KeyPgUp})
	}
	if v.Cursor() != 1 {
		t.Errorf("the cursor is on %d", v.Cursor())
	}
}

func TestAnItemTallerThanTheWindowScrollsByRows(t *testing.T) {
	v := New(plainTheme, NewText(strings.Repeat("word ", 40)+"\nlast", lipgloss.NewStyle(), lipgloss.NewStyle()))
	v.SetSize(12, 4)
	for range 60 {
		press(v, "j")
	}
	if !strings.HasSuffix(shown(v), "▸ last") {
		t.Errorf("it shows\n%s", shown(v))
	}
	for range 60 {
		press(v, "k")
	}
	if !strings.HasPrefix(shown(v), "▸ word") {
		t.Errorf("it shows\n%s", shown(v))
	}
}

func TestFollowKeepsTheEndInSightUntilThePersonMoves(t *testing.T) {
	items := numbered(20)
	v := New(plainTheme, items)
	v.SetSize(20, 4)
	v.Follow = true
	v.SetSource(numbered(40))
	if !strings.HasSuffix(shown(v), "row 39") {
		t.Errorf("it shows\n%s", shown(v))
	}
	press(v, "k")
	v.SetSource(numbered(60))
	if strings.Contains(shown(v), "row 59") {
		t.Error("it still follows")
	}
}

func TestStacksFoldAndSearchInTheirParts(t *testing.T) {
	j, _ := ParseJSON([]byte(`{"a":{"b":1}}`), plainTheme)
	s := Stack{Lines{"head"}, Barred{Source: j}, Lines{"tail b"}}
	v := New(plainTheme, s)
	v.SetSize(30, 10)
	press(v, "jjh")
	if !strings.Contains(shown(v), "▸ │   \"a\": {…} 1") {
		t.Errorf("it shows\n%s", shown(v))
	}
	if !v.Search(`"b"`) || !strings.Contains(shown(v), `▸ │     "b": 1`) {
		t.Errorf("it shows\n%s", shown(v))
	}
}

func BenchmarkKeyToRows(b *testing.B) {
	for _, n := range []int{10, 10_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			v := New(plainTheme, Lines(make([]string, n)))
			v.SetSize(100, 40)
			for b.Loop() {
				press(v, "jk")
				_ = v.View()
			}
		})
	}
}
