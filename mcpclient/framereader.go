package mcpclient

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"sync"
)

const (
	defaultMaxFrame = 16 << 20
	headSize        = 4 << 10 // of a line over the cap that is kept to find its id
	tailSize        = 256
)

// piece is what was found on a server's stdout: messages, or something that is
// none and why.
type piece struct {
	bytes    []byte            // the exact line or lines, without the last line's end
	messages []json.RawMessage // what it holds; usually one
	noise    []byte            // what is left of it when it is no message
	why      string            // why noise is noise
	size     int               // of the noise
	id       json.RawMessage   // of the message that the noise seems to be; nil when none
	method   string            // likewise
	over     bool              // it was over the cap
}

// frameReader cuts a server's stdout into pieces. Servers may only write one
// message a line there (2025-11-25 basic/transports, "stdio"), but many print
// other things too; nothing they write ends the session.
type frameReader struct {
	src    *bufio.Reader
	max    int
	held   []byte // lines that began a message which is not complete yet
	next   []piece
	inside nesting // of held
}

func newFrameReader(r io.Reader, limit int) *frameReader {
	if limit <= 0 {
		limit = defaultMaxFrame
	}
	return &frameReader{src: bufio.NewReaderSize(r, 64<<10), max: limit}
}

// read gives the next piece. Its error is that of the stream's end.
func (f *frameReader) read() (piece, error) {
	for len(f.next) == 0 {
		line, size, err := f.line()
		if size > 0 || err == nil {
			f.take(line, size)
		}
		if err != nil {
			if len(f.held) > 0 {
				f.push(noisePiece(f.held, "the message is not complete"))
				f.held = nil
			}
			if len(f.next) == 0 {
				return piece{}, err
			}
		}
	}
	p := f.next[0]
	f.next = f.next[1:]
	return p, nil
}

func (f *frameReader) push(p piece) { f.next = append(f.next, p) }

// line reads one line without its end. Of a line over the cap it keeps only the
// head and the tail, so that memory stays bounded.
func (f *frameReader) line() (line []byte, size int, err error) {
	var tail []byte
	for {
		chunk, err := f.src.ReadSlice('\n')
		size += len(chunk)
		switch {
		case size <= f.max+1: // +1: the line's end
			line = append(line, chunk...)
		case tail == nil:
			line = append(line, chunk...)
			tail = append([]byte{}, line[max(0, len(line)-tailSize):]...)
			line = append([]byte{}, line[:min(len(line), headSize)]...)
		default:
			tail = append(tail, chunk...)
			tail = tail[max(0, len(tail)-tailSize):]
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if tail != nil {
			line = append(line, tail...)
		}
		return bytes.TrimRight(line, "\r\n"), size, err
	}
}

// take sorts one line into pieces.
func (f *frameReader) take(line []byte, size int) {
	body := trimLine(line)
	switch {
	case size > f.max+1:
		f.dropHeld()
		f.push(overCap(body, size, f.max))
	case len(body) == 0: // blank lines are harmless
	case f.held != nil && !isMessage(body):
		f.takeMore(line)
	default:
		f.dropHeld()
		f.inside = nesting{}
		f.inside.add(line)
		f.sort(line, body)
	}
}

// takeMore adds a line to a message that was begun on an earlier one.
func (f *frameReader) takeMore(line []byte) {
	all := append(append(f.held, '\n'), line...)
	f.held = nil
	f.inside.add(line)
	switch {
	case len(all) > f.max:
		f.push(noisePiece(all, "the message is not complete"))
	case f.inside.worth(len(all)):
		f.sort(all, trimLine(all))
	default:
		f.held = all
	}
}

func (f *frameReader) dropHeld() {
	if f.held != nil {
		f.push(noisePiece(f.held, "the message is not complete"))
		f.held = nil
	}
}

func (f *frameReader) sort(line, body []byte) {
	if body[0] != '{' && body[0] != '[' {
		f.push(noisePiece(line, "not JSON"))
		return
	}
	if json.Valid(body) {
		f.push(piece{bytes: line, messages: unbatch(body)})
		return
	}
	messages, rest, err := values(body)
	if len(messages) == 0 && errors.Is(err, io.ErrUnexpectedEOF) {
		f.held = line // perhaps a message written over several lines
		return
	}
	p := piece{}
	if len(rest) > 0 {
		p = noisePiece(rest, "not valid JSON")
	}
	p.bytes, p.messages = line, messages
	f.push(p)
}

// values reads the JSON values at the beginning of b, and what follows them.
func values(b []byte) (all []json.RawMessage, rest []byte, err error) {
	dec := json.NewDecoder(bytes.NewReader(b))
	end := int64(0)
	for {
		var v json.RawMessage
		if err = dec.Decode(&v); err != nil {
			break
		}
		end = dec.InputOffset()
		all = append(all, unbatch(v)...)
	}
	return all, bytes.TrimSpace(b[end:]), err
}

// unbatch opens a batch, which protocol 2025-03-26 still had.
func unbatch(v json.RawMessage) []json.RawMessage {
	if items, ok := readArray(v); ok {
		return items
	}
	return []json.RawMessage{v}
}

func isMessage(body []byte) bool {
	if body[0] != '{' || !json.Valid(body) {
		return false
	}
	o, err := readObject(body)
	return err == nil && o.get("jsonrpc") != nil
}

var bom = []byte("\xef\xbb\xbf")

func trimLine(line []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(line), bom))
}

func noisePiece(line []byte, why string) piece {
	p := piece{noise: line, size: len(line), why: why}
	if body := trimLine(line); len(body) > 0 && body[0] == '{' {
		p.id, p.method = headOf(body)
	}
	return p
}

func overCap(body []byte, size, limit int) piece {
	p := noisePiece(body[:min(len(body), headSize)], fmt.Sprintf("a line of %d bytes is over the limit of %d (see --max-frame)", size, limit))
	p.size, p.over = size, true
	if p.id == nil {
		p.id = tailID(body)
	}
	return p
}

// headOf looks for the id and the method of a message that cannot be read as a
// whole, among the members that stand before its first long value.
func headOf(body []byte) (id json.RawMessage, method string) {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, ""
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return id, method
		}
		val, err := dec.Token()
		if _, deep := val.(json.Delim); err != nil || deep {
			return id, method
		}
		switch key {
		case "id":
			id, _ = json.Marshal(val)
		case "method":
			method, _ = val.(string)
		}
	}
	return id, method
}

// idAtEnd is compiled only when a line is over the cap, which is rare.
var idAtEnd = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`"id"\s*:\s*(-?\d{1,18}|"(?:[^"\\]|\\.)*")\s*\}\s*$`)
})

// tailID looks for an id that stands after the long value.
func tailID(body []byte) json.RawMessage {
	if m := idAtEnd().FindSubmatch(body); m != nil {
		return m[1]
	}
	return nil
}
