package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// gradient is an image whose left half is transparent.
func gradient(w, h int) image.Image {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, color.NRGBA{R: uint8(x * 255 / w), G: uint8(y * 255 / h), B: 80, A: uint8(255 * (2 * x / w))})
		}
	}
	return m
}

func pngOf(tb testing.TB, m image.Image) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// claiming is a PNG whose head claims a size; nothing follows.
func claiming(w, h uint32) []byte {
	head := append([]byte("IHDR"), 0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0)
	binary.BigEndian.PutUint32(head[4:], w)
	binary.BigEndian.PutUint32(head[8:], h)
	b := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	b = append(b, head...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(head))
}

func TestImagesOfEachFormatAreRead(t *testing.T) {
	var j, g bytes.Buffer
	_ = jpeg.Encode(&j, gradient(30, 20), nil)
	_ = gif.Encode(&g, gradient(30, 20), nil)
	for _, data := range [][]byte{pngOf(t, gradient(30, 20)), j.Bytes(), g.Bytes()} {
		p, err := Read(data)
		if err != nil || p.Width != 30 || p.Height != 20 {
			t.Errorf("got %+v, %v", p, err)
		}
	}
}

func TestAnImageThatIsTooLargeIsRefusedBeforeItIsDecoded(t *testing.T) {
	for _, size := range [][2]uint32{{65535, 65535}, {1 << 30, 1 << 30}, {MostPixels + 1, 1}, {1, MostPixels + 1}, {1<<31 - 1, 1<<31 - 1}} {
		_, err := Read(claiming(size[0], size[1]))
		if err == nil || !errors.Is(err, ErrTooLarge) && !strings.Contains(err.Error(), "png") {
			t.Errorf("%v: %v", size, err)
		}
	}
	if _, err := Read(claiming(65535, 65535)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v", err)
	}
}

func TestWhatIsNoImageIsNotRead(t *testing.T) {
	whole := pngOf(t, gradient(30, 20))
	for _, data := range []string{"", "\x1b[31m", `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>`, "GIF89a", string(whole[:len(whole)/2])} {
		if _, err := Read([]byte(data)); err == nil {
			t.Errorf("%.20q was read", data)
		}
	}
}

func TestALargeImageIsKeptSmallAndDrawnWithinItsCells(t *testing.T) {
	p, err := Read(pngOf(t, gradient(3000, 1000)))
	if err != nil {
		t.Fatal(err)
	}
	if b := p.pixels.Bounds(); b.Dx() > keptWidth || b.Dy() > keptHeight {
		t.Errorf("%v is kept", b)
	}
	for _, size := range [][2]int{{80, 20}, {10, 3}, {1, 1}, {300, 300}} {
		columns, rows := p.Cells(size[0], size[1])
		if columns < 1 || columns > size[0] || rows < 1 || rows > size[1] {
			t.Fatalf("%v: %d × %d cells", size, columns, rows)
		}
		for what, drawn := range map[string][]string{"blocks": p.Blocks(columns, rows, color.Black), "placeholders": Placed(42, columns, rows)} {
			if len(drawn) != rows {
				t.Errorf("%v: %d rows of %s, not %d", size, len(drawn), what, rows)
			}
			for _, row := range drawn {
				if w := ansi.StringWidth(row); w != columns {
					t.Errorf("%v: a row of %s is %d wide, not %d", size, what, w, columns)
				}
			}
		}
	}
}

func TestASmallImageIsNotDrawnLargerThanItIs(t *testing.T) {
	p, err := Read(pngOf(t, gradient(16, 16)))
	if err != nil {
		t.Fatal(err)
	}
	if columns, rows := p.Cells(80, 40); columns != 2 || rows != 1 {
		t.Errorf("%d × %d cells", columns, rows)
	}
}

func TestWhatIsTransparentShowsTheGround(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 16, 16))
	p, err := Read(pngOf(t, m))
	if err != nil {
		t.Fatal(err)
	}
	row := p.Blocks(2, 1, color.RGBA{R: 1, G: 2, B: 3, A: 255})[0]
	ground := color.RGBA{1, 2, 3, 255}
	if want := (ansi.Style{}).ForegroundColor(ground).BackgroundColor(ground).Styled("▀▀"); row != want {
		t.Errorf("got %q, want %q", row, want)
	}
}

var transmission = regexp.MustCompile(`^(\x1b_G[a-zA-Z0-9=,]*;[A-Za-z0-9+/=]*\x1b\\)+$`)

func TestOnlyTheProtocolsOwnBytesAreSent(t *testing.T) {
	hostile := pngOf(t, gradient(200, 100))
	hostile = append(hostile, "\x1b\\\x1b]0;title\a"...) // after the image's end
	p, err := Read(hostile)
	if err != nil {
		t.Fatal(err)
	}
	sent, err := p.Transmit(42, 20, 5)
	if err != nil || !transmission.MatchString(sent) {
		t.Errorf("sent %.200q (%v)", sent, err)
	}
	head, _, _ := strings.Cut(sent, ";")
	for _, want := range []string{"a=T", "U=1", "i=42", "c=20", "r=5", "q=2", "f=100"} {
		if !strings.Contains(head+",", want+",") {
			t.Errorf("%q lacks %s", head, want)
		}
	}
}

func TestOnlyTerminalsThatKnowPlaceholdersGetThem(t *testing.T) {
	for name, want := range map[string]bool{
		"kitty(0.42.1)": true, "ghostty 1.2.0": true, "WezTerm 20240203": false, "tmux 3.5a": false, "XTerm(390)": false, "": false, "kittycat 1": false,
	} {
		if Placeholders(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(pngOf(f, gradient(5, 4)))
	f.Add(claiming(2, 2))
	f.Add([]byte("GIF89a\x01\x00\x01\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if w, h, _, err := Size(data); err == nil && w*h > 1<<20 {
			return // within the bounds, and too slow to be tried a million times
		}
		p, err := Read(data)
		if err != nil {
			return
		}
		columns, rows := p.Cells(20, 10)
		for _, row := range p.Blocks(columns, rows, color.Black) {
			if ansi.StringWidth(row) != columns {
				t.Errorf("%q is not %d wide", row, columns)
			}
		}
	})
}
