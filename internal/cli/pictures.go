package cli

import (
	"bytes"
	"context"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"slices"

	"github.com/charmbracelet/x/ansi"

	"elicit/internal/cast"
	"elicit/internal/cast/draw"
	"elicit/internal/play"
	"elicit/tui/theme"
)

// pictures makes what the scripts of a folder ask for.
func (a *app) pictures(ctx context.Context, dir, out string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		return usage("--screens: there are no scripts (*.yaml) in %s", dir)
	}
	if err := os.MkdirAll(out, 0o750); err != nil {
		return usage("%w", err)
	}
	for _, file := range files {
		s, err := readScript(file, "")
		if err != nil {
			return err
		}
		if len(s.Pictures) == 0 {
			continue
		}
		tape, err := a.perform(ctx, s, play.Options{})
		if err != nil {
			return inScript(file, err)
		}
		rec, err := cast.Read(tape)
		if err != nil {
			return err
		}
		frames, err := draw.Replay(rec)
		if err != nil {
			return err
		}
		for _, p := range s.Pictures {
			if err := a.picture(out, p, frames); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
	}
	return nil
}

// picture makes one picture, for a dark and for a light page.
func (a *app) picture(dir string, p play.Picture, frames []draw.Frame) error {
	for _, name := range []string{"dark", "light"} {
		look, err := lookFor(name)
		if err != nil {
			return err
		}
		look.Captions, look.Keys, look.About = p.Captions, p.Keys, p.About
		var b bytes.Buffer
		if p.Still != "" {
			still, _ := draw.AtStill(frames, p.Still) // the script was checked for it
			err = draw.StillSVG(&b, still, look)
		} else {
			poster := slices.IndexFunc(frames, func(f draw.Frame) bool { return slices.Contains(f.Stills, p.Poster) })
			err = draw.SVG(&b, frames, look, poster)
		}
		if err != nil {
			return err
		}
		if err := a.writePicture(filepath.Join(dir, p.File+"-"+name+".svg"), b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// lookFor is a look in which elicit's own colours are those of its background,
// whichever the recording was made on.
func lookFor(name string) (draw.Look, error) {
	look, err := draw.LookNamed(name)
	if err != nil {
		return look, err
	}
	isDark := name != "light"
	from, to := shades(theme.PaletteFor(!isDark)), shades(theme.PaletteFor(isDark))
	look.Recolour = map[color.RGBA]color.RGBA{}
	for i := range from {
		look.Recolour[rgba(ansi.Convert256(from[i]))] = to[i] // on a terminal of 256 colours
	}
	for i := range from {
		look.Recolour[from[i]] = to[i]
	}
	for _, own := range to { // a colour of both palettes stays what it is here
		delete(look.Recolour, own)
	}
	return look, nil
}

// shades are a palette's colours, in the same order for each.
func shades(p theme.Palette) []color.RGBA {
	all := append([]color.Color{p.Text, p.Faint, p.Accent, p.Warning, p.Error, p.Success, p.Quiet, p.BadgeText}, p.Badges...)
	out := make([]color.RGBA, len(all))
	for i, c := range all {
		out[i] = rgba(c)
	}
	return out
}

func rgba(c color.Color) color.RGBA {
	r, g, b, _ := c.RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0xff}
}
