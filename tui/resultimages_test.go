package tui

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"elicit/internal/safetext"
	"elicit/mcpclient"
	"elicit/tui/theme"
)

// imageResult is a result that holds images.
func imageResult(tb testing.TB, w, h int) mcpclient.Result {
	tb.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, color.NRGBA{R: uint8(x), G: uint8(y), B: 200, A: 255})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		tb.Fatal(err)
	}
	svg := `<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><text>hi</text></svg>`
	return mcpclient.Result{
		Raw: []byte(`{"content":[]}`),
		Content: []mcpclient.Content{
			{Type: "image", MIMEType: safetext.Of("image/png"), Data: b.Bytes()},
			{Type: "image", MIMEType: safetext.Of("image/svg+xml"), Data: []byte(svg)},
			{Type: "image", MIMEType: safetext.Of("image/png\x1b]0;x\a"), Data: []byte("\x1b_Ga=T;AAAA\x1b\\")},
		},
	}
}

// ofKitty is what such a terminal answers when it is asked what it is.
const ofKitty = "\x1bP>|kitty(0.42.1)\x1b\\"

const placeholder = "\U0010EEEE"

func TestImagesAreDrawnAsBlocksWhereTheTerminalHasNoPictures(t *testing.T) {
	a := open(t, 80, 30, configured{"billing", resulting(imageResult(t, 160, 160))()})
	callsIt("160 × 160")(a)
	a.WaitFor("▀▀▀▀")
	for _, words := range []string{"image, image/svg+xml, 84 B", "image, image/png␛]0;x␇, 13 B"} {
		a.WaitFor(words)
	}
	if x, y := a.Find("▀▀▀"); a.Cell(x, y).Style.Fg == nil || a.Cell(x, y).Style.Bg == nil {
		t.Error("the blocks have no colours")
	}
	if strings.Contains(a.Output(), "\x1b_G") {
		t.Error("a picture was sent to a terminal that knows none")
	}
}

func TestImagesAreGivenToATerminalThatDrawsThemAndTakenBack(t *testing.T) {
	a := open(t, 80, 30, configured{"billing", resulting(imageResult(t, 160, 160))()})
	callsIt("160 × 160")(a)
	a.Raw(ofKitty)
	a.WaitFor(placeholder)
	a.WaitUntil(func(string) bool {
		return strings.Contains(a.Output(), "U=1") && strings.Contains(a.Output(), "\x1b_G")
	})
	sent := a.Output()
	if strings.Contains(sent, "AAAA\x1b\\\x1b") || strings.Contains(sent, "\x1b]0;x") {
		t.Error("a server's bytes reached the terminal")
	}
	a.Resize(30, 12)
	a.WaitUntil(func(string) bool { return strings.Count(a.Output(), "a=T") > 1 })
	a.WaitFor(placeholder)
	a.Press(tea.KeyEscape)
	a.WaitGone(placeholder)
	a.WaitUntil(func(string) bool { return strings.Contains(a.Output(), "a=d,d=I,i=16") })
}

func TestATerminalIsAskedOnlyWhenThereIsAPictureToDraw(t *testing.T) {
	a := open(t, 80, 30, configured{"billing", resulting(textResult("no picture"))()})
	callsIt("no picture")(a)
	a.Settle()
	if strings.Contains(a.Output(), "\x1b[>q") || strings.Contains(a.Output(), "\x1b[>0q") {
		t.Error("it was asked what it is")
	}
}

func TestPicturesBeyondTheBoundsAreDescribed(t *testing.T) {
	r := imageResult(t, 8, 8)
	for range mostPictures {
		r.Content = append(r.Content, r.Content[0])
	}
	c := &call{result: r}
	d := layOut(c, theme.New(true, true))
	drawn := 0
	for _, p := range d.parts {
		if p.picture != nil {
			drawn++
		}
	}
	if drawn != mostPictures {
		t.Errorf("%d pictures are drawn", drawn)
	}
}

func TestALinkInAResultIsReadByOneKey(t *testing.T) {
	f := serving(func(_ context.Context, _ *fakeSession, c mcpclient.Call) (mcpclient.Result, error) {
		if c.Method == mcpclient.MethodResource {
			return textResult("read " + c.Target), nil
		}
		return mcpclient.Result{Raw: []byte(`{}`), Content: []mcpclient.Content{
			{Type: "resource_link", URI: safetext.Of("billing://orders/4711"), Name: safetext.Of("the order")},
		}}, nil
	})()
	a := open(t, 80, 24, configured{"billing", f})
	callsIt("the order")(a)
	a.Press(tea.KeyEnter)
	a.WaitFor("read billing://orders/4711")
}
