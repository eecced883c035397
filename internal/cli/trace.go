package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// trace writes frames as JSON Lines (--trace): number, time, direction, server,
// and the frame itself, its control characters escaped so that the file can be
// looked at on a terminal. Its zero value writes nothing.
type trace struct {
	mu   sync.Mutex
	file *os.File
	w    *bufio.Writer
	err  error
}

func openTrace(path string) (*trace, error) {
	if path == "" {
		return &trace{}, nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, usage("--trace: %w", err)
	}
	return &trace{file: f, w: bufio.NewWriter(f)}, nil
}

// add writes one frame.
func (t *trace) add(server string, f mcpclient.Frame) {
	if t.file == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	body := safetext.EscapeJSON(f.Bytes)
	member := "frame"
	if !json.Valid(f.Bytes) {
		member, body = "text", []byte(safetext.JSONString(string(f.Bytes)))
	}
	_, err := fmt.Fprintf(t.w, `{"number":%d,"time":%q,"direction":%q,"server":%s,%q:%s}`+"\n",
		f.Number, f.Time.Format(time.RFC3339Nano), f.Direction, safetext.JSONString(server), member, body)
	t.err = errors.Join(t.err, err, t.w.Flush())
}

func (t *trace) close() error {
	if t.file == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := errors.Join(t.err, t.file.Close()); err != nil {
		return usage("--trace: %w", err)
	}
	return nil
}
