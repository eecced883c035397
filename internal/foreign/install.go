package foreign

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
)

// npmInstall installs exactly what the lock file says. Scripts of packages are
// not run.
func (s server) npmInstall(ctx context.Context, folder string) error {
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			return fmt.Errorf("it needs Node and npm: %w", err)
		}
	}
	files, err := fs.Sub(locked, "npm/"+s.name)
	if err != nil {
		return err
	}
	if err := os.CopyFS(folder, files); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "npm", "ci",
		"--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	cmd.Dir = folder
	return run(cmd)
}

func (s server) goInstall(ctx context.Context, folder string) error {
	cmd := exec.CommandContext(ctx, "go", "install", s.source.pkg)
	cmd.Dir = folder // away from this module's go.mod
	cmd.Env = append(os.Environ(), "GOBIN="+folder, "GOFLAGS=", "GOOS=", "GOARCH=")
	return run(cmd)
}

func run(cmd *exec.Cmd) error {
	if output, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", cmd, err, lastLines(output))
	}
	return nil
}
