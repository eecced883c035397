package mcpclient

import (
	"context"
	"encoding/json"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
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
