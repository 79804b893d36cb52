// Eyeline shows what a coding agent's file-read tool gives its model: in a terminal viewer, and byte for byte on
// standard output.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"eyeline/tui"
	"eyeline/tui/launch"
)

// release is set by the build of a release.
var release string

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := launch.Main(ctx, os.Args[1:], launch.Program{Release: release, View: tui.Run})
	stop()
	os.Exit(code)
}
