package access

import (
	"errors"
	"path/filepath"
	"testing"
)

// TestADeviceBelowARoot: a name that Windows keeps for a device is no file of a folder, and does not lead out of it.
// Nor does a path that Windows is to take as it is.
func TestADeviceBelowARoot(t *testing.T) {
	dir := t.TempDir()
	root, err := HoldRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	verbatim := `\\?\` + dir
	paths := []string{"NUL", "com1", filepath.Join(dir, "NUL"), verbatim + `\NUL`, verbatim + `\a.`, `..\NUL`}
	for _, path := range paths {
		_, err := root.OpenIn(t.Context(), dir, path)
		if outside := path[0] == '.'; errors.Is(err, ErrOutside) != outside || errors.Is(err, ErrNowhere) == outside {
			t.Errorf("%s: %v", path, err)
		}
	}
}
