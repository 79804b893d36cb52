package agentsearch

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/agentsearch/pattern"
	"eyeline/reader/longtest"
	"eyeline/reader/tools"
)

// tree writes a tree of folders, files and ignore files by a seed.
type tree struct {
	*rand.Rand
	t   *testing.T
	dir string
}

func (tr *tree) pick(all ...string) string { return all[tr.IntN(len(all))] }

func (tr *tree) write(name, text string) {
	tr.t.Helper()
	name = filepath.Join(tr.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return // a file has the name of the folder
	}
	_ = os.WriteFile(name, []byte(text), 0o644) // a folder may have the name
}

// content is a text that may have the word, NULs, bytes that are not UTF-8, and be in UTF-16.
func (tr *tree) content() string {
	var text strings.Builder
	for range 1 + tr.IntN(6) {
		text.WriteString(tr.pick("word\n", "a Word here\n", "nothing\n", "\n", "gr\xfcn word\r\n", "\xff\n", "word"))
	}
	switch tr.IntN(12) {
	case 0:
		text.WriteString("\x00")
	case 1:
		return "\xff\xfe" + wide(text.String())
	case 2:
		return wide(text.String())
	case 3:
		return "\uFEFF" + text.String()
	case 6:
		filler := strings.Repeat("xxxxxxx\n", tr.IntN(1200))
		return "\xff\xfe" + wide(text.String()+filler+"\x00\nword\n")
	case 4, 5:
		at := tr.pick("7990", "8000", "32768", "65530", "65536", "65540", "98300", "98304", "98310", "131072", "200000")
		n := 0
		_, _ = fmt.Sscan(at, &n)
		filler := strings.Repeat(strings.Repeat("x", 40+tr.IntN(3))+"\n", n/40+1)
		all := text.String() + filler
		return all[:min(n, len(all))] + "\x00\nword\n"
	}
	return text.String()
}

func wide(text string) string {
	var out strings.Builder
	for _, c := range []byte(text) {
		out.WriteByte(c)
		out.WriteByte(0)
	}
	return out.String()
}

// patterns are lines of an ignore file.
func (tr *tree) patterns() string {
	parts := []string{
		"a", "b", "ab", "c.txt", "*", "**", "?", "[a-b]", "[!a]", "[^b]", "/", "/", "/**/", "**/", ".txt", "x", " ", "!", "#",
		"d", "e", "d/", "e/", ".h", "{a,b}", "\\*", "é", "*.txt",
	}
	var text strings.Builder
	for range 1 + tr.IntN(3) {
		for range 1 + tr.IntN(3) {
			text.WriteString(tr.pick(parts...))
		}
		text.WriteString(tr.pick("\n", "\n", "\r\n", " \n"))
	}
	return text.String()
}

// grow makes the tree.
func grow(t *testing.T, seed uint64) *tree {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tr := &tree{rand.New(rand.NewPCG(seed, 7)), t, dir}
	folders := []string{"", "d/", "d/e/", "d/e/f/", "e/", "a/", "é/", "d/a/", ".hid/", "d/.h/"}
	for range 30 {
		tr.write(tr.pick(folders...)+tr.pick("a", "b", "ab", "c.txt", "a.txt", "x", "é", ".h", "a b", "aab", "b.log"), tr.content())
	}
	for _, folder := range []string{"", "d/", "d/e/", "e/"} {
		for _, name := range []string{".gitignore", ".ignore", ".rgignore"} {
			if tr.IntN(3) == 0 {
				tr.write(folder+name, tr.patterns())
			}
		}
	}
	_ = os.Symlink("a.txt", filepath.Join(dir, "link"))
	_ = os.Symlink("..", filepath.Join(dir, "d", "circle"))
	return tr
}

// like compares what a method finds in a tree with the lines that a program prints as FILE NUL LINE ":" TEXT.
func like(t *testing.T, tr *tree, seed uint64, m *Method, fold bool, command ...string) {
	t.Helper()
	home := filepath.Join(tr.dir, "..")
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = tr.dir
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "GIT_CONFIG_NOSYSTEM=1"}
	out, _ := cmd.Output() // its status is 1 where nothing is found
	want := map[string]struct{}{}
	for line := range bytes.SplitSeq(out, []byte("\n")) {
		if file, rest, is := strings.Cut(string(line), "\x00"); is {
			number, _, _ := strings.Cut(strings.ReplaceAll(rest, "\x00", ":"), ":")
			want[path.Clean(file)+":"+number] = struct{}{}
		}
	}
	m.Fold = fold
	profile := &Profile{Name: "made", Agent: "Made", Rg: m, NoRg: []*Method{m}}
	result, err := Search(context.Background(), Request{
		Env: tools.Env{Root: tr.dir, Home: home}, Query: Query{Pattern: "word"}, Profiles: []*Profile{profile},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range result.Rows {
		v := result.Agents[0].Verdict(row)
		said := fmt.Sprint(v.Why)
		if v.Why != nil {
			said = v.Why.Text
		}
		for _, line := range row.Matches() {
			if v.Perhaps != "" {
				delete(want, fmt.Sprintf("%s:%d", row.Rel, line.Number))
				continue
			}
			key := fmt.Sprintf("%s:%d", row.Rel, line.Number)
			_, ok := want[key]
			delete(want, key)
			if comes := slices.ContainsFunc(v.Lines, func(l Match) bool { return l.Number == line.Number }); comes != ok {
				t.Errorf("seed %d: %s: comes: %v, and %q says %v (%s)", seed, key, comes, command[:2], ok, said)
			}
		}
	}
	for key := range want {
		t.Errorf("seed %d: %s is found by %q only", seed, key, command[:2])
	}
}

// moreTrees asks for another number of made trees: 1,000 take seven minutes.
var moreTrees = flag.Uint64("trees", 0, "how many made trees are compared with each program")

// trees is how many made trees are compared.
func trees() uint64 {
	switch {
	case *moreTrees > 0:
		return *moreTrees
	case longtest.IsRequested():
		return 60
	}
	return 20
}

// TestLikeRipgrep compares with rg, in repositories, one in another, and without git.
func TestLikeRipgrep(t *testing.T) {
	t.Parallel()
	version, err := exec.Command("rg", "--version").Output()
	if err != nil || !bytes.HasPrefix(version, []byte("ripgrep 13.")) {
		t.Skipf("there is no ripgrep 13: %.20s", version)
	}
	for seed := range trees() {
		tr := grow(t, seed)
		if seed%4 > 0 {
			tr.write(".git/info/exclude", tr.patterns())
		}
		if seed%4 == 1 {
			tr.write("d/.git/HEAD", "ref: refs/heads/main\n")
		}
		hidden := seed%2 == 0
		command := []string{"rg", "-n0", "--no-heading", "-H", "--no-messages", "--no-config"}
		if hidden {
			command = append(command, "--hidden", "-g", "!**/.git/**")
		}
		m := &Method{Selector: Ripgrep{Hidden: hidden}}
		if hidden {
			m.Selector = Ripgrep{Hidden: true, Globs: []string{"**/.git/**"}}
		}
		like(t, tr, seed, m, false, append(command, "--", "word", ".")...)
	}
}

// TestLikeGitGrep compares with git grep --untracked.
func TestLikeGitGrep(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	for seed := range trees() {
		tr := grow(t, seed)
		git := func(dir string) {
			if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
		git(tr.dir)
		if tr.write(".git/info/exclude", tr.patterns()); seed%3 == 0 && os.MkdirAll(tr.dir+"/e", 0o755) == nil {
			git(tr.dir + "/e")
		}
		if seed%2 == 0 {
			tr.write(".gitattributes", "*.txt -diff\nab diff\n")
		}
		like(t, tr, seed, &Method{Selector: GitGrep{UserConfig: true}, Read: ByGit, Syntax: pattern.Extended}, true,
			"git", "grep", "--untracked", "-n", "-z", "-I", "-E", "--ignore-case", "-e", "word")
	}
}

// TestLikeGrep compares with GNU grep.
func TestLikeGrep(t *testing.T) {
	t.Parallel()
	version, err := exec.Command("grep", "--version").Output()
	if err != nil || !bytes.HasPrefix(version, []byte("grep (GNU grep) 3.")) {
		t.Skip("there is no GNU grep 3")
	}
	for seed := range trees() {
		tr := grow(t, seed)
		like(t, tr, seed, &Method{Selector: Listing{Folders: []string{"e", ".git"}}, Read: ByGrep, Syntax: pattern.Extended}, seed%2 == 0,
			"grep", grepCase(seed%2 == 0), "-rnHZI", "-E", "--exclude-dir=e", "--exclude-dir=.git", "word", ".")
	}
}

func grepCase(fold bool) string {
	if fold {
		return "-i"
	}
	return "--no-ignore-case"
}
