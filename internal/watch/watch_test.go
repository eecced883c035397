package watch

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// watched starts watching the path below a fresh folder with some files in it.
func watched(t *testing.T, path string) (*Watcher, string) {
	t.Helper()
	root := t.TempDir()
	t.Chdir(root)
	for _, f := range []string{"server.js", "other.txt", "src/a.ts", "src/deep/b.ts", "src/node_modules/x/i.js", "src/.git/HEAD"} {
		put(t, f, "1")
	}
	w, err := New(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w, root
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// changed waits until all of the files were told, in however many changes.
func changed(t *testing.T, w *Watcher, want ...string) {
	t.Helper()
	var got []string
	deadline := time.After(10 * time.Second)
	for {
		select {
		case c := <-w.Changes():
			if c.Err != nil {
				t.Fatal(c.Err)
			}
			got = append(got, c.Files...)
		case <-deadline:
			t.Fatalf("told of %q, want %q", got, want)
		}
		for _, f := range got {
			if !slices.Contains(want, f) {
				t.Fatalf("told of %s, want only %q", f, want)
			}
		}
		if !slices.ContainsFunc(want, func(f string) bool { return !slices.Contains(got, f) }) {
			return
		}
	}
}

func TestAChangeAnywhereInAFolderIsTold(t *testing.T) {
	w, _ := watched(t, "src")
	put(t, "src/deep/b.ts", "2")
	changed(t, w, "src/deep/b.ts")
}

func TestAFolderThatIsMadeLaterIsWatchedToo(t *testing.T) {
	w, _ := watched(t, "src")
	put(t, "src/new/c.ts", "1")
	changed(t, w, "src/new/c.ts")
	put(t, "src/new/c.ts", "2")
	changed(t, w, "src/new/c.ts")
}

func TestAFolderThatIsPutInPlaceAgainIsWatchedStill(t *testing.T) {
	w, _ := watched(t, "src")
	if err := os.Rename("src", "old"); err != nil {
		t.Fatal(err)
	}
	put(t, "src/a.ts", "2")
	for deadline := time.After(10 * time.Second); ; {
		select {
		case c := <-w.Changes():
			if slices.Contains(c.Files, "src/a.ts") {
				return
			}
		case <-deadline:
			t.Fatal("the new folder is not watched")
		}
	}
}

// TestSavesOfEveryKindOfEditorAreTold saves as editors do: in place, by a new
// file in the old one's place, and by moving the old one away first.
func TestSavesOfEveryKindOfEditorAreTold(t *testing.T) {
	saves := map[string]func(t *testing.T, file string){
		"in place": func(t *testing.T, file string) {
			t.Helper()
			put(t, file, "2")
		},
		"renamed over": func(t *testing.T, file string) {
			t.Helper()
			put(t, file+".tmp", "2")
			if err := os.Rename(file+".tmp", file); err != nil {
				t.Fatal(err)
			}
		},
		"backed up": func(t *testing.T, file string) {
			t.Helper()
			if err := os.Rename(file, file+"~"); err != nil {
				t.Fatal(err)
			}
			put(t, file, "2")
			if err := os.Remove(file + "~"); err != nil {
				t.Fatal(err)
			}
		},
	}
	for name, save := range saves {
		t.Run(name, func(t *testing.T) {
			w, _ := watched(t, "server.js")
			for range 2 { // also the file that took the old one's place
				save(t, "server.js")
				changed(t, w, "server.js")
			}
		})
	}
}

// TestWhatNobodyEditsIsNotTold changes what must not be told, then something
// that must: the second alone has to arrive.
func TestWhatNobodyEditsIsNotTold(t *testing.T) {
	w, _ := watched(t, "src")
	put(t, "src/node_modules/x/i.js", "2")
	put(t, "src/.git/HEAD", "2")
	put(t, "src/.a.ts.swp", "2")
	put(t, "src/a.ts~", "2")
	put(t, "src/4913", "")
	put(t, "other.txt", "2")
	if err := os.Chmod("src/deep/b.ts", 0o644); err != nil {
		t.Fatal(err)
	}
	put(t, "src/a.ts", "2")
	changed(t, w, "src/a.ts")
}

func TestABurstIsOneChange(t *testing.T) {
	w, _ := watched(t, "src")
	for range 30 {
		put(t, "src/a.ts", "2")
		put(t, "src/deep/b.ts", "3")
	}
	c := <-w.Changes()
	if len(c.Files) != 2 {
		t.Errorf("told of %q", c.Files)
	}
}

func TestManyFilesAreCountedAndNotAllNamed(t *testing.T) {
	var c Change
	for i := range keptFiles + 5 {
		c.add(string(rune('a' + i)))
	}
	if len(c.Files) != keptFiles || c.More != 5 {
		t.Errorf("named %d, counted %d more", len(c.Files), c.More)
	}
}

func TestAPathThatIsNotThereIsAnError(t *testing.T) {
	if _, err := New(filepath.Join(t.TempDir(), "nowhere")); err == nil {
		t.Error("watching nothing succeeded")
	}
}

func TestAFolderInASkippedOneIsWatchedWhenItIsGiven(t *testing.T) {
	for range 20 { // in whichever order the two are looked at
		w := &Watcher{trees: map[string]string{"/p": ".", "/p/node_modules/x": "node_modules/x"}}
		if name, mine := w.given("/p/node_modules/x/i.js"); !mine || name != "node_modules/x/i.js" {
			t.Fatalf("it is reached as %q, %t", name, mine)
		}
	}
}
