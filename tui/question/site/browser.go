package site

import (
	"io"
	"sync"
	"time"

	"github.com/cli/browser"
)

// browserGrace is how long a browser's starter may run before it counts as
// having opened the page: some stay until their window closes.
const browserGrace = 2 * time.Second

var quietBrowser = sync.OnceFunc(func() {
	browser.Stdout, browser.Stderr = io.Discard, io.Discard // the terminal is the form's
})

// Open starts the system's browser by exec, without a shell.
func Open(address string) error {
	quietBrowser()
	done := make(chan error, 1)
	go func() { done <- browser.OpenURL(address) }()
	select {
	case err := <-done:
		return err
	case <-time.After(browserGrace):
		return nil
	}
}
