package answers

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/adrg/xdg"

	"elicit/internal/safetext"
)

// DefaultExpiry is how long an answer is good for (DESIGN.md §4.9).
const DefaultExpiry = 30 * time.Minute

const pendingLife = 24 * time.Hour // how long a question waits, and a stale answer is offered again

// Store keeps parked questions and the answers that a person gave to them
// (DESIGN.md §4.9): one small file each, below one directory that only its user
// can read. Any number of processes may use one directory at a time; an answer
// is given to one of them, once. A Store is safe for concurrent use.
type Store struct {
	// Warned, when not nil, is told what a person should know: a record that
	// cannot be used, a question that changed. Set before use; must not block.
	Warned func(Warning)
	// Now is the clock; nil means time.Now. Set before use.
	Now func() time.Time
	// Expiry is how long an answer is good for; 0 means DefaultExpiry. Set before
	// use.
	Expiry time.Duration

	files folder

	mu     sync.Mutex
	taken  []taken               // by this process, latest last
	states map[string]RoundState // by call
	calls  []string              // whose states are kept, latest last
}

// remembered is how many of its own takings, and calls' states, a process keeps
// in mind.
const remembered = 256

// Warning is one thing to know about the store. Everything in it is drawable.
type Warning struct {
	ID      string   // of the record; may be empty
	Path    string   // its file; may be empty
	Text    string   // a sentence
	Changes []string // what changed in the question, one fact each
}

// OpenStore opens the store in dir; "" means the one in the user's XDG state
// directory. The directory is made when the first question is parked. A
// directory that belongs to somebody else is an error.
func OpenStore(dir string) (*Store, error) {
	if dir == "" {
		dir = filepath.Join(xdg.StateHome, "elicit", "answers")
	}
	s := &Store{files: folder{dir: dir, uid: os.Geteuid()}, states: map[string]RoundState{}}
	if err := s.files.check(); err != nil {
		return nil, fmt.Errorf("the store of answers cannot be used: %w", err)
	}
	return s, nil
}

// Dir is where the store's files are.
func (s *Store) Dir() string { return s.files.dir }

func (s *Store) now() time.Time {
	if s.Now != nil {
		return s.Now()
	}
	return time.Now()
}

func (s *Store) expiry() time.Duration {
	if s.Expiry > 0 {
		return s.Expiry
	}
	return DefaultExpiry
}

func (s *Store) warn(w Warning) {
	if s.Warned != nil {
		s.Warned(w)
	}
}

// locked runs f while no other process changes the store.
func (s *Store) locked(ctx context.Context, f func() error) error {
	unlock, err := s.files.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	return f()
}

// load reads the records whose file names begin with prefix. One that cannot be
// trusted is left where it is, with a warning.
func (s *Store) load(prefix string) ([]*record, error) {
	names, err := s.records(prefix)
	if err != nil {
		return nil, err
	}
	var records []*record
	for _, name := range names {
		r, err := s.open(name)
		if errors.Is(err, fs.ErrNotExist) { // taken in the meantime
			continue
		}
		if err != nil {
			s.warnUnusable(name, err)
			continue
		}
		records = append(records, r)
	}
	return records, nil
}

// records are the files of records whose names begin with prefix. An answer that
// a process took is none any more, also when that process did not live to remove
// it.
func (s *Store) records(prefix string) ([]string, error) {
	names, err := s.files.names(prefix)
	return slices.DeleteFunc(names, func(name string) bool {
		return !strings.HasSuffix(name, recordSuffix) || strings.HasPrefix(name, tempMark)
	}), err
}

func (s *Store) open(name string) (*record, error) {
	data, err := s.files.read(name)
	if err != nil {
		return nil, err
	}
	return decodeRecord(name, data)
}

func (s *Store) save(r *record) error {
	data, err := r.encode()
	if err != nil {
		return err
	}
	return s.files.write(r.name(), data)
}

func (s *Store) warnUnusable(name string, why error) {
	path := safetext.Of(s.files.path(name)).Line()
	s.warn(Warning{Path: path, Text: fmt.Sprintf(
		"the record %s is not used, and left as it is: %s; its question is asked again",
		path, safetext.Of(why.Error()).Line())})
}
