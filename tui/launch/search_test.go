package launch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSearchForPeople: what agents never find stands below their names, once for those with the same reason, and a name
// of a file controls no terminal.
func TestSearchForPeople(t *testing.T) {
	withSettings(t, "")
	dir := t.TempDir()
	for name, text := range map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", ".gitignore": "build/\n", "a.txt": "needle\n", "build/b.txt": "needle\n",
		"build/c\x1b[31m.txt": "needle\n", "d.bin": "a\x00needle\n",
	} {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Skip(err) // not every system has such names
		}
	}
	r := run(t, "search", "needle", dir)
	if r.status != exitOK || r.err != nil {
		t.Errorf("status %d, %v", r.status, r.err)
	}
	const all = "\nnot found by all agents:\n  build/b.txt:1        ignored by .gitignore:1: build/\n" +
		"  build/c^[[31m.txt:1  ignored by .gitignore:1: build/\n"
	if !strings.Contains(r.out, all) {
		t.Errorf("%s\nhas not %q", r.out, all)
	}
	if n := strings.Count(r.out, "d.bin:1  binary: "); n != 2 || strings.Contains(r.out, "\x1b") {
		t.Errorf("%d reasons\n%s", n, r.out)
	}
	for _, line := range strings.Split(r.out, "\n") {
		if strings.HasPrefix(line, "not found by") && len(line) > widthOfHeading {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
}
