package ignore

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

// TestNPM compares with what the npm package "ignore" 7.0.5 answered: rows of patterns, a path, whether it is a folder,
// and whether it was ignored, or "error" where the package fails.
func TestNPM(t *testing.T) {
	name := "testdata/npm.jsonl"
	if other := os.Getenv("IGNORE_VECTORS"); other != "" {
		name = other
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	known, rows, wrong := 0, 0, 0
	for lines := bufio.NewScanner(file); lines.Scan(); rows++ {
		var patterns []string
		var path string
		var isDir bool
		var want any
		if err := json.Unmarshal(lines.Bytes(), &[]any{&patterns, &path, &isDir, &want}); err != nil {
			t.Fatal(err)
		}
		r := New(NPM)
		if err := r.Add(patterns...); err != nil {
			continue // which is said, and not taken for an answer
		}
		known++
		got, err := r.Match(t.Context(), path, isDir)
		if err != nil || want == "error" || got != want {
			if wrong++; wrong < 20 {
				t.Errorf("%q of %q: %v %v, and not %v", path, patterns, got, err, want)
			}
		}
	}
	if known < rows*9/10 || rows == 0 {
		t.Errorf("of %d rows only %d are understood", rows, known)
	}
}
