//go:build !linux

package plain

import "os"

// flushInput does nothing where there is no portable way to drop typed lines.
func flushInput(*os.File) {}
