package answers

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"elicit/mcpclient"
)

// The store is used by several processes at a time, and any of them may be
// killed. These tests run this test binary again as such processes; how often
// is set by ELICIT_STRESS.

const (
	childRole  = "ELICIT_TEST_CHILD" // what this process is to be
	childStore = "ELICIT_TEST_STORE" // the directory of its store
)

func TestMain(m *testing.M) {
	role := os.Getenv(childRole)
	if role == "" {
		os.Exit(m.Run())
	}
	if err := child(role, os.Getenv(childStore)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		panic("the child failed")
	}
}

// rounds is how often a stress test repeats itself.
func rounds(t *testing.T, usual int) int {
	t.Helper()
	if s := os.Getenv("ELICIT_STRESS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("ELICIT_STRESS: %v", err)
		}
		return n
	}
	return usual
}

// numbered is the n-th question of its kind: no two have the same arguments.
func numbered(n int) (Case, error) {
	e := asked(mcpclient.Legacy, seatsSchema)
	e.Args = json.RawMessage(fmt.Sprintf(`{"n":%d}`, n))
	form, refusal := read(e, (&Desk{}).profile(e))
	if refusal != nil {
		return Case{}, refusal
	}
	return Case{Elicitation: e, Form: form}, nil
}

func child(role, dir string) error {
	s, err := OpenStore(dir)
	if err != nil {
		return err
	}
	switch role {
	case "take when told":
		return takeWhenTold(s)
	case "record":
		return recordForEver(s)
	case "take":
		return takeForEver(s)
	}
	return errors.New("unknown role")
}

// takeWhenTold tries to take an answer for every number read, and writes what
// it got: the content, or a dash.
func takeWhenTold(s *Store) error {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		n, err := strconv.Atoi(in.Text())
		if err != nil {
			return err
		}
		c, err := numbered(n)
		if err != nil {
			return err
		}
		d, found, err := s.Take(context.Background(), c)
		if err != nil {
			return err
		}
		if !found {
			d.Content = json.RawMessage("-")
		}
		if _, err := fmt.Fprintf(os.Stdout, "%s\n", d.Content); err != nil {
			return err
		}
	}
	return in.Err()
}

// recordForEver parks and answers question after question, until it is killed.
func recordForEver(s *Store) error {
	for n := 1; ; n++ {
		c, err := numbered(n)
		if err != nil {
			return err
		}
		p, err := s.Park(context.Background(), c)
		if err != nil {
			return err
		}
		if err := s.Answer(context.Background(), p.ID, accepted(fmt.Sprintf(`{"seats":%d}`, 1+n%50))); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(os.Stdout, n); err != nil {
			return err
		}
	}
}

// takeForEver takes answer after answer and "sends" it by writing its number,
// until it is killed.
func takeForEver(s *Store) error {
	for n := 1; ; {
		c, err := numbered(n)
		if err != nil {
			return err
		}
		_, found, err := s.Take(context.Background(), c)
		if err != nil {
			return err
		}
		if !found { // not recorded yet
			continue
		}
		if _, err := fmt.Fprintln(os.Stdout, n); err != nil {
			return err
		}
		n++
	}
}

// start runs this binary as a child.
func start(t *testing.T, role, dir string) (*exec.Cmd, io.WriteCloser, *bufio.Scanner) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), childRole+"="+role, childStore+"="+dir)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return cmd, in, bufio.NewScanner(out)
}

func TestOf64ProcessesExactlyOneGetsTheAnswer(t *testing.T) {
	const processes = 64
	s := openTestStore(t, nil)
	var in [processes]io.WriteCloser
	var out [processes]*bufio.Scanner
	for i := range processes {
		_, in[i], out[i] = start(t, "take when told", s.Dir())
	}
	for n := 1; n <= rounds(t, 10); n++ {
		c, err := numbered(n)
		if err != nil {
			t.Fatal(err)
		}
		content := fmt.Sprintf(`{"seats":%d}`, 1+n%50)
		record1(t, s, c, content)
		// All are told while the lock is held, so that they crowd before it.
		if err := s.locked(t.Context(), func() (err error) {
			for i := range processes {
				_, one := fmt.Fprintln(in[i], n)
				err = errors.Join(err, one)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		got := 0
		for i := range processes {
			if !out[i].Scan() {
				t.Fatalf("process %d ended", i)
			}
			switch out[i].Text() {
			case content:
				got++
			case "-":
			default:
				t.Fatalf("process %d got %s", i, out[i].Text())
			}
		}
		if got != 1 {
			t.Fatalf("round %d: %d processes got the answer", n, got)
		}
	}
}

// numbers reads the numbers that a child wrote, until it died. began is closed
// at the first one, or at its death.
func numbers(out *bufio.Scanner, began chan<- struct{}) map[int]int {
	got := map[int]int{}
	for out.Scan() {
		if n, err := strconv.Atoi(out.Text()); err == nil {
			got[n]++
		}
		if len(got) == 1 && began != nil {
			close(began)
			began = nil
		}
	}
	if began != nil {
		close(began)
	}
	return got
}

func TestAKilledProcessNeitherSendsTwiceNorLeavesHalfARecord(t *testing.T) {
	recordedAll, sentAll := 0, 0
	for range rounds(t, 10) {
		recorded, sent := killRound(t)
		recordedAll, sentAll = recordedAll+recorded, sentAll+sent
	}
	t.Logf("%d answers were recorded, %d of them sent before the kill", recordedAll, sentAll)
}

// killRound lets one process record answers and another take them, kills both
// at some moment, and looks at what is left.
func killRound(t *testing.T) (recordedCount, sentCount int) {
	t.Helper()
	w := &warnings{}
	s := openTestStore(t, w)
	recorder, _, recorderOut := start(t, "record", s.Dir())
	taker, _, takerOut := start(t, "take", s.Dir())
	var recorded, sent map[int]int
	var read sync.WaitGroup
	began := make(chan struct{})
	read.Go(func() { recorded = numbers(recorderOut, nil) })
	read.Go(func() { sent = numbers(takerOut, began) })
	<-began
	victims := []*exec.Cmd{recorder, taker}
	rand.Shuffle(len(victims), func(i, j int) { victims[i], victims[j] = victims[j], victims[i] })
	for _, v := range victims {
		// The moment is left to chance; what must hold does not depend on it.
		<-time.After(time.Duration(rand.Int64N(int64(20 * time.Millisecond))))
		if err := v.Process.Kill(); err != nil {
			t.Fatal(err)
		}
	}
	read.Wait()
	for _, v := range victims {
		_ = v.Wait() // it was killed
	}
	return len(recorded), lookAtRemains(t, s, w, recorded, sent)
}

func lookAtRemains(t *testing.T, s *Store, w *warnings, recorded, sent map[int]int) int {
	t.Helper()
	for n, times := range sent {
		if times != 1 {
			t.Errorf("answer %d was sent %d times", n, times)
		}
	}
	for n := 1; n <= len(recorded)+1; n++ { // one more may have been recorded and not told
		c, err := numbered(n)
		if err != nil {
			t.Fatal(err)
		}
		content, found := take(t, s, c)
		switch {
		case found && sent[n] > 0:
			t.Errorf("answer %d was sent and can be taken again", n)
		case found && content != fmt.Sprintf(`{"seats":%d}`, 1+n%50):
			t.Errorf("answer %d is %s", n, content)
		case !found && recorded[n] > 0 && sent[n] == 0 && n != len(sent)+1:
			t.Errorf("answer %d is lost, and the process that died was not taking it", n)
		}
	}
	pendingOf(t, s) // reads every file
	for _, warning := range w.drain() {
		if !strings.Contains(warning.Text, "ended abruptly") {
			t.Errorf("a kill left something behind: %s", warning.Text)
		}
	}
	park(t, s, caseOf(t, asked(mcpclient.Legacy, seatsSchema))) // the lock is free, and writing tidies up
	if names, err := s.files.names(tempMark); err != nil || len(names) > 0 {
		t.Errorf("temporary files are left: %v, %v", names, err)
	}
	return len(sent)
}
