//go:build !unix

package mcpclient

import "os/exec"

// Systems without process groups: the server itself is ended, its children are
// its own affair.

func ownGroup(*exec.Cmd)      {}
func termGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
