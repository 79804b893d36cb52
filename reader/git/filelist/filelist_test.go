package filelist

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/access"
	"eyeline/reader/longtest"
)

func runGit(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

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
			name := pick("x.*", "a", "b", "a/b/", "*.go", "c.d", "[a-c]*", "é")
			text.WriteString(pick("", "", "!") + pick("", "/", "**/") + name + "\n")
		}
		files[at+".gitignore"] = text.String()
	}
	dir = t.TempDir()
	write := func(name, text string) {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		write(name, text)
	}
	runGit(t, dir, "init", "-q")
	var tracked []string
	for name := range files {
		if r.IntN(2) == 0 && !strings.HasPrefix(name, "nested/") {
			tracked = append(tracked, name)
		}
	}
	tracked = append(tracked, "was/now")
	if r.IntN(2) == 0 {
		runGit(t, dir, append([]string{"add", "-f", "--"}, tracked...)...)
	}
	runGit(t, filepath.Join(dir, "nested"), "init", "-q")
	runGit(t, dir, "update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("1", 40)+",a-b/module")
	for _, name := range []string{"a-b/module/deep", "a-b/module.txt", "nogit/.git/x", "nogit/y"} {
		write(name, "m\n")
	}
	_ = os.Symlink("a", filepath.Join(dir, "link")) // where links can be made
	_ = os.RemoveAll(filepath.Join(dir, "was"))
	write("was", "")
	return dir
}

// TestListsLikeGit compares what is listed with what git itself lists, over made repositories.
func TestListsLikeGit(t *testing.T) {
	longtest.SkipUnlessLong(t)
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
			cmd := exec.Command(git, "--literal-pathspecs", "ls-files", "-z", "--cached", "--others",
				"--exclude-standard", "--deduplicate", "--", under)
			cmd.Dir = dir
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
			want = slices.DeleteFunc(want, func(s string) bool { return s == "" })
			var got []string
			err = Each(t.Context(), WorkTree{top, open, under, func(string) bool { return true }}, func(rel string, _ bool) error {
				got = append(got, rel)
				return nil
			}, func(rel string, why error) { t.Error(rel, why) })
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
