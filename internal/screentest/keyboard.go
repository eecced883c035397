package screentest

import (
	"io"
	"sync"
)

// keyboard is the program's input. Writing never blocks, so that a terminal
// that answers a query cannot stand in the way of the program that asks.
type keyboard struct {
	mu     sync.Mutex
	more   *sync.Cond
	bytes  []byte
	closed bool
}

func newKeyboard() *keyboard {
	k := &keyboard{}
	k.more = sync.NewCond(&k.mu)
	return k
}

func (k *keyboard) Write(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.bytes = append(k.bytes, p...)
	k.more.Broadcast()
	return len(p), nil
}

func (k *keyboard) Read(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for len(k.bytes) == 0 && !k.closed {
		k.more.Wait()
	}
	if len(k.bytes) == 0 {
		return 0, io.EOF
	}
	n := copy(p, k.bytes)
	k.bytes = k.bytes[n:]
	return n, nil
}

func (k *keyboard) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.closed = true
	k.more.Broadcast()
}
