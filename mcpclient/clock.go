package mcpclient

import (
	"sync"
	"time"
)

// clock is a call's time limit. It stands still while a question of the call is
// open: a person may take as long as a person takes (DESIGN.md §4.8).
type clock struct {
	mu     sync.Mutex
	left   time.Duration
	since  time.Time
	timer  *time.Timer
	holds  int
	ring   func()
	silent bool // no limit, or over
}

func newClock(limit time.Duration, ring func()) *clock {
	c := &clock{left: limit, ring: ring, silent: limit <= 0}
	c.run()
	return c
}

func (c *clock) run() {
	if !c.silent {
		c.since = time.Now()
		c.timer = time.AfterFunc(c.left, c.ring)
	}
}

func (c *clock) pause() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holds++
	if c.holds == 1 && !c.silent {
		c.timer.Stop()
		c.left = max(0, c.left-time.Since(c.since))
	}
}

func (c *clock) resume() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holds--
	if c.holds == 0 {
		c.run()
	}
}

func (c *clock) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timer != nil {
		c.timer.Stop()
	}
	c.silent = true
}
