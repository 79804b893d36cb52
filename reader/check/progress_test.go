package check

import (
	"context"
	"path/filepath"
	"testing"
)

// TestProgress: the total is that of the files that are checked, without those that are left out.
func TestProgress(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"f0.txt": "text\n"})
	links(t, filepath.Join(dir, "f0.txt"), "f%d.txt", 1, 1200)
	o := Options{Paths: []string{dir}, Exclude: patterns("f1*.txt"), Progress: new(Progress)}
	if got := o.Progress.String(); got != "0 files checked" {
		t.Errorf("before it is counted: %q", got)
	}
	all, err := locateAll(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	o.Progress.count(t.Context(), o, all)
	if got := o.Progress.String(); got != "0 of 889 files checked" {
		t.Errorf("counted: %q", got)
	}
	found, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if o.Progress.Done() != found.Files || o.Progress.Total() != found.Files {
		t.Errorf("%d of %d, the report has %d", o.Progress.Done(), o.Progress.Total(), found.Files)
	}

	ended, end := context.WithCancel(t.Context())
	end()
	var stopped Progress
	stopped.count(ended, o, all)
	if stopped.Total() != 0 {
		t.Errorf("a count that was stopped says %d", stopped.Total())
	}
}
