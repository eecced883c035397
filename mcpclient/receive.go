package mcpclient

import (
	"encoding/json"
	"io"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"elicit/internal/safetext"
)

// pump reads the server's stdout to its end. It belongs to the process and goes
// on when the SDK's session is closed, so that no server blocks on its way out.
func (w *wire) pump(stdout io.Reader, limit int) {
	defer close(w.ended)
	r := newFrameReader(stdout, limit)
	for {
		p, err := r.read()
		if err != nil {
			return
		}
		if len(p.messages) > 0 {
			w.tell(FrameCrossed{Frame{Direction: In, Bytes: p.bytes}})
		}
		if p.why != "" {
			w.noise(p) // told before what the line's messages bring about
		}
		for _, raw := range p.messages {
			w.out.room()
			w.receive(raw)
		}
	}
}

func (w *wire) receive(raw json.RawMessage) {
	m := readMessage(raw)
	switch {
	case m.flaw != "":
		w.flawed(raw, m)
	case m.method != "" && m.id != nil:
		w.host.requested(m)
	case m.method != "":
		w.host.notified(m)
	default:
		w.answered(m)
	}
}

// answered gives an answer to the request that waits for it; others are late or
// made up, and dropped.
func (w *wire) answered(m message) {
	id, ok := callID(m.id)
	x := w.takeOpen(id, ok)
	if x == nil {
		return
	}
	switch {
	case m.err != nil:
		w.refused(id, x, m.err)
	case !isObject(m.result):
		w.fail(id, x, "its result is not an object")
	default:
		x.result = m.result
		shown := json.RawMessage("{}")
		if x.shown != nil {
			shown = x.shown(m.result)
		}
		w.deliver(id, shown, nil)
	}
}

func (w *wire) refused(id int64, x *exchange, raw json.RawMessage) {
	e := readError(raw)
	x.err = &e
	w.deliver(id, nil, &jsonrpc.Error{Code: int64(e.code), Message: e.message.Raw(), Data: e.data})
}

func (w *wire) fail(id int64, x *exchange, flaw string) {
	x.flaw = flaw
	w.deliver(id, nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: flaw})
}

func (w *wire) deliver(id int64, result json.RawMessage, rpcErr *jsonrpc.Error) {
	jid, _ := jsonrpc.MakeID(float64(id)) // numbers always make an ID
	r := &jsonrpc.Response{ID: jid, Result: result}
	if rpcErr != nil {
		r.Error = rpcErr
	}
	select {
	case w.incoming <- r:
	case <-w.closed:
	}
}

// flawed deals with JSON that is no JSON-RPC message.
func (w *wire) flawed(raw json.RawMessage, m message) {
	w.tell(NoiseSkipped{Line: safetext.Of(string(raw[:min(len(raw), lineBytes)])), Size: len(raw), Why: m.flaw})
	if id, ok := callID(m.id); ok && m.method == "" {
		if x := w.takeOpen(id, true); x != nil {
			w.fail(id, x, m.flaw)
		}
		return
	}
	// An error without an id, while a handshake request is all there is: some
	// servers refuse the probe like that.
	if id, x := w.only(); x != nil && x.handshake && m.err != nil && m.method == "" {
		w.takeOpen(id, true)
		w.refused(id, x, m.err)
	}
}

// noise tells of a line that is no message. If it was to be the answer to a
// call, that call fails; if it was to be a request, the server is told.
func (w *wire) noise(p piece) {
	w.tell(NoiseSkipped{Line: safetext.Of(string(p.noise[:min(len(p.noise), lineBytes)])), Size: p.size, Why: p.why})
	if p.method != "" {
		if p.id != nil {
			w.host.requested(message{method: p.method, id: p.id, flaw: p.why})
		}
		return
	}
	id, ok := callID(p.id)
	if p.id == nil && p.over {
		var x *exchange
		id, x = w.only()
		ok = x != nil
	}
	if x := w.takeOpen(id, ok); x != nil {
		w.fail(id, x, "its answer cannot be read: "+p.why)
	}
}
