package launch

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestReportHead: inside of a work tree a report names it and the commit, for a folder and for a file; elsewhere the
// time and the command alone.
func TestReportHead(t *testing.T) {
	at := time.Date(2026, 11, 29, 16, 30, 0, 0, time.UTC)
	lines, in := reportHead(t.Context(), t.TempDir(), "eyeline check x", at)
	if in || strings.Join(lines, "|") != "2026-11-29 16:30 UTC|eyeline check x" {
		t.Errorf("%q, %v", lines, in)
	}
	lines, in = reportHead(t.Context(), "reporthead.go", "eyeline check .", at)
	if !in {
		t.Skip("this is no work tree")
	}
	top, commit := checkedOut(t.Context(), ".")
	if want := filepath.Base(top) + ", work tree at " + commit + " · 2026-11-29 16:30 UTC"; len(commit) < 10 || lines[0] != want {
		t.Errorf("%q, not %q", lines[0], want)
	}
}
