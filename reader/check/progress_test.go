package check

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"eyeline/reader/systemtest"
)

// TestProgress: the total is that of the files that are checked, without those that are left out.
func TestProgress(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"f0.txt": "text\n"})
	links(t, filepath.Join(dir, "f0.txt"), "f%d.txt", 1, systemtest.Many(1200, 120))
	o := Options{Paths: []string{dir}, Exclude: patterns("f1*.txt"), Progress: new(Progress)}
	if got := o.Progress.String(); got != "0 files checked" {
		t.Errorf("before it is counted: %q", got)
	}
	all, err := locateAll(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	o.Progress.count(t.Context(), o, all)
	counted := fmt.Sprintf("0 of %d files checked", systemtest.Many(889, 89))
	if got := o.Progress.String(); got != counted {
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
