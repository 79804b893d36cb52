//go:build linux || darwin

package check

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/source"
)

// A tracked folder that has become a link is named, and nothing is read through it.
func TestNothingIsReadThroughALink(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	outside := tree(t, map[string]string{"f.txt": "x\u202e\n", "AGENTS.md": strings.Repeat("x", 200_000)})
	dir := tree(t, map[string]string{"sub/f.txt": "plain\n", "sub/AGENTS.md": "x\n", "kept.txt": "x\n"})
	runGit(t, dir, "init", "-q")
	runGit(t, dir, "add", ".")
	runGit(t, dir, "commit", "-qm", "x")
	if err := os.RemoveAll(filepath.Join(dir, "sub")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "sub")); err != nil {
		t.Skip(err)
	}
	g := run(t, Options{Paths: []string{dir}, Rules: []string{Hidden, Instructions}})
	if len(g.Findings) > 0 || g.Files != 1 || g.Agents[0].Bytes != 2 {
		t.Errorf("read through a link: %+v %+v", g.Findings, g.Agents[0])
	}
	for _, name := range []string{"sub/f.txt", "sub/AGENTS.md"} {
		if why := whySkipped(g, dir, name); why != "the path leads over a symbolic link" {
			t.Errorf("%s: %q", name, why)
		}
	}
	if g = run(t, Options{Paths: []string{dir}, All: true}); g.Files != 1 || whySkipped(g, dir, "sub") != "a symbolic link" {
		t.Errorf("with all files: %+v", g)
	}
}

// A folder that is swapped for a link while it is read leads nowhere.
func TestNothingIsReadThroughASwappedLink(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	outside := tree(t, map[string]string{"f0.txt": "x\u202e\n"})
	files := map[string]string{}
	for i := range 200 {
		name := "f" + string(rune('0'+i%10)) + strings.Repeat("x", i/10) + ".txt"
		files["sub/"+name] = "plain\n"
		if err := os.WriteFile(filepath.Join(outside, name), []byte("x\u202e\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dir := tree(t, files)
	sub, kept := filepath.Join(dir, "sub"), filepath.Join(dir, "kept")
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
			}
			_ = os.Rename(sub, kept)
			_ = os.Symlink(outside, sub)
			_ = os.Remove(sub)
			_ = os.Rename(kept, sub)
		}
	}()
	for range 20 {
		if g := run(t, Options{Paths: []string{dir}, Rules: []string{Hidden}}); len(g.Findings) > 0 {
			t.Errorf("read outside: %+v", g.Findings[0])
			break
		}
	}
	close(stop)
	<-done
}

// A folder that cannot be opened is named.
func TestFoldersThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := tree(t, map[string]string{"f.txt": "x\n"})
	runGit(t, dir, "init", "-q")
	at, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	for range 600 { // longer than a path may be
		if err := at.Mkdir("folder-10-", 0o755); err != nil {
			t.Fatal(err)
		}
		next, err := at.OpenRoot("folder-10-")
		if err != nil {
			t.Fatal(err)
		}
		_ = at.Close()
		at = next
	}
	defer at.Close()
	if err := at.WriteFile("deep.txt", []byte("x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, all := range []bool{false, true} {
		g := run(t, Options{Paths: []string{dir}, All: all})
		named := false
		for _, s := range g.Skipped {
			named = named || strings.Contains(s.Path, "folder-10-/folder-10-") && s.Why != ""
		}
		if !named || g.Files != 1 {
			t.Errorf("all %v: %d files, skipped %.300v", all, g.Files, g.Skipped)
		}
	}
	if os.Geteuid() == 0 {
		return // who may open everything
	}
	locked := filepath.Join(dir, "locked")
	if err := os.Mkdir(locked, 0); err != nil {
		t.Fatal(err)
	}
	if g := run(t, Options{Paths: []string{dir}}); !strings.Contains(whySkipped(g, dir, "locked"), "permission denied") {
		t.Errorf("skipped %.300v", g.Skipped)
	}
}

// A work tree that core.worktree puts elsewhere is not where files are looked for.
func TestWorkTreeElsewhere(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	outside := tree(t, map[string]string{"secret.txt": "x\u202e\n"})
	dir := tree(t, map[string]string{"f.txt": "x\n"})
	runGit(t, dir, "init", "-q")
	runGit(t, dir, "config", "core.worktree", outside)
	g := run(t, Options{Paths: []string{dir}, Rules: []string{Hidden, Instructions}})
	if len(g.Findings) > 0 || g.Files != 1 || !strings.Contains(whySkipped(g, dir, ".git"), "the work tree is elsewhere") {
		t.Errorf("%+v %+v", g.Findings, g)
	}
}

// A file that says to be large is left out before it is read.
// TestHolesAreLeftOut: a file with many holes is named and not read, unless any size is to be.
func TestHolesAreLeftOut(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("holes are looked for on Linux")
	}
	dir := tree(t, map[string]string{"few": "x\n", "many": "x\n", "between": "x\n"})
	for name, size := range map[string]int64{"few": 1 << 20, "many": 900 << 20, "between": 40 << 20} {
		if err := os.Truncate(filepath.Join(dir, name), size); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.OpenFile(filepath.Join(dir, "between"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if source.Holes(f, 40<<20, 0) == 0 {
		t.Skip("the file system knows no holes")
	}
	_, err = f.WriteAt([]byte("y\n"), 80<<20)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	g := run(t, Options{Paths: []string{dir}, MaxBytes: 1 << 30, Rules: []string{Hidden}})
	for name, want := range map[string]string{
		"few": "", "many": "943,718,400 bytes, more than 64 MiB of them in holes", "between": "83,886,082 bytes, more than 64 MiB of them in holes",
	} {
		if why := whySkipped(g, dir, name); why != want {
			t.Errorf("%s: %q", name, why)
		}
	}
}

func TestLargestFile(t *testing.T) {
	dir := tree(t, map[string]string{"f.txt": "x\n", "holes": ""})
	if err := os.Truncate(filepath.Join(dir, "holes"), 20<<30); err != nil {
		t.Skip(err)
	}
	begun := time.Now()
	g := run(t, Options{Paths: []string{dir}, MaxBytes: 1 << 30})
	if why := whySkipped(g, dir, "holes"); why != "21,474,836,480 bytes, more than --max-bytes" || g.Files != 1 {
		t.Errorf("%q, %d files", why, g.Files)
	}
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
}

// Only files that differ are checked with a revision, not those whose time alone has changed.
func TestChangedFiles(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := tree(t, map[string]string{
		"same.txt": "x\u202e\n", "tab\tname.txt": "x\n", "bin": "\x00\u202e", "assumed": "x\n", "ident": "$Id$\n", "crlf": "x\n",
		".gitattributes": "ident ident\ncrlf eol=crlf\n", "unindexed": "x\n",
	})
	runGit(t, dir, "init", "-q")
	runGit(t, dir, "add", ".")
	runGit(t, dir, "commit", "-qm", "x")
	runGit(t, dir, "update-index", "--assume-unchanged", "assumed")
	runGit(t, dir, "rm", "-q", "--cached", "unindexed")
	later := time.Now().Add(time.Minute)
	for _, name := range []string{"same.txt"} {
		if err := os.Chtimes(filepath.Join(dir, name), later, later); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"tab\tname.txt": "y\u202e\n", "bin": "\x00\u202e2", "assumed": "y\u202e\n", "ident": "$Id: \u202e $\n", "crlf": "x\r\n",
		"unindexed": "y\u202e\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	g := run(t, Options{Paths: []string{dir}, Since: "HEAD", Rules: []string{Hidden}})
	if g.Files != 5 {
		t.Errorf("%d files", g.Files)
	}
	if got := paths(g, dir); !slices.Equal(got, []string{"assumed", "ident", "tab\tname.txt", "unindexed"}) {
		t.Errorf("hidden characters are found in %q", got)
	}
}
