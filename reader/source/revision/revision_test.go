package revision

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/source"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, rev, stage, path string }{
		{"HEAD:a.c", "HEAD", "", "a.c"},
		{"HEAD~3:src/a.c", "HEAD~3", "", "src/a.c"},
		{"v1.2:src/", "v1.2", "", "src/"},
		{"HEAD:", "HEAD", "", ""},
		{"HEAD:./a", "HEAD", "", "./a"},
		{"HEAD:a:b", "HEAD", "", "a:b"},
		{"HEAD@{2020-01-01 10:00}:a", "HEAD@{2020-01-01 10:00}", "", "a"},
		{"HEAD^{/fix: it}:a", "HEAD^{/fix: it}", "", "a"},
		{":a.c", "", "", "a.c"},
		{":2:a.c", "", "2", "a.c"},
		{":4:a.c", "", "", "4:a.c"},
	} {
		n, ok := Parse(c.text)
		if want := (Name{c.text, c.rev, c.stage, c.path}); !ok || n != want {
			t.Errorf("%q: %+v %v", c.text, n, ok)
		}
	}
	for _, text := range []string{"", "a.c", ":", ":/fix", "/abs:x", "./a:b", "../a:b", "-p:a", "~/a:b", "HEAD@{1:2", "HEAD:a\nb", "HEAD:a\x00"} {
		if n, ok := Parse(text); ok {
			t.Errorf("%q is taken for %+v", text, n)
		}
	}
}

// repository makes a repository with a commit and returns its directory.
func repository(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"} {
		t.Setenv(name, "")
		_ = os.Unsetenv(name)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	runGit(t, dir, "init", "-q", "-b", "main")
	write(t, dir, "a.txt", "old\n")
	write(t, dir, "sub/b.txt", "below\r\n\x00\xff")
	write(t, dir, "with:colon", "colon\n")
	write(t, dir, "empty", "")
	if err := os.Symlink("a.txt", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	runGit(t, dir, "add", ".")
	runGit(t, dir, "commit", "-qm", "first")
	write(t, dir, "a.txt", "staged\n")
	runGit(t, dir, "add", ".")
	write(t, dir, "a.txt", "work tree\n")
	return dir
}

func runGit(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e"}, args...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// read opens a file of a revision and returns all of it.
func read(t *testing.T, dir, name string, limit int64) (text, path string, err error) {
	t.Helper()
	n, ok := Parse(name)
	if !ok {
		t.Fatalf("%q is no name", name)
	}
	f, err := Open(t.Context(), dir, n, source.SpoolOptions{Limit: limit})
	if err != nil {
		return "", "", err
	}
	defer func() { _ = f.Close() }()
	if err := f.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	snap := f.Snapshot()
	if snap.Err != nil || snap.Size != f.Size || !snap.Complete {
		t.Errorf("%s: %+v, %d bytes expected", name, snap, f.Size)
	}
	all, err := io.ReadAll(io.NewSectionReader(f, 0, snap.Size))
	if err != nil {
		t.Fatal(err)
	}
	return string(all), f.Path, nil
}

func TestOpen(t *testing.T) {
	dir := repository(t)
	sub := filepath.Join(dir, "sub")
	for _, c := range []struct{ dir, name, want, path string }{
		{dir, "HEAD:a.txt", "old\n", "a.txt"},
		{dir, ":a.txt", "staged\n", "a.txt"},
		{dir, ":0:a.txt", "staged\n", "a.txt"},
		{sub, "main:a.txt", "old\n", "a.txt"},
		{sub, "HEAD:./b.txt", "below\r\n\x00\xff", "sub/b.txt"},
		{sub, "HEAD:../a.txt", "old\n", "a.txt"},
		{sub, "HEAD:sub/b.txt", "below\r\n\x00\xff", "sub/b.txt"},
		{dir, "HEAD:with:colon", "colon\n", "with:colon"},
		{dir, "HEAD:empty", "", "empty"},
		{dir, "HEAD:link", "a.txt", "link"},
		{filepath.Join(dir, ".git"), "HEAD:a.txt", "old\n", ".git/a.txt"},
	} {
		text, path, err := read(t, c.dir, c.name, 0)
		if err != nil || text != c.want || path != filepath.Join(dir, filepath.FromSlash(c.path)) {
			t.Errorf("%s in %s: %q at %q, %v", c.name, c.dir, text, path, err)
		}
	}
}

// TestLarge reads a file that fits into no pipe, and ends git when a reader leaves early.
func TestLarge(t *testing.T) {
	dir := repository(t)
	big := strings.Repeat("0123456789abcde\n", 1<<17) // 2 MiB
	write(t, dir, "big", big)
	runGit(t, dir, "add", "big")
	if text, _, err := read(t, dir, ":big", 2<<20); err != nil || text != big {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	n, _ := Parse(":big")
	f, err := Open(t.Context(), dir, n, source.SpoolOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if err := f.Wait(t.Context()); err != nil {
		t.Error(err)
	}
	_, _, err = read(t, dir, ":big", 2<<20-1)
	if err == nil || err.Error() != ":big: it has 2097152 bytes, and no more than 2097151 may be kept in a temporary file (--spool-limit)" {
		t.Errorf("over the limit: %v", err)
	}
}

func TestErrors(t *testing.T) {
	dir := repository(t)
	sub, bare, outside := filepath.Join(dir, "sub"), filepath.Join(t.TempDir(), "bare.git"), t.TempDir()
	runGit(t, dir, "clone", "-q", "--bare", dir, bare)
	for _, c := range []struct{ dir, name, want string }{
		{dir, "HEAD:none", `HEAD has no "none"`},
		{dir, ":none", `"none" is not in the index`},
		{dir, "v9:a.txt", `no such file, and no revision is called "v9"`},
		{dir, "C:a.txt", `no such file, and no revision is called "C"`},
		{sub, "HEAD:b.txt", `HEAD has no "b.txt"; there is HEAD:./b.txt`},
		{sub, ":b.txt", `"b.txt" is not in the index; there is :./b.txt`},
		{outside, "HEAD:a.txt", "no such file, and " + outside + " is in no git repository"},
		{bare, ":a.txt", "the repository has no work tree here, and so no index and no working directory; REV:PATH works"},
		{bare, "HEAD:./a.txt", "the repository has no work tree here, and so no index and no working directory; REV:PATH works"},
		{bare, "HEAD:none", `HEAD has no "none"`},
	} {
		_, _, err := read(t, c.dir, c.name, 0)
		var own *Error
		if !errors.As(err, &own) || err.Error() != c.name+": "+c.want {
			t.Errorf("%s in %s: %v", c.name, c.dir, err)
		}
	}
	if text, path, err := read(t, bare, "HEAD:a.txt", 0); err != nil || text != "old\n" || path != filepath.Join(bare, "a.txt") {
		t.Errorf("in a bare repository: %q %q %v", text, path, err)
	}
	var tree *TreeError
	if _, _, err := read(t, dir, "HEAD:sub", 0); !errors.As(err, &tree) {
		t.Errorf("a folder: %v", err)
	}
}

// TestUnmerged names the sides of a merge where the index has no file of its own.
func TestUnmerged(t *testing.T) {
	dir := repository(t)
	runGit(t, dir, "reset", "-q", "--hard")
	runGit(t, dir, "checkout", "-qb", "other")
	write(t, dir, "a.txt", "theirs\n")
	runGit(t, dir, "commit", "-qam", "theirs")
	runGit(t, dir, "checkout", "-q", "main")
	write(t, dir, "a.txt", "ours\n")
	runGit(t, dir, "commit", "-qam", "ours")
	merge := exec.Command("git", "-c", "user.name=n", "-c", "user.email=e", "merge", "-q", "other")
	merge.Dir = dir
	if err := merge.Run(); err == nil {
		t.Fatal("the merge should conflict")
	}
	if _, _, err := read(t, dir, ":a.txt", 0); err == nil || err.Error() != `:a.txt: "a.txt" is not in the index; there is :2:a.txt` {
		t.Errorf("%v", err)
	}
	if text, _, err := read(t, dir, ":3:a.txt", 0); err != nil || text != "theirs\n" {
		t.Errorf("%q %v", text, err)
	}
}

// TestBroken: a repository whose objects are damaged, one that is none, and no git.
func TestBroken(t *testing.T) {
	dir := repository(t)
	objects, err := filepath.Glob(filepath.Join(dir, ".git", "objects", "??", "*"))
	if err != nil || len(objects) == 0 {
		t.Fatal(objects, err)
	}
	for _, o := range objects {
		if err := os.Chmod(o, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(o, []byte("damaged"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"HEAD:a.txt", ":a.txt"} {
		_, _, err = read(t, dir, name, 0)
		if err == nil || !strings.HasPrefix(err.Error(), name+": git cannot read it: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("a damaged object: %v", err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, ".git", "config"), []byte("[core\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, _, err = read(t, dir, "HEAD:a.txt", 0)
	if err == nil || !strings.HasPrefix(err.Error(), "HEAD:a.txt: git cannot read the repository: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("a broken configuration: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	_, _, err = read(t, dir, "HEAD:a.txt", 0)
	if err == nil || err.Error() != "HEAD:a.txt: no such file, and git, which reads the files of revisions, is not installed" {
		t.Errorf("no git: %v", err)
	}
}

func TestList(t *testing.T) {
	dir := repository(t)
	list := func(dir, name string) string {
		t.Helper()
		n, _ := Parse(name)
		all, err := List(t.Context(), dir, n)
		if err != nil {
			return err.Error()
		}
		var lines []string
		for _, e := range all {
			lines = append(lines, e.Name.Text+" "+e.String())
		}
		return strings.Join(lines, "\n")
	}
	if got, want := list(dir, "HEAD:"), "HEAD:a.txt a.txt (4 bytes)\nHEAD:empty empty (0 bytes)\nHEAD:link link (symbolic link)\nHEAD:sub/ sub/\nHEAD:with:colon with:colon (6 bytes)"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	sub := filepath.Join(dir, "sub")
	for name, want := range map[string]string{
		"HEAD:sub/":  "HEAD:sub/b.txt b.txt (9 bytes)",
		"HEAD:./":    "HEAD:./b.txt b.txt (9 bytes)",
		"HEAD:a.txt": "HEAD:a.txt: it is a file, not a folder",
		"HEAD:x/":    `HEAD:x/: HEAD has no "x/"`,
		":sub/":      ":sub/: the index has files only; HEAD:sub/ lists a folder of the last commit",
	} {
		if got := list(sub, name); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestPathWins: a file that exists goes before a revision of the same spelling.
func TestPathWins(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if _, ok := Named("HEAD:a.txt"); !ok {
		t.Error("not taken for a revision")
	}
	write(t, dir, "HEAD:a.txt", "a file")
	if _, ok := Named("HEAD:a.txt"); ok {
		t.Error("the file is not seen")
	}
}

// TestEndsEarly: a git that dies before the last byte is an error of the stream, not a short file.
func TestEndsEarly(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	bin := t.TempDir()
	script := "#!/bin/sh\ncase \"$*\" in *cat-file*) printf 'abc blob 10\\n12345'; echo 'fatal: out of memory' >&2; exit 128;; *) printf 'true\\n/g\\n\\n/w\\n';; esac\n"
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	n, _ := Parse("HEAD:a")
	f, err := Open(context.Background(), bin, n, source.SpoolOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	_ = f.Wait(t.Context())
	if snap := f.Snapshot(); snap.Size != 5 || !errors.Is(snap.Err, io.ErrUnexpectedEOF) || !strings.HasSuffix(snap.Err.Error(), "out of memory") {
		t.Errorf("%+v", snap)
	}
}

func TestParseHunks(t *testing.T) {
	long := strings.Repeat("@@ -1 +1 @@", 1000)
	diff := "diff --git a/x b/x\n@@ -0,0 +1,2 @@\n+a\n+" + long + "\n@@ -5 +6 @@ func\n-@@ -1 +1 @@\n+b\n@@ -9,2 +9,0 @@\n-c\n-d\n\\ No newline at end of file\n@@ -1,3 +0,0 @@\n"
	got, err := parseHunks(bufio.NewReaderSize(strings.NewReader(diff), 16))
	want := []Change{{Added, 1, 2}, {Changed, 6, 6}, {Deleted, 9, 9}, {Deleted, 1, 1}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v %v", got, err)
	}
	for _, bad := range []string{"@@ \n", "@@ -1\n", "@@ -1 1 @@\n", "@@ -x +1 @@\n", "@@ -1,x +1 @@\n", "@@ -1 +-1 @@\n"} {
		if got, err := parseHunks(bufio.NewReader(strings.NewReader(bad))); err == nil {
			t.Errorf("%q: %v", bad, got)
		}
	}
}
