package revision

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestChangesRunNothing: no program that a repository configures is run for the changes of a file that is looked at.
func TestChangesRunNothing(t *testing.T) {
	dir := repository(t)
	write(t, dir, "a.go", "1\n")
	runGit(t, dir, "add", ".")
	runGit(t, dir, "commit", "-qm", "second")
	ran, path := filepath.Join(t.TempDir(), "ran"), filepath.Join(dir, "a.go")
	for _, key := range []string{
		"diff.external", "core.fsmonitor", "diff.d.textconv", "diff.d.command", "filter.f.clean", "filter.f.process",
	} {
		runGit(t, dir, "config", key, "touch '"+ran+"'; cat #")
	}
	for _, attributes := range []string{"* diff=d\n", "* filter=f\n"} {
		write(t, dir, ".gitattributes", attributes)
		write(t, dir, "a.go", "1\n"+attributes)
		list, err := Changes(t.Context(), path, "HEAD")
		if _, bad := os.Stat(ran); bad == nil {
			t.Errorf("%q: a program was run", attributes)
		}
		filtered := strings.Contains(attributes, "filter")
		if filtered != errors.Is(err, ErrFiltered) || !filtered && len(list) != 1 {
			t.Errorf("%q: %v %v", attributes, list, err)
		}
	}
}

// TestStateFollowsTheRepository: what is committed or staged elsewhere is seen, and what is not stays unasked.
func TestStateFollowsTheRepository(t *testing.T) {
	dir := repository(t)
	path := filepath.Join(dir, "a.txt")
	for _, c := range []struct {
		base string
		do   []string
		want bool
	}{
		{"HEAD", nil, false},
		{"HEAD", []string{"log"}, false},
		{"", []string{"add", "."}, true},
		{"HEAD", []string{"commit", "-qm", "second"}, true},
		{"HEAD", []string{"checkout", "-q", "-b", "other"}, true},
		{"v1", []string{"tag", "v1"}, true},
		{"other", []string{"pack-refs", "--all"}, true},
	} {
		files, err := StateFiles(t.Context(), path, c.base)
		if err != nil || len(files) == 0 {
			t.Fatal("git does not say what changes with the repository", err)
		}
		before := State(files)
		if len(c.do) > 0 {
			runGit(t, dir, c.do...)
		}
		if got := State(files) != before; got != c.want {
			t.Errorf("against %q after git %v: changed is %v", c.base, c.do, got)
		}
	}
	if files, _ := StateFiles(t.Context(), filepath.Join(t.TempDir(), "f"), "HEAD"); files != nil {
		t.Error("outside a repository:", files)
	}
}
