package rawserver

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

type server struct {
	script *Script

	mu      sync.Mutex
	arrived *sync.Cond
	counts  map[string]int // methods, and ids of answers

	out sync.Mutex
}

func newServer(s *Script) *server {
	n := &server{script: s, counts: map[string]int{}}
	n.arrived = sync.NewCond(&n.mu)
	return n
}

type incoming struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

func (s *server) run() {
	if steps, ok := s.script.rule("start", 0); ok {
		s.do(steps, nil)
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			break
		}
		var m incoming
		if json.Unmarshal(line, &m) == nil {
			s.take(m)
		}
	}
	if steps, ok := s.script.rule("eof", 0); ok {
		s.do(steps, nil)
	}
	os.Exit(0) //nolint:forbidigo // this is the server's own process
}

func (s *server) take(m incoming) {
	key := m.Method
	if key == "" {
		key = strings.Trim(string(m.ID), `"`)
	}
	s.mu.Lock()
	s.counts[key]++
	nth := s.counts[key]
	s.arrived.Broadcast()
	s.mu.Unlock()
	steps, ok := s.script.rule(key, nth)
	switch {
	case !ok:
		s.plain(m)
	case stops(steps):
		s.do(steps, m.ID)
	default:
		go s.do(steps, m.ID)
	}
}

// stops reports whether the steps keep the server from reading on: when they
// say so, and when they end the process, which must not answer in the meantime.
func stops(steps []step) bool {
	ends, waits := false, false
	for _, st := range steps {
		switch st.verb {
		case "stop-reading":
			return true
		case "exit", "kill":
			ends = true
		case "await":
			waits = true
		}
	}
	return ends && !waits
}

// plain does what a simple, correct server would.
func (s *server) plain(m incoming) {
	answer := map[string]string{
		"initialize": `"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true},"logging":{}},"serverInfo":{"name":"raw","version":"1"}}`,
		"ping":       `"result":{}`,
		"tools/list": `"result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}`,
		"tools/call": `"result":{"content":[{"type":"text","text":"ok"}]}`,
	}[m.Method]
	switch {
	case len(m.ID) == 0 || m.Method == "":
		return
	case s.script.modern && m.Method == "server/discover":
		answer = `"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}`
	case s.script.modern && strings.HasPrefix(answer, `"result":{`):
		answer = strings.Replace(answer, `{`, `{"resultType":"complete",`, 1)
	case answer == "":
		answer = `"error":{"code":-32601,"message":"method not found"}`
	}
	s.write(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,` + answer + "}\n")
}

func (s *server) write(text string) {
	s.out.Lock()
	defer s.out.Unlock()
	_, _ = os.Stdout.WriteString(text) // a client that is gone is no matter
}

func (s *server) do(steps []step, id json.RawMessage) {
	for _, st := range steps {
		arg := strings.ReplaceAll(st.arg, "$ID", string(id))
		switch st.verb {
		case ">":
			s.write(arg + "\n")
		case ">>":
			s.write(arg)
		case "!":
			fmt.Fprintln(os.Stderr, arg)
		case "big", "big-id-last":
			s.big(st.verb, arg, id)
		case "await":
			s.await(arg)
		default:
			s.act(st.verb, arg)
		}
	}
}

// act does what concerns the process.
func (s *server) act(verb, arg string) {
	switch verb {
	case "exit":
		code, _ := strconv.Atoi(arg)
		os.Exit(code) //nolint:forbidigo // the script says so
	case "kill":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "close-stdout":
		s.out.Lock()
		defer s.out.Unlock()
		_ = os.Stdout.Close()
	case "close-stdin":
		_ = os.Stdin.Close()
	case "ignore-term":
		signal.Ignore(syscall.SIGTERM)
	case "grandchild":
		c := exec.Command("sleep", "300") //nolint:noctx // it is to be left behind
		c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
		if err := c.Start(); err == nil {
			fmt.Fprintln(os.Stderr, "grandchild", c.Process.Pid)
		}
	case "hang", "stop-reading":
		select {}
	}
}

func (s *server) await(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.counts[what] == 0 {
		s.arrived.Wait()
	}
}

func (s *server) big(verb, mebibytes string, id json.RawMessage) {
	n, _ := strconv.Atoi(mebibytes)
	result := `"result":{"content":[{"type":"text","text":"`
	head, tail := `{"jsonrpc":"2.0","id":`+string(id)+`,`+result, `"}]}}`
	if verb == "big-id-last" {
		head, tail = `{"jsonrpc":"2.0",`+result, `"}]},"id":`+string(id)+`}`
	}
	s.out.Lock()
	defer s.out.Unlock()
	_, _ = os.Stdout.WriteString(head)
	chunk := strings.Repeat("x", 1<<20)
	for range n {
		_, _ = os.Stdout.WriteString(chunk)
	}
	_, _ = os.Stdout.WriteString(tail + "\n")
}
