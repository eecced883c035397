//go:build unix

package answers

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// onlyRecord is the path of the store's one record.
func onlyRecord(t *testing.T, s *Store) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(s.Dir(), "*"+recordSuffix))
	if err != nil || len(found) != 1 {
		t.Fatalf("the records are %v, %v", found, err)
	}
	return found[0]
}

// What cannot be trusted is not used, not lost, and not passed over in silence.
func TestARecordThatCannotBeTrustedIsAskedAgain(t *testing.T) {
	rewrite := func(change func([]byte) []byte) func(path string, s *Store) error {
		return func(path string, _ *Store) error {
			data, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(path, change(data), 0o600))
		}
	}
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	for _, test := range []struct {
		name  string
		spoil func(path string, s *Store) error
		says  string
	}{
		{"truncated", rewrite(func(b []byte) []byte { return b[:len(b)/2] }), "damaged"},
		{"empty", rewrite(func([]byte) []byte { return nil }), "damaged"},
		{"zeroed", rewrite(func(b []byte) []byte { return make([]byte, len(b)) }), "damaged"},
		{"changed by hand", rewrite(func(b []byte) []byte {
			return bytes.Replace(b, []byte(`{\"seats\":2}`), []byte(`{\"seats\":3}`), 1)
		}), "changed after it was written"},
		{"of another program's version", rewrite(func(b []byte) []byte {
			return bytes.Replace(b, []byte(`"elicitRecord":1`), []byte(`"elicitRecord":2`), 1)
		}), "format 2"},
		{"under another record's name", func(path string, s *Store) error {
			other := caseOf(t, asked(mcpclient.Legacy, seatsSchema)) // the tool's; the spoilt record is the prompt's
			return os.Rename(path, filepath.Join(s.Dir(), other.slot()+"-0123456789"+recordSuffix))
		}, "not the record that its name says"},
		{"a symbolic link", func(path string, _ *Store) error {
			return errors.Join(os.Rename(path, elsewhere), os.Symlink(elsewhere, path))
		}, "symbolic link"},
		{"a directory", func(path string, _ *Store) error {
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o700))
		}, "not a regular file"},
		{"a pipe that nobody writes to", func(path string, _ *Store) error {
			return errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600))
		}, "not a regular file"},
		{"writable by others", func(path string, _ *Store) error { return os.Chmod(path, 0o666) }, "other users may write"},
		{"another user's", func(_ string, s *Store) error {
			s.files.uid++ // as if the file's owner was another one than ours
			return nil
		}, "belongs to another user"},
		{"unreadable", func(path string, _ *Store) error {
			if os.Geteuid() == 0 { // root may read everything
				return errors.Join(os.Remove(path), os.Symlink("loop", path))
			}
			return os.Chmod(path, 0)
		}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := &warnings{}
			s := openTestStore(t, w)
			c := caseOf(t, asked(mcpclient.Legacy, seatsSchema))
			kept := c
			if strings.HasPrefix(test.name, "under another") {
				kept.Method = mcpclient.MethodPrompt
			}
			record1(t, s, kept, `{"seats":2}`)
			if err := test.spoil(onlyRecord(t, s), s); err != nil {
				t.Fatal(err)
			}
			before := snapshot(t, s)

			// A directory of another user's also fails at the lock: both are "ask again".
			d, err := s.Decide(t.Context(), c)
			if err != nil || d.Action != "" {
				t.Errorf("the store decides %+v, %v", d, err)
			}
			all := w.drain()
			if len(all) == 0 || !strings.Contains(all[0].Text, test.says) || !strings.Contains(all[0].Text, "asked again") {
				t.Errorf("the warnings are %+v, want one that says %q", all, test.says)
			}
			wantEqual(t, "what is in the store after that", snapshot(t, s), before)
		})
	}
}

// snapshot names the files in the store, with their sizes.
func snapshot(t *testing.T, s *Store) string {
	t.Helper()
	entries, err := os.ReadDir(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(info.Mode().String() + " " + e.Name() + "\n")
	}
	return b.String()
}

func TestADamagedRecordIsNeitherUsedNorRemovedByParking(t *testing.T) {
	w := &warnings{}
	s := openTestStore(t, w)
	c := caseOf(t, asked(mcpclient.Legacy, seatsSchema))
	record1(t, s, c, `{"seats":2}`)
	damaged := onlyRecord(t, s)
	if err := os.WriteFile(damaged, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	park(t, s, c)
	wantEqual(t, "the number of pending questions", len(pendingOf(t, s)), 1)
	if _, err := os.Stat(damaged); err != nil {
		t.Errorf("the damaged file is gone: %v", err)
	}
}

func TestOnlyItsUserCanReadTheStore(t *testing.T) {
	s := openTestStore(t, nil)
	record1(t, s, caseOf(t, asked(mcpclient.Legacy, seatsSchema)), `{"seats":2}`)
	for path, want := range map[string]os.FileMode{s.Dir(): 0o700, onlyRecord(t, s): 0o600, filepath.Join(s.Dir(), lockName): 0o600} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		wantEqual(t, "the mode of "+path, info.Mode().Perm(), want)
	}
	if err := os.Chmod(s.Dir(), 0o755); err != nil {
		t.Fatal(err)
	}
	reopened(t, s)
	info, err := os.Stat(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	wantEqual(t, "the mode of a directory that was open to others", info.Mode().Perm(), os.FileMode(0o700))
}

func TestNothingOfAQuestionIsInAFileName(t *testing.T) {
	s := openTestStore(t, nil)
	e := asked(mcpclient.Modern, seatsSchema)
	e.Server, e.Key, e.Target = "../../etc", "../../../tmp/x\x00\n", safetext.Of("hunter2/..")
	record1(t, s, caseOf(t, e), `{"seats":2}`)
	name := filepath.Base(onlyRecord(t, s))
	if strings.Trim(name, "0123456789abcdef-") != ".json" && strings.Trim(name, "0123456789abcdef-") != ".jso" {
		t.Errorf("the file is named %s", name)
	}
	for _, word := range []string{"etc", "hunter", "tmp"} {
		if strings.Contains(name, word) {
			t.Errorf("the file is named %s", name)
		}
	}
	if _, found := take(t, s, caseOf(t, e)); !found {
		t.Error("its answer is not found")
	}
}

func TestAStoreThatIsNotOursIsAnError(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenStore(filepath.Join(dir, "file")); err == nil {
		t.Error("a file is taken for a store")
	}
	if err := (folder{dir: dir, uid: os.Geteuid() + 1}).check(); err == nil || !strings.Contains(err.Error(), "another user") {
		t.Errorf("another user's directory: %v", err)
	}
}

func TestOpeningAndAskingMakesNoDirectory(t *testing.T) {
	s := openTestStore(t, nil)
	if _, found := take(t, s, caseOf(t, asked(mcpclient.Legacy, seatsSchema))); found {
		t.Error("an answer is found")
	}
	wantEqual(t, "the number of pending questions", len(pendingOf(t, s)), 0)
	if _, err := os.Stat(s.Dir()); !os.IsNotExist(err) {
		t.Errorf("the directory is there: %v", err)
	}
}

func TestTheLockIsNotFollowedElsewhere(t *testing.T) {
	s := openTestStore(t, &warnings{})
	if err := os.MkdirAll(s.Dir(), 0o700); err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(t.TempDir(), "made")
	if err := os.Symlink(target, filepath.Join(s.Dir(), lockName)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Park(t.Context(), caseOf(t, asked(mcpclient.Legacy, seatsSchema))); err == nil {
		t.Error("a question is parked")
	}
	if _, err := os.Lstat(target); err == nil {
		t.Error("the link's target was made")
	}
}

func TestAnAnswerThatACrashedRunTookIsNotSentAgain(t *testing.T) {
	w := &warnings{}
	s := openTestStore(t, w)
	c := caseOf(t, asked(mcpclient.Legacy, seatsSchema))
	record1(t, s, c, `{"seats":2}`)
	path := onlyRecord(t, s)
	// As a process leaves it that was killed between the two steps of taking.
	if err := os.Rename(path, strings.TrimSuffix(path, recordSuffix)+takenSuffix); err != nil {
		t.Fatal(err)
	}
	if _, found := take(t, s, c); found {
		t.Error("it is sent again")
	}
	if all := w.drain(); len(all) != 1 || !strings.Contains(all[0].Text, "may have been sent") {
		t.Errorf("the warnings are %+v", all)
	}
	wantEqual(t, "the number of pending questions after asking again", func() int { park(t, s, c); return len(pendingOf(t, s)) }(), 1)
}

func TestAnAnswerThatACrashedRunTookDoesNotComeBackWhenANewerCallParks(t *testing.T) {
	s := openTestStore(t, &warnings{})
	late := roundOf(2, "a", seatsSchema)[0]
	began(s, late, "old")
	parkingDesk(t, s, nil).Answer(t.Context(), late)
	answerAll(t, s)
	path := onlyRecord(t, s)
	if err := os.Rename(path, strings.TrimSuffix(path, recordSuffix)+takenSuffix); err != nil {
		t.Fatal(err)
	}
	if r := resume(t, s, false); r != nil {
		t.Errorf("the call goes on with an answer that is taken: %+v", r)
	}
	if s.Answers(late.Server) {
		t.Error("the answer is said to wait")
	}
	first := roundOf(1, "b", kindsSchema)[0]
	began(s, first, "new")
	parkingDesk(t, s, nil).Answer(t.Context(), first)
	if content, found := take(t, s, caseOf(t, late)); found {
		t.Errorf("it is sent again: %s", content)
	}
}

func FuzzRecordFile(f *testing.F) {
	c := Case{Elicitation: askedURL(mcpclient.Legacy, "https://example.com")}
	r, err := newRecord(c, newClock().Now())
	if err != nil {
		f.Fatal(err)
	}
	whole, err := r.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(r.name(), whole)
	f.Add(r.name(), whole[:len(whole)/2])
	f.Add("x.json", []byte(`{"elicitRecord":1,"sha256":"","record":null}`))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		got, err := decodeRecord(name, data)
		if (got == nil) == (err == nil) {
			t.Fatalf("record %v and error %v", got, err)
		}
		if err == nil {
			_, _ = got.question() // must not panic
		}
	})
}
