//go:build linux || darwin

package launch

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/transcript/transcripttest"
	"eyeline/tui/launch/cmdkit"
)

// change is a work tree that is being changed at random.
type change struct {
	t      *testing.T
	random *rand.Rand
	dir    string
	lines  int  // made so far: each is another
	hidden bool // git was told not to look, or to show something else
	rev    string
}

func (c *change) text(lines int) string {
	var b strings.Builder
	for range lines {
		c.lines++
		fmt.Fprintf(&b, "line %d\n", c.lines)
	}
	return b.String()
}

func (c *change) git(args ...string) string { return command(c.t, c.dir, args...) }

func (c *change) remove(name string) {
	if err := os.RemoveAll(filepath.Join(c.dir, name)); err != nil {
		c.t.Fatal(err)
	}
}

// link makes a link, in the place of a file that is there.
func (c *change) link(target, name string) {
	c.remove(name)
	if err := os.Symlink(target, filepath.Join(c.dir, name)); err != nil {
		c.t.Fatal(err)
	}
}

// forgeIndex makes the index say that a file, as it is on the disk, is the one of HEAD.
func (c *change) forgeIndex(name string) {
	before := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(c.dir, name), before, before); err != nil {
		c.t.Fatal(err)
	}
	c.git("update-index", name)
	now, _ := hex.DecodeString(c.git("rev-parse", ":"+name))
	was, _ := hex.DecodeString(c.git("rev-parse", "HEAD:"+name))
	text := strings.ReplaceAll(c.read(".git/index"), string(now), string(was))
	text = text[:len(text)-sha1.Size]
	if i := strings.Index(text, "TREE"); i > 0 {
		text = text[:i]
	}
	sum := sha1.Sum([]byte(text))
	c.put(".git/index", text+string(sum[:]))
}

func (c *change) read(name string) string {
	text, err := os.ReadFile(filepath.Join(c.dir, name))
	if err != nil {
		c.t.Fatal(err)
	}
	return string(text)
}

func (c *change) put(name, text string) { put(c.t, filepath.Join(c.dir, name), text, 0o644) }

func (c *change) chmod(name string) {
	if err := os.Chmod(filepath.Join(c.dir, name), 0o755); err != nil {
		c.t.Fatal(err)
	}
}

// edit changes a line or adds some.
func (c *change) edit(name string) {
	lines := strings.SplitAfter(c.read(name), "\n")
	at := c.random.IntN(len(lines))
	if c.random.IntN(2) == 0 {
		lines[at] = c.text(1)
	} else {
		lines = slices.Insert(lines, at, c.text(1+c.random.IntN(3)))
	}
	c.put(name, strings.Join(lines, ""))
}

// step makes one change of a file.
func (c *change) step(name string) {
	switch c.random.IntN(17) {
	case 0:
		c.put(name, c.read(name)+c.text(1)+"no end")
		c.put(name, strings.TrimSuffix(c.read(name), "no end")+strings.TrimSuffix(c.text(1), "\n"))
	case 1:
		c.put(name, strings.ReplaceAll(c.read(name), "\n", "\r\n")+c.text(1))
	case 2:
		c.put(name, c.read(name)+"\x00\n"+c.text(1))
	case 3:
		c.git("mv", "--", name, "moved "+path.Base(name))
		c.edit("moved " + path.Base(name))
	case 4:
		c.chmod(name)
	case 5:
		c.put("new "+name, c.text(3))
		c.git("add", "--", "new "+name)
	case 6:
		c.put("intended "+name, c.text(2))
		c.git("add", "-N", "intended "+name)
	case 7:
		c.put(".gitattributes", []string{"* -diff\n", "* binary\n", "*.txt text eol=crlf\n", "* diff=x\n"}[c.random.IntN(4)])
		c.git("config", "diff.x.textconv", "true")
		c.hidden = true
		c.edit(name)
	case 8:
		c.git("update-index", []string{"--assume-unchanged", "--skip-worktree"}[c.random.IntN(2)], "--", name)
		c.hidden = true
		c.edit(name)
	case 9:
		c.edit(name)
		c.git("add", "--", name)
		c.edit(name)
	case 10:
		c.edit(name)
		c.git("commit", "-qam", "more")
	case 11:
		c.git("config", []string{"diff.mnemonicPrefix", "diff.noprefix", "diff.relative", "diff.renames"}[c.random.IntN(4)], "true")
		c.edit(name)
	case 12:
		c.git("config", "diff.renames", "copies")
		c.put("copy.txt", c.read(name))
		c.edit("copy.txt")
		c.edit(name)
		c.git("add", "copy.txt")
	case 13: // a conflict
		c.git("stash", "-q")
		c.edit(name)
		c.git("commit", "-qam", "ours")
		cmd := exec.Command("git", "stash", "pop", "-q")
		cmd.Dir = c.dir
		_ = cmd.Run() // a conflict is an error
	case 14:
		c.git("config", "core.checkStat", "minimal")
		c.git("config", "diff.ignoreSubmodules", "all")
		c.git("config", "core.bigFileThreshold", "1")
		c.edit(name)
	case 15:
		c.git("rm", "-q", "-f", "--", name)
	default:
		c.edit(name)
	}
}

// names are hard to print.
var oddNames = []string{"a.txt", "b c.txt", "quo\"te.txt", "é.txt", "tab\t.txt", "b/x.txt", "x.txt", "-x.txt", "a => b.txt"}

// tracked are the texts of the files that git tracks as they are now.
func (c *change) tracked() map[string]string {
	all := map[string]string{}
	for name := range strings.SplitSeq(command(c.t, c.dir, "ls-files", "-z", "--deduplicate"), "\x00") {
		if text, err := os.ReadFile(filepath.Join(c.dir, name)); err == nil && name != "" {
			all[name] = string(text)
		}
	}
	return all
}

// sentIn is a transcript in which some lines of files were sent, and which those are.
func (c *change) sentIn(files map[string]string) (session string, sent map[string]bool) {
	var b strings.Builder
	sent = map[string]bool{}
	record := func(v any) {
		p, err := json.Marshal(v)
		if err != nil {
			c.t.Fatal(err)
		}
		b.Write(append(p, '\n'))
	}
	type object = map[string]any
	drop := 0
	if c.random.IntN(2) == 0 {
		drop = 40
	}
	number := 0
	for name, text := range files {
		var numbered strings.Builder
		for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			if drop > 0 && c.random.IntN(drop) == 0 {
				continue
			}
			fmt.Fprintf(&numbered, "%d\t%s\n", i+1, line)
			sent[strings.TrimSuffix(line, "\r")] = true
		}
		number++
		id := fmt.Sprint(number)
		input := object{"type": "tool_use", "id": id, "name": "Read", "input": object{"file_path": filepath.Join(c.dir, name)}}
		record(object{"type": "assistant", "cwd": c.dir, "sessionId": "s", "timestamp": "2026-11-21T10:00:00Z", "message": object{"role": "assistant", "content": []object{input}}})
		result := object{"type": "tool_result", "tool_use_id": id, "content": strings.TrimSuffix(numbered.String(), "\n")}
		record(object{"type": "user", "cwd": c.dir, "sessionId": "s", "timestamp": "2026-11-21T10:00:01Z", "message": object{"role": "user", "content": []object{result}}})
	}
	session = filepath.Join(c.t.TempDir(), "run.jsonl")
	put(c.t, session, b.String(), 0o600)
	return session, sent
}

// TestTheGateFailsClosed: whatever was changed with git, the review of it passes only where every changed line was
// sent.
func TestTheGateFailsClosed(t *testing.T) {
	longtest.SkipUnlessLong(t)
	emptyGit(t)
	withSettings(t, "")
	for key, value := range map[string]string{"NAME": "n", "EMAIL": "e@x"} {
		t.Setenv("GIT_AUTHOR_"+key, value)
		t.Setenv("GIT_COMMITTER_"+key, value)
	}
	passed, failed := 0, 0
	for round := range 15 {
		dir, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		c := &change{t: t, random: rand.New(rand.NewPCG(7, uint64(round))), dir: dir}
		c.git("init", "-q", "-b", "main")
		for _, name := range oddNames {
			c.put(name, c.text(3+c.random.IntN(20)))
		}
		c.git("add", ".")
		c.git("commit", "-qm", "first")
		c.git("tag", "base")
		old := map[string]bool{}
		for _, text := range c.tracked() {
			for line := range strings.SplitSeq(text, "\n") {
				old[line] = true
			}
		}
		c.random.Shuffle(len(oddNames), func(i, j int) { oddNames[i], oddNames[j] = oddNames[j], oddNames[i] })
		for _, name := range oddNames[:c.random.IntN(5)] {
			c.step(name)
		}
		files := c.tracked()
		session, sent := c.sentIn(files)
		var missing []string
		for _, text := range files {
			for line := range strings.SplitSeq(text, "\n") {
				if line = strings.TrimSuffix(line, "\r"); line != "" && !old[line] && !sent[line] {
					missing = append(missing, line)
				}
			}
		}
		runs := map[string]ran{"REV": run(t, "transcript", session, "--diff", "base", "--min", "100")}
		if !c.hidden {
			diff := exec.Command("git", "diff", "base")
			diff.Dir = dir
			text, err := diff.Output()
			if err != nil {
				t.Fatal(err)
			}
			runs["-"] = runWith(t, strings.NewReader(string(text)), "transcript", session, "--diff", "-", "--min", "100")
		}
		for how, r := range runs {
			switch {
			case r.status != exitOK && r.err == nil, r.status == cmdkit.ExitUsage:
				t.Errorf("round %d, %s: %d, %v", round, how, r.status, r.err)
			case strings.Contains(r.out, "is not the one that the diff adds"):
				t.Errorf("round %d, %s: a diff of the files as they are is taken for another\n%s", round, how, r.out)
			case r.status != exitOK:
				failed++
			case len(missing) > 0:
				t.Errorf("round %d, %s: passes without %q\n%s", round, how, missing, r.out)
			default:
				passed++
			}
		}
	}
	t.Logf("%d passed, %d failed", passed, failed)
	if passed == 0 || failed == 0 {
		t.Errorf("%d passed, %d failed: nothing is proved", passed, failed)
	}
}

// TestWhatIsNotJudged: each case in which git says nothing of lines that have changed is named, and ends with status 3.
func TestWhatIsNotJudged(t *testing.T) {
	longtest.SkipUnlessLong(t)
	emptyGit(t)
	withSettings(t, "")
	repository := func() *change {
		c := &change{t: t, random: rand.New(rand.NewPCG(1, 2)), dir: t.TempDir()}
		c.git("init", "-q", "-b", "main")
		c.put("a.txt", "one\n")
		c.put("b.txt", "one\n")
		c.git("add", ".")
		c.git("commit", "-qm", "first")
		return c
	}
	const hidden = "not judged: a.txt: it has changed near line 1, and the diff of git does not say so\n"
	for _, x := range []struct {
		name   string
		do     func(c *change)
		status int
		want   string
	}{
		{"nothing", func(*change) {}, exitOK, ": there is no line to be sent\n"},
		{"a mode", func(c *change) { c.chmod("a.txt") }, exitOK, "100% of"},
		{"assume-unchanged", func(c *change) {
			c.git("update-index", "--assume-unchanged", "a.txt")
			c.put("a.txt", "two\n")
		}, cmdkit.ExitNotJudged, "not judged: a.txt: it has changed near line 1, and the diff of git does not say so\n0% of"},
		{"skip-worktree", func(c *change) {
			c.git("update-index", "--skip-worktree", "a.txt")
			c.put("a.txt", "two\n")
		}, cmdkit.ExitNotJudged, hidden},
		{"skip-worktree, and not there", func(c *change) {
			c.git("update-index", "--skip-worktree", "a.txt")
			_ = os.Remove(filepath.Join(c.dir, "a.txt"))
		}, exitOK, "nothing differs"},
		{"a replaced commit", func(c *change) {
			c.put("a.txt", "two\n")
			c.git("commit", "-qam", "second")
			c.git("branch", "was", "HEAD")
			c.put("a.txt", "three\n")
			c.git("commit", "-qam", "third")
			c.git("replace", "was", "HEAD")
			c.git("reset", "-q", "--soft", "was")
		}, cmdkit.ExitFailed, "a.txt  1      0"},
		{"a work tree elsewhere", func(c *change) {
			clean := c.t.TempDir()
			c.git("clone", "-q", ".", clean)
			c.put("a.txt", "two\n")
			c.git("config", "core.worktree", clean)
		}, cmdkit.ExitFailed, ""},
		{"ident", func(c *change) {
			c.put("a.txt", "a $Id$ b\n")
			c.put(".gitattributes", "a.txt ident\n")
			c.git("add", ".")
			c.git("commit", "-qm", "second")
			c.put("a.txt", "a $Id: rm -rf / $ b\n")
		}, cmdkit.ExitNotJudged, hidden},
		{"ident of another", func(c *change) {
			c.put(".gitattributes", "b.txt ident\n")
			c.git("add", ".")
			c.git("update-index", "--assume-unchanged", "a.txt")
			c.git("commit", "-qm", "second")
		}, exitOK, "nothing differs"},
		{"no index", func(c *change) {
			c.put("a.txt", "two\n")
			c.remove(".git/index")
		}, cmdkit.ExitNotJudged, hidden},
		{"not in the index", func(c *change) {
			c.put("a.txt", "two\n")
			c.git("rm", "-q", "--cached", "a.txt")
		}, cmdkit.ExitNotJudged, hidden},
		{"an index that says it is the same", func(c *change) {
			c.put("a.txt", "two\n")
			c.forgeIndex("a.txt")
		}, cmdkit.ExitNotJudged, hidden},
		{"a work tree elsewhere that points back", func(c *change) {
			c.put("decoy/a.txt", "one\n")
			c.put("decoy/.git", "gitdir: ../.git\n")
			c.put("a.txt", "two\n")
			c.git("config", "core.worktree", "../decoy")
		}, cmdkit.ExitFailed, ""},
		{"grafts", func(c *change) {
			c.put("a.txt", "two\n")
			c.git("commit", "-qam", "second")
			c.put(".git/info/grafts", c.git("rev-parse", "HEAD")+" "+c.git("commit-tree", "-m", "x", "HEAD^{tree}")+"\n")
			c.git("tag", "base", "HEAD")
			c.rev = "HEAD~1"
		}, cmdkit.ExitFailed, "a.txt  1      0"},
		{"a tag with a branch's name", func(c *change) {
			c.git("tag", "main", "HEAD")
			c.put("a.txt", "two\n")
			c.git("config", "core.warnAmbiguousRefs", "false")
			c.rev = "main"
		}, cmdkit.ExitUsage, ""},
		{"a link", func(c *change) {
			c.link("b.txt", "conf")
			c.git("add", ".")
			c.git("commit", "-qm", "second")
			c.link("a.txt", "conf")
		}, cmdkit.ExitNotJudged, "not judged: conf: line 4 of the diff: a symbolic link, of which the lines are where it leads\n"},
		{"a link that the index hides", func(c *change) {
			c.link("b.txt", "conf")
			c.git("add", ".")
			c.git("commit", "-qm", "second")
			c.git("update-index", "--assume-unchanged", "conf")
			c.link("a.txt", "conf")
		}, cmdkit.ExitNotJudged, "not judged: conf: a symbolic link that leads elsewhere, or is new\n"},
		{
			"a file that becomes a link", func(c *change) { c.link("b.txt", "a.txt") },
			cmdkit.ExitNotJudged, "a symbolic link, of which the lines are where it leads\n",
		},
		{"a link to a folder on the way", func(c *change) {
			c.put("sub/c.txt", "one\n")
			c.git("add", ".")
			c.git("commit", "-qm", "second")
			c.put("other/c.txt", "two\n")
			c.remove("sub/c.txt")
			c.link("other", "sub")
		}, cmdkit.ExitNotJudged, "not judged: sub/c.txt: the path leads over a symbolic link\n"},
		{
			"UTF-16", func(c *change) { c.put("a.txt", "\xff\xfeo\x00\n\x00") },
			cmdkit.ExitNotJudged, "not judged: a.txt: it is in UTF-16, whose lines are not those of the diff\n",
		},
		{"a submodule without a repository", func(c *change) {
			c.git("update-index", "--add", "--cacheinfo", "160000,"+c.git("rev-parse", "HEAD")+",sub")
			c.git("commit", "-qm", "second")
			c.put("sub/x.sh", "evil\n")
		}, cmdkit.ExitNotJudged, "not judged: sub: a submodule, of which git compares the commit alone\n"},
		{"an empty submodule", func(c *change) {
			c.git("update-index", "--add", "--cacheinfo", "160000,"+c.git("rev-parse", "HEAD")+",sub")
			c.git("commit", "-qm", "second")
			_ = os.Mkdir(filepath.Join(c.dir, "sub"), 0o755)
		}, exitOK, "nothing differs"},
		{"CR LF that git takes for LF", func(c *change) {
			c.git("config", "core.autocrlf", "input")
			c.put("a.txt", "one\r\n")
		}, cmdkit.ExitNotJudged, hidden},
		{"CR LF of the repository's own setting", func(c *change) {
			c.git("config", "core.autocrlf", "true")
			c.put("a.txt", "one\r\n")
		}, cmdkit.ExitNotJudged, hidden},
		{"CR LF that git makes", func(c *change) {
			c.put(".gitattributes", "a.txt eol=crlf\n")
			c.git("add", ".")
			c.git("commit", "-qm", "second")
			c.put("a.txt", "one\r\n")
		}, exitOK, "nothing differs"},
		{"a line that git makes end with CR LF", func(c *change) {
			c.put(".gitattributes", "a.txt eol=crlf\n")
			c.git("add", ".")
			c.git("commit", "-qm", "second")
			c.put("a.txt", "one\r\ntwo\r\n")
		}, cmdkit.ExitFailed, "a.txt  1      0"},
		{"CR in one line more", func(c *change) {
			c.put("a.txt", "one\ntwo\n")
			c.put(".gitattributes", "a.txt eol=crlf\n")
			c.git("add", ".")
			c.git("commit", "-qm", "second")
			c.put("a.txt", "one\r\ntwo\nthree\r\n")
		}, cmdkit.ExitNotJudged, "not judged: a.txt: it has changed near line 2, and"},
		{
			"a CR more", func(c *change) { c.put("a.txt", "one\r\n") },
			cmdkit.ExitNotJudged, "not judged: a.txt: it has lines that end with CR LF and others, or had: what was sent does not tell them",
		},
		{"CR LF without an end", func(c *change) {
			c.put("a.txt", "one\r\ntwo")
			c.git("commit", "-qam", "second")
			c.put("a.txt", "one\r\n2")
		}, cmdkit.ExitFailed, "a.txt  1      0"},
		{
			"bytes that are not UTF-8", func(c *change) { c.put("a.txt", "p=\xe8\n") },
			cmdkit.ExitNotJudged, "not judged: a.txt: line 1 is not in UTF-8: what was sent does not tell its bytes apart\n",
		},
		{
			"a byte order mark", func(c *change) { c.put("a.txt", "\ufeffone\n") },
			cmdkit.ExitNotJudged, "not judged: a.txt: line 1 has a byte order mark now: what was sent does not tell\n",
		},
		{"an object that is another", func(c *change) {
			id := c.git("rev-parse", "HEAD:a.txt")
			name := ".git/objects/" + id[:2] + "/" + id[2:]
			c.remove(name)
			var b bytes.Buffer
			w := zlib.NewWriter(&b)
			_, _ = io.WriteString(w, "blob 4\x00two\n")
			_ = w.Close()
			c.put(name, b.String())
			c.put("a.txt", "two\n")
		}, cmdkit.ExitFailed, ""},
		{"a large file", func(c *change) {
			c.put("large", "")
			c.git("add", "-N", "large")
			_ = os.Truncate(filepath.Join(c.dir, "large"), 64<<20+1)
		}, cmdkit.ExitNotJudged, "not judged: large: 67108865 bytes, more than the 67108864 that git is asked to compare, so nothing is judged\n"},
		{"SHA-256", func(c *change) {
			c.remove(".git")
			c.git("init", "-q", "--object-format=sha256")
			c.git("add", ".")
			c.git("commit", "-qm", "first")
			c.git("update-index", "--assume-unchanged", "a.txt")
			c.put("a.txt", "two\n")
		}, cmdkit.ExitNotJudged, hidden + "0% of"},
		{"moved and changed", func(c *change) {
			c.put("b.txt", "1\n2\n3\n4\n5\n")
			c.git("commit", "-qam", "second")
			c.git("mv", "b.txt", "c.txt")
			c.put("c.txt", "1\n2\nthree\n4\n5\n")
		}, cmdkit.ExitFailed, "c.txt  1      0     1"},
		{"moved alone", func(c *change) { c.git("mv", "b.txt", "c.txt") }, exitOK, "100% of"},
		{"-diff", func(c *change) {
			c.put(".gitattributes", "a.txt -diff\n")
			c.put("a.txt", "two\n")
		}, cmdkit.ExitFailed, "a.txt  1      0"},
		{"a NUL", func(c *change) { c.put("a.txt", "two\x00\n") }, cmdkit.ExitFailed, "a.txt  1      0"},
		{"mnemonic prefixes", func(c *change) {
			c.git("config", "diff.mnemonicPrefix", "true")
			c.put("a.txt", "two\n")
		}, cmdkit.ExitFailed, "a.txt  1      0"},
		{"outside of the folder", func(c *change) {
			c.put("sub/c.txt", "one\n")
			c.put("a.txt", "two\n")
			c.dir = filepath.Join(c.dir, "sub")
		}, cmdkit.ExitFailed, "../a.txt  1      0"},
	} {
		c := repository()
		x.do(c)
		r := run(t, "transcript", runIn(t, c.dir), "--root", c.dir, "--diff", cmp.Or(c.rev, "HEAD"), "--min", "100")
		if r.status != x.status || !strings.Contains(r.out, x.want) {
			t.Errorf("%s: status %d, %v\n%s", x.name, r.status, r.err, r.out)
		}
	}
	c := repository()
	session := runIn(t, c.dir)
	// The folder that was judged, and the commit, are said.
	if r := run(t, "transcript", session, "--diff", "HEAD"); !strings.Contains(r.out, "from HEAD ("+c.git("rev-parse", "HEAD")+") in "+c.dir+":") {
		t.Errorf("it is not said what was judged: %v\n%s", r.err, r.out)
	}
	for diff, want := range map[string]string{
		"":           "not judged: standard input is empty: there is no change to judge\n0% of",
		"\n\n":       "not judged: standard input is empty",
		"garbage\n":  `not judged: line 1 of the diff: "garbage" is not understood`,
		"@@@ -1 @@@": "is not understood",
		"diff --git a/x b/x\nindex 1..2 100644\nBinary files a/x and b/x differ\n": "not judged: x: line 3 of the diff: a binary file",
	} {
		for _, min := range []string{"100", "0"} {
			if r := runWith(t, strings.NewReader(diff), "transcript", session, "--diff", "-", "--min", min); r.status != cmdkit.ExitNotJudged || !strings.Contains(r.out, want) {
				t.Errorf("%q: status %d, %v\n%s", diff, r.status, r.err, r.out)
			}
		}
	}
	// A diff of other lines than those that are in the file now, and were sent.
	text := "one\ntwo\n"
	c.put("a.txt", text)
	session, _ = c.sentIn(map[string]string{"a.txt": text})
	for line, status := range map[string]int{"two": exitOK, "evil": cmdkit.ExitNotJudged} {
		diff := "--- a/a.txt\n+++ b/a.txt\n@@ -1,0 +2 @@\n+" + line + "\n"
		r := runWith(t, strings.NewReader(diff), "transcript", session, "--diff", "-", "--min", "100")
		if r.status != status || strings.Contains(r.out, "not judged: a.txt: line 2 of the file is not the one") != (status != exitOK) {
			t.Errorf("a diff of %q: status %d, %v\n%s", line, r.status, r.err, r.out)
		}
	}
	// What git says besides is said.
	c.git("config", "core.autocrlf", "true")
	said := onStandardError(t, func() { run(t, "transcript", session, "--diff", "HEAD") })
	if !strings.Contains(said, "eyeline: git: warning: ") || !strings.Contains(said, "a.txt") {
		t.Errorf("the warning of git is left out: %q", said)
	}
	for _, rev := range []string{"main..HEAD", "-p", "--output=x", "nowhere"} {
		if r := run(t, "transcript", session, "--diff", rev); r.status != cmdkit.ExitUsage || !strings.Contains(r.err.Error(), "git knows no tree") {
			t.Errorf("%s: status %d, %v", rev, r.status, r.err)
		}
	}
}

// A baseline that is no file is refused at once.
func TestBaselineThatIsNoFile(t *testing.T) {
	longtest.SkipUnlessLong(t)
	withSettings(t, "")
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	large := filepath.Join(dir, "large")
	put(t, large, "", 0o600)
	if err := os.Truncate(large, 100<<20); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		pipe: "a baseline is a regular file", os.DevNull: "a baseline is a regular file", dir: "a baseline is a regular file",
		large: "not a report of eyeline check",
	} {
		if code, _, said := runCheck(t, "", "--baseline", path, dir); code != cmdkit.ExitUsage || !strings.Contains(said, want) {
			t.Errorf("%s: status %d, %s", path, code, said)
		}
	}
	code, out, said := runCheck(t, "", "--max-bytes", "10", dir)
	if code != exitOK || !strings.Contains(unwrapped(out), "more than --max-bytes") {
		t.Errorf("status %d, %s\n%s", code, said, out)
	}
}

// What is no regular file is named and not opened, and a file of holes is not read to its end.
func TestTranscriptOfOddFiles(t *testing.T) {
	withSettings(t, "")
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Skip(err)
	}
	holes := filepath.Join(dir, "holes")
	put(t, holes, "", 0o600)
	if err := os.Truncate(holes, 1<<40); err != nil {
		t.Skip(err)
	}
	var text strings.Builder
	for i, name := range []string{"pipe", "holes"} {
		text.WriteString(strings.ReplaceAll(transcripttest.ClaudeCall(name, i, "1\tx"), `"/a"`, `"/w/`+name+`"`))
	}
	path := filepath.Join(t.TempDir(), "run.jsonl")
	put(t, path, strings.ReplaceAll(text.String(), `"sessionId":"s"`, `"sessionId":"s","cwd":"/w"`), 0o600)
	r := run(t, "transcript", path, "--root", dir, "--now")
	for _, want := range []string{
		"pipe   not read", "holes  not read", "pipe was not read: a named pipe, not a file\n",
		"holes was not read: 1,099,511,627,776 bytes, more than 512 MiB\n",
	} {
		if r.err != nil || !strings.Contains(r.out, want) {
			t.Errorf("the report lacks %q: %v\n%s", want, r.err, r.out)
		}
	}
	r = run(t, "transcript", path, "--root", dir, "--now", "--calls")
	if want := "1,099,511,627,776 bytes, more than 1,073,741,824"; r.err != nil || !strings.Contains(r.out, want) {
		t.Errorf("the calls lack %q: %v\n%s", want, r.err, r.out)
	}
}
