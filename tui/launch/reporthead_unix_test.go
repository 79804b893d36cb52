//go:build linux || darwin

package launch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestReportHead: inside of one work tree a report names it and the commit, for a folder and for files, and whether it
// is of what is staged; elsewhere the time and the command alone.
func TestReportHead(t *testing.T) {
	emptyGit(t)
	dir := t.TempDir()
	top, second, outside := filepath.Join(dir, "one"), filepath.Join(dir, "two"), filepath.Join(dir, "none")
	for _, name := range []string{filepath.Join(top, "sub"), second, outside} {
		if err := os.MkdirAll(name, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	file, other := filepath.Join(top, "a.txt"), filepath.Join(second, "b.txt")
	for _, name := range []string{file, other} {
		if err := os.WriteFile(name, []byte("x\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		command(t, filepath.Dir(name), "init", "-q", "-b", "main")
		command(t, filepath.Dir(name), "add", ".")
		command(t, filepath.Dir(name), "commit", "-q", "-m", "one")
	}
	commit := command(t, top, "log", "-1", "--format=%H")[:10]
	below := filepath.Join(top, "sub")
	at := time.Date(2026, 11, 29, 16, 30, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		paths  []string
		staged bool
		said   string
		in     bool
	}{
		"a folder":            {[]string{top}, false, "one, work tree at " + commit + " · ", true},
		"a file":              {[]string{file}, false, "one, work tree at " + commit + " · ", true},
		"both, and one below": {[]string{top, file, below}, false, "one, work tree at " + commit + " · ", true},
		"what is staged":      {[]string{top}, true, "one, staged on " + commit + " · ", true},
		"two repositories":    {[]string{second, file}, false, "", true},
		"one, and none":       {[]string{file, outside}, false, "", true},
		"outside of them":     {[]string{outside}, false, "", false},
		"two folders outside": {[]string{outside, dir}, false, "", false},
		"a path that is gone": {[]string{filepath.Join(outside, "gone")}, false, "", false},
	} {
		lines, in := reportHead(t.Context(), c.paths, c.staged, "eyeline check x", at)
		if got := strings.Join(lines, "|"); in != c.in || got != c.said+"2026-11-29 16:30 UTC|eyeline check x" {
			t.Errorf("%s: %q, %v", name, got, in)
		}
	}
}

// TestHeadOfAList: the names of a list are no part of the command that the head of a report has.
func TestHeadOfAList(t *testing.T) {
	emptyGit(t)
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"-q": "x\n", "b.txt": "x\n", "list": "b.txt\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	command(t, ".", "init", "-q", "-b", "main")
	command(t, ".", "-c", "core.safecrlf=false", "add", "list")
	command(t, ".", "commit", "-q", "-m", "one")
	for typed, args := range map[string][]string{
		"eyeline check --files-from list -- -q": {"check", "--files-from", "list", "--", "-q"},
		"eyeline check -- -q":                   {"check", "--", "-q"},
		"eyeline check":                         {"check"},
	} {
		if out := run(t, args...).out; !strings.Contains(out, " · ") || !strings.Contains(out, "\n"+typed+"\n") {
			t.Errorf("%q begins with %.200s", args, out)
		}
	}
}
