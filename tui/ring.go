package tui

import "sync"

// ring keeps the last entries of a log. Writers and the screens that read it
// live in different goroutines.
type ring[T any] struct {
	mu      sync.Mutex
	items   []T
	dropped int // entries forgotten before items[0]
	limit   int
}

func newRing[T any](limit int) *ring[T] { return &ring[T]{limit: limit} }

func (r *ring[T]) add(item T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.items = append(r.items, item)
	if over := len(r.items) - r.limit; over > r.limit/4 { // in bulk, so that each entry is moved rarely
		r.items = append(make([]T, 0, r.limit+r.limit/4+1), r.items[over:]...)
		r.dropped += over
	}
}

// bounds are the numbers of the first entry kept and of the next to come.
func (r *ring[T]) bounds() (from, to int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.dropped, r.dropped + len(r.items)
}

// at is entry number n; false when it is no longer kept.
func (r *ring[T]) at(n int) (item T, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n < r.dropped || n >= r.dropped+len(r.items) {
		return item, false
	}
	return r.items[n-r.dropped], true
}

// last are the last n entries, oldest first.
func (r *ring[T]) last(n int) []T {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]T(nil), r.items[max(len(r.items)-n, 0):]...)
}
