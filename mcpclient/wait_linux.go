package mcpclient

import (
	"os/exec"

	"golang.org/x/sys/unix"
)

// waitExit returns when the process has exited and is still to be reaped, and
// gives what reaps it. Until then its number, which is also its group's, cannot
// be given to another process.
func waitExit(cmd *exec.Cmd) (reap func() error) {
	for {
		err := unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return cmd.Wait
		}
	}
}
