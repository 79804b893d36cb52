package contextfiles_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"eyeline/reader/contextfiles"
	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// project makes files below a new folder and returns it. A text that begins with "->" is a link.
func project(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if target, ok := strings.CutPrefix(text, "->"); ok {
			err = os.Symlink(target, path)
		} else {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// of is the briefing of an agent that starts in a folder, whose home is missing.
func of(t *testing.T, agent, dir string, change func(*contextfiles.Request)) *contextfiles.Briefing {
	t.Helper()
	p, ok := contextfiles.Lookup(agent)
	if !ok {
		t.Fatalf("no profile of %s", agent)
	}
	req := contextfiles.Request{Env: tools.Env{Root: dir, Home: filepath.Join(dir, "no home")}}
	if change != nil {
		change(&req)
	}
	b, err := p.Of(t.Context(), req)
	if err != nil {
		t.Fatalf("%s: %v", agent, err)
	}
	return b
}

// whyLeft is why a file is left out; "" where it is not.
func whyLeft(b *contextfiles.Briefing, path string) string {
	for _, l := range b.LeftOut {
		if l.Path == path {
			return l.Why
		}
	}
	return ""
}

// Files that are none, large or broken are left out with a sentence, and nothing waits for them.
func TestFilesThatCannotBeSent(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("links and devices as Linux has them")
	}
	imports := 1000
	if !longtest.IsRequested() { // the race detector takes a minute for so many
		imports = 100
	}
	dir := project(t, map[string]string{
		".git/HEAD": "x", "a/AGENTS.md": "->/dev/zero", "b/AGENTS.md": "->AGENTS.md", "c/AGENTS.md/x": "", "d/AGENTS.md": "", "e/AGENTS.md": "\xff\xfe@x.md\x00",
		"f/AGENTS.md": strings.Repeat("@AGENTS.md\n", imports),
	})
	large, err := os.Create(filepath.Join(dir, "d", "AGENTS.md"))
	if err != nil {
		t.Fatal(err)
	}
	if err := large.Truncate(128 << 20); err != nil { // some agent takes more than the 16 MiB of a part, and reads all of it
		t.Fatal(err)
	}
	large.Close()
	for _, p := range contextfiles.All() {
		done := make(chan bool)
		go func() {
			defer close(done)
			for _, sub := range []string{"a", "b", "c", "d", "e", "f"} {
				cwd := filepath.Join(dir, sub)
				b := of(t, p.Name(), cwd, func(r *contextfiles.Request) {
					r.Mentions = []string{"AGENTS.md", "none", "..", "/dev/zero", "", "a\x00b", "AGENTS.md#L9-2"}
					r.Reads = []string{"none/x", "/dev/zero", "", "../f/AGENTS.md"}
				})
				for _, part := range b.Parts {
					if len(part.Text) > 16<<20 && sub != "d" {
						t.Errorf("%s in %s: a part of %d bytes", p.Name(), sub, len(part.Text))
					}
				}
			}
		}()
		select {
		case <-done:
		case <-time.After(time.Minute):
			t.Fatalf("%s waits for something", p.Name())
		}
	}
	if b := of(t, "kimi_code", filepath.Join(dir, "d"), nil); !strings.Contains(whyLeft(b, filepath.Join(dir, "d", "AGENTS.md")), "134,217,728 bytes") {
		t.Errorf("%+v", b.LeftOut)
	}
	if b := of(t, "kimi_code", filepath.Join(dir, "a"), nil); len(b.Parts) > 0 || !strings.Contains(whyLeft(b, filepath.Join(dir, "a", "AGENTS.md")), "device") {
		t.Errorf("%+v", b)
	}
	// Of 128 MiB an agent with a budget takes that, and the rest is not read.
	if b := of(t, "codex_exec", filepath.Join(dir, "d"), nil); len(b.Parts) != 0 {
		if c := b.Parts[0].Sources[0].Cut; c == nil || c.Byte != 32768 || c.Lost != 128<<20-32768 {
			t.Errorf("%+v", c)
		}
	}
}

// A folder that cannot be listed or entered is as one without files.
func TestFoldersThatCannotBeRead(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("everything can be read")
	}
	dir := project(t, map[string]string{".git/HEAD": "x", "AGENTS.md": "top\n", ".claude/rules/a.md": "rule\n", "CLAUDE.md": "secret\n"})
	for _, name := range []string{".claude/rules", "CLAUDE.md"} {
		if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, ".claude/rules"), 0o755) })
	if b := of(t, "claude_code", dir, nil); !strings.Contains(whyLeft(b, filepath.Join(dir, "CLAUDE.md")), "permission denied") {
		t.Errorf("%+v", b)
	}
}

// With Confine nothing outside of the folder is read, by whatever way.
func TestConfined(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("links are not for everybody there")
	}
	dir := project(t, map[string]string{
		".git/HEAD": "x", "AGENTS.md": "secret\n", "out.md": "secret\n", "GEMINI.md": "secret", "CLAUDE.md": "secret", "home/.codex/AGENTS.md": "secret\n",
		"sub/AGENTS.md": "@../out.md\n", "sub/CLAUDE.md": "->../out.md", "sub/GEMINI.md": "@../out.md @link.md\n", "sub/link.md": "->../out.md",
	})
	for _, p := range contextfiles.All() {
		b := of(t, p.Name(), filepath.Join(dir, "sub"), func(r *contextfiles.Request) {
			r.Env.Confine, r.Env.Home, r.Mentions = true, filepath.Join(dir, "home"), []string{"../out.md", "link.md"}
		})
		for _, part := range b.Parts {
			if strings.Contains(part.Text, "secret") {
				t.Errorf("%s sends %.300q", p.Name(), part.Text)
			}
		}
	}
}

// What a person would expect is named, with the reason.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	dir := project(t, map[string]string{
		".git/HEAD": "x", "AGENTS.md": strings.Repeat("x", 32<<10), "sub/AGENTS.md": "late\n", "sub/CLAUDE.md": "`@code.md`\n@../up.md\n",
		"sub/code.md": "code", "up.md": "up", "sub/GEMINI.md": "@deep1.md\n", "sub/deep1.md": "@deep2.md", "sub/deep2.md": "@deep3.md", "sub/deep3.md": "@deep4.md",
		"sub/deep4.md": "@deep5.md", "sub/deep5.md": "@deep6.md", "sub/deep6.md": "deep",
	})
	sub := filepath.Join(dir, "sub")
	if !foldsCase(dir) {
		if err := os.WriteFile(filepath.Join(sub, "agents.md"), []byte("case\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ agent, path, why string }{
		{"codex_exec", "sub/AGENTS.md", "use up the 32,768 bytes"},
		{"codex_exec", "sub/agents.md", "is looked for as AGENTS.md"},
		{"codex_exec", "sub/CLAUDE.md", "does not look for files of this name"},
		{"claude_code", "sub/code.md", "in code"},
		{"claude_code", "up.md", "outside of the working directory"},
		{"gemini_cli", "sub/deep6.md", "too deep"},
		{"kimi_code", "sub/CLAUDE.md", "does not look for"},
	} {
		if filepath.Base(c.path) == "agents.md" && foldsCase(dir) {
			continue // it is AGENTS.md
		}
		if got := whyLeft(of(t, c.agent, sub, nil), filepath.Join(dir, c.path)); !strings.Contains(got, c.why) {
			t.Errorf("%s: %s: %q, want %q", c.agent, c.path, got, c.why)
		}
	}
}

// foldsCase reports whether upper and lower case are the same in the names of a folder.
func foldsCase(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, ".GIT"))
	return err == nil
}

// TestNamesInAnotherCase: where the file system has a file under several of the names that an agent tries, it is sent
// once, under the name that its folder lists.
func TestNamesInAnotherCase(t *testing.T) {
	t.Parallel()
	listed := []string{"AGENTS.md", "CLAUDE.md", "GEMINI.md", "gemini.md.txt"}
	files := map[string]string{".git/HEAD": "x"}
	for _, name := range listed {
		files[name] = "in " + name + "\n"
	}
	dir := project(t, files)
	if !foldsCase(dir) {
		t.Skip("names differ by upper and lower case here")
	}
	for _, p := range contextfiles.All() {
		for _, part := range of(t, p.Name(), dir, nil).Parts {
			for _, s := range part.Sources {
				if filepath.Dir(s.Path) == dir && !slices.Contains(listed, filepath.Base(s.Path)) {
					t.Errorf("%s: %s", p.Name(), s.Path)
				}
			}
			for _, name := range listed {
				if strings.Count(part.Text, "in "+name+"\n") > 1 {
					t.Errorf("%s sends %s twice", p.Name(), name)
				}
			}
		}
	}
}

// What an agent does not take of its own folder of rules is named, with what it takes there.
func TestLeftOutOfFoldersOfRules(t *testing.T) {
	t.Parallel()
	dir := project(t, map[string]string{
		".clinerules/a.md": "one\n", ".clinerules/b.json": "{}\n", ".clinerules/.hidden": "x\n", ".claude/rules/c.txt": "two\n",
		".claude/rules/d.md": "three\n",
	})
	for agent, names := range map[string][2]string{
		"cline":       {".clinerules/b.json", "Cline CLI takes only files of this folder that are called *.md or *.txt"},
		"claude_code": {".claude/rules/c.txt", "Claude Code takes only files of this folder that are called *.md"},
	} {
		b := of(t, agent, dir, nil)
		if why := whyLeft(b, filepath.Join(dir, names[0])); why != names[1] {
			t.Errorf("%s: %s: %q", agent, names[0], why)
		}
		for _, taken := range []string{".clinerules/a.md", ".clinerules/.hidden", ".claude/rules/d.md"} {
			if why := whyLeft(b, filepath.Join(dir, taken)); strings.Contains(why, "takes only") {
				t.Errorf("%s: %s: %q", agent, taken, why)
			}
		}
	}
}

// TestLeftOutOfLargeFoldersOfRules: what lies in hidden folders is not named, the others come by their names, and of
// very many it is said once how many they are.
func TestLeftOutOfLargeFoldersOfRules(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	files := map[string]string{
		".claude/rules/U.MD": "upper\n", ".claude/rules/.git/HEAD": "x\n", ".claude/rules/.git/hooks/a.sample": "x\n",
		".claude/rules/z.txt": "z\n", ".claude/rules/b.txt": "b\n", ".claude/rules/m/c.txt": "c\n",
	}
	named := func(b *contextfiles.Briefing, dir string) (paths []string) {
		for _, l := range b.LeftOut {
			rel, err := filepath.Rel(dir, l.Path)
			if err != nil {
				t.Fatal(err)
			}
			paths = append(paths, filepath.ToSlash(rel))
		}
		return paths
	}
	dir := project(t, files)
	b := of(t, "claude_code", dir, nil)
	want := []string{".claude/rules/U.MD", ".claude/rules/b.txt", ".claude/rules/m/c.txt", ".claude/rules/z.txt"}
	if got := named(b, dir); !slices.Equal(got, want) {
		t.Errorf("named are %q", got)
	}
	if why := whyLeft(b, filepath.Join(dir, want[0])); why != "the name is looked for as *.md" {
		t.Errorf("a name in another case: %q", why)
	}
	for i := range 3_000 {
		files[fmt.Sprintf(".claude/rules/nm/%d.js", i)] = ""
	}
	dir = project(t, files)
	b = of(t, "claude_code", dir, nil)
	if got := named(b, dir); !slices.Equal(got, []string{".claude/rules"}) {
		t.Errorf("of very many, %d are named, first %.100q", len(got), got)
	}
	const many = "3,004 other files: Claude Code takes only files of this folder that are called *.md"
	if why := whyLeft(b, filepath.Join(dir, ".claude", "rules")); why != many {
		t.Errorf("of very many: %q", why)
	}
}

// The reason is that of the folder: what an agent looks for elsewhere it does not look for here.
func TestLeftOutInFoldersBetween(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "making links takes a privilege")
	dir := project(t, map[string]string{
		".git/HEAD": "x", "AGENTS.md": "top\n", "CLAUDE.md": "other\n", "mid/.github/instructions/a.instructions.md": "mid\n", "mid/.qwen/rules/a.md": "rule\n", "mid/sub/x": "x",
		"real.md": "rule\n", ".qwen/rules/link.md": "->../../real.md",
	})
	for _, c := range []struct{ agent, path, why string }{
		{"copilot_cli", "mid/.github/instructions/a.instructions.md", "does not look for it in this folder"},
		{"qwen_code", "mid/.qwen/rules/a.md", "does not look for it in this folder"},
		{"qwen_code", ".qwen/rules/link.md", "takes no such links"},
		{"opencode", "CLAUDE.md", "comes before it"},
	} {
		if got := whyLeft(of(t, c.agent, filepath.Join(dir, "mid/sub"), nil), filepath.Join(dir, c.path)); !strings.Contains(got, c.why) {
			t.Errorf("%s: %s: %q, want %q", c.agent, c.path, got, c.why)
		}
	}
}

// A home may be named from the folder that the program runs in.
func TestHomeFromHere(t *testing.T) {
	dir := project(t, map[string]string{"home/.qwen/QWEN.md": "mine\n", "proj/x": "x"})
	t.Chdir(dir)
	b := of(t, "qwen_code", filepath.Join(dir, "proj"), func(r *contextfiles.Request) { r.Env.Home = "home" })
	if len(b.Parts) != 1 || len(b.LeftOut) > 0 {
		t.Errorf("%+v", b)
	}
}

// A folder of rules that cannot be listed, and a file that cannot be read, are left out with a sentence.
func TestWhatMayNotBeRead(t *testing.T) {
	t.Parallel()
	if os.Getuid() <= 0 {
		t.Skip("who may do anything may read all")
	}
	dir := project(t, map[string]string{".git/HEAD": "x", ".claude/rules/one.md": "a rule", "CLAUDE.md": "not for you"})
	for _, name := range []string{".claude/rules", "CLAUDE.md"} {
		path := filepath.Join(dir, name)
		if err := os.Chmod(path, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(path, 0o700) })
		b := of(t, "claude_code", dir, nil)
		if why := whyLeft(b, path); !strings.Contains(why, "permission denied") {
			t.Errorf("%s: %q", name, why)
		}
	}
}

// TestMoreThanIsRead: of files that are too large together the first ones are sent, and of the others it is said why
// they are not.
func TestMoreThanIsRead(t *testing.T) {
	t.Parallel()
	dir := project(t, map[string]string{
		".git/HEAD": "x", "AGENTS.md": "a\n", "a/AGENTS.md": "b\n", "a/b/AGENTS.md": "c\n",
	})
	for _, name := range []string{"AGENTS.md", "a/AGENTS.md"} {
		if err := os.Truncate(filepath.Join(dir, name), 10<<20); err != nil {
			t.Fatal(err)
		}
	}
	b := of(t, "pi", filepath.Join(dir, "a", "b"), nil)
	var sent []string
	for _, p := range b.Parts {
		for _, s := range p.Sources {
			sent = append(sent, s.Path)
		}
	}
	want := filepath.Join(dir, "AGENTS.md") + " " + filepath.Join(dir, "a", "b", "AGENTS.md")
	if strings.Join(sent, " ") != want {
		t.Errorf("sent %q", sent)
	}
	why := whyLeft(b, filepath.Join(dir, "a", "AGENTS.md"))
	if !strings.Contains(why, "the files before it 10,485,760; no more than 16,777,216 are read here") {
		t.Error(why)
	}
}

// TestMentionWithItsSign: a mention may have its "@", and a file whose name begins with one is found.
func TestMentionWithItsSign(t *testing.T) {
	t.Parallel()
	dir := project(t, map[string]string{".git/HEAD": "x", "a.txt": "a\n", "@b.txt": "b\n"})
	for _, typed := range []string{"a.txt", "@a.txt", "@b.txt", "@@b.txt"} {
		b := of(t, "claude_code", dir, func(r *contextfiles.Request) { r.Mentions = []string{typed} })
		if len(b.Parts) != 2 || len(b.LeftOut) != 0 {
			t.Errorf("%s: %d parts, left out %v", typed, len(b.Parts), b.LeftOut)
		}
	}
}

// TestMentionsOfGemini: a file is found by its path from the folder or from the top of the file system, and by a part of
// its name, on each system.
func TestMentionsOfGemini(t *testing.T) {
	t.Parallel()
	dir := project(t, map[string]string{".git/HEAD": "x", "sub/below/notes.txt": "the notes\n", "build/out.txt": "built\n"})
	file := filepath.Join(dir, "sub", "below", "notes.txt")
	for _, typed := range []string{"sub/below/notes.txt", file, filepath.ToSlash(file), "otes.tx"} {
		b := of(t, "gemini_cli", dir, func(r *contextfiles.Request) { r.Mentions = []string{typed} })
		var sent strings.Builder
		for _, p := range b.Parts {
			sent.WriteString(p.Text)
		}
		if !strings.Contains(sent.String(), "the notes") {
			t.Errorf("%s: %q, left out %v", typed, sent.String(), b.LeftOut)
		}
	}
	b := of(t, "gemini_cli", dir, func(r *contextfiles.Request) { r.Mentions = []string{"build/out.txt"} })
	if why := whyLeft(b, filepath.Join(dir, "build", "out.txt")); why == "" {
		t.Errorf("what lies in a folder of what is built is sent: %v", b.Parts)
	}
}

// TestMentionThatGivesNothing: a file that a mention gives nothing of is named, with the reason.
func TestMentionThatGivesNothing(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(strings.Repeat("y", 60)+"\n", 2500)
	dir := project(t, map[string]string{".git/HEAD": "x", "a.txt": long})
	b := of(t, "claude_code", dir, func(r *contextfiles.Request) { r.Mentions = []string{"a.txt"} })
	if why := whyLeft(b, filepath.Join(dir, "a.txt")); !strings.Contains(why, "too long for one read") {
		t.Errorf("%q, %d parts", why, len(b.Parts))
	}
}

// TestLinksInCircles: links to folders that they lie in are not followed for ever.
func TestLinksInCircles(t *testing.T) {
	t.Parallel()
	dir := project(t, map[string]string{
		".git/HEAD": "x", ".github/instructions/a": "->.", ".github/instructions/b": "->.",
		".github/instructions/x.instructions.md": "be kind\n", ".qwen/rules/a": "->..", ".qwen/rules/b": "->..",
		".claude/rules/a": "->.", ".claude/rules/b": "->.", ".claude/rules/r.md": "be brief\n",
	})
	for _, p := range contextfiles.All() {
		b := of(t, p.Name(), dir, nil)
		if n := len(b.Parts) + len(b.LeftOut); n > 25 {
			t.Errorf("%s: %d files are named", p.Name(), n)
		}
	}
}

// TestLinksInManyWays: links that lead to the same folders in very many ways are not followed in all of them.
func TestLinksInManyWays(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	files := map[string]string{".git/HEAD": "x"}
	for i := range 20 {
		files[fmt.Sprintf(".claude/rules/n%d/r.md", i)] = "be brief\n"
		if i > 0 {
			files[fmt.Sprintf(".claude/rules/n%d/a", i-1)] = fmt.Sprintf("->../n%d", i)
			files[fmt.Sprintf(".claude/rules/n%d/b", i-1)] = fmt.Sprintf("->../n%d", i)
		}
	}
	b := of(t, "opencode", project(t, files), nil)
	if n := len(b.Parts) + len(b.LeftOut); n > 15_000 {
		t.Errorf("%d files are named", n)
	}
}

// A file of the user that the walk through the project meets, too, comes after the user's others, in the order of the
// walk.
func TestUsersFilesOnTheWay(t *testing.T) {
	t.Parallel()
	dir := project(t, map[string]string{
		"p/.git/HEAD": "ref: refs/heads/main\n", "p/h/.grok/AGENTS.md": "one\n", "p/h/.claude/CLAUDE.md": "two\n",
		"p/h/.claude/CLAUDE.local.md": "three\n", "p/h/.cursor/rules/r.md": "four\n", "p/h/.grok/rules/r.md": "five\n",
	})
	for cwd, want := range map[string]string{
		"p/h/.grok": "two three five four one", "p/h": "one two three five four", "p": "one five two three four",
	} {
		b := of(t, "grok_build", filepath.Join(dir, filepath.FromSlash(cwd)), func(r *contextfiles.Request) {
			r.Env.Home = filepath.Join(dir, "p", "h")
		})
		var got []string
		for _, p := range b.Parts {
			got = append(got, strings.Fields(strings.NewReplacer("<user_rule>", "", "</user_rule>", "").Replace(p.Text))...)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q", cwd, got)
		}
	}
}

// A file that is both the user's and the workspace's is sent once, as the workspace's.
func TestGlobalFileAsWorkspace(t *testing.T) {
	t.Parallel()
	dir := project(t, map[string]string{".agents/AGENTS.md": "one\n"})
	b := of(t, "cline", filepath.Join(dir, ".agents"), func(r *contextfiles.Request) { r.Env.Home = dir })
	if len(b.Parts) != 1 || b.Parts[0].Text != "# Rules\n## Workspace AGENTS.md\none" {
		t.Errorf("%+v", b.Parts)
	}
}

// TestMissingFilesAreSaid: that a file which is mentioned or read is not there is said once of each agent.
func TestMissingFilesAreSaid(t *testing.T) {
	dir := t.TempDir()
	for _, p := range contextfiles.All() {
		for _, one := range []contextfiles.Request{{Mentions: []string{"gone.txt"}}, {Reads: []string{"gone.txt"}}} {
			one.Env = tools.Env{Root: dir, Home: t.TempDir()}
			b, err := p.Of(t.Context(), one)
			if err != nil {
				t.Fatal(err)
			}
			said := slices.DeleteFunc(b.LeftOut, func(l contextfiles.LeftOut) bool {
				return filepath.Base(l.Path) != "gone.txt"
			})
			if len(said) != 1 || len(one.Reads) > 0 && said[0].Why != "it is not there" {
				t.Errorf("%s: %+v: %+v", p.Name(), one, said)
			}
		}
	}
}
