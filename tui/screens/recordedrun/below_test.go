package recordedrun

import (
	"testing"

	"eyeline/reader/transcript/coverage"
)

// TestBelow: the folder that all files are in is one of whole names.
func TestBelow(t *testing.T) {
	for _, c := range []struct {
		below string
		paths []string
	}{
		{"", nil},
		{"", []string{"src/a.go"}},
		{"src/", []string{"src/a.go", "src/b.go"}},
		{"src/", []string{"src/ab/x.go", "src/ac/x.go"}},
		{"", []string{"src/a.go", "srcs/b.go"}},
		{"/w/x/", []string{"/w/x/a", "/w/x/b/c", "/w/x/d"}},
		{"", []string{"a", "src/a.go"}},
	} {
		var files []coverage.File
		for _, path := range c.paths {
			files = append(files, coverage.File{Path: path})
		}
		if got := below(files); got != c.below {
			t.Errorf("%q are below %q, not %q", c.paths, got, c.below)
		}
	}
}
