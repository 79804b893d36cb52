//go:build unix

package launch

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestSearchOfOddTrees: whatever a tree has, and whatever is searched for, the JSON is one of the schema: names that are
// not UTF-8, line ends and control characters in names, named pipes, links in circles, files that may not be read;
// patterns that no engine takes, and those that others take long for.
func TestSearchOfOddTrees(t *testing.T) {
	withSettings(t, "")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"bad\xff.txt": "needle\n", "dir\xe9/a.txt": "needle\n", "new\nline.txt": "needle\n", "esc\x1b[31m.txt": "needle\n",
		".git/HEAD": "ref: refs/heads/main\n", ".gitignore": strings.Repeat("**/a/", 40) + "zz\n[\n\xff\n", "latin1.txt": "\xfc needle\n",
		"secret.txt": "needle\n", "long.txt": strings.Repeat("a", 70_000) + " needle\n", strings.Repeat("a/", 50) + "deep.txt": "needle\n",
	} {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Skip(err) // not every system has such names
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Skip(err)
		}
	}
	for link, to := range map[string]string{"loop": ".", "one": "two", "two": "one", "gone": "nowhere", "a/up": "../.."} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Skip(err)
	}
	if err := os.Chmod(filepath.Join(dir, "secret.txt"), 0); err != nil {
		t.Fatal(err)
	}
	all := compiled{}
	for _, pattern := range []string{
		"needle", "", "(", "[", "*", `\`, "\xff", "(?=x)", `(?<n>a)\k<n>`, "a{1000000}", "(x{1000}){1000}", "(a+)+$", "(.*)*needle",
		strings.Repeat("(", 1200) + "a" + strings.Repeat(")", 1200), strings.Repeat("a|", 2000) + "b", strings.Repeat("x", 1<<17),
	} {
		for _, rg := range []string{"--rg=13", "--no-rg"} {
			if rg == "--no-rg" && len(pattern) > 100 {
				continue // it is read in the same way
			}
			r := run(t, "search", "--json", rg, "--", pattern, dir)
			if r.status != exitOK || r.err != nil {
				t.Errorf("%.40q %s: status %d, %v", pattern, rg, r.status, r.err)
				continue
			}
			all.hold(t, "search", r.out)
		}
	}
}
