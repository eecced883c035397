package plain

import (
	"context"
	"slices"
	"sync"
)

// floor is whose turn it is to be asked something: one at a time, in the order
// of arrival. Its zero value is free.
type floor struct {
	mu      sync.Mutex
	taken   bool
	waiting []chan struct{} // closed when it is their turn
}

// take waits for the floor. When it is not free at once, busy is called first,
// unless it is nil.
func (f *floor) take(ctx context.Context, busy func()) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	f.mu.Lock()
	if !f.taken {
		f.taken = true
		f.mu.Unlock()
		return nil
	}
	mine := f.queue()
	f.mu.Unlock()
	if busy != nil {
		busy()
	}
	return f.await(ctx, mine)
}

// yield lets those who wait go first; it returns at once when nobody does.
func (f *floor) yield(ctx context.Context) error {
	for {
		f.mu.Lock()
		if len(f.waiting) == 0 {
			f.mu.Unlock()
			return nil
		}
		mine := f.queue()
		f.pass()
		f.mu.Unlock()
		if err := f.await(ctx, mine); err != nil {
			return err
		}
	}
}

func (f *floor) release() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pass()
}

func (f *floor) queue() chan struct{} {
	mine := make(chan struct{})
	f.waiting = append(f.waiting, mine)
	return mine
}

func (f *floor) pass() {
	if len(f.waiting) == 0 {
		f.taken = false
		return
	}
	close(f.waiting[0])
	f.waiting = f.waiting[1:]
}

func (f *floor) await(ctx context.Context, mine chan struct{}) error {
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if i := slices.Index(f.waiting, mine); i >= 0 {
		f.waiting = slices.Delete(f.waiting, i, i+1)
	} else {
		f.pass() // it had just become ours
	}
	return context.Cause(ctx)
}
