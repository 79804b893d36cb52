package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// TestAnswersWithoutRoom: where there is no room for a large answer of a tool, it is read anew to be written, whole.
func TestAnswersWithoutRoom(t *testing.T) {
	withEveryTool(t)
	path := written(t, "large.txt", strings.Repeat("a line of a large file\n", 100_000))
	to := filepath.Join(t.TempDir(), "to")
	systemtest.NoTemporaryFolder(t)
	onScreen(t, path, 100, 20, func(o *Options) { o.Request = o.Request.WithModeTool(tools.ModeSlice, "mcp_filesystem") }, func(s *screen) {
		s.keys("p", "p", "G")
		s.has("cut after 1", "the temporary folder takes no more")
		s.keys("e", "type:"+to, "enter")
		s.has("wrote 2.2 MiB to")
	})
	want, err := os.ReadFile(path)
	got, gotErr := os.ReadFile(to)
	if err != nil || gotErr != nil || string(got) != string(want) {
		t.Errorf("%d bytes are written of %d, %v, %v", len(got), len(want), err, gotErr)
	}
}
