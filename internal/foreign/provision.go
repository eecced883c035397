package foreign

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// LeftOut is a server that could not be obtained, and why.
type LeftOut struct {
	Server string
	Why    error
}

// Provision puts every server into the cache that is not there yet and tells w
// what it does. It returns what it had to leave out, and an error only when
// the cache itself is of no use.
//
// Processes that provision at the same time wait for one another.
func Provision(ctx context.Context, w io.Writer) ([]LeftOut, error) {
	dir, err := Dir()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("the cache of foreign servers: %w", err)
	}
	lock := flock.New(filepath.Join(dir, "lock"))
	if _, err := lock.TryLockContext(ctx, 100*time.Millisecond); err != nil {
		return nil, fmt.Errorf("the cache of foreign servers is in use: %w", err)
	}
	defer func() { _ = lock.Unlock() }()

	p := &provisioning{out: w}
	var lanes sync.WaitGroup // npm and go have little to gain from more than one each
	for _, npm := range []bool{true, false} {
		lanes.Go(func() {
			for _, s := range catalogue {
				if s.source.npm == npm {
					p.obtain(ctx, s)
				}
			}
		})
	}
	lanes.Wait()
	return p.leftOut, nil
}

type provisioning struct {
	mu      sync.Mutex // guards all
	out     io.Writer
	leftOut []LeftOut
}

func (p *provisioning) obtain(ctx context.Context, s server) {
	folder, err := s.folder()
	if err == nil {
		if _, missing := os.Stat(folder); missing == nil {
			return
		}
		p.say("obtaining " + s.name)
		err = s.install(ctx, folder)
	}
	if err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.leftOut = append(p.leftOut, LeftOut{Server: s.name, Why: err})
	}
}

func (p *provisioning) say(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, _ = fmt.Fprintln(p.out, line)
}

// install fills a folder beside the final one and renames it, so that whatever
// stands in the cache is whole.
func (s server) install(ctx context.Context, folder string) (err error) {
	unfinished, err := os.MkdirTemp(filepath.Dir(folder), s.name+"-unfinished-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(unfinished)) }()
	if s.source.npm {
		err = s.npmInstall(ctx, unfinished)
	} else {
		err = s.goInstall(ctx, unfinished)
	}
	if err != nil {
		return err
	}
	if err := os.Chmod(unfinished, 0o755); err != nil {
		return err
	}
	return os.Rename(unfinished, folder)
}

// lastLines is the end of a failed command's output, for people.
func lastLines(output []byte) string {
	const kept = 5
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	return strings.Join(lines[max(0, len(lines)-kept):], "\n")
}
