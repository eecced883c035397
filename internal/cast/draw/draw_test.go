package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/gif"
	"image/png"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"elicit/internal/cast"
)

func out(at float64, s string) cast.Event {
	return cast.Event{At: time.Duration(at * float64(time.Second)), Code: cast.Output, Data: s}
}

func marked(at float64, s string) cast.Event {
	return cast.Event{At: time.Duration(at * float64(time.Second)), Code: cast.Marker, Data: s}
}

func recording(events ...cast.Event) *cast.Recording {
	return &cast.Recording{Header: cast.Header{Version: 2, Cols: 40, Rows: 6}, Events: events}
}

// typing records an answer typed key by key, as a form echoes it.
func typing() *cast.Recording {
	events := []cast.Event{out(0, "\x1b[1;44m billing \x1b[0m asks\r\nemail: "), marked(0.1, "billing asks")}
	for i, c := range "ada@example.com" {
		events = append(events, out(1+float64(i)/10, string(c)))
	}
	events = append(events,
		cast.Event{At: 3 * time.Second, Code: cast.Answer, Data: `{"field":"email","text":"ada@example.com"}`},
		out(3.5, "\r\nsent ada@example.com 日本"), marked(4, "you accepted"))
	return recording(events...)
}

func replay(t *testing.T, rec *cast.Recording) []Frame {
	t.Helper()
	frames, err := Replay(rec)
	if err != nil {
		t.Fatal(err)
	}
	return frames
}

func TestFramesFollowOneAnotherWithoutGaps(t *testing.T) {
	frames := replay(t, typing())
	if frames[0].At != 0 {
		t.Errorf("the first frame begins at %s", frames[0].At)
	}
	for i := 1; i < len(frames); i++ {
		if frames[i].At != frames[i-1].Until {
			t.Errorf("frame %d begins at %s, the one before ends at %s", i, frames[i].At, frames[i-1].Until)
		}
	}
	if got := frames[len(frames)-1].Screen.Text(); !strings.Contains(got, "sent ada@example.com 日本") {
		t.Errorf("the last frame shows\n%s", got)
	}
}

func TestAHalfDrawnScreenIsNoFrame(t *testing.T) {
	frames := replay(t, recording(out(0, "first"), out(1, "\x1b[2J\x1b[Hhal"), out(1.001, "f a screen"), out(2, "")))
	for _, f := range frames {
		if strings.HasPrefix(f.Screen.Text(), "hal\n") {
			t.Error("the half-drawn screen became a frame")
		}
	}
}

func TestAMarkerFindsTheLastFrameUnderIt(t *testing.T) {
	frames := replay(t, typing())
	f, ok := AtMarker(frames, "asks", 1)
	if !ok || !strings.Contains(f.Screen.Text(), "email: ada@example.com") {
		t.Errorf("found %v:\n%s", ok, f.Screen.Text())
	}
	if _, ok := AtMarker(frames, "asks", 2); ok {
		t.Error("a second marker was found where there is one")
	}
}

func TestAnSVGIsWellFormedAndDrawsEachRowOnce(t *testing.T) {
	frames := replay(t, typing())
	l := dark()
	l.Captions, l.Keys = true, true
	var b bytes.Buffer
	if err := SVG(&b, frames, l, -1); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(b.String(), ">billing</text>"); n != 1 {
		t.Errorf("the badge's row is drawn %d times in %d frames", n, len(frames))
	}
	screens, err := SVGScreens(&b)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, f := range frames {
		if text := f.Screen.Text(); len(want) == 0 || want[len(want)-1] != text {
			want = append(want, text)
		}
	}
	if !slices.Equal(screens, want) {
		t.Errorf("the picture shows\n%q\nand the frames are\n%q", screens, want)
	}
}

func TestMarkupOnTheScreenStaysText(t *testing.T) {
	frames := replay(t, recording(out(0, `<script>alert("x")</script>&`)))
	var b bytes.Buffer
	if err := SVG(&b, frames, dark(), -1); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "<script") {
		t.Error("a screen's text became markup")
	}
}

func TestAWideCharacterKeepsItsPlaceOnTheGrid(t *testing.T) {
	frames := replay(t, recording(out(0, "日本x")))
	got := runs(frames[0].Screen.Cells[0])
	for i, want := range []run{{x: 0, width: 2, text: "日"}, {x: 2, width: 2, text: "本"}} {
		if got[i] != want {
			t.Errorf("run %d is %+v, want %+v", i, got[i], want)
		}
	}
	if r := got[2].trim(); r.x != 4 || r.text != "x" || r.width != 1 {
		t.Errorf("what follows is %+v", r)
	}
}

func TestAPNGShowsTheBadgesColour(t *testing.T) {
	frames := replay(t, typing())
	var b bytes.Buffer
	if err := PNG(&b, frames[0], dark()); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	l := dark()
	at := image.Pt(margin*2+2, (barHeight+margin/2)*2+2)
	r, g, bl, _ := img.At(at.X, at.Y).RGBA()
	if want := l.ANSI[4]; r>>8 != uint32(want.R) || g>>8 != uint32(want.G) || bl>>8 != uint32(want.B) {
		t.Errorf("the badge's corner is %v, want %v", img.At(at.X, at.Y), want)
	}
}

func TestAGIFPlaysEveryFrameForItsTime(t *testing.T) {
	frames := replay(t, typing())
	l := dark()
	l.Scale = 1
	var b bytes.Buffer
	if err := GIF(&b, frames, l); err != nil {
		t.Fatal(err)
	}
	anim, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, d := range anim.Delay {
		total += d
	}
	if want := centiseconds(frames[len(frames)-1].Until); len(anim.Image) != len(frames) || total != want {
		t.Errorf("%d pictures for %d frames, %d hundredths of a second for %d", len(anim.Image), len(frames), total, want)
	}
}

func TestPicturesOfTheSameFramesAreTheSameBytes(t *testing.T) {
	l := light()
	l.Scale = 1
	drawn := func() string {
		frames := replay(t, typing())
		var b bytes.Buffer
		for _, err := range []error{SVG(&b, frames, l, 0), GIF(&b, frames, l), PNG(&b, frames[3], l)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		return b.String()
	}
	if first, second := drawn(), drawn(); first != second {
		t.Error("two runs differ")
	}
}

func TestAnAnswerIsHiddenWhileItIsTypedAndAfter(t *testing.T) {
	rec := typing()
	frames, err := Redact(replay(t, rec), rec, []string{"email"})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range frames {
		if text := f.Screen.Text(); strings.Contains(text, "ad") || strings.Contains(text, "example") {
			t.Errorf("at %s the answer shows:\n%s", f.At, text)
		}
		if !strings.Contains(f.Screen.Text(), "email:") {
			t.Errorf("at %s more than the answer is hidden:\n%s", f.At, f.Screen.Text())
		}
	}
}

func TestHidingAFieldThatWasNeverAnsweredIsAnError(t *testing.T) {
	rec := typing()
	if _, err := Redact(replay(t, rec), rec, []string{"phone"}); err == nil || !strings.Contains(err.Error(), `"phone"`) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkReplayAndSVGOfAMinute(b *testing.B) {
	var events []cast.Event
	for i := range 600 {
		events = append(events, out(float64(i)/10, "\x1b[H\x1b[2K typing "+strings.Repeat("x", i%30)))
	}
	rec := recording(events...)
	for b.Loop() {
		frames, err := Replay(rec)
		if err != nil {
			b.Fatal(err)
		}
		if err := SVG(io.Discard, frames, dark(), -1); err != nil {
			b.Fatal(err)
		}
	}
}

func TestAStillIsTheScreenUnderItsMarkerAndNoCaption(t *testing.T) {
	frames := replay(t, recording(
		out(0, "one"), marked(1, "chapter"), out(2, "\r\ntwo"), marked(2, cast.StillMark+"both"), marked(2, "next"), out(3, "\r\nthree")))
	f, ok := AtStill(frames, "both")
	if !ok || f.Screen.Text() != "one\ntwo\n" || f.Until <= f.At {
		t.Errorf("found %v, from %s to %s:\n%s", ok, f.At, f.Until, f.Screen.Text())
	}
	for _, f := range frames {
		if strings.Contains(f.Caption, "both") {
			t.Errorf("at %s the caption is %q", f.At, f.Caption)
		}
	}
}

func TestDrawingOnlyWhatChangedGivesTheSamePictures(t *testing.T) {
	rec := typing()
	rec.Events = append(rec.Events,
		out(4.2, "\x1b[2;20H│\x1b[3;20H│\x1b[4;20H\x1b[44m│\x1b[m\x1b[5;20H┃"), out(4.5, "\x1b[3;22Hx"), out(4.7, "\x1b[4;22Hy"),
		out(5, "\x1b[?25h\x1b[2;3H"), out(6, "\x1b[3;1H"), out(7, "\x1b]2;title\x07"),
		cast.Event{At: 8 * time.Second, Code: cast.Resize, Data: "30x5"}, out(9, "\x1b[?25lÅgj|\x1b[4m_\x1b[m"))
	frames := replay(t, rec)
	l := dark()
	l.Scale, l.Captions = 1, true
	r, err := newRaster(frames, l)
	if err != nil {
		t.Fatal(err)
	}
	m := film{raster: r}
	for i, f := range frames {
		if !bytes.Equal(m.next(f).Pix, r.draw(f).Pix) {
			t.Errorf("frame %d differs", i)
		}
	}
}
