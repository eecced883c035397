package watch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fsnotify/fsnotify"
)

// skippedFolders hold what no person edits and what changes all the time.
var skippedFolders = []string{
	".git", ".hg", ".svn", ".jj", "node_modules", "__pycache__", ".venv", "venv", ".tox",
	".mypy_cache", ".pytest_cache", ".ruff_cache", ".idea", ".cache",
}

// note takes an event into a change, and reports whether it is one of what is
// watched.
func (w *Watcher) note(c *Change, e fsnotify.Event) bool {
	if e.Op&^fsnotify.Chmod == 0 {
		return false // backups and indexers touch files without changing them
	}
	path := filepath.Clean(e.Name)
	name, mine := w.given(path)
	if !mine || passing(path) {
		return false
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return w.noteFolder(c, e, path)
	}
	c.add(name)
	return true
}

// noteFolder watches a folder that came; what is in it already came with it.
func (w *Watcher) noteFolder(c *Change, e fsnotify.Event, path string) bool {
	if !e.Has(fsnotify.Create) {
		return false
	}
	files, err := w.addTree(path)
	if err != nil {
		c.Err = err
	}
	for _, f := range files {
		if name, mine := w.given(f); mine && !passing(f) {
			c.add(name)
		}
	}
	return len(files) > 0
}

// given is a path as it is reached from what was given to watch; false when it
// is not watched.
func (w *Watcher) given(path string) (string, bool) {
	if name, ok := w.files[path]; ok {
		return name, true
	}
	for root, name := range w.trees {
		below, err := filepath.Rel(root, path)
		if err != nil || below == ".." || strings.HasPrefix(below, ".."+string(filepath.Separator)) {
			continue
		}
		if slices.ContainsFunc(strings.Split(below, string(filepath.Separator)), skipped) {
			continue // it may have been given by itself, too
		}
		return filepath.Join(name, below), true
	}
	return "", false
}

func skipped(folder string) bool { return slices.Contains(skippedFolders, folder) }

// passing reports whether a file is one that an editor makes for itself while
// it saves or is open.
func passing(path string) bool {
	name := filepath.Base(path)
	switch {
	case strings.HasSuffix(name, "~"), strings.HasPrefix(name, ".#"), strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#"):
		return true
	case strings.HasPrefix(name, ".") && strings.Contains(name, ".sw"), name == "4913": // vim
		return true
	case strings.Contains(name, "___jb_"), strings.HasPrefix(name, ".goutputstream-"), strings.HasSuffix(name, ".tmp"), name == ".DS_Store":
		return true
	}
	return false
}

func (c *Change) add(name string) {
	if slices.Contains(c.Files, name) {
		return
	}
	if len(c.Files) == keptFiles {
		c.More++
		return
	}
	c.Files = append(c.Files, name)
}
