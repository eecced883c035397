// Package screentest runs a Bubble Tea model on a terminal in memory, so that
// a test can press keys and look at the cells that a person would see.
//
// A [Screen] is the program under test together with its [Terminal]:
//
//	s := screentest.Start(t, model, 80, 24)
//	s.WaitFor("Seats")
//	s.Type("51")
//	s.Press("ctrl+s")
//	s.Golden() // testdata/<test name>.80x24.screen
//
// The renderer and the key parser are Bubble Tea's own; the terminal is an
// independent emulator. Golden files hold plain text and are rewritten with
//
//	go test ./tui/... -update-screens
//
// Colours and other styles are asserted per cell, with [Terminal.Cell] or
// [Terminal.Style].
//
// The package never sleeps to make a test pass: whatever waits, waits for a
// condition and fails at a deadline that no passing test comes near. It never
// touches the real terminal. Methods that can fail a test must be called from
// the test's own goroutine.
//
// [Run] starts a real program on a pseudo-terminal instead.
//
// Start reading at [Start].
package screentest
