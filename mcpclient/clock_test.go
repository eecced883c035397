package mcpclient

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestAClockCountsOnlyWhileItIsNotPaused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var rung atomic.Int64
		c := newClock(10*time.Second, func() { rung.Add(1) })
		step := func(d time.Duration, want int64) {
			t.Helper()
			time.Sleep(d) //nolint:forbidigo // in a bubble: no time passes
			synctest.Wait()
			if got := rung.Load(); got != want {
				t.Fatalf("rang %d times, want %d", got, want)
			}
		}
		step(6*time.Second, 0)
		c.pause()
		c.pause()
		step(24*time.Hour, 0)
		c.resume()
		step(24*time.Hour, 0)
		c.resume()
		step(3999*time.Millisecond, 0)
		step(2*time.Millisecond, 1)
		c.pause()
		c.resume()
		c.stop()
	})
}

func TestAClockWithoutALimitNeverRings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClock(0, func() { t.Error("rang") })
		c.pause()
		c.resume()
		time.Sleep(time.Hour) //nolint:forbidigo // in a bubble: no time passes
		c.stop()
	})
}
