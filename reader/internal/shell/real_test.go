package shell_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"eyeline/reader/internal/coreutils"
	"eyeline/reader/internal/shell"
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
		"wide.txt": "日本\tä\nplain line\n", "ten.txt": "1 one\n2 two\n3 three\n4 four\n5 five\n6 six\n7 seven\n8 eight\n9 nine\n10 ten\n",
		"code.go": "package main\n\nimport \"fmt\"\n\n// main says hello.\nfunc main() {\n\tfmt.Println(\"hello (world) a+b\")\n}\n",
		"a b.txt": "spaces\n", "sub/in.txt": "inside\n", "sub/.hidden": "h\n", "bin.dat": "a\x00b\nhello\n",
		"col.csv": "id,name,n\n1,ann,5\n2,bob,7\n3,cid,12\n",
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

// TestAsTheRealShell compares with bash and the programs of GNU, where they are there.
func TestAsTheRealShell(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if version, _ := exec.Command("cat", "--version").Output(); err != nil || !bytes.Contains(version, []byte("GNU coreutils")) {
		t.Skip("no bash, or no programs of GNU")
	}
	dir := tree(t)
	commands, err := os.ReadFile(filepath.Join("testdata", "commands.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(commands)) {
		if line = strings.TrimSuffix(line, "\n"); line == "" || line[0] == '#' {
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

// TestIgnoredFiles: rg searches no hidden files and none that .gitignore names, in a repository.
func TestIgnoredFiles(t *testing.T) {
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("no rg")
	}
	dir := tree(t)
	for name, text := range map[string]string{
		".git/HEAD": "one\n", ".gitignore": "*.csv\n/sub/\nbuild\n!keep.csv\n", "keep.csv": "one\n", "build/x": "one\n", "lib/build/y": "one\n",
		"lib/sub/z": "one\n", "lib/.gitignore": "z2\n", "lib/sub/z2": "one\n", ".env": "one\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(rg, "--sort", "path", "-n", "[on]")
	cmd.Dir = dir
	want, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got, _, err := evaluate(t, dir, "rg --sort path -n '[on]'"); err != nil || got != string(want) {
		t.Errorf("%v\n got %q\nwant %q", err, got, want)
	}
}
