package check

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestAPathThatVanished: a path that is not there any more is left out where the caller says so, and the others are
// checked; else it is an error.
func TestAPathThatVanished(t *testing.T) {
	dir := t.TempDir()
	there, gone := filepath.Join(dir, "a.txt"), filepath.Join(dir, "gone.txt")
	if err := os.WriteFile(there, []byte("one\u202e\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := Options{Paths: []string{gone, there}}
	if _, err := Run(t.Context(), o); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a word for it: %v", err)
	}
	var asked []string
	o.Gone = func(path string) bool {
		asked = append(asked, path)
		return true
	}
	r, err := Run(t.Context(), o)
	if err != nil || len(r.Findings) == 0 || len(asked) != 1 || asked[0] != gone {
		t.Errorf("%v, %v of %q", r, err, asked)
	}
}
