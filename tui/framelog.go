package tui

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"time"

	"elicit/internal/safetext"
	"elicit/mcpclient"
)

// Bounds of what is kept in memory of one server's frames. Older lines are in
// the trace file, if one was asked for.
const (
	keptFrames = 100_000
	keptBytes  = 64 << 20 // of lines, and of what allocating one takes besides
	perFrame   = 32
)

// frame is a frame with what its row shows.
type frame struct {
	seq    int // its place in the log, from 0, over restarts
	number int // the session's
	time   time.Time
	dir    mcpclient.Direction
	method string // of a request or notification; drawable
	id     string // drawable; empty for notifications
	failed bool   // an error answer
	answer string // of an error: its code
	size   int
	pair   int    // seq of the request or response that belongs to it, -1 when there is none
	bytes  []byte // exact; nil when forgotten
}

// frameLog is every line of one server, bounded in number and bytes.
type frameLog struct {
	mu      sync.Mutex
	items   []frame
	dropped int
	held    int // bytes
	bare    int // index of the first item whose bytes are kept
	began   time.Time
	open    map[string]int    // requests without a response: key → seq
	words   map[string]string // methods and answers, each kept once
}

func newFrameLog() *frameLog {
	return &frameLog{open: map[string]int{}, words: map[string]string{}}
}

// add reads a frame's head and keeps it. It is called from the session's pump.
func (l *frameLog) add(f mcpclient.Frame) {
	row, key := readHead(f) // outside the lock: a large frame takes a while
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.began.IsZero() {
		l.began = f.Time
	}
	row.seq = l.dropped + len(l.items)
	l.pairUp(&row, key)
	row.method, row.answer = l.once(row.method), l.once(row.answer)
	l.items = append(l.items, row)
	l.held += cost(row.bytes)
	l.trim()
}

// cost is what keeping a line takes.
func cost(line []byte) int {
	if line == nil {
		return 0
	}
	return cap(line) + perFrame
}

// once keeps a word that many frames have in common once.
func (l *frameLog) once(word string) string {
	if kept, ok := l.words[word]; ok {
		return kept
	}
	if len(l.words) < 1000 {
		l.words[word] = word
	}
	return word
}

func (l *frameLog) pairUp(row *frame, key string) {
	row.pair = -1
	if row.id == "" {
		return
	}
	if row.method != "" {
		if len(l.open) > 10_000 {
			clear(l.open) // a server that never answers must not fill the memory
		}
		l.open[string(row.dir)+key] = row.seq
		return
	}
	other := mcpclient.Out
	if row.dir == mcpclient.Out {
		other = mcpclient.In
	}
	seq, ok := l.open[string(other)+key]
	if !ok {
		return
	}
	delete(l.open, string(other)+key)
	row.pair = seq
	if i := seq - l.dropped; i >= 0 && i < len(l.items) {
		l.items[i].pair = row.seq
		row.answer = "↩ " + l.items[i].method + row.answer
	}
}

func (l *frameLog) trim() {
	for ; l.held > keptBytes && l.bare < len(l.items)-1; l.bare++ {
		l.held -= cost(l.items[l.bare].bytes)
		l.items[l.bare].bytes = nil
	}
	over := len(l.items) - keptFrames
	if over <= keptFrames/8 {
		return
	}
	for _, f := range l.items[:over] {
		l.held -= cost(f.bytes)
	}
	l.items = append(make([]frame, 0, keptFrames+keptFrames/8+1), l.items[over:]...)
	l.dropped += over
	l.bare = max(l.bare-over, 0)
}

func (l *frameLog) bounds() (from, to int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dropped, l.dropped + len(l.items)
}

func (l *frameLog) at(seq int) (frame, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if seq < l.dropped || seq >= l.dropped+len(l.items) {
		return frame{}, false
	}
	return l.items[seq-l.dropped], true
}

// start is when the first frame crossed.
func (l *frameLog) start() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.began
}

// readHead reads what a row shows, and the id exactly as it was written, by which
// frames belong together. Anything that is no JSON-RPC message still gets a row.
func readHead(f mcpclient.Frame) (row frame, key string) {
	row = frame{number: f.Number, time: f.Time, dir: f.Direction, size: len(f.Bytes), bytes: f.Bytes}
	var head struct {
		ID     json.RawMessage `json:"id"`
		Method *string         `json:"method"`
		Error  *struct {
			Code json.RawMessage `json:"code"`
		} `json:"error"`
	}
	if err := json.Unmarshal(f.Bytes, &head); err != nil {
		row.answer = "not JSON-RPC"
		if bytes.HasPrefix(bytes.TrimSpace(f.Bytes), []byte("[")) {
			row.answer = "batch"
		}
		return row, ""
	}
	if n := len(head.ID); n > 0 && n <= longestID {
		key = string(head.ID)
		row.id = safetext.Of(shortID(head.ID)).Line()
	}
	if head.Method != nil {
		row.method = safetext.Of(short(*head.Method)).Line()
	}
	if head.Error != nil {
		row.failed = true
		row.answer = " error " + safetext.Of(short(string(head.Error.Code))).Line()
	}
	return row, key
}

// Rows outlive the bytes they were read from, so that what they keep is
// bounded. An id that is longer than any sane one finds no pair.
const (
	longestID   = 200
	longestWord = 200
)

func short(word string) string {
	return strings.ToValidUTF8(word[:min(len(word), longestWord)], "")
}

func shortID(raw json.RawMessage) string {
	if s, err := strconv.Unquote(string(raw)); err == nil {
		return s
	}
	return string(raw)
}
