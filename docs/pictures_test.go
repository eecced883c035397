//go:build unix

package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"elicit/internal/cast/draw"
)

// TestThePicturesShowWhatTheProgramDraws plays the scripts in demos and
// compares the screens, as text, with those in the pictures here. Colours and
// times may differ; make pictures makes them again.
func TestThePicturesShowWhatTheProgramDraws(t *testing.T) {
	dir := t.TempDir()
	render := exec.CommandContext(t.Context(), program(t, dir), "render", "--screens", "demos", "-o", dir)
	render.Env = append(os.Environ(), home(dir)...)
	if out, err := render.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	made, kept := pictures(t, dir), pictures(t, ".")
	if !slices.Equal(made, kept) {
		t.Errorf("the scripts ask for %v, and here are %v", made, kept)
	}
	for _, name := range made {
		if !slices.Contains(kept, name) {
			continue
		}
		if diff := cmp.Diff(screens(t, name), screens(t, filepath.Join(dir, name))); diff != "" {
			t.Errorf("%s no longer shows what the program draws; look at it and run make pictures (- picture, + program):\n%s", name, diff)
		}
	}
}

func TestTheDocumentsShowEveryPicture(t *testing.T) {
	var text strings.Builder
	for _, file := range []string{"../README.md", "architecture.md", "demos.md", "keys.md"} {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(b)
	}
	for _, name := range pictures(t, ".") {
		if !strings.Contains(text.String(), name) {
			t.Errorf("no document shows %s", name)
		}
	}
}

func pictures(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.svg"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range files {
		files[i] = filepath.Base(files[i])
	}
	return files
}

// screens are a picture's screens, row by row.
func screens(t *testing.T, file string) [][]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	all, err := draw.SVGScreens(f)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	rows := make([][]string, len(all))
	for i, screen := range all {
		rows[i] = strings.Split(screen, "\n")
	}
	return rows
}
