package toolstest

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/source"
	"eyeline/reader/source/sourcetest"
	"eyeline/reader/tools"
)

// Ask makes one call and returns the content, or the refusal and true.
func Ask(t testing.TB, tool *tools.Tool, env tools.Env, args string) (content string, r *tools.Result, refused bool) {
	t.Helper()
	r, err := tool.Read(t.Context(), env, []byte(args))
	if err != nil {
		var refusal *tools.Error
		if !errors.As(err, &refusal) {
			t.Fatalf("%s: %v", args, err)
		}
		return refusal.Text, nil, true
	}

	t.Cleanup(func() { _ = r.Close() })
	var b bytes.Buffer
	if _, err := r.Render(t.Context(), &b); err != nil {
		t.Fatalf("%s: %v", args, err)
	}

	return b.String(), r, false
}

// Tree makes files (a text), directories ("") and symbolic links ("-> target") in a new directory without symbolic
// links in its path.
func Tree(t testing.TB, entries map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}

	for name, text := range entries {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}

		target, isLink := strings.CutPrefix(text, "-> ")
		switch {
		case isLink:
			err = os.Symlink(strings.ReplaceAll(target, "DIR", dir), path)
		case text == "":
			err = os.MkdirAll(path, 0o755)
		default:
			err = os.WriteFile(path, []byte(text), 0o644)
		}

		if err != nil {
			t.Skip(err) // a system without symbolic links
		}
	}

	return dir
}

// View is a text as a file.
func View(s string) source.Bytes { return source.View(strings.NewReader(s), int64(len(s))) }

// Repeated reads as its text over and over again.
type Repeated string

func (r Repeated) ReadAt(p []byte, off int64) (int, error) {
	sourcetest.Repeat(p, off, string(r))
	return len(p), nil
}
