package pane

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
)

func TestPlacesAreFoundWhateverTheirCase(t *testing.T) {
	for _, c := range []struct {
		text, low   string
		first, last int
	}{
		{"one Two oNe", "one", 0, 8},
		{"one", "ones", -1, -1},
		{"", "x", -1, -1},
		{"xxO", "o", 2, 2},
		{"aab", "ab", 1, 1},
		{"ABab", "ab", 0, 2},
		{"größe GRÖSSE", "grö", 0, 8},
		{"İx", "x", 2, 2},
		{"12[34]", "[", 2, 2},
		{strings.Repeat(" ", 200_000) + "Needle" + strings.Repeat(" ", 200_000), "needle", 200_000, 200_000},
	} {
		if got := indexFold([]byte(c.text), c.low); got != c.first {
			t.Errorf("%.20q first in %.20q is %d, want %d", c.low, c.text, got, c.first)
		}
		if got := lastIndexFold([]byte(c.text), c.low); got != c.last {
			t.Errorf("%.20q last in %.20q is %d, want %d", c.low, c.text, got, c.last)
		}
	}
}

func FuzzIndexFold(f *testing.F) {
	f.Add([]byte("one Two"), "two")
	f.Add([]byte("größe"), "Ö")
	f.Fuzz(func(t *testing.T, text []byte, needle string) {
		low := strings.ToLower(needle)
		got := indexFold(text, low)
		if isASCII(string(text)) && isASCII(low) && got != bytes.Index(bytes.ToLower(text), []byte(low)) {
			t.Errorf("%q in %q is %d", low, text, got)
		}
		if last := lastIndexFold(text, low); low != "" && (last < got || (last < 0) != (got < 0)) {
			t.Errorf("%q in %q: first %d, last %d", low, text, got, last)
		}
	})
}

func TestSearchGoesBothWaysThroughTextAndJSON(t *testing.T) {
	text := NewText("Alpha\nbeta\nALPHA\nend", lipgloss.NewStyle(), lipgloss.NewStyle())
	v := New(plainTheme, text)
	v.SetSize(40, 10)
	v.Search("alpha")
	for i, want := range []int{0, 2, 0, 2} {
		if v.Cursor() != want {
			t.Errorf("after %d steps the cursor is on %d, not %d", i, v.Cursor(), want)
		}
		v.Next(i%3 != 2)
	}
	v, _ = jsonView(t, `{"a":{"Key":1},"key":"KEY","k,ey":[1,2]}`, 40, 20)
	var places []int
	for ok := v.Search("key"); ok && len(places) < 4; ok = v.Next(true) {
		places = append(places, v.Cursor())
	}
	if fmt.Sprint(places) != "[2 4 2 4]" {
		t.Errorf("going down it went to %v", places)
	}
	if v.Search(`1,2`) {
		t.Error("found what stands across rows only")
	}
	if !v.Search(`"key": 1`) || v.Cursor() != 2 {
		t.Error("a name and its value were not found as they are shown")
	}
}

func BenchmarkSearchInMuch(b *testing.B) {
	var raw strings.Builder
	raw.WriteString(`[{}`)
	for i := range 200_000 {
		fmt.Fprintf(&raw, `,{"id":%d,"name":"row number %d","tags":["a","b"]}`, i, i)
	}
	raw.WriteString("]")
	_, j := jsonView(b, raw.String(), 80, 20)
	b.Run("JSON", func(b *testing.B) {
		b.SetBytes(int64(raw.Len()))
		for b.Loop() {
			j.Seek(0, "nowhere", true)
		}
	})
	text := NewText(raw.String(), lipgloss.NewStyle(), lipgloss.NewStyle())
	b.Run("text", func(b *testing.B) {
		b.SetBytes(int64(raw.Len()))
		for b.Loop() {
			text.Seek(0, "nowhere", true)
		}
	})
}
