package tui

import (
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// beat is the shortest time between two deliveries: a server that writes
// 100,000 frames causes a few redraws a second, not 100,000.
const beat = 12 * time.Millisecond

// inbox carries facts from the sessions' goroutines into Update. Posting never
// blocks; what arrives between two beats is delivered together.
type inbox struct {
	mu      sync.Mutex
	msgs    []tea.Msg
	changed bool // something in a log that screens read by themselves
	wake    chan struct{}
	done    chan struct{}
	once    sync.Once
	last    time.Time // used by the one goroutine in next
}

// mail is what came in since the last beat.
type mail struct {
	msgs    []tea.Msg
	changed bool
}

func newInbox() *inbox {
	return &inbox{wake: make(chan struct{}, 1), done: make(chan struct{})}
}

func (b *inbox) post(msg tea.Msg) {
	b.mu.Lock()
	b.msgs = append(b.msgs, msg)
	b.mu.Unlock()
	b.ring()
}

// logChanged tells that a log grew: one fact, however often it is told.
func (b *inbox) logChanged() {
	b.mu.Lock()
	told := b.changed
	b.changed = true
	b.mu.Unlock()
	if !told {
		b.ring()
	}
}

func (b *inbox) ring() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// next waits for mail. It is a command; Update asks for it again each time.
func (b *inbox) next() tea.Msg {
	select {
	case <-b.wake:
	case <-b.done:
		return nil
	}
	if early := beat - time.Since(b.last); early > 0 {
		select {
		case <-time.After(early):
		case <-b.done:
			return nil
		}
	}
	b.last = time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	m := mail{msgs: b.msgs, changed: b.changed}
	b.msgs, b.changed = nil, false
	return m
}

func (b *inbox) close() { b.once.Do(func() { close(b.done) }) }
