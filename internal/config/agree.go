package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Agreements remember which commands of project files a person agreed to start,
// by the digest of the command (DESIGN.md §6), in a folder of their own.
type Agreements struct{ Dir string }

// Given reports whether the person agreed to start e as it stands now. What
// cannot be read was not agreed to.
func (a Agreements) Given(e Entry) bool {
	if !e.Project {
		return true
	}
	info, err := os.Lstat(a.path(e))
	return err == nil && info.Mode().IsRegular()
}

// Give remembers that the person agreed.
func (a Agreements) Give(e Entry) error {
	if err := os.MkdirAll(a.Dir, 0o700); err != nil {
		return fmt.Errorf("keeping the agreement: %w", err)
	}
	f, err := os.OpenFile(a.path(e), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("keeping the agreement: %w", err)
	}
	_, err = fmt.Fprintf(f, "%s\n%s\n", e.File, e.CommandLine())
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("keeping the agreement: %w", err)
	}
	return nil
}

func (a Agreements) path(e Entry) string { return filepath.Join(a.Dir, e.Digest()) }
