//go:build unix

package mcpserver_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"eyeline/reader/mcpserver"
	"eyeline/reader/tools"
)

// TestNamedPipes: no read waits for a writer.
func TestNamedPipes(t *testing.T) {
	t.Parallel()
	root := folder(t)
	if err := syscall.Mkfifo(filepath.Join(root, "pipe"), 0o600); err != nil {
		t.Skip(err)
	}
	c := connected(t, mcpserver.Options{Root: root, Tools: tools.All()})
	for _, name := range own {
		args := map[string]any{"path": "pipe"}
		switch name {
		case "read_block":
			args["line"] = 1
		case "read_budget":
			args["tokens"] = 10
		}
		if got, refused := called(t, c, name, args); !refused {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, tool := range tools.All() {
		file := "pipe"
		if tool.Paths == tools.PathAbsolute {
			file = root + "/pipe"
		}
		called(t, c, mcpserver.Name(tool), tools.BuildArgs(tool, file, nil)) // one that waits never ends
	}
}
