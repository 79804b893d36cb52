package check

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// TestHostilePatterns: patterns of ignore files and of attributes for which git would need years are matched at once.
func TestHostilePatterns(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	hostile := strings.Repeat("**/a/", 20) + "zz"
	deep := strings.Repeat("a/", 60)
	dir := tree(t, map[string]string{
		deep + "b.go": "package b\n", deep + "made.go": "package b\n", ".gitignore": hostile + "\n",
	})
	runGit(t, dir, "init", "-q")
	runGit(t, dir, "add", "-f", "--", deep+"b.go")
	runGit(t, dir, "-c", "user.name=n", "-c", "user.email=e", "commit", "-qm", "first")
	attributes := hostile + " linguist-generated\nmade.go linguist-generated\n"
	if err := os.WriteFile(filepath.Join(dir, ".gitattributes"), []byte(attributes), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, deep, "b.go"), []byte("package c\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{}, {Since: "HEAD"}, {Staged: true}} {
		o.Paths, o.Rules = []string{dir}, []string{Hidden}
		g := run(t, o)
		if want := "linguist-generated in .gitattributes"; !o.Staged &&
			(g.Files < 3 || !strings.Contains(whySkipped(g, dir, path.Join(deep, "made.go")), want)) {
			t.Errorf("%+v: %d files, %.300v", o, g.Files, g.Skipped)
		}
	}
	// What is too large to be read is said once.
	large := filepath.Join(dir, "a", ".gitignore")
	if err := os.WriteFile(large, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 17<<20); err != nil {
		t.Fatal(err)
	}
	g := run(t, Options{Paths: []string{dir}, Rules: []string{Hidden}})
	if said := fmt.Sprint(g.Skipped); strings.Count(said, "more than 16 MiB") != 1 || g.Interrupted {
		t.Errorf("%.300s", said)
	}
}

// whySkipped is why a file was not checked; "" where it was.
func whySkipped(g *Result, dir, name string) string {
	for _, s := range g.Skipped {
		if strings.TrimPrefix(s.Path, dir+"/") == name {
			return s.Why
		}
	}
	return ""
}
