//go:build unix

package check

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"eyeline/reader/tools"
)

// TestExamplesAreOfTheirOwner: nobody else may look into an example's folder, nothing of it is there afterwards, and
// without room for it an error says so.
func TestExamplesAreOfTheirOwner(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	looked := false
	look := func() {
		folders, _ := filepath.Glob(filepath.Join(temp, "eyeline-explain-*"))
		files, _ := filepath.Glob(filepath.Join(temp, "eyeline-explain-*", "*"))
		if len(folders) != 1 || len(files) != 1 {
			t.Fatalf("%q, %q", folders, files)
		}
		for name, want := range map[string]fs.FileMode{folders[0]: fs.ModeDir | 0o700, files[0]: 0o600} {
			if info, err := os.Stat(name); err != nil || info.Mode() != want {
				t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
			}
		}
		looked = true
	}
	lines, width := int64(1), int64(0)
	tool := firstLines(&lines, &width)
	reads := tool.Run
	tool.Run = func(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
		look()
		return reads(ctx, env, args)
	}
	if err := Explain(t.Context(), io.Discard, Partial, Options{Tools: []*tools.Tool{tool}}); err != nil || !looked {
		t.Errorf("%v, looked: %v", err, looked)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	t.Setenv("TMPDIR", filepath.Join(temp, "none"))
	if err := Explain(t.Context(), io.Discard, Partial, Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a folder for it: %v", err)
	}
}
