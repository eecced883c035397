package answers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

const (
	lockName = "lock"
	tempMark = "." // begins the names of renameio's temporary files, and of nothing else here

	maxRecord = 64 << 20 // bytes; a schema is at most one frame, and is kept twice
	lockRetry = 2 * time.Millisecond
)

var errLink = errors.New("it is a symbolic link")

// folder is the store's directory as a set of small files that belong to one
// user. Every change is durable once its function returned.
type folder struct {
	dir string
	uid int // whose files are trusted
}

// check says whether the directory may be used; one that is not there yet may.
func (f folder) check() error {
	info, err := os.Stat(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is not a directory", f.dir)
	}
	if owner(info) != f.uid {
		return fmt.Errorf("%s belongs to another user", f.dir)
	}
	if info.Mode().Perm() != 0o700 {
		return os.Chmod(f.dir, 0o700) //nolint:gosec // a directory needs its x
	}
	return nil
}

func (f folder) make() error {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	return f.check()
}

// lock keeps other processes, and other goroutines of this one, out. The kernel
// lets go of it when the process dies.
func (f folder) lock(ctx context.Context) (unlock func(), err error) {
	if err := f.make(); err != nil {
		return nil, err
	}
	l := flock.New(filepath.Join(f.dir, lockName), flock.SetPermissions(0o600),
		flock.SetFlag(os.O_CREATE|os.O_RDWR|noFollow))
	if _, err := l.TryLockContext(ctx, lockRetry); err != nil {
		return nil, fmt.Errorf("locking the store of answers: %w", err)
	}
	return func() { _ = l.Close() }, nil
}

// names are the files that begin with prefix, sorted.
func (f folder) names(prefix string) ([]string, error) {
	entries, err := os.ReadDir(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) {
			names = append(names, e.Name())
		}
	}
	return names, err
}

func (f folder) path(name string) string { return filepath.Join(f.dir, name) }

// read gives a file's bytes if it is a regular file of this user that nobody
// else can write to. It neither follows a symbolic link nor waits on a pipe.
func (f folder) read(name string) ([]byte, error) {
	file, err := openPlain(f.path(name))
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	switch {
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	case owner(info) != f.uid:
		return nil, errors.New("it belongs to another user")
	case info.Mode().Perm()&0o022 != 0:
		return nil, errors.New("other users may write to it")
	case info.Size() > maxRecord:
		return nil, fmt.Errorf("it is larger than %d bytes", maxRecord)
	}
	return io.ReadAll(io.LimitReader(file, maxRecord))
}

// write puts a whole file in place, or nothing.
func (f folder) write(name string, data []byte) error {
	if err := replace(f.dir, f.path(name), data); err != nil {
		return err
	}
	return f.sync()
}

func (f folder) rename(from, to string) error {
	if err := os.Rename(f.path(from), f.path(to)); err != nil {
		return err
	}
	return f.sync()
}

func (f folder) remove(name string) error {
	err := os.Remove(f.path(name))
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return f.sync()
	}
	return err
}

// tidy removes what a killed process left behind. The lock must be held: then
// no write is under way.
func (f folder) tidy() {
	names, _ := f.names(tempMark)
	for _, n := range names {
		_ = os.Remove(f.path(n))
	}
}
