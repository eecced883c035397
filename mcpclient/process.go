package mcpclient

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"elicit/internal/safetext"
)

// How a server is brought to its end: stdin is closed, then it is told TERM,
// then KILL (2025-11-25 basic/lifecycle, "Shutdown"; DESIGN.md §4.11 for the
// sum). Many servers ignore the end of stdin.
const (
	waitAfterStdin = 400 * time.Millisecond
	waitAfterTerm  = 600 * time.Millisecond
	waitAfterKill  = 400 * time.Millisecond
	// drainAfterExit is how long the rest of the output is read after the exit;
	// a grandchild may hold the pipes open for ever.
	drainAfterExit = 200 * time.Millisecond
	// exitAfterEOF is how long a server may live on without stdout.
	exitAfterEOF = 300 * time.Millisecond
)

// process is a server's process in a group of its own, so that a wrapper's
// children (npx, uvx, docker) end with it and a Ctrl-C does not reach it.
type process struct {
	server string
	cmd    *exec.Cmd
	stdin  *os.File
	stdout *os.File
	ring   *ring

	done chan struct{} // closed when the process is gone and its output read
	err  error         // of the process; valid after done
	mute atomic.Bool   // it was ended because it could not be spoken with any more

	readers sync.WaitGroup
	end     sync.Once
}

// startProcess starts the server. read is given its stdout, in a goroutine, and
// returns at its end.
func startProcess(s Server, tell func(Event), read func(io.Reader)) (*process, error) {
	p := &process{server: s.Name, ring: &ring{}, done: make(chan struct{})}
	stderr, err := p.start(s)
	if err != nil {
		return nil, startError(s, err)
	}
	p.readers.Add(2)
	go func() {
		defer p.readers.Done()
		read(p.stdout)
		p.pipeEnded()
	}()
	go func() {
		defer p.readers.Done()
		p.ring.fill(stderr, tell)
	}()
	go p.reap(stderr)
	return p, nil
}

func startError(s Server, err error) error {
	name := ""
	if len(s.Command) > 0 {
		name = s.Command[0]
	}
	return &StartError{Server: s.Name, Command: safetext.Clean(name), Err: err}
}

// start makes the pipes itself: those of package exec are closed by Wait, which
// would cut the output of a server that has just exited.
func (p *process) start(s Server) (stderr *os.File, err error) {
	if len(s.Command) == 0 || s.Command[0] == "" {
		return nil, errors.New("no command is given")
	}
	path, err := lookPath(s)
	if err != nil {
		return nil, err
	}
	p.cmd = exec.Command(path) //nolint:noctx // it is ended step by step, see shutdown
	p.cmd.Args = s.Command
	p.cmd.Dir = s.Dir
	p.cmd.Env = append([]string{}, s.Env...) // never nil, which would mean everything
	ownGroup(p.cmd)

	var theirs []*os.File
	defer func() {
		closeAll(theirs...)
	}()
	pipe := func(childReads bool) (ours *os.File) {
		r, w, e := os.Pipe()
		if e != nil {
			err = errors.Join(err, e)
			return nil
		}
		child := w
		ours = r
		if childReads {
			child, ours = r, w
		}
		theirs = append(theirs, child)
		return ours
	}
	p.stdin, p.stdout, stderr = pipe(true), pipe(false), pipe(false)
	if err == nil {
		p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirs[0], theirs[1], theirs[2]
		err = p.cmd.Start()
	}
	if err != nil {
		closeAll(p.stdin, p.stdout, stderr)
		return nil, err
	}
	return stderr, nil
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		if f != nil {
			_ = f.Close() // a pipe that is closed already is as good
		}
	}
}

// lookPath finds the command as the server's own environment would, not as
// this process's. Of a variable that is given twice the server gets the last.
func lookPath(s Server) (string, error) {
	name := s.Command[0]
	if strings.ContainsRune(name, filepath.Separator) {
		return name, nil
	}
	for _, kv := range slices.Backward(s.Env) {
		dirs, ok := strings.CutPrefix(kv, "PATH=")
		if !ok {
			continue
		}
		for _, dir := range filepath.SplitList(dirs) {
			if path := filepath.Join(dir, name); filepath.IsAbs(path) && runnable(path) {
				return path, nil
			}
		}
		return "", exec.ErrNotFound
	}
	return exec.LookPath(name)
}

func runnable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// reap waits for the exit, lets the rest of the output be read, and ends what
// is left of the group. A grandchild that holds the pipes delays it only by
// drainAfterExit.
func (p *process) reap(stderr *os.File) {
	wait := waitExit(p.cmd)
	drained := make(chan struct{})
	go func() {
		p.readers.Wait()
		close(drained)
	}()
	select {
	case <-drained:
	case <-time.After(drainAfterExit):
	}
	killGroup(p.cmd) // before the leader is reaped, so that its number is still its own
	p.err = wait()
	closeAll(p.stdout, stderr)
	<-drained
	closeAll(p.stdin)
	close(p.done)
}

// write has an outbox written to stdin until the end of either.
func (p *process) write(out *outbox, tell func(Event)) {
	go func() {
		err := out.run(p.stdin, func(frame []byte) {
			tell(FrameCrossed{Frame{Direction: Out, Bytes: frame}})
		})
		if err != nil {
			p.pipeEnded()
		}
	}()
}

// pipeEnded ends a server that closed its stdin or stdout and lives on: it
// cannot be spoken with any more.
func (p *process) pipeEnded() {
	go func() {
		if !p.gone(exitAfterEOF) {
			p.mute.Store(true)
			p.shutdown()
		}
	}()
}

func (p *process) gone(within time.Duration) bool {
	t := time.NewTimer(within)
	defer t.Stop()
	select {
	case <-p.done:
		return true
	case <-t.C:
		return false
	}
}

// shutdown ends the process and its group; it takes at most the sum of the
// waits above. It may be called more than once, and returns when it is done.
func (p *process) shutdown() {
	p.end.Do(func() {
		closeAll(p.stdin)
		if p.gone(waitAfterStdin) {
			return
		}
		termGroup(p.cmd)
		if p.gone(waitAfterTerm) {
			return
		}
		killGroup(p.cmd)
		p.gone(waitAfterKill)
	})
}

// exitError describes the end of the process, also of one with status 0.
func (p *process) exitError() *ExitError {
	e := &ExitError{Server: p.server, Status: "exit status 0", Stderr: p.ring.lastWords(3)}
	var exit *exec.ExitError
	switch {
	case p.mute.Load():
		e.Status, e.Code = "closed its stdin or stdout, and was ended", -1
	case errors.As(p.err, &exit):
		e.Status, e.Code = exit.Error(), exit.ExitCode()
	case p.err != nil:
		e.Status, e.Code = p.err.Error(), -1
	}
	return e
}
