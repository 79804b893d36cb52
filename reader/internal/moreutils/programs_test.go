package moreutils

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/internal/coreutils"
)

// TestFilters has what programs write of their input; want is what those of the GNU system write in the locale C.
func TestFilters(t *testing.T) {
	const words = "b 2\na 10\nc 1\na 10\n"
	dir := t.TempDir()
	for _, c := range []struct{ args, in, want string }{
		{"sort", words, "a 10\na 10\nb 2\nc 1\n"},
		{"sort -u", words, "a 10\nb 2\nc 1\n"},
		{"sort -r", words, "c 1\nb 2\na 10\na 10\n"},
		{"sort -k2", words, "c 1\na 10\na 10\nb 2\n"},
		{"sort -n -k2", words, "c 1\nb 2\na 10\na 10\n"},
		{"sort -k2,2nr -k1,1", words, "a 10\na 10\nb 2\nc 1\n"},
		{"sort -t: -k2 -n", "x:10\ny:9\n", "y:9\nx:10\n"},
		{"sort", "", ""},
		{"sort", "b\na", "a\nb\n"},
		{"uniq", "a\na\nb\na\n", "a\nb\na\n"},
		{"uniq -c", "a\na\nb\n", "      2 a\n      1 b\n"},
		{"uniq -d", "a\na\nb\n", "a\n"},
		{"uniq -u", "a\na\nb\n", "b\n"},
		{"cut -d: -f1,3", "1:2:3:4\nnone\n", "1:3\nnone\n"},
		{"cut -d: -f2-", "1:2:3:4\nnone\n", "2:3:4\nnone\n"},
		{"cut -s -d: -f-2", "1:2:3:4\nnone\n", "1:2\n"},
		{"cut -c2-3,5", "abcdef\na\n", "bce\n\n"},
		{"cut -f2", "a\tb\tc\n", "b\n"},
		{"tr a-c A-C", "abcd\n", "ABCd\n"},
		{"tr [:lower:] [:upper:]", "aé1\n", "Aé1\n"},
		{"tr -d [:digit:]", "a1b22\n", "ab\n"},
		{"tr abc x", "aabbcc\n", "xxxxxx\n"},
		{`tr , \t`, "a,b\n", "a\tb\n"},
		{"basename /a/b.txt .txt", "", "b\n"},
		{"basename -a /a/b /c/d", "", "b\nd\n"},
		{"dirname /a/b.txt c", "", "/a\n.\n"},
		{"seq 3", "", "1\n2\n3\n"},
		{"seq 2 2 6", "", "2\n4\n6\n"},
		{"seq 2 1", "", ""},
		{"less", "as it is\n", "as it is\n"},
	} {
		got := runIn(t, dir, c.in, strings.Fields(c.args)...)
		if got.out != c.want || got.status != 0 || got.err != "" || got.refused != "" {
			t.Errorf("%s of %q: %+v, not %q", c.args, c.in, got, c.want)
		}
	}
}

// TestWhatIsNotImitated is refused: nothing is guessed.
func TestWhatIsNotImitated(t *testing.T) {
	dir := filled(t, map[string]string{"a": "a\n", "full/b": "b\n"})
	for _, args := range []string{
		"sort -V a", "sort -z a", "sort --parallel=2 a", "uniq -i a", "uniq a b", "cut -f0 a", "cut -fx a", "cut -d:: -f1 a",
		"cut a", "tr -s a", "tr a", "tr [:print:] x", `tr \n x`, "tr z-a x", "seq", "seq 1.5", "seq 1 0 3", "seq -w 10",
		"diff a", "diff -u a a", "rm -i a", "rmdir full", "truncate -s 5 a", "git", "git log", "git show HEAD", "mv a",
		"patch -o x", "patch -px", "python3 -m http.server", "python3 script.py", "python3 -c x=f(",
	} {
		if got := runIn(t, dir, "1\n", strings.Fields(args)...); got.refused == "" {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// TestDiff writes the lines in which two files differ, and says by its status whether they do.
func TestDiff(t *testing.T) {
	dir := filled(t, map[string]string{
		"a": "1\n2\n3\n4\n", "same": "1\n2\n3\n4\n", "b": "1\ntwo\n3\n4\n5\n", "front": "0\n1\n2\n3\n4\n", "short": "1\n4\n",
		"empty": "",
	})
	for _, c := range []struct {
		with, want string
		status     int
	}{
		{"same", "", 0},
		{"b", "2c2\n< 2\n---\n> two\n4a5\n> 5\n", 1},
		{"front", "0a1\n> 0\n", 1},
		{"short", "2,3d1\n< 2\n< 3\n", 1},
		{"empty", "1,4d0\n< 1\n< 2\n< 3\n< 4\n", 1},
	} {
		if got := runIn(t, dir, "", "diff", "a", c.with); got.out != c.want || got.status != c.status || got.refused != "" {
			t.Errorf("with %s: %+v, not %q", c.with, got, c.want)
		}
	}
	if got := runIn(t, dir, "", "diff", "a", "missing"); got.status != 2 {
		t.Errorf("with a file that is missing: %+v", got)
	}
}

// TestChangesOfFiles: what programs make of a folder, and what they complain of.
func TestChangesOfFiles(t *testing.T) {
	const start = "a:1 d/b:2 e/" // files with their texts, and an empty folder
	for _, c := range []struct{ args, want, says string }{
		{"rm a", "d/b:2 e/", ""},
		{"rm missing", start, "rm: cannot remove 'missing': No such file or directory"},
		{"rm -f missing", start, ""},
		{"rm d", start, "rm: cannot remove 'd': Is a directory"},
		{"rm -r d", "a:1 e/", ""},
		{"rmdir e", "a:1 d/b:2", ""},
		{"rmdir a", start, "rmdir: failed to remove 'a': Not a directory"},
		{"mv a c", "c:1 d/b:2 e/", ""},
		{"mv a d", "d/a:1 d/b:2 e/", ""},
		{"mv -n a d/b", start, ""},
		{"mv a a", start, "mv: 'a' and 'a' are the same file"},
		{"mv missing x", start, "mv: cannot stat 'missing': No such file or directory"},
		{"cp a c", "a:1 c:1 d/b:2 e/", ""},
		{"cp d x", start, "cp: -r not specified; omitting directory 'd'"},
		{"mkdir -p n/m", "a:1 d/b:2 e/ n/m/", ""},
		{"touch a t", "a:1 d/b:2 e/ t:", ""},
		{"touch -c t", start, ""},
		{"truncate -s 0 a", "a: d/b:2 e/", ""},
		{"tee t", "a:1 d/b:2 e/ t:in", ""},
		{"tee -a a", "a:1in d/b:2 e/", ""},
		{"git mv a c", "c:1 d/b:2 e/", ""},
		{"git rm -r d", "a:1 e/", ""},
		{"git rm --cached a", start, ""},
	} {
		dir := filled(t, map[string]string{"a": "1", "d/b": "2", "e/": ""})
		got := runIn(t, dir, "in", strings.Fields(c.args)...)
		if now := listed(t, dir); now != c.want || strings.TrimSuffix(got.err, "\n") != c.says || got.refused != "" {
			t.Errorf("%s: there is %s, not %s; it says %q, not %q; %s", c.args, now, c.want, got.err, c.says, got.refused)
		}
		if (got.status == 0) != (c.says == "") {
			t.Errorf("%s ends with %d", c.args, got.status)
		}
	}
}

// listed are the files of a folder with their texts, and its empty folders.
func listed(t *testing.T, dir string) string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		switch {
		case err != nil:
			return err
		case !e.IsDir():
			text, err := os.ReadFile(path)
			all = append(all, filepath.ToSlash(name)+":"+string(text))
			return err
		}
		if below, err := os.ReadDir(path); err != nil || len(below) > 0 {
			return err
		}
		all = append(all, filepath.ToSlash(name)+"/")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, " ")
}

// TestGitShow writes a file as a revision has it.
func TestGitShow(t *testing.T) {
	dir := filled(t, map[string]string{"HEAD/sub/a": "old\n"})
	if got := runIn(t, dir, "", "git", "show", "HEAD:sub/a"); got.out != "old\n" || got.status != 0 {
		t.Errorf("%+v", got)
	}
	if got := runIn(t, dir, "", "git", "show", "HEAD:missing"); got.status != 128 || !strings.Contains(got.err, "does not exist in 'HEAD'") {
		t.Errorf("%+v", got)
	}
	if got := runIn(t, dir, "", "git", "commit", "-m", "x"); !strings.Contains(got.out, coreutils.UnknownMark) {
		t.Errorf("what is committed is known: %+v", got)
	}
}

// TestPatch hands on the patch that comes in; one with lines that are not known changes files in a way that is not.
func TestPatch(t *testing.T) {
	const patch = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n"
	dir := filled(t, map[string]string{"a": "1\n"})
	if got := runIn(t, dir, patch, "patch", "-p1"); len(got.system.patched) != 1 || got.system.patched[0] != patch {
		t.Errorf("%+v", got)
	}
	if got := runIn(t, dir, patch+coreutils.AnyLines, "patch", "a"); got.refused == "" || len(got.system.patched) != 0 {
		t.Errorf("%+v", got)
	}
	if got := runIn(t, dir, "", "apply_patch", "*** Begin Patch"); len(got.system.patched) != 1 {
		t.Errorf("%+v", got)
	}
}

// TestPython reads files, replaces texts in them, prints them and writes them back.
func TestPython(t *testing.T) {
	for _, c := range []struct{ script, out, file string }{
		{"print(open('a').read())", "old text\n\n", "old text\n"},
		{"print('x')  # a comment", "x\n", "old text\n"},
		{"p='a'\ns=open(p).read()\ns=s.replace('old','new')\nopen(p,'w').write(s)\n", "", "new text\n"},
		{"from pathlib import Path\np=Path('a')\np.write_text(p.read_text().replace('old', \"n\\tw\"))", "", "n\tw text\n"},
		{"with open('a','w') as f:\n    f.write('made\\n')\n", "", "made\n"},
	} {
		dir := filled(t, map[string]string{"a": "old text\n"})
		got := runIn(t, dir, "", "python3", "-c", c.script)
		file, err := os.ReadFile(filepath.Join(dir, "a"))
		if err != nil || got.out != c.out || string(file) != c.file || got.refused != "" {
			t.Errorf("%s: %+v, and the file has %q", c.script, got, file)
		}
		if fed := runIn(t, filled(t, map[string]string{"a": "old text\n"}), c.script, "python3", "-"); fed.out != c.out {
			t.Errorf("%s as its input: %+v", c.script, fed)
		}
	}
	got := runIn(t, filled(t, map[string]string{"b": "a"}), "", "python3", "-c", "import re\nopen('b','w').write(re.sub('a','b','c'))")
	if got.refused == "" || len(got.system.lost) != 1 || got.system.lost[0] != "b" {
		t.Errorf("a file that is written in a way that is not known: %+v, lost %q", got, got.system.lost)
	}
}

// TestFind walks through folders in the order of names, and tells what it would do with each file.
func TestFind(t *testing.T) {
	dir := filled(t, map[string]string{"a.go": "1", "b.txt": "", "sub/c.go": "2", "sub/deep/d.go": "3", "void/": ""})
	for _, c := range []struct{ args, want string }{
		{"", ". ./a.go ./b.txt ./sub ./sub/c.go ./sub/deep ./sub/deep/d.go ./void"},
		{". -type f", "./a.go ./b.txt ./sub/c.go ./sub/deep/d.go"},
		{"sub -name *.go", "sub/c.go sub/deep/d.go"},
		{". -iname *.GO -maxdepth 1", "./a.go"},
		{". -mindepth 2 -type d", "./sub/deep"},
		{". -empty", "./b.txt ./void"},
		{". -name sub -prune -o -type f -print", "./a.go ./b.txt"},
		{". -path */deep/*", "./sub/deep/d.go"},
		{". ! -name *.go -type f", "./b.txt"},
		{". ( -name a* -o -name b* ) -type f", "./a.go ./b.txt"},
		{"missing a.go", "a.go"},
	} {
		f, bad := FindOf(strings.Fields(c.args))
		if bad != "" {
			t.Errorf("find %s is refused at %s", c.args, bad)
			continue
		}
		env := (&folder{}).env
		env.Root = dir
		r := coreutils.NewRunner(t.Context(), env)
		r.System = &folder{env: env}
		var found []string
		call := &coreutils.Call{Runner: r, Args: []string{"find"}, Dir: dir, Err: func(coreutils.Piece) bool { return true }}
		f.Walk(call, func(name string, actions []FindAction) bool {
			if len(actions) != 1 || actions[0].End != "\n" {
				t.Errorf("find %s: %s gets %+v", c.args, name, actions)
			}
			found = append(found, name)
			return true
		})
		if got := strings.Join(found, " "); got != c.want || r.Err() != nil {
			t.Errorf("find %s: %s, not %s; %v", c.args, got, c.want, r.Err())
		}
		r.Close()
	}
}

// TestFindCommands: one command for each file, or one for all at the end.
func TestFindCommands(t *testing.T) {
	f, bad := FindOf([]string{".", "-exec", "cat", "{}.bak", ";"})
	if bad != "" || f.Batch() != nil {
		t.Fatal(bad)
	}
	if got := (FindAction{Command: []string{"cat", "{}.bak"}}).For("a b"); len(got) != 2 || got[1] != "a b.bak" {
		t.Errorf("%q", got)
	}
	if f, bad := FindOf([]string{".", "-exec", "wc", "-l", "{}", "+"}); bad != "" || strings.Join(f.Batch(), " ") != "wc -l" {
		t.Errorf("%q, %s", f.Batch(), bad)
	}
	for _, args := range []string{
		". -delete", ". -exec rm {}", ". -exec a {} b +", ". -execdir a ;", ". -type x", ". -name", ". -maxdepth x", ". ( -name a",
		". -newer a", ". -regex a", ". -name a )",
	} {
		if _, bad := FindOf(strings.Fields(args)); bad == "" {
			t.Errorf("find %s is taken", args)
		}
	}
	deep := append(append([]string{"."}, strings.Fields(strings.Repeat("( ", 500))...), "-name", "a")
	if _, bad := FindOf(deep); bad == "" {
		t.Error("brackets may be of any depth")
	}
}
