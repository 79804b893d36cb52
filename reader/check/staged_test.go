//go:build linux || darwin

package check

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/longtest"
	"eyeline/reader/tools"
)

const (
	secret  = "tw\u202eo\n"
	cleaned = "two\n"
)

// stage is a new repository with files that are staged.
func stage(t *testing.T, files map[string]string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := tree(t, files)
	runGit(t, dir, "init", "-q")
	runGit(t, dir, "add", ".")
	return dir
}

// stagedFindings are the names of the files with hidden characters among those that are staged, and how many are
// checked.
func stagedFindings(t *testing.T, dir string, under ...string) (names string, files int64, g *Result) {
	t.Helper()
	o := Options{Paths: []string{dir}, Staged: true, Rules: []string{Hidden}}
	if len(under) > 0 {
		o.Paths = nil
	}
	for _, name := range under {
		o.Paths = append(o.Paths, filepath.Join(dir, name))
	}
	g = run(t, o)
	var all []string
	for _, f := range g.Findings {
		all = append(all, strings.TrimPrefix(f.Path, dir+"/"))
	}
	return strings.Join(all, " "), g.Files, g
}

// The index counts, and the work tree does not, before the first commit and after it.
func TestStaged(t *testing.T) {
	t.Parallel()
	dir := stage(t, map[string]string{
		"cleaned.txt": secret, "gone.txt": secret, "worse.txt": cleaned, "sub/deep/a.txt": secret, "moved": cleaned, "plain.txt": cleaned,
	})
	check := func(when, want string, files int64, under ...string) {
		t.Helper()
		if got, n, g := stagedFindings(t, dir, under...); got != want || n != files {
			t.Errorf("%s: %q of %d files, want %q of %d; %+v", when, got, n, want, files, g.Skipped)
		}
	}
	rewrite(t, filepath.Join(dir, "cleaned.txt"), cleaned)
	rewrite(t, filepath.Join(dir, "worse.txt"), secret)
	rewrite(t, filepath.Join(dir, "untracked.txt"), secret)
	if err := errors.Join(os.Remove(filepath.Join(dir, "gone.txt")), os.RemoveAll(filepath.Join(dir, "sub"))); err != nil {
		t.Fatal(err)
	}
	check("first commit", "cleaned.txt gone.txt sub/deep/a.txt", 6)
	check("a file that is gone", "gone.txt", 1, "gone.txt")
	check("a folder that is gone", "sub/deep/a.txt", 1, "sub")
	check("two paths", "gone.txt sub/deep/a.txt", 2, "gone.txt", "sub/deep")
	if err := os.Symlink("/etc", filepath.Join(dir, "sub")); err == nil {
		check("a link in its place", "sub/deep/a.txt", 1, "sub/deep/a.txt")
		_ = os.Remove(filepath.Join(dir, "sub"))
	}
	runGit(t, dir, "commit", "-qm", "x")
	check("nothing is staged", "", 0)

	runGit(t, dir, "mv", "moved", "renamed")
	runGit(t, dir, "update-index", "--chmod=+x", "plain.txt")
	runGit(t, dir, "rm", "-q", "--cached", "gone.txt")
	runGit(t, dir, "add", "-N", "untracked.txt")
	runGit(t, dir, "update-index", "--assume-unchanged", "worse.txt")
	check("a new name, a mode, a removal, an intent", "", 1)
	check("what was removed", "", 0, "gone.txt")
	runGit(t, dir, "update-index", "--no-assume-unchanged", "worse.txt")
	runGit(t, dir, "add", "worse.txt")
	rewrite(t, filepath.Join(dir, "worse.txt"), cleaned)
	check("a change", "worse.txt", 2)

	o := Options{Paths: []string{filepath.Join(dir, "nothing.txt")}, Staged: true}
	if _, err := Run(context.Background(), o); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	o.Paths = []string{t.TempDir()}
	if _, err := Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), "is in no work tree") {
		t.Error(err)
	}
}

// Links, submodules, conflicts and files that the index marks are named and not checked; line ends are those that are
// committed.
func TestStagedKinds(t *testing.T) {
	t.Parallel()
	dir := stage(t, map[string]string{
		"made.txt": secret, ".gitattributes": "made.txt linguist-generated\n*.crlf eol=crlf\n", "a.crlf": "one\r\ntwo\r\n", "b": cleaned,
		"tab\tnew\nline": secret, "*": secret,
	})
	if err := os.Symlink("made.txt", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	runGit(t, dir, "add", "link")
	runGit(t, dir, "update-index", "--add", "--cacheinfo", "160000,1234567812345678123456781234567812345678,module")
	rewrite(t, filepath.Join(dir, ".gitattributes"), "") // not staged
	got, n, g := stagedFindings(t, dir)
	if got != "* made.txt tab\tnew\nline" || n != 5 {
		t.Errorf("%q of %d files", got, n)
	}
	for name, want := range map[string]string{
		"made.txt": "linguist-generated in .gitattributes", "link": "a symbolic link", "module": "a directory: a submodule, or a file until now",
	} {
		if why := whySkipped(g, dir, name); why != want {
			t.Errorf("%s: %q", name, why)
		}
	}
	if g = run(t, Options{Paths: []string{dir}, Staged: true, All: true, Rules: []string{Hidden}}); len(g.Findings) != 3 {
		t.Errorf("all: %+v", g.Findings)
	}
	if g = run(t, Options{Paths: []string{dir}, Staged: true, Exclude: patterns("*")}); g.Files != 0 {
		t.Errorf("%d files that are left out", g.Files)
	}
	if g = run(t, Options{Paths: []string{dir}, Staged: true, Rules: []string{Altered}}); slices.ContainsFunc(g.Findings, func(f Finding) bool { return strings.HasSuffix(f.Path, "crlf") }) {
		t.Errorf("line ends of the work tree: %+v", g.Findings)
	}
	if g = run(t, Options{Paths: []string{dir}, Staged: true, MaxBytes: 2}); g.Files != 0 || whySkipped(g, dir, "b") != "4 bytes, more than --max-bytes" {
		t.Errorf("%+v", g.Skipped)
	}

	runGit(t, dir, "commit", "-qm", "x")
	runGit(t, dir, "checkout", "-q", "-b", "other")
	rewrite(t, filepath.Join(dir, "b"), "other\n")
	runGit(t, dir, "commit", "-qm", "y", "b")
	runGit(t, dir, "checkout", "-q", "-")
	rewrite(t, filepath.Join(dir, "b"), "this\n")
	runGit(t, dir, "commit", "-qm", "z", "b")
	merge := exec.Command("git", "-C", dir, "-c", "user.name=n", "-c", "user.email=e", "merge", "-q", "other")
	if out, err := merge.CombinedOutput(); err == nil {
		t.Fatalf("no conflict: %s", out)
	}
	if _, _, g = stagedFindings(t, dir); whySkipped(g, dir, "b") != "in conflict: none of its versions is staged" {
		t.Errorf("%+v", g)
	}
}

// Before the first commit, with all staged, what is found in the index is what is found on the disk.
func TestStagedIsAsOnTheDisk(t *testing.T) {
	t.Parallel()
	dir := stage(t, map[string]string{
		"AGENTS.md": strings.Repeat("instruction\n", 4000), "sub/AGENTS.md": strings.Repeat("instruction\n", 4000),
		"long.txt": strings.Repeat("a line of a long file\n", 6000), "wide.json": "[" + strings.Repeat("1, 2, ", 9000) + "3]\n",
		"large.txt": strings.Repeat("a line of a large file, larger than is kept in memory\n", 100_000),
		"bin":       strings.Repeat("\x7fELF\x00\x01\x02\x03", 200), "latin1.txt": "caf\xe9\n", "empty": "", "crlf.txt": "a\r\n\tb  \r\n", "odd.c": "a\n\f\nb\rc\n",
		"p.png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00", "hidden.go": secret,
	})
	o := Options{Paths: []string{dir}, Tools: tools.All(), Rules: RuleNames()}
	if !longtest.IsRequested() {
		o.Tools = nil // those that people run now
	}
	disk := written(t, o, WriteJSON)
	o.Staged = true
	index := written(t, o, WriteJSON)
	// What a few tools say beside a file, of its folder, is not in the index.
	estimates := regexp.MustCompile(`"tokens[_a-z]*":\d+|≈[\d,–]+ tokens`)
	lines := func(b *bytes.Buffer) []string {
		return strings.Split(estimates.ReplaceAllString(b.String(), ""), "},{")
	}
	one, two := lines(disk), lines(index)
	differ := 0
	for i := range max(len(one), len(two)) {
		if i < len(one) && i < len(two) && one[i] != two[i] && differ < 3 {
			differ++
			t.Errorf("line %d\ndisk:  %.700s\nindex: %.700s", i+1, one[i], two[i])
		}
	}
	if len(one) != len(two) || len(one) < 30 {
		t.Errorf("%d and %d lines", len(one), len(two))
	}
}

// An object that cannot be read ends the check in one sentence.
func TestStagedObjectsThatAreNotThere(t *testing.T) {
	t.Parallel()
	for _, damaged := range []bool{false, true} {
		dir := stage(t, map[string]string{"a.txt": secret, "b.txt": cleaned})
		out, err := exec.Command("git", "-C", dir, "rev-parse", ":a.txt").Output()
		if err != nil {
			t.Fatal(err)
		}
		id := strings.TrimSpace(string(out))
		path := filepath.Join(dir, ".git", "objects", id[:2], id[2:])
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		want := "a.txt: git: the object " + id + " is missing from the repository"
		if damaged {
			rewrite(t, path, "junk")
			want = "a.txt: git: "
		}
		_, err = Run(context.Background(), Options{Paths: []string{dir}, Staged: true})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("damaged %v: %v", damaged, err)
		}
	}
}

// An answer of git that is none is said.
func TestWhatIsNoListOfStagedFiles(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "x": `it answers "x"`, "x\x00": "it answers", "\x00\x00": "it answers", ":0 1 2 3 A\x00name": "it answers", ":0 1 2 3 A B\x00n\x00": "it answers",
		":000000 100644 0 1 A\x00n\x00": "",
	} {
		s, err := stagedOf(text)
		var files map[string]blob
		if err == nil {
			files = s.files
		}
		if want == "" && (err != nil || len(files) != strings.Count(text, "A")) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, %v", text, files, err)
		}
	}
}
