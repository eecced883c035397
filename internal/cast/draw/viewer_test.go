package draw

import (
	"bytes"
	"image/png"
	"os"
	"os/exec"
	"testing"

	"elicit/internal/foreign"
)

// TestRsvgDrawsThePoster holds an SVG's still side against a viewer that
// animates nothing: the badge stands where the PNG has it.
func TestRsvgDrawsThePoster(t *testing.T) {
	convert := foreign.Program(t, "rsvg-convert")
	var svg bytes.Buffer
	l := dark()
	if err := SVG(&svg, replay(t, typing()), l, 0); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), convert)
	cmd.Stdin, cmd.Stderr = &svg, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct{ x, y int }{
		"the badge": {margin + 2, barHeight + margin/2 + 2}, "the ground": {margin + 300, barHeight + margin/2 + 2}, "the bar": {300, 5},
	} {
		want := map[string]any{"the badge": l.ANSI[4], "the ground": l.Ground, "the bar": l.Chrome}[what]
		r, g, b, _ := img.At(c.x, c.y).RGBA()
		if got := rgb(r>>8<<16 | g>>8<<8 | b>>8); got != want {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
}
