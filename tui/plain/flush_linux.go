package plain

import (
	"os"

	"golang.org/x/sys/unix"
)

// flushInput drops what the terminal has not given out yet. Failing is harmless:
// the lines then answer as any other.
func flushInput(f *os.File) { _ = unix.IoctlSetInt(int(f.Fd()), unix.TCFLSH, unix.TCIFLUSH) }
