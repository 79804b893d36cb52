// Package program builds eyeline for the commands that measure it.
package program

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Build builds eyeline from this module into dir, static as releases are: to load libraries takes half a millisecond.
// It returns the program's path. The error has what the compiler said.
func Build(ctx context.Context, dir string) (string, error) {
	path := filepath.Join(dir, "eyeline")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", path, "eyeline")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", build, err, text)
	}
	return path, nil
}
