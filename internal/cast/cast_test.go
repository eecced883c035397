package cast

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// clock is a clock that a test moves.
type clock struct{ t time.Time }

func (c *clock) now() time.Time          { return c.t }
func (c *clock) advance(d time.Duration) { c.t = c.t.Add(d) }

func record(t *testing.T, version int, idle time.Duration) (*Writer, *bytes.Buffer, *clock) {
	t.Helper()
	c := &clock{time.Unix(1_700_000_000, 0)}
	var b bytes.Buffer
	w, err := NewWriter(&b, Header{Version: version, Cols: 80, Rows: 24, Timestamp: c.t.Unix(), Title: "demo", Term: "xterm-256color", IdleLimit: idle}, c.now)
	if err != nil {
		t.Fatal(err)
	}
	return w, &b, c
}

func TestWhatWasWrittenIsReadBackInBothVersions(t *testing.T) {
	for _, version := range []int{2, 3} {
		w, b, c := record(t, version, 0)
		c.advance(1500 * time.Millisecond)
		_, _ = w.Write([]byte("hello\x1b[1m"))
		c.advance(250 * time.Millisecond)
		w.Resize(40, 12)
		w.Mark("billing asks")
		c.advance(time.Second)
		w.Answer(Answered{Field: "email", Text: "a@b.c"})
		rec, err := Read(b)
		if err != nil {
			t.Fatal(err)
		}
		want := []Event{
			{1500 * time.Millisecond, Output, "hello\x1b[1m"},
			{1750 * time.Millisecond, Resize, "40x12"},
			{1750 * time.Millisecond, Marker, "billing asks"},
			{2750 * time.Millisecond, Answer, `{"field":"email","text":"a@b.c"}`},
		}
		if len(rec.Events) != len(want) {
			t.Fatalf("version %d: read %v", version, rec.Events)
		}
		for i, e := range want {
			if rec.Events[i] != e {
				t.Errorf("version %d, event %d: %v, want %v", version, i, rec.Events[i], e)
			}
		}
		if rec.Cols != 80 || rec.Rows != 24 || rec.Term != "xterm-256color" || rec.Title != "demo" {
			t.Errorf("version %d: the header came back as %+v", version, rec.Header)
		}
	}
}

func TestPausesAreCutToTheIdleLimit(t *testing.T) {
	w, b, c := record(t, 2, 2*time.Second)
	c.advance(time.Hour)
	_, _ = w.Write([]byte("a"))
	c.advance(time.Second)
	_, _ = w.Write([]byte("b"))
	rec, err := Read(b)
	if err != nil {
		t.Fatal(err)
	}
	if got := rec.Events[0].At; got != 2*time.Second {
		t.Errorf("the first event stands at %s", got)
	}
	if got := rec.Events[1].At; got != 3*time.Second {
		t.Errorf("the second event stands at %s", got)
	}
}

func TestACharacterSplitBetweenWritesArrivesWhole(t *testing.T) {
	for _, text := range []string{"é", "日本", "😀"} {
		w, b, _ := record(t, 2, 0)
		for i := range len(text) {
			_, _ = w.Write([]byte{text[i]})
		}
		rec, err := Read(b)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for _, e := range rec.Events {
			got.WriteString(e.Data)
		}
		if got.String() != text {
			t.Errorf("%q came back as %q", text, got.String())
		}
	}
}

func TestAMarkerStandsAfterWhatItSpeaksOf(t *testing.T) {
	w, b, c := record(t, 2, 0)
	w.MarkSoon("asked")
	_, _ = w.Write([]byte("before"))
	c.advance(20 * time.Millisecond)
	_, _ = w.Write([]byte("the question"))
	c.advance(time.Second)
	_, _ = w.Write([]byte("later"))
	w.MarkSoon("asked again")
	c.advance(time.Millisecond)
	w.Mark("answered at once")
	w.MarkSoon("never drawn")
	w.Exit(0)
	rec, err := Read(b)
	if err != nil {
		t.Fatal(err)
	}
	want := []Event{
		{0, Output, "before"},
		{20 * time.Millisecond, Output, "the question"},
		{100 * time.Millisecond, Marker, "asked"},
		{1020 * time.Millisecond, Output, "later"},
		{1021 * time.Millisecond, Marker, "asked again"},
		{1021 * time.Millisecond, Marker, "answered at once"},
		{1021 * time.Millisecond, Marker, "never drawn"},
	}
	if !slices.Equal(rec.Events, want) {
		t.Errorf("recorded %v", rec.Events)
	}
}

func TestAResizeStandsBeforeWhatIsDrawnForIt(t *testing.T) {
	w, b, _ := record(t, 2, 0)
	cols := 80
	w.FollowSize(func() (int, int, error) { return cols, 24, nil })
	_, _ = w.Write([]byte("a"))
	cols = 40
	_, _ = w.Write([]byte("b"))
	_, _ = w.Write([]byte("c"))
	rec, err := Read(b)
	if err != nil {
		t.Fatal(err)
	}
	if want := []Event{{0, Output, "a"}, {0, Resize, "40x24"}, {0, Output, "b"}, {0, Output, "c"}}; !slices.Equal(rec.Events, want) {
		t.Errorf("recorded %v", rec.Events)
	}
}

func TestPlainOutputIsRecordedAsATerminalShowsIt(t *testing.T) {
	for in, want := range map[string]string{"a\nb\n": "a\r\nb\r\n", "a\r\n": "a\r\n", "": ""} {
		var b bytes.Buffer
		if n, err := Lines(&b).Write([]byte(in)); n != len(in) || err != nil || b.String() != want {
			t.Errorf("%q: recorded %q (%d, %v)", in, b.String(), n, err)
		}
	}
}

type fullDisk struct{ left int }

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.left -= len(p); d.left < 0 {
		return 0, errors.New("no space left")
	}
	return len(p), nil
}

func TestAFailingRecordingNeverFailsTheSession(t *testing.T) {
	w, err := NewWriter(&fullDisk{left: 200}, Header{Version: 2, Cols: 80, Rows: 24}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if n, err := w.Write([]byte("some output\n")); n != 12 || err != nil {
			t.Fatalf("the session saw %d, %v", n, err)
		}
	}
	if w.Err() == nil {
		t.Error("the failure was not kept")
	}
}

func TestATerminalThatIsRecordedIsStillAFile(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "tty")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var b bytes.Buffer
	tty := TTY{File: file, Copy: &b}
	if tty.Fd() != file.Fd() {
		t.Error("the descriptor differs")
	}
	_, _ = fmt.Fprint(tty, "one ")
	_, _ = tty.WriteString("two")
	if b.String() != "one two" {
		t.Errorf("the recording got %q", b.String())
	}
}

func TestAWrongRecordingIsNamedByItsLine(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"empty":         {"", "empty file"},
		"no header":     {"hello\n", "line 1"},
		"version":       {`{"version":1,"width":80,"height":24}` + "\n", "version 1"},
		"size":          {`{"version":2,"width":0,"height":24}` + "\n", "0x24"},
		"huge":          {`{"version":2,"width":99999999,"height":99999999}` + "\n", "cannot be drawn"},
		"event":         {`{"version":2,"width":80,"height":24}` + "\n{}\n", "line 2"},
		"time":          {`{"version":2,"width":80,"height":24}` + "\n" + `[-1,"o",""]` + "\n", "line 2"},
		"too long":      {`{"version":3,"term":{"cols":80,"rows":24}}` + "\n" + strings.Repeat(`[2e9,"o",""]`+"\n", 5), "line 3: no recording is longer"},
		"resize":        {`{"version":2,"width":80,"height":24}` + "\n" + `[1,"r","big"]` + "\n", "line 2"},
		"resize and":    {`{"version":2,"width":80,"height":24}` + "\n" + `[1,"r","80x24x"]` + "\n", "line 2"},
		"three no term": {`{"version":3}` + "\n", "term.cols"},
	} {
		_, err := Read(strings.NewReader(c.in))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want something with %q", name, err, c.want)
		}
	}
}

func FuzzReadNeverPanicsAndBoundsTheScreen(f *testing.F) {
	f.Add([]byte(`{"version":2,"width":80,"height":24}` + "\n" + `[0.5,"o","x"]`))
	f.Add([]byte(`{"version":3,"term":{"cols":80,"rows":24}}` + "\n# note\n" + `[0.5,"r","10x10"]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		rec, err := Read(bytes.NewReader(b))
		if err != nil {
			return
		}
		if rec.Cols*rec.Rows > maxCells {
			t.Errorf("a screen of %dx%d was let through", rec.Cols, rec.Rows)
		}
	})
}
