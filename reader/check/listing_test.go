package check

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/access"
)

// madeRepository makes a repository by a seed: files that are tracked, ignored, both or neither, a submodule, a nested
// repository, links, a conflict of a file and a folder, and ignore files.
func madeRepository(t *testing.T, seed uint64) (dir string) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	files := map[string]string{"nested/x": "n\n", "was/now": "w\n"}
	folder := func() string { return pick("", "a/", "a/b/", "a-b/", "c.d/", "é/", "a/b/c/", "was/") }
	for range 40 {
		name := folder() + pick("a0", "bb", "x.txt", "x.go", "a-", "é.txt", " b", "z")
		files[name] = name + "\n"
	}
	for _, at := range []string{"", "a/", "a/b/", "c.d/"} {
		var text strings.Builder
		for range r.IntN(4) {
			text.WriteString(pick("", "", "!") + pick("", "/", "**/") + pick("x.*", "a", "b", "a/b/", "*.go", "c.d", "[a-c]*", "é") + "\n")
		}
		files[at+".gitignore"] = text.String()
	}
	dir = tree(t, files)
	runGit(t, dir, "init", "-q")
	var tracked []string
	for name := range files {
		if r.IntN(2) == 0 && !strings.HasPrefix(name, "nested/") {
			tracked = append(tracked, name)
		}
	}
	if tracked = append(tracked, "was/now"); r.IntN(2) == 0 {
		runGit(t, dir, append([]string{"add", "-f", "--"}, tracked...)...)
	}
	runGit(t, filepath.Join(dir, "nested"), "init", "-q")
	runGit(t, dir, "update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("1", 40)+",a-b/module")
	for _, name := range []string{"a-b/module/deep", "a-b/module.txt", "nogit/.git/x", "nogit/y"} {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte("m\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_ = os.Symlink("a", filepath.Join(dir, "link")) // where links can be made
	_ = os.RemoveAll(filepath.Join(dir, "was"))
	if err := os.WriteFile(filepath.Join(dir, "was"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestListsLikeGit compares what is listed with what git itself lists, over made repositories.
func TestListsLikeGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	for seed := range uint64(12) {
		dir := madeRepository(t, seed)
		top, err := filepath.EvalSymlinks(dir)
		if err != nil {
			t.Fatal(err)
		}
		open, err := access.OpenFolder(top)
		if err != nil {
			t.Fatal(err)
		}
		for _, under := range []string{".", "a", "a/b", "was", "a/x.txt"} {
			cmd := exec.Command(git, "--literal-pathspecs", "ls-files", "-z", "--cached", "--others", "--exclude-standard",
				"--deduplicate", "--", under)
			cmd.Dir = dir
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
			want = slices.DeleteFunc(want, func(s string) bool { return s == "" })
			var got []string
			p := place{root: top, under: under, folder: open, git: true}
			err = p.listGit(t.Context(), func(rel string, _ bool) error {
				got = append(got, rel)
				return nil
			}, func(rel, why string) { t.Error(rel, why) })
			if err != nil {
				t.Fatal(err)
			}
			sorted := slices.Sorted(slices.Values(want))
			if slices.Sort(got); !slices.Equal(slices.Compact(got), slices.Compact(sorted)) {
				t.Errorf("seed %d, %s:\n%q\n%q", seed, under, got, sorted)
			}
		}
		_ = open.Close()
	}
}

// TestHostilePatterns: patterns of ignore files and of attributes for which git would need years are matched at once.
func TestHostilePatterns(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	hostile := strings.Repeat("**/a/", 20) + "zz"
	deep := strings.Repeat("a/", 60)
	files := map[string]string{deep + "b.go": "package b\n", deep + "made.go": "package b\n", ".gitignore": hostile + "\n"}
	dir := tree(t, files)
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
