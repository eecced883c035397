package mcpclient

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

type ctxT = context.Context

// group lists the living processes of a process group.
func group(pgid int) []string {
	var alive []string
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		b, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(b), ") ")
		f := strings.Fields(rest) // state, ppid, pgrp …
		if len(f) > 2 && f[0] != "Z" && f[2] == strconv.Itoa(pgid) {
			alive = append(alive, string(b))
		}
	}
	return alive
}

// noneLeft waits for the kernel to be done with a group that was killed.
func noneLeft(t *testing.T, pgid int) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for len(group(pgid)) > 0 {
		if time.Now().After(deadline) {
			t.Fatalf("still running: %q", group(pgid))
		}
	}
}

// grandchildren are the process numbers that the scripted server told of.
func (l *lab) grandchildren() []string {
	var all []string
	for _, e := range l.told() {
		if w, ok := e.(StderrWritten); ok {
			if pid, ok := strings.CutPrefix(w.Line.Raw(), "grandchild "); ok {
				all = append(all, pid)
			}
		}
	}
	return all
}

func alive(pid string) bool {
	b, err := os.ReadFile("/proc/" + pid + "/stat")
	_, rest, _ := strings.Cut(string(b), ") ")
	return err == nil && !strings.HasPrefix(rest, "Z")
}

func TestClosingIsQuickAndLeavesNothingBehind(t *testing.T) {
	rows := []struct{ name, script string }{
		{"a good server", ""},
		{"ignores the end of stdin", "eof:\nhang\n"},
		{"ignores TERM too", "start:\nignore-term\neof:\nhang\n"},
		{"left a grandchild", "start:\ngrandchild\n"},
		{"left a grandchild and ignores everything", "start:\nignore-term\ngrandchild\neof:\nhang\n"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			l := startLab(t, row.script+"on tools/list:\nhang\n", nil)
			listed := make(chan error, 1)
			go func() {
				_, err := l.Tools(t.Context())
				listed <- err
			}()
			l.until("a list is asked for", func() bool { return len(l.sent("tools/list")) == 1 })
			within(t, quick, "closing", func() { l.Close() })
			select {
			case <-l.Done():
			default:
				t.Error("the process is not gone")
			}
			noneLeft(t, l.PID())
			if err := <-listed; !isClosed(err) {
				t.Errorf("the list ended with %v", err)
			}
			l.Close()
		})
	}
}

func TestClosingWithdrawsThenCancelsThenEnds(t *testing.T) {
	cause := make(chan error, 1)
	l := startLab(t, `on tools/call:
		> {"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"m"}}
	eof:
		hang
	`, untilDone(cause))
	done := make(chan error, 1)
	go func() {
		_, err := l.call(Call{})
		done <- err
	}()
	l.until("the question is open", func() bool { return len(l.questions()) == 1 })
	within(t, quick, "closing", func() { l.Close() })
	if err := <-cause; !errors.Is(err, ErrClosed) {
		t.Errorf("the question ended with %v", err)
	}
	if err := <-done; !strings.Contains(err.Error(), "srv") || !isClosed(err) {
		t.Errorf("the call ended with %v", err)
	}
	out := l.frames(Out)
	last := []string{string(out[len(out)-2].Bytes), string(out[len(out)-1].Bytes)}
	if last[0] != `{"jsonrpc":"2.0","id":"q","result":{"action":"cancel"}}` ||
		!strings.Contains(last[1], `"method":"notifications/cancelled"`) || !strings.Contains(last[1], "closing") {
		t.Errorf("the last frames were %q", last)
	}
}

func TestConnectingToAServerThatNeverAnswersCanBeGivenUp(t *testing.T) {
	for _, script := range []string{
		"on server/discover:\nhang\non initialize:\nhang\n",
		"start:\nignore-term\ngrandchild\non server/discover:\nhang\neof:\nhang\n",
	} {
		l := newLab(t)
		ctx, cancel := context.WithCancel(t.Context())
		cancelled := make(chan time.Time, 1)
		go func() {
			l.until("the probe is out", func() bool { return len(l.sent("server/discover")) == 1 })
			cancelled <- time.Now()
			cancel()
		}()
		_, err := Connect(ctx, l.server("start:\n! here\n"+script), nil, l.observe)
		if d := time.Since(<-cancelled); d >= quick {
			t.Errorf("giving up took %s", d)
		}
		for _, pid := range l.grandchildren() {
			if alive(pid) {
				t.Errorf("process %s is left", pid)
			}
		}
		if err == nil || !strings.Contains(err.Error(), "srv") || !strings.Contains(err.Error(), "given up") {
			t.Errorf("error %v", err)
		}
		if got := l.sent("notifications/cancelled"); len(got) > 0 {
			t.Errorf("the handshake was cancelled on the wire: %q", got)
		}
	}
}
