package screentest

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update-screens", false, "rewrite the golden screens")

// Golden waits until the screen equals the golden file of the test at this
// size, testdata/<test name>.<width>x<height>.screen. Names set several
// screens of one test apart: testdata/<test name>/<name>.<width>x<height>.screen.
func (s *Terminal) Golden(name ...string) {
	s.t.Helper()
	file := s.goldenFile(name)
	if *update {
		s.writeGolden(file)
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatalf("no golden screen (write it with -update-screens): %v", err)
	}
	if why := s.await(func(text string) bool { return text == string(want) }); why != "" {
		s.t.Fatalf("%s, and the screen is not what %s holds (- golden, + screen):\n%s",
			why, file, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(s.Text(), "\n")))
	}
}

func (s *Terminal) goldenFile(name []string) string {
	w, h := s.Size()
	parts := append([]string{"testdata", filepath.FromSlash(s.t.Name())}, name...)
	return filepath.Join(parts...) + fmt.Sprintf(".%dx%d.screen", w, h)
}

func (s *Terminal) writeGolden(file string) {
	s.t.Helper()
	s.rest()
	err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(s.Text()), 0o644))
	if err != nil {
		s.t.Fatal(err)
	}
}

// rest waits until the screen has not changed for a while. Only the writing of
// golden files depends on it; a comparison waits for what it wants to see.
func (s *Terminal) rest() {
	const quiet = 300 * time.Millisecond
	for last, since := s.Text(), time.Now(); time.Since(since) < quiet; time.Sleep(10 * time.Millisecond) {
		if text := s.Text(); text != last {
			last, since = text, time.Now()
		}
	}
}
