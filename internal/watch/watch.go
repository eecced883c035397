// Package watch tells when files change that a person edits, so that a server
// can be started again (elicit --watch). It waits until a burst of changes is
// over, and looks past what editors and version control leave beside the files.
//
// It reads no file's content and starts nothing.
//
// Start reading at [New].
package watch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// An editor's save is several events, and a build writes for a while: a change
// is told once nothing happened for the quiet time, and after the longest time
// in any case.
const (
	quietTime   = 150 * time.Millisecond
	longestTime = 2 * time.Second
)

// keptFiles bounds how many files of one change are named.
const keptFiles = 20

// Change is a burst of changes.
type Change struct {
	Files []string // as they are reached from the paths given, in the order of their change
	More  int      // changed files that are not named
	Err   error    // watching ended, or missed something; Files may be empty
}

// Watcher watches files and folders until it is closed.
type Watcher struct {
	fs    *fsnotify.Watcher
	files map[string]string // the files to watch by absolute path, as they were given
	trees map[string]string // the same for folders
	out   chan Change
	stop  chan struct{}
	done  chan struct{}
}

// New watches paths: a file, also when it is replaced by another of its name, or
// a folder with everything below it.
func New(paths ...string) (*Watcher, error) {
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watching files: %w", err)
	}
	w := &Watcher{
		fs: fs, files: map[string]string{}, trees: map[string]string{},
		out: make(chan Change), stop: make(chan struct{}), done: make(chan struct{}),
	}
	for _, p := range paths {
		if err := w.add(p); err != nil {
			return nil, errors.Join(err, fs.Close())
		}
	}
	go w.run()
	return w, nil
}

// Changes is where changes are told. It is closed by Close.
func (w *Watcher) Changes() <-chan Change { return w.out }

// Close ends the watching.
func (w *Watcher) Close() error {
	close(w.stop)
	<-w.done
	return w.fs.Close()
}

func (w *Watcher) add(path string) error {
	full, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("watching %s: %w", path, err)
	}
	info, err := os.Stat(full)
	if err != nil {
		return fmt.Errorf("watching %s: %w", path, errors.Unwrap(err))
	}
	// The folder above is watched too: most editors save by putting a new file in
	// the old one's place, and a build may put a new folder there.
	if err := w.fs.Add(filepath.Dir(full)); err != nil {
		return explained(path, err)
	}
	if !info.IsDir() {
		w.files[full] = path
		return nil
	}
	w.trees[full] = path
	_, err = w.addTree(full)
	return err
}

// addTree watches a folder and all below it, and names the files in it.
func (w *Watcher) addTree(root string) (files []string, err error) {
	err = filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil //nolint:nilerr // gone meanwhile, or not ours to read: nothing that could be watched
		case e.IsDir() && path != root && skipped(e.Name()):
			return filepath.SkipDir
		case e.IsDir():
			return explained(path, w.fs.Add(path))
		}
		files = append(files, path)
		return nil
	})
	return files, err
}

func explained(path string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("watching %s: the system watches no more folders (fs.inotify.max_user_watches); watch fewer with --watch PATH", path)
	}
	return fmt.Errorf("watching %s: %w", path, err)
}

func (w *Watcher) run() {
	defer close(w.done)
	defer close(w.out)
	for {
		select {
		case <-w.stop:
			return
		case e, ok := <-w.fs.Events:
			if !ok || !w.tell(w.burst(e)) {
				return
			}
		case err, ok := <-w.fs.Errors:
			if !ok || !w.tell(Change{Err: fmt.Errorf("watching files: %w", err)}) {
				return
			}
		}
	}
}

// burst collects what follows an event until it is quiet. A change of nothing
// that is watched is empty.
func (w *Watcher) burst(first fsnotify.Event) Change {
	var c Change
	w.note(&c, first)
	quiet, longest := time.NewTimer(quietTime), time.After(longestTime)
	defer quiet.Stop()
	for {
		select {
		case e, ok := <-w.fs.Events:
			if !ok {
				return c
			}
			if w.note(&c, e) {
				quiet.Reset(quietTime)
			}
		case <-quiet.C:
			return c
		case <-longest:
			return c
		case <-w.stop:
			return Change{}
		}
	}
}

// tell hands a change over. It reports false when the watching ends.
func (w *Watcher) tell(c Change) bool {
	if len(c.Files) == 0 && c.Err == nil {
		return true
	}
	select {
	case w.out <- c:
		return true
	case <-w.stop:
		return false
	}
}
