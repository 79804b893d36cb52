package source

import (
	"os"
	"path/filepath"
	"testing"
)

// Files of the process file system are known without a look at their bytes, which some give once.
func TestIsUnsized(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{"/proc/self/status": true, empty: false} {
		f, err := os.Open(path)
		if err != nil {
			t.Skip(err)
		}
		if got := isUnsized(f); got != want {
			t.Errorf("%s: %t", path, got)
		}
		if at, err := f.Seek(0, 1); at != 0 || err != nil {
			t.Errorf("%s: at %d, %v", path, at, err)
		}
		_ = f.Close()
	}
}
