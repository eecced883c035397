package form

import (
	"fmt"
	"strings"
	"testing"
)

// optionsSchema is a choice and a text, with n options.
func optionsSchema(n int) string {
	options := make([]string, n)
	for i := range options {
		options[i] = fmt.Sprintf(`"option number %d"`, i)
	}
	return `{"type":"object","properties":{"a":{"type":"string","enum":[` + strings.Join(options, ",") + `]},"b":{"type":"string"}}}`
}

// benchKey measures a key and the frame after it.
func benchKey(b *testing.B, m *Model, keys ...string) {
	b.Helper()
	m.View()
	for i := 0; b.Loop(); i++ {
		press(b, m, keys[i%len(keys)])
		m.View()
	}
}

func BenchmarkKeyToFrame(b *testing.B) {
	for _, n := range []int{10, 1000} {
		b.Run(fmt.Sprintf("options=%d", n), func(b *testing.B) {
			benchKey(b, newModel(b, optionsSchema(n), 100, 30), "down", "down", "up", "space")
		})
	}
	for _, n := range []int{5, 128} {
		b.Run(fmt.Sprintf("fields=%d", n), func(b *testing.B) {
			benchKey(b, newModel(b, texts(n), 100, 30), "x", "tab", "y", "backspace", "shift+tab")
		})
	}
}

func BenchmarkKeyInALongText(b *testing.B) {
	for _, n := range []int{100, 16_000} {
		b.Run(fmt.Sprintf("characters=%d", n), func(b *testing.B) {
			m := newModel(b, texts(2), 100, 30)
			m.Update(pasteOf(strings.Repeat("word ", n/5)))
			benchKey(b, m, "x", "backspace", "left")
		})
	}
}

func BenchmarkFirstFrame(b *testing.B) {
	for _, n := range []int{5, 128} {
		f := parse(b, texts(n))
		b.Run(fmt.Sprintf("fields=%d", n), func(b *testing.B) {
			for b.Loop() {
				m := New(f, Options{})
				m.SetSize(100, 30)
				m.View()
			}
		})
	}
}
