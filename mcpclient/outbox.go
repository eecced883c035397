package mcpclient

import (
	"io"
	"sync"
	"time"
)

// maxQueue is how many frames may wait before no more is read from the server: a
// server that asks and never reads the answers must not exhaust the client.
const maxQueue = 4096

// outbox writes frames in the order in which they were given, without making
// the giver wait: a server that does not read its stdin must not be able to
// hold a call, a question or a shutdown.
type outbox struct {
	mu      sync.Mutex
	queue   [][]byte
	idle    []chan struct{} // closed once the queue has been written
	drained []chan struct{} // closed once a frame has left it
	busy    bool
	closed  bool
	wake    chan struct{}
}

func newOutbox() *outbox { return &outbox{wake: make(chan struct{}, 1)} }

// put queues one frame, without its line's end.
func (o *outbox) put(frame []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return
	}
	o.queue = append(o.queue, frame)
	o.signal()
}

func (o *outbox) signal() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// take gives the next frame; false when the outbox was closed.
func (o *outbox) take() ([]byte, bool) {
	for {
		o.mu.Lock()
		switch {
		case len(o.queue) > 0:
			frame := o.queue[0]
			o.queue, o.busy = o.queue[1:], true
			o.drain()
			o.mu.Unlock()
			return frame, true
		case o.closed:
			o.rest()
			o.mu.Unlock()
			return nil, false
		}
		o.rest()
		o.mu.Unlock()
		<-o.wake
	}
}

// room waits until few enough frames wait.
func (o *outbox) room() {
	for {
		o.mu.Lock()
		if len(o.queue) < maxQueue || o.closed {
			o.mu.Unlock()
			return
		}
		c := make(chan struct{})
		o.drained = append(o.drained, c)
		o.mu.Unlock()
		<-c
	}
}

// drain lets those go on who wait for room.
func (o *outbox) drain() {
	for _, c := range o.drained {
		close(c)
	}
	o.drained = nil
}

// rest tells those who wait that all is written.
func (o *outbox) rest() {
	o.busy = false
	for _, c := range o.idle {
		close(c)
	}
	o.idle = nil
}

// run writes until the outbox is closed or w fails. crossing is told of each
// frame just before it is written: an answer must not be told of earlier.
func (o *outbox) run(w io.Writer, crossing func([]byte)) error {
	for {
		frame, ok := o.take()
		if !ok {
			return nil
		}
		crossing(frame)
		if _, err := w.Write(append(frame, '\n')); err != nil {
			o.close()
			return err
		}
	}
}

// flush waits until everything is written, at most for the given time.
func (o *outbox) flush(within time.Duration) {
	o.mu.Lock()
	if len(o.queue) == 0 && !o.busy || o.closed {
		o.mu.Unlock()
		return
	}
	c := make(chan struct{})
	o.idle = append(o.idle, c)
	o.mu.Unlock()
	t := time.NewTimer(within)
	defer t.Stop()
	select {
	case <-c:
	case <-t.C:
	}
}

func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed, o.queue = true, nil
	o.drain()
	o.rest()
	o.signal()
}
