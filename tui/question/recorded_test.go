package question

import (
	"encoding/json"
	"io"
	"os"
	"testing"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"elicit/answers"
	"elicit/forms"
	"elicit/internal/cast"
	"elicit/tui/form"
	"elicit/tui/theme"
)

// BenchmarkRecordedFrame is one key in a form until its frame is written, with
// nothing else and with a recording: what recording costs is their ratio.
func BenchmarkRecordedFrame(b *testing.B) {
	b.Run("shown", func(b *testing.B) { benchmarkFrames(b, terminal(b), nil) })
	b.Run("recorded", func(b *testing.B) {
		file, err := os.CreateTemp(b.TempDir(), "*.cast")
		if err != nil {
			b.Fatal(err)
		}
		defer func() { _ = file.Close() }()
		w, err := cast.NewWriter(file, cast.Header{Version: 2, Cols: 100, Rows: 30}, nil)
		if err != nil {
			b.Fatal(err)
		}
		benchmarkFrames(b, cast.TTY{File: terminal(b), Copy: w}, func(f form.Filled) { w.Answer(cast.Answered(f)) })
	})
}

// terminal stands for one: the time that a real one takes would hide what is
// measured.
func terminal(b *testing.B) *os.File {
	b.Helper()
	f, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = f.Close() })
	return f
}

func benchmarkFrames(b *testing.B, out io.Writer, filled func(form.Filled)) {
	b.Helper()
	schema := `{"type":"object","properties":{"name":{"type":"string"},"seats":{"type":"integer","minimum":1},"notify":{"type":"boolean"}},"required":["name"]}`
	f, refusal := forms.Parse(forms.Request{Schema: json.RawMessage(schema)}, forms.Tester)
	if refusal != nil {
		b.Fatal(refusal)
	}
	s := New(answers.Case{Form: f, Elicitation: elicitation("Some seats.", schema)},
		Options{Theme: theme.New(true, true), Quiet: -1, Filled: filled})
	s.SetSize(100, 30)
	r := uv.NewTerminalRenderer(out, []string{"TERM=xterm-256color", "COLORTERM=truecolor"})
	buf := uv.NewScreenBuffer(100, 30)
	keys := []tea.KeyPressMsg{{Code: 'a', Text: "a"}, {Code: tea.KeyBackspace}}
	for i := 0; b.Loop(); i++ {
		s.Update(keys[i%2])
		buf.Clear()
		uv.NewStyledString(s.View()).Draw(buf, buf.Bounds())
		r.Render(buf.RenderBuffer)
		if err := r.Flush(); err != nil {
			b.Fatal(err)
		}
	}
}
