package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b/c", ".d/e"} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("x\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if names, size, err := files(dir); err != nil || len(names) != 2 || size != 4 {
		t.Errorf("%q, %d bytes, %v", names, size, err)
	}
}
