//go:build unix

package answers

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/google/renameio/v2"
)

// noFollow keeps a file from being opened through a symbolic link.
const noFollow = syscall.O_NOFOLLOW

// openPlain opens a file to read; a pipe that nobody writes to does not block.
func openPlain(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|noFollow|syscall.O_NONBLOCK, 0)
	if errors.Is(err, syscall.ELOOP) {
		return nil, errLink
	}
	return file, err
}

// replace writes a file beside path and renames it there once it is on the disk.
func replace(dir, path string, data []byte) error {
	return renameio.WriteFile(path, data, 0o600, renameio.WithTempDir(dir), renameio.WithStaticPermissions(0o600))
}

// sync makes renames and removals survive a power cut.
func (f folder) sync() error {
	d, err := os.Open(f.dir)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	return d.Sync()
}

func owner(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Uid)
	}
	return -1
}
