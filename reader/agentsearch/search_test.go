package agentsearch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/agentsearch/pattern"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// plain are two searches: by a ripgrep, and by a walk.
var plain = []*Profile{
	{Name: "rg", Agent: "A", Rg: &Method{By: "ripgrep", Selector: Ripgrep{}, Cap: Cap{Most: 2, Unit: "matches"}}},
	{Name: "walk", Agent: "B", Rg: &Method{
		By: "walk", Selector: GoWalk{Common: []string{"*.log"}, Files: []string{".gitignore"}}, Read: Sniffed, Syntax: pattern.Go,
		FollowsLinks: true, Cap: Cap{Most: 100, Unit: "matches", Order: "newest"},
	}},
}

// made writes files into a new folder; a name that ends with "@" is a link to the text.
func made(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		link, isLink := strings.CutSuffix(name, "@")
		file := filepath.Join(dir, filepath.FromSlash(link))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if isLink {
			systemtest.Symlink(t, text, file)
		} else {
			err = os.WriteFile(file, []byte(text), 0o644)
		}
		if err != nil {
			t.Skip(err) // names that this system does not have
		}
	}
	return dir
}

// find searches, and is for each agent the files that come, and why others do not.
func find(t *testing.T, dir, pattern string, profiles ...*Profile) (*Result, []map[string]string) {
	t.Helper()
	if profiles == nil {
		profiles = plain
	}
	result, err := Search(t.Context(), Request{
		Env: tools.Env{Root: dir, Home: dir + "/no"}, Query: Query{Pattern: pattern}, Profiles: profiles,
	})
	if err != nil {
		t.Fatal(err)
	}
	var said []map[string]string
	for _, a := range result.Agents {
		files := map[string]string{}
		for _, row := range result.Rows {
			if v := a.Verdict(row); v.Why != nil {
				files[row.Rel] = string(v.Why.Cause) + ": " + v.Why.Text
			} else {
				files[row.Rel] = "comes"
			}
		}
		said = append(said, files)
	}
	return result, said
}

// TestWhy: each cause is named, with the rule that decides.
func TestWhy(t *testing.T) {
	t.Parallel()
	dir := made(t, map[string]string{
		"a.txt": "word\n", ".git/HEAD": "ref: x\n", ".gitignore": "# first\nout/\n", "out/b.txt": "word\n", ".c.txt": "word\n",
		"d.log": "word\n", "e.bin": "word\n\x00", "link@": "a.txt", "sub@": "out", "f.txt": "WORD\n", "round@": ".",
		"wide.txt": "\xff\xfew\x00o\x00r\x00d\x00\n\x00", "bare.txt": "w\x00o\x00r\x00d\x00\n\x00",
	})
	_, said := find(t, dir, "word")
	for i, want := range []map[string]string{
		{
			"a.txt": "comes", "out/b.txt": "ignored: ignored by .gitignore:2: out/", ".c.txt": "hidden: it is hidden",
			"d.log": "comes", "e.bin": "binary: binary: a NUL at byte 5", "link": "link: ", "sub/b.txt": "link: it lies below",
			"f.txt": "case: ", "wide.txt": "comes", "bare.txt": "encoding: it is UTF-16 without",
		},
		{
			"a.txt": "comes", "out/b.txt": "ignored: ignored by .gitignore:2: out/", ".c.txt": "hidden: it is hidden",
			"d.log": "name: it searches no *.log", "e.bin": "binary: ", "link": "comes", "sub/b.txt": "link: it lies below",
			"f.txt": "case: ", "wide.txt": "encoding: ", "bare.txt": "binary: ",
		},
	} {
		for file, why := range want {
			if !strings.HasPrefix(said[i][file], why) {
				t.Errorf("%s: %s is said %q, want %q", plain[i].Name, file, said[i][file], why)
			}
		}
		if len(said[i]) != len(want) {
			t.Errorf("%s: %v", plain[i].Name, said[i])
		}
	}
}

// TestNULInUTF16: a NUL in the text of UTF-16 stops ripgrep before the block that its decoder made of 8,192 bytes;
// ugrep is not known. UTF-32 with its mark is taken for UTF-16.
func TestNULInUTF16(t *testing.T) {
	t.Parallel()
	wideText := func(before int) string {
		return "\xff\xfe" + wide("word\n"+strings.Repeat("xxxx\n", before/5-1)+strings.Repeat("x", before%5)+"\x00\nword\n")
	}
	dir := made(t, map[string]string{
		"at1.txt": "\xff\xfe" + wide("x\x00word\n"), "at4095.txt": wideText(4095), "at4096.txt": wideText(4096),
		"utf32.txt":   "\xff\xfe\x00\x00w\x00\x00\x00o\x00\x00\x00r\x00\x00\x00d\x00\x00\x00\n\x00\x00\x00",
		"utf32be.txt": "\x00\x00\xfe\xff\x00\x00\x00w\x00\x00\x00o\x00\x00\x00r\x00\x00\x00d",
	})
	ugrep := &Method{Selector: Listing{}, Read: ByUgrep}
	result, said := find(t, dir, "word", plain[0], &Profile{Name: "ugrep", Agent: "ugrep", Rg: ugrep})
	want := map[string]string{
		"at1.txt": "binary: a NUL at byte, as UTF-8, 1, in the first block", "at4095.txt": "binary: a NUL at byte, as UTF-8, 4095",
		"at4096.txt": "comes", "utf32.txt": "encoding: it is UTF-32, and taken for binary: it has NULs",
		"utf32be.txt": "encoding: it is UTF-32, and taken for binary: it has NULs",
	}
	for file, why := range want {
		if got := strings.Replace(said[0][file], "binary: binary: ", "binary: ", 1); !strings.HasPrefix(got, why) {
			t.Errorf("%s is said %q, want %q", file, got, why)
		}
	}
	for _, row := range result.Rows {
		v := result.Agents[0].Verdict(row)
		if row.Rel == "at4096.txt" && (len(v.Lines) != 1 || len(v.Lost) != 1) {
			t.Errorf("%d lines come, %d are lost", len(v.Lines), len(v.Lost))
		}
		if v = result.Agents[1].Verdict(row); v.Perhaps == "" {
			t.Errorf("%s is known of ugrep: %+v", row.Rel, v)
		}
	}
}

// TestRipgrepsDiffer: ripgrep 15 takes the top of a repository of Jujutsu for one of git; ripgrep 13 never matches a
// pattern of git's file of the home that has a slash with a path below an absolute folder.
func TestRipgrepsDiffer(t *testing.T) {
	t.Parallel()
	dir := made(t, map[string]string{
		"jj/.jj/x": "", "jj/.gitignore": "a\n", "jj/a": "word\n", "jj/in/.jj/x": "", "jj/in/a": "word\n",
		"git/.git/HEAD": "ref: x\n", "git/out/a": "word\n", "home/.config/git/ignore": "/out\n",
	})
	for _, c := range []struct {
		root     string
		absolute bool
		version  int
		come     string
	}{
		{"jj", false, 13, "[a in/a]"},
		{"jj", false, 15, "[in/a]"},
		{"git", false, 13, "[]"},
		{"git", true, 13, "[out/a]"},
		{"git", true, 15, "[]"},
	} {
		profile := &Profile{Name: "made", Agent: "Made", Rg: &Method{Selector: Ripgrep{Absolute: c.absolute}}}
		result, err := Search(t.Context(), Request{
			Env: tools.Env{Root: filepath.Join(dir, c.root), Home: filepath.Join(dir, "home")}, Ripgrep: c.version,
			Query: Query{Pattern: "word"}, Profiles: []*Profile{profile},
		})
		if err != nil {
			t.Fatal(err)
		}
		come := []string{}
		for _, row := range result.Rows {
			if len(result.Agents[0].Verdict(row).Lines) > 0 {
				come = append(come, row.Rel)
			}
		}
		if got := fmt.Sprint(come); got != c.come {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// TestCap: what an answer holds of more is any, where the engine has no order.
func TestCap(t *testing.T) {
	t.Parallel()
	dir := made(t, map[string]string{"a.txt": "word\nword\n", "b.txt": "word\n"})
	result, _ := find(t, dir, "word")
	if got := result.Agents[0].HeldWords(); got != "2 of 3 matches, any" {
		t.Errorf("%q", got)
	}
	if got := result.Agents[1].HeldWords(); got != "all" {
		t.Errorf("%q", got)
	}
}

// TestWholeCallFails: one line that is not UTF-8 loses all other matches, where the agent reads them all.
func TestWholeCallFails(t *testing.T) {
	t.Parallel()
	dir := made(t, map[string]string{"a.txt": "word\n", "b.txt": "word \xff\n"})
	strict := &Profile{Name: "x", Agent: "X", Rg: &Method{Selector: Ripgrep{}, BadLine: FailsCall, Cap: Cap{Most: 100, Unit: "matches"}}}
	result, said := find(t, dir, "word", strict)
	if !strings.HasPrefix(said[0]["a.txt"], "failed: the whole call fails: a match in b.txt is not UTF-8") {
		t.Errorf("%v", said)
	}
	if a := result.Agents[0]; a.Matches != 0 || a.Refused == "" {
		t.Errorf("%+v", a)
	}
	many := made(t, map[string]string{"a.txt": strings.Repeat("word\n", 200), "b.txt": "word \xff\n"})
	result, said = find(t, many, "word", strict)
	if a := result.Agents[0]; said[0]["a.txt"] != "comes" || a.Perhaps == "" {
		t.Errorf("which of many matches are read is not known: %+v", a)
	}
}

// TestTrouble: a pattern above the folder that ripgrep cannot read ends it with status 2.
func TestTrouble(t *testing.T) {
	t.Parallel()
	dir := made(t, map[string]string{".ignore": "ok\nrng[a-\n", "in/a.txt": "word\n"})
	own := &Method{By: "own", Selector: Listing{}, Read: AllLines}
	for trouble, want := range map[ErrorPolicy]string{IgnoreErrors: "comes", Refused: "failed: the whole call fails: ", WithoutRg: "comes"} {
		p := &Profile{Name: "x", Agent: "X", Rg: &Method{Selector: Ripgrep{}, OnTrouble: trouble}, NoRg: []*Method{own}}
		result, said := find(t, dir+"/in", "word", p)
		if !strings.HasPrefix(said[0]["a.txt"], want) {
			t.Errorf("%d: %v", trouble, said)
		}
		if a := result.Agents[0]; (a.Method == own) != (trouble == WithoutRg) {
			t.Errorf("%d: %s", trouble, a.Method.By)
		}
	}
}

// TestJSON: what is written is JSON of the type Report.
func TestJSON(t *testing.T) {
	t.Parallel()
	dir := made(t, map[string]string{"a.txt": "word\nWord\n", "b.log": "word\n", "c\xff.txt": "word\n"})
	result, _ := find(t, dir, "word")
	var text strings.Builder
	if err := result.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	var report Report
	if err := json.Unmarshal([]byte(text.String()), &report); err != nil {
		t.Fatal(err, text.String())
	}
	first := report.Agents[1]
	if len(first.Files) != 2 || len(first.Files[0].Lost) != 1 || len(first.Never) != 1 || first.Never[0].Cause != ByName {
		t.Errorf("%+v", first)
	}
}

// TestCancelled: a search ends when it is told to.
func TestCancelled(t *testing.T) {
	t.Parallel()
	dir := made(t, map[string]string{"a.txt": "word\n"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Search(ctx, Request{Env: tools.Env{Root: dir}, Query: Query{Pattern: "word"}, Profiles: plain})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestTooMuch: where the patterns of ignore files or attributes take too long it is said not to be known, of all files
// and by all agents.
func TestTooMuch(t *testing.T) {
	t.Parallel()
	hostile := strings.Repeat("**/a/", 20) + "c*/**/*b*"
	deep := strings.Repeat("a/", 60) + "b"
	byGit := &Profile{Name: "git", NoRg: []*Method{{Selector: GitGrep{}, Read: ByGit}}}
	byGit.Rg = byGit.NoRg[0]
	dir := made(t, map[string]string{
		".git/HEAD": "ref: x\n", ".gitignore": strings.Repeat(hostile+"\n", 3000), deep: "word\n", "z": "word\n",
	})
	_, said := find(t, dir, "word", byGit, plain[0])
	for i := range said {
		if !strings.HasPrefix(said[i][deep], "unknown: it is not known what .gitignore says") {
			t.Errorf("%d: %q", i, said[i][deep])
		}
	}
	dir = made(t, map[string]string{
		".git/HEAD": "ref: x\n", ".gitattributes": strings.Repeat(hostile+" diff\n", 3000), deep: "word\n",
	})
	result, said := find(t, dir, "word", byGit)
	if v := result.Agents[0].Verdict(result.Rows[0]); !strings.Contains(v.Perhaps, ".gitattributes") {
		t.Errorf("%q, and in doubt for %q", said[0][deep], v.Perhaps)
	}
}

// TestIgnoreCase: git grep goes by core.ignorecase.
func TestIgnoreCase(t *testing.T) {
	t.Parallel()
	byGit := &Profile{Name: "git", Rg: &Method{Selector: GitGrep{}, Read: ByGit}}
	for config, want := range map[string]string{
		"[core]\n\tignorecase = true\n":  "ignored: ignored by .gitignore:1: SECRET.txt",
		"[core]\n\tignorecase\n":         "ignored: ignored by .gitignore:1: SECRET.txt",
		"[core]\n\tignorecase = false\n": "comes",
		"":                               "comes",
	} {
		dir := made(t, map[string]string{
			".git/config": config, ".gitignore": "SECRET.txt\n", "secret.txt": "word\n",
		})
		if _, said := find(t, dir, "word", byGit); said[0]["secret.txt"] != want {
			t.Errorf("%q: %q", config, said[0]["secret.txt"])
		}
		dir = made(t, map[string]string{
			".git/config": config, ".gitattributes": "*.TXT -diff\n", "secret.txt": "word\n",
		})
		_, said := find(t, dir, "word", byGit)
		if isBinary := strings.HasPrefix(said[0]["secret.txt"], "binary"); isBinary != (want != "comes") {
			t.Errorf("attributes, %q: %q", config, said[0]["secret.txt"])
		}
	}
}

// TestWhyOfAPattern: a line that other searches find since they take the pattern in another way is not said to be lost by
// the case of its letters.
func TestWhyOfAPattern(t *testing.T) {
	t.Parallel()
	dir := made(t, map[string]string{"a.go": "func f(x int)\n", "b.go": "FUNC F(X INT)\n", "c.go": "FUNC FX INT\n"})
	profiles := []*Profile{
		{Name: "rg", Agent: "A", Rg: &Method{By: "ripgrep", Selector: Ripgrep{}}},
		{Name: "basic", Agent: "B", Rg: &Method{By: "grep", Selector: Ripgrep{}, Syntax: pattern.Basic, Fold: true}},
	}
	_, said := find(t, dir, "f(x int)", profiles...)
	for name, cause := range map[string]Cause{"a.go": Syntax, "b.go": Syntax, "c.go": Case} {
		if !strings.HasPrefix(said[0][name], string(cause)+": ") {
			t.Errorf("%s is lost by %q, not by %q", name, said[0][name], cause)
		}
	}
}
