//go:build unix

package launch

import (
	"os"
	"strings"
	"testing"
)

// TestWorkingFolderIsGone: where the working folder was removed, no command answers as if it were empty, and all say
// the same sentence.
func TestWorkingFolderIsGone(t *testing.T) {
	withSettings(t, "")
	dir := t.TempDir() + "/gone"
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}

	for _, args := range []string{"context", "context --json", "check", "search x", "mcp"} {
		r := run(t, strings.Fields(args)...)
		if r.status == 0 || r.out != "" || r.err.Error() != "eyeline: the working folder is not there any more" {
			t.Errorf("%s: status %d, %v\n%s", args, r.status, r.err, r.out)
		}
	}
}
