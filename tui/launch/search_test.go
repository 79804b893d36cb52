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
	const all = "\nnot found by all agents:\n  ignored by .gitignore:1: build/\n    build/b.txt:1\n    build/c^[[31m.txt:1\n"
	if !strings.Contains(r.out, all) {
		t.Errorf("%s\nhas not %q", r.out, all)
	}
	if n := strings.Count(r.out, "    d.bin:1\n"); n != 2 || strings.Contains(r.out, "\x1b") {
		t.Errorf("%d reasons\n%s", n, r.out)
	}
	for _, line := range strings.Split(r.out, "\n") {
		if strings.HasPrefix(line, "not found by") && len(line) > widthOfHeading {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
}

// TestSearchSaysWhatIsNotKnown: agents whose engines do not take a pattern are named also where nothing matches, and an
// answer that the engine may give otherwise is not said to be certain.
func TestSearchSaysWhatIsNotKnown(t *testing.T) {
	withSettings(t, "")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("x \xff\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for pattern, want := range map[string]string{
		`(?=needle)n`: "look-around is not supported",
		`\W$`:         "\nCodex CLI: not known for 1 file: the engine may decide otherwise",
	} {
		if r := run(t, "search", "--agent", "codex_exec", pattern, dir); !strings.Contains(r.out, want) {
			t.Errorf("%s\nhas not %q", r.out, want)
		}
	}
	if r := run(t, "search", "--agent", "codex_exec", "nothing", dir); strings.Contains(r.out, "Codex") {
		t.Errorf("a table of nothing: %s", r.out)
	}
}

// TestSearchEmit: the answer alone goes to standard output, what differs from run to run is said beside it, and an answer
// without one text has a status of its own.
func TestSearchEmit(t *testing.T) {
	withSettings(t, "")
	dir := t.TempDir()
	for i := range 3 {
		text := strings.Repeat("needle\n", 40*i)
		if err := os.WriteFile(filepath.Join(dir, string(rune('a'+i))), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	emit := func(args ...string) ran { return run(t, append([]string{"search", "--emit"}, args...)...) }
	if r := emit("--agent", "opencode", "needle", dir); r.status != 4 || r.out != "" || !strings.Contains(r.err.Error(), "100 of 120") {
		t.Errorf("%+v", r)
	}
	if r := emit("--agent", "crush", "nothing", dir); r.status != exitOK || r.out != "No files found" || r.err != nil {
		t.Errorf("%+v", r)
	}
	for _, args := range [][]string{{"x"}, {"--agent", "all", "x"}, {"--agent", "crush,cline", "x"}, {"--json", "--agent", "crush", "x"}} {
		if r := emit(append(args, dir)...); r.status != 2 || r.out != "" {
			t.Errorf("%q: %+v", args, r)
		}
	}
}
