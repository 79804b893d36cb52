package agents

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// Every tool refuses a file of more bytes than it may read, in this program's words and without reading on.
func TestMaxBytes(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "shells are not imitated, and one tool takes no absolute path")
	dir := t.TempDir()
	path := filepath.Join(dir, "f.txt")
	if err := os.WriteFile(path, []byte("x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 1<<40); err != nil { // holes
		t.Skip(err)
	}
	for _, tool := range tools.All() {
		r, err := tool.Read(t.Context(), tools.Env{Root: dir, Confine: true, MaxBytes: 1 << 30}, tools.BuildArgs(tool, path, nil))
		if err == nil {
			_ = r.Close()
		}
		var refusal *tools.Error
		if !errors.As(err, &refusal) || !refusal.Own || refusal.Text != "1,099,511,627,776 bytes, more than 1,073,741,824" {
			t.Errorf("%s: %v", tool.Name, err)
		}
	}
}
