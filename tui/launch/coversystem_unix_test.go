//go:build unix

package launch

import (
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/ospath"
)

// TestCoverOnAnotherSystem: the calls of an agent on another system are found for a file of this one, by its name here
// and by the path that the agent has; each command that is printed then gives these lines.
func TestCoverOnAnotherSystem(t *testing.T) {
	withSettings(t, "")
	dir := t.TempDir()
	t.Chdir(dir)
	put(t, "a.txt", "one\ntwo\nthree\n", 0o644)
	for _, system := range ospath.SystemNames() {
		for _, file := range []string{"a.txt", filepath.Join(dir, "a.txt")} {
			r := run(t, "emit", "--system", system, "--cover", "1-2", "--tool", "open_file", file)
			if r.status != 0 || r.out != "one\ntwo\n" {
				t.Errorf("%s %s: %q, %v", system, file, r.out, r.err)
			}

			r = run(t, "emit", "--system", system, "--cover", "1-2", file)
			if r.status != 0 || !strings.Contains(r.out, "eyeline emit --tool codex --system "+system) {
				t.Errorf("%s %s: %q, %v", system, file, r.out, r.err)
			}
		}
	}

	onWindows := "C:" + strings.ReplaceAll(filepath.Join(dir, "a.txt")[len(filepath.VolumeName(dir)):], "/", `\`)
	r := run(t, "emit", "--system", "windows", "--cover", "1-2", "--tool", "open_file", "--root", dir, onWindows)
	if r.status != 0 || r.out != "one\ntwo\n" {
		t.Errorf("%s: %q, %v", onWindows, r.out, r.err)
	}

	r = run(t, "emit", "--system", "windows", "--cover", "1-2", "nothing-here")
	if r.status != 1 || !strings.Contains(r.err.Error(), "nothing-here: ") {
		t.Errorf("%d, %v", r.status, r.err)
	}
}
