package cli

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"

	"elicit/internal/cast"
	"elicit/internal/cast/draw"
)

// renderFlags say what picture a recording becomes.
type renderFlags struct {
	out, screens, theme, title, marker, at, poster string
	redact                                         []string
	captions, keys, bare                           bool
	scale, maxKB                                   int
}

func newRender(a *app) *cobra.Command {
	var f renderFlags
	cmd := &cobra.Command{
		Use:     "render CAST -o FILE.svg|png|gif|txt  |  render --screens DIR",
		Short:   "Draw a recording as a picture",
		GroupID: "demos",
		Long: `Draws a recording (asciicast 2 or 3) as a picture of its terminal. The ending of
FILE says which: an animated SVG or GIF, a still as PNG, or text. --marker or
--at makes SVG and text a still too. No browser and no fonts are needed.

--redact hides an answer everywhere it can be seen, also while it is typed, and
the drafts before it. It knows the answers of recordings that elicit made. The
recording itself still holds them: publish the picture, not the cast.

--screens plays the scripts in DIR (see elicit help play) and makes the pictures
that they ask for, each for a dark and a light page, in DIR or in the folder
given with -o.`,
		Example: `  elicit render demo.cast -o demo.svg
  elicit render demo.cast -o question.png --marker "demo asks"
  elicit render demo.cast -o demo.gif --theme light --scale 1 --max-kb 2000
  elicit render bug.cast -o bug.svg --redact email --redact phone
  elicit render --screens docs/demos -o docs`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.renderWhat(cmd.Context(), args, f) },
	}
	fs := cmd.Flags()
	fs.StringVarP(&f.out, "output", "o", "", "write `FILE`; its ending says what: .svg .png .gif .txt")
	fs.StringVar(&f.theme, "theme", "dark", "colours of the terminal: `THEME` dark, light, or both (writes FILE-dark and FILE-light)")
	fs.StringVar(&f.title, "title", "", "`TITLE` of the window (default: the program's own)")
	fs.StringVar(&f.marker, "marker", "", "a still of the last screen under the marker that contains `TEXT`; #2 at its end means the second such")
	fs.StringVar(&f.at, "at", "", "a still of the screen at `TIME`, such as 12.5s")
	fs.StringVar(&f.poster, "poster", "", "what an SVG shows where nothing is animated: the last screen under the marker `TEXT` (default: the last screen)")
	fs.StringArrayVar(&f.redact, "redact", nil, "hide what was answered for `FIELD` (repeatable)")
	fs.BoolVar(&f.captions, "captions", false, "show the markers' texts below the screen")
	fs.BoolVar(&f.keys, "keys", false, "show the keys that were pressed (recordings of elicit play have them)")
	fs.BoolVar(&f.bare, "bare", false, "no window around the screen")
	fs.IntVar(&f.scale, "scale", 2, "size of PNG and GIF: `N` from 1 to 4")
	fs.IntVar(&f.maxKB, "max-kb", 0, "fail when the picture is larger than `N` kB")
	complete(cmd, "theme", "dark", "light", "both")
	fs.StringVar(&f.screens, "screens", "", "make the pictures that the scripts in `DIR` ask for")
	_ = cmd.MarkFlagDirname("screens")
	return cmd
}

// renderWhat tells a recording from scripts.
func (a *app) renderWhat(ctx context.Context, args []string, f renderFlags) error {
	switch {
	case (f.screens == "") != (len(args) == 1):
		return usage("render draws a recording, CAST, or with --screens what scripts ask for")
	case f.screens != "":
		return a.pictures(ctx, f.screens, cmp.Or(f.out, f.screens))
	case f.out == "":
		return usage("-o FILE says what to draw: .svg .png .gif .txt")
	}
	return a.render(args[0], f)
}

func (a *app) render(file string, f renderFlags) error {
	rec, err := readCast(file)
	if err != nil {
		return err
	}
	frames, err := draw.Replay(rec)
	if err != nil {
		return usage("%s: %w", file, err)
	}
	if len(f.redact) > 0 {
		if frames, err = draw.Redact(frames, rec, f.redact); err != nil {
			return usage("%w", err)
		}
	}
	if f.scale < 1 || f.scale > 4 {
		return usage("--scale %d is not between 1 and 4", f.scale)
	}
	themes := []string{f.theme}
	if f.theme == "both" {
		themes = []string{"dark", "light"}
	}
	for _, theme := range themes {
		out := f.out
		if f.theme == "both" {
			ext := filepath.Ext(out)
			out = strings.TrimSuffix(out, ext) + "-" + theme + ext
		}
		if err := a.renderOne(out, theme, frames, f); err != nil {
			return err
		}
	}
	return nil
}

func readCast(file string) (*cast.Recording, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, usage("%w", err)
	}
	defer func() { _ = in.Close() }()
	rec, err := cast.Read(in)
	if err != nil {
		return nil, usage("%s: %w", file, err)
	}
	return rec, nil
}

func (a *app) renderOne(out, theme string, frames []draw.Frame, f renderFlags) error {
	look, err := lookFor(theme)
	if err != nil {
		return usage("--theme: %w", err)
	}
	look.Window, look.Title, look.Captions, look.Keys, look.Scale = !f.bare, f.title, f.captions, f.keys, f.scale
	still, err := f.still(frames)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := f.drawInto(&b, out, frames, still, look); err != nil {
		return err
	}
	if f.maxKB > 0 && b.Len() > f.maxKB*1000 {
		return usage("%s would have %d kB, more than --max-kb %d", out, (b.Len()+999)/1000, f.maxKB)
	}
	return a.writePicture(out, b.Bytes())
}

func (a *app) writePicture(out string, b []byte) error {
	if err := renameio.WriteFile(out, b, 0o644); err != nil {
		return usage("%w", err)
	}
	a.sayf("%s: %d kB", out, (len(b)+999)/1000)
	return nil
}

// still is the one frame asked for, or nil.
func (f renderFlags) still(frames []draw.Frame) (*draw.Frame, error) {
	switch {
	case f.marker != "" && f.at != "":
		return nil, usage("--marker and --at both name a still; give one")
	case f.marker != "":
		frame, err := underMarker(frames, "--marker", f.marker)
		return &frame, err
	case f.at != "":
		at, err := time.ParseDuration(f.at)
		if err != nil || at < 0 {
			return nil, usage("--at %q is no time such as 12.5s", f.at)
		}
		frame := draw.At(frames, at)
		return &frame, nil
	}
	return nil, nil
}

func underMarker(frames []draw.Frame, flag, text string) (draw.Frame, error) {
	n := 1
	if label, number, ok := strings.Cut(text, "#"); ok {
		if k, err := strconv.Atoi(number); err == nil && k > 0 {
			text, n = label, k
		}
	}
	frame, ok := draw.AtMarker(frames, text, n)
	if !ok {
		return frame, usage("%s: the recording has no such marker as %q; it has %s", flag, text, markers(frames))
	}
	return frame, nil
}

func markers(frames []draw.Frame) string {
	var all []string
	for _, f := range frames {
		for _, still := range f.Stills {
			all = append(all, cast.StillMark+still)
		}
		if f.Caption != "" && !slices.Contains(all, f.Caption) {
			all = append(all, f.Caption)
		}
	}
	if len(all) == 0 {
		return "none"
	}
	return clean(strings.Join(all, ", "))
}

func (f renderFlags) drawInto(w io.Writer, out string, frames []draw.Frame, still *draw.Frame, look draw.Look) error {
	last := frames[len(frames)-1]
	switch ext := filepath.Ext(out); {
	case ext == ".svg" && still != nil:
		return draw.StillSVG(w, *still, look)
	case ext == ".svg":
		poster, err := f.posterIndex(frames)
		if err != nil {
			return err
		}
		return draw.SVG(w, frames, look, poster)
	case ext == ".png" && still != nil:
		return draw.PNG(w, *still, look)
	case ext == ".png":
		return draw.PNG(w, last, look)
	case ext == ".gif" && still != nil:
		return draw.GIF(w, []draw.Frame{*still}, look)
	case ext == ".gif":
		return draw.GIF(w, frames, look)
	case ext == ".txt" && still != nil:
		return draw.StillText(w, *still)
	case ext == ".txt":
		return draw.Text(w, frames)
	}
	return usage("%s: the ending must be .svg, .png, .gif or .txt", out)
}

func (f renderFlags) posterIndex(frames []draw.Frame) (int, error) {
	if f.poster == "" {
		return -1, nil
	}
	frame, err := underMarker(frames, "--poster", f.poster)
	if err != nil {
		return 0, err
	}
	return slices.IndexFunc(frames, func(x draw.Frame) bool { return x.At == frame.At }), nil
}
