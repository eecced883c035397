//go:build !linux

package mcpclient

import "os/exec"

// waitExit returns when the process has exited, and gives what reaps it. Here
// the two are one.
func waitExit(cmd *exec.Cmd) (reap func() error) {
	err := cmd.Wait()
	return func() error { return err }
}
