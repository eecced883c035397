package foreign

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
)

//go:embed npm
var locked embed.FS // what the npm servers are made of

// Dir is the cache folder: $ELICIT_FOREIGN, or elicit-foreign in the user's
// cache folder.
func Dir() (string, error) {
	if dir := os.Getenv("ELICIT_FOREIGN"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no cache folder (set ELICIT_FOREIGN): %w", err)
	}
	return filepath.Join(dir, "elicit-foreign"), nil
}

// folder is the server's own folder in the cache. Its name follows everything
// that the server is made of, so that a changed pin is another folder.
func (s server) folder() (string, error) {
	dir, err := Dir()
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	_, _ = fmt.Fprintln(sum, s.source.pkg, runtime.GOOS, runtime.GOARCH)
	if s.source.npm {
		err = fs.WalkDir(locked, "npm/"+s.name, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := locked.ReadFile(path)
			_, _ = fmt.Fprintln(sum, path, len(b))
			_, _ = sum.Write(b)
			return err
		})
	}
	return filepath.Join(dir, s.name+"-"+hex.EncodeToString(sum.Sum(nil))[:12]), err
}

// command is what starts the server, or why it cannot be started.
func (s server) command() ([]string, error) {
	folder, err := s.folder()
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(folder); err != nil {
		return nil, fmt.Errorf("the server %s is not in the cache: run make foreign", s.name)
	}
	start := slices.Clone(s.start)
	if s.source.npm {
		if start[0], err = exec.LookPath("node"); err != nil {
			return nil, fmt.Errorf("the server %s needs Node: %w", s.name, err)
		}
		start[1] = filepath.Join(folder, start[1])
	} else {
		start[0] = filepath.Join(folder, start[0])
	}
	if len(s.env) > 0 {
		start = slices.Concat([]string{"env"}, s.env, start)
	}
	return start, nil
}
