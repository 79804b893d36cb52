package shell_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/shell"
	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// tree makes the files that the commands of these tests read, and returns their directory.
func tree(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"sec.txt": "a\n\nb\n\\:\\:\\:\nh\n\\:\\:\nbody\n\\:\nf\n", "nof.txt": "x\ny", "cr.txt": "a\r\nb\r", "empty.txt": "",
		"ctl.txt": "a\tb\x01\x7f\xc3\xa9\xff\r\nz\n", "two.txt": "one\n\ntwo words here\n", "blank.txt": "\n\n\na\n\n\nb\n",
		"wide.txt": "日本\tä\nplain line\n",
		"ten.txt":  "1 one\n2 two\n3 three\n4 four\n5 five\n6 six\n7 seven\n8 eight\n9 nine\n10 ten\n",
		"code.go":  "package main\n\nimport \"fmt\"\n\n// main says hello.\nfunc main() {\n\tfmt.Println(\"hello (world) a+b\")\n}\n",
		"a b.txt":  "spaces\n", "sub/in.txt": "inside\n", "sub/.hidden": "h\n", "bin.dat": "a\x00b\nhello\n",
		"pipes.txt": "a|b|c\na.b\na\\b\n]x\nc|d.e\n", "colon.txt": "a:b c\nd:e f\n",
		"words.txt": "foobar\nfoo bar\nfoo-foox\nfoox-foo\nx ++ y\nx++y\n@@\na_foo foo\nfoobar foo\nbar\n",
		"late.dat":  "hello\na\x00b\nhello\n",
		"col.csv":   "id,name,n\n1,ann,5\n2,bob,7\n3,cid,12\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "big.txt"), bytes.Repeat([]byte("a line of some length\n"), 3000), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(filepath.Join(dir, "two.txt"), time.Time{}, time.Date(2019, 3, 4, 5, 6, 7, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("two.txt", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	return dir
}

// evaluate is what a command line writes, what it complains of included, and its exit status.
func evaluate(t *testing.T, dir, line string) (output string, status int, err error) {
	t.Helper()
	sh := shell.New(t.Context(), tools.Env{Root: dir, Home: "/home/nobody"})
	defer sh.Files.Close()
	var out strings.Builder
	take := func(p coreutils.Piece) bool {
		text, err := p.Bytes(0, p.Size())
		if err != nil {
			t.Fatal(err)
		}
		out.Write(text)
		return true
	}
	status, err = sh.Run(line, take, take)
	return out.String(), status, err
}

// asTheRealShell compares what the command lines of a file in testdata write in a directory with bash and the programs
// of GNU, where they are there.
func asTheRealShell(t *testing.T, dir, file string) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if version, _ := exec.Command("cat", "--version").Output(); err != nil || !bytes.Contains(version, []byte("GNU coreutils")) {
		t.Skip("no bash, or no programs of GNU")
	}
	commands, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range slices.Collect(strings.Lines(string(commands))) {
		if line = strings.TrimSuffix(line, "\n"); line == "" || line[0] == '#' || !longtest.IsRequested() && i%5 != 0 {
			continue
		}
		if _, err := exec.LookPath("rg"); err != nil && strings.Contains(line, "rg ") {
			continue
		}
		cmd := exec.Command(bash, "-c", line)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "HOME=/home/nobody"}
		var want bytes.Buffer
		cmd.Stdout, cmd.Stderr = &want, &want
		_ = cmd.Run() // its status is compared
		got, status, err := evaluate(t, dir, line)
		if err != nil {
			t.Errorf("%s\n%v\nwant %q", line, err, want.String())
			continue
		}
		wanted := strings.ReplaceAll(want.String(), bash+": line", "bash: line")
		if got != wanted || status != cmd.ProcessState.ExitCode() {
			t.Errorf("%s\n got %q, status %d\nwant %q, status %d", line, got, status, wanted, cmd.ProcessState.ExitCode())
		}
	}
}

func TestAsTheRealShell(t *testing.T) {
	longtest.SkipUnlessLong(t)
	asTheRealShell(t, tree(t), "commands.txt")
}

// TestFolders: which files are searched below folders: what patterns name, hidden files, and those that .gitignore
// names in a repository.
func TestFolders(t *testing.T) {
	dir := tree(t)
	for name, text := range map[string]string{
		".git/HEAD": "one\n", ".git/info/exclude": "private\n",
		".gitignore": "*.csv\n/sub/\nbuild\n!keep.csv\n!.shown\n*.LOG\n",
		"keep.csv":   "one\n", "build/x": "one\n", "lib/build/y": "one\n", "lib/sub/z": "one\n",
		"lib/.gitignore": "z2\n/sub/deep\n!private\n",
		"lib/sub/z2":     "one\n", ".env": "one\n", ".shown": "one\n", "private": "one\n", "lib/private": "one\n",
		"lib/sub/deep/d": "one\n",
		"git/a":          "one\n", ".dir/a.go": "one\n", "dir/A.GO": "one\n", "dir/a.go": "one\n", "dir/b.go": "one\n",
		"a.log": "one\n", "b.LOG": "one\n",
		"dir/[x].go": "one\n", "dir/{a,b}.go": "one\n", "dir/n.bin": "one\x00\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	asTheRealShell(t, dir, "folders.txt")
}

// TestFolderCosts: files below a folder in which nothing is found, binary ones too, do not stay open, and the patterns
// of .gitignore are read once.
func TestFolderCosts(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d", i)), []byte("one\x00\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, ".gitignore"), bytes.Repeat([]byte("a/pattern/that/is/none\n"), 5000), 0o644); err != nil {
		t.Fatal(err)
	}
	sh := shell.New(t.Context(), tools.Env{Root: dir})
	defer sh.Files.Close()
	nothing := func(coreutils.Piece) bool { return true }
	if took := longtest.Allocated(func() { _, _ = sh.Run("rg one", nothing, nothing) }); took > 100<<20 {
		t.Errorf("%d MiB to search 300 files", took>>20)
	}
	if n := len(sh.Files.Files()); sh.Files.Err() != nil || n > 0 {
		t.Errorf("%d files stay open, %v", n, sh.Files.Err())
	}
}

// TestLinesAreNotHeld: what goes backwards through a file, or leaves out its end, holds none of its text.
func TestLinesAreNotHeld(t *testing.T) {
	systemtest.SkipOnWindows(t, "no more is held, and to read so much takes minutes by Wine")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f"), bytes.Repeat(append(bytes.Repeat([]byte("a"), 4095), '\n'), 1<<13), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"tac f", "cat f | tac", "cat f | head -n -3", "cat f | tail -n 3", "cat f f | head -c -9000"} {
		sh := shell.New(t.Context(), tools.Env{Root: dir})
		nothing := func(coreutils.Piece) bool { return true }
		if took := longtest.Allocated(func() { _, _ = sh.Run(line, nothing, nothing) }); took > 24<<20 || sh.Files.Err() != nil {
			t.Errorf("%s takes %d MiB, %v", line, took>>20, sh.Files.Err())
		}
		sh.Files.Close()
	}
	if err := os.WriteFile(filepath.Join(dir, "short"), bytes.Repeat([]byte("a\n"), 1<<19), 0o644); err != nil {
		t.Fatal(err)
	}
	_, _, err := evaluate(t, dir, "nl short | head -n -400000")
	if !errors.Is(err, coreutils.ErrTooMuch) {
		t.Errorf("so many lines are held: %v", err)
	}
}
