package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"elicit/internal/safetext"
)

// wire lies between the SDK's session and the server's pipes. The SDK numbers
// requests, matches answers, negotiates and cancels. What it would change on
// the way never passes through it: params are written, and results, questions
// and notifications are read, from their own bytes. All that the SDK is shown of
// a result is that there was one.
type wire struct {
	out  *outbox
	tell func(Event)
	host host

	mu   sync.Mutex
	open map[int64]*exchange // requests that wait for their answer

	incoming chan jsonrpc.Message // answers, for the SDK
	ended    chan struct{}        // closed at the end of the server's stdout
	closed   chan struct{}
	once     sync.Once
}

// host is told what a server sends of its own accord.
type host interface {
	requested(m message)
	notified(m message)
}

func newWire(tell func(Event), h host) *wire {
	return &wire{
		out: newOutbox(), tell: tell, host: h,
		open:     map[int64]*exchange{},
		incoming: make(chan jsonrpc.Message),
		ended:    make(chan struct{}),
		closed:   make(chan struct{}),
	}
}

// exchange is one request and what became of it.
type exchange struct {
	// params makes the frame's params from those of the SDK; nil keeps them.
	params func(sdk json.RawMessage) json.RawMessage
	method string // when it is not the SDK's
	// shown is what the SDK is to see of the result; nil shows it {}.
	shown     func(result json.RawMessage) json.RawMessage
	call      *openCall     // nil for what cannot elicit
	aside     bool          // stays open beside the calls; nobody waits for it
	handshake bool          // such a request is never cancelled on the wire
	cause     func() error  // why it was cancelled
	cancelled chan struct{} // closed when the server was told of that

	// What came back, written before the SDK is told.
	result json.RawMessage
	err    *rpcError
	flaw   string // what was wrong with the answer
}

type exchangeKey struct{}

func withExchange(ctx context.Context, x *exchange) context.Context {
	x.cause, x.cancelled = func() error { return context.Cause(ctx) }, make(chan struct{})
	return context.WithValue(ctx, exchangeKey{}, x)
}

// Connect is part of mcp.Transport.
func (w *wire) Connect(context.Context) (mcp.Connection, error) { return w, nil }

// SessionID is part of mcp.Connection; stdio has none.
func (w *wire) SessionID() string { return "" }

// Close is part of mcp.Connection. It never waits: the SDK calls it under a
// lock that all its calls need.
func (w *wire) Close() error {
	w.once.Do(func() { close(w.closed) })
	return nil
}

// Read is part of mcp.Connection.
func (w *wire) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case m := <-w.incoming:
		return m, nil
	case <-w.ended:
	case <-w.closed:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return nil, io.EOF
}

// Write is part of mcp.Connection.
func (w *wire) Write(ctx context.Context, m jsonrpc.Message) error {
	r, ok := m.(*jsonrpc.Request)
	if !ok {
		return nil // answers are written by Session.reply; the SDK is shown no requests
	}
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	id, isCall := r.ID.Raw().(int64)
	switch {
	case isCall && x != nil:
		w.mu.Lock()
		w.open[id] = x
		w.mu.Unlock()
		w.put(request(id, x, r))
	case r.Method == "notifications/cancelled" && x != nil:
		if !x.handshake { // 2025-11-25 basic/utilities/cancellation: never initialize
			w.put(notification(r.Method, cancelParams(r.Params, x.cause())))
		}
		close(x.cancelled)
	default:
		w.put(notification(r.Method, r.Params))
	}
	return nil
}

func (w *wire) put(frame []byte) { w.out.put(frame) }

func request(id int64, x *exchange, r *jsonrpc.Request) []byte {
	method, params := r.Method, r.Params
	if x.method != "" {
		method = x.method
	}
	if x.params != nil {
		params = x.params(params)
	}
	return frame(part{"id", json.RawMessage(strconv.FormatInt(id, 10))}, part{"method", quote(method)}, part{"params", params})
}

func notification(method string, params json.RawMessage) []byte {
	return frame(part{"method", quote(method)}, part{"params", params})
}

// frame puts a message together from names and values; nil values are left out.
func frame(parts ...part) []byte {
	b := []byte(`{"jsonrpc":"2.0"`)
	for _, p := range parts {
		if p.value != nil {
			b = append(append(append(b, `,"`...), p.name...), `":`...)
			b = append(b, p.value...)
		}
	}
	return append(b, '}')
}

type part struct {
	name  string
	value json.RawMessage
}

// cancelParams gives notifications/cancelled a reason that helps the server's
// author; the SDK's is Go's "context canceled".
func cancelParams(sdk json.RawMessage, cause error) json.RawMessage {
	why := "cancelled by the user"
	var timeout *timeoutError
	switch {
	case errors.As(cause, &timeout):
		why = "timed out after " + timeout.after.String()
	case errors.Is(cause, ErrClosed):
		why = "the client is closing"
	}
	id := rawObject(sdk).get("requestId")
	return json.RawMessage(fmt.Sprintf(`{"requestId":%s,"reason":%s}`, id, quote(why)))
}

// forget ends an exchange: a later answer is dropped.
func (w *wire) forget(x *exchange) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id, y := range w.open {
		if y == x {
			delete(w.open, id)
		}
	}
}

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
		for _, raw := range p.messages {
			w.out.room()
			w.receive(raw)
		}
		if p.why != "" {
			w.noise(p)
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
		e := readError(m.err)
		x.err = &e
		w.deliver(id, nil, &jsonrpc.Error{Code: int64(e.code), Message: e.message.Raw(), Data: e.data})
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

func (w *wire) takeOpen(id int64, ok bool) *exchange {
	w.mu.Lock()
	defer w.mu.Unlock()
	x := w.open[id]
	if !ok || x == nil {
		return nil
	}
	delete(w.open, id)
	return x
}

// all are the requests that wait for an answer.
func (w *wire) all() []*exchange {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := make([]*exchange, 0, len(w.open))
	for _, x := range w.open {
		all = append(all, x)
	}
	return all
}

// only is the one request that somebody waits for; nil when there are none or
// several.
func (w *wire) only() (int64, *exchange) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var one int64
	var found *exchange
	for id, x := range w.open {
		switch {
		case x.aside:
		case found != nil:
			return 0, nil
		default:
			one, found = id, x
		}
	}
	return one, found
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
		e := readError(m.err)
		x.err = &e
		w.deliver(id, nil, &jsonrpc.Error{Code: int64(e.code), Message: e.message.Raw(), Data: e.data})
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

// awaitCancel waits until the server was told that a request is cancelled: the
// SDK does it in the background, where the session's end would overtake it.
func (w *wire) awaitCancel(x *exchange) {
	t := time.NewTimer(cancelFlush)
	defer t.Stop()
	select {
	case <-x.cancelled:
	case <-w.closed:
	case <-t.C:
	}
}
