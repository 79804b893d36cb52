//go:build linux || darwin

package tui_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

// On a terminal the report is a screen, whose end has the status of the check; elsewhere it is a text.
func TestTheReportOnATerminal(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f.txt"), []byte("tw\u200bo\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for failOn, want := range map[string]int{"hidden": 1, "partial": 0} {
		s := start(t, nil, nil, "check", "--fail-on", failOn, dir)
		s.wait("what agents miss", "f.txt", "U+200B ZERO WIDTH SPACE")
		s.keys("\x1b")
		if code := s.end(); code != want {
			t.Errorf("--fail-on %s: exit status %d, want %d", failOn, code, want)
		}
		s.restored()
	}
	var report bytes.Buffer
	s := start(t, nil, &report, "check", dir)
	if code := s.end(); code != 0 || !strings.Contains(report.String(), "1 file, 1 finding, the gravest first: 1 hidden") {
		t.Errorf("status %d, %s", code, report.String())
	}
	s = start(t, nil, nil, "check", "--format", "table", dir)
	s.wait("1 file, 1 finding, the gravest first: 1 hidden")
	if code := s.end(); code != 0 {
		t.Errorf("--format table: exit status %d", code)
	}
}
