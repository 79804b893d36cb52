// Eyeline shows what a coding agent's file-read tool gives its model: in a terminal viewer, and byte for byte on
// standard output.
package main

import (
	"context"
	"os"

	"eyeline/tui"
	"eyeline/tui/launch"
)

// release and home are set by the build of a release: its version, and the address of the repository.
var release, home string

func main() {
	os.Exit(launch.Main(context.Background(), os.Args[1:], launch.Program{
		Release: release, Home: home, View: tui.Run,
	}))
}
