package launch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"eyeline/reader/check"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/settingsfile"
)

// runCheck runs eyeline check with a settings file and returns the exit status.
func runCheck(t *testing.T, config string, args ...string) (code int, out, said string) {
	t.Helper()
	var b strings.Builder
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	p := Program{load: func() (*settingsfile.File, error) { return settingsfile.Load(path) }}
	cmd := p.checkCommand()
	cmd.SetArgs(args)
	cmd.SetOut(&b)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err := cmd.ExecuteContext(context.Background())
	var s cmdkit.Status
	if errors.As(err, &s) {
		return s.Code, b.String(), s.Text
	}
	if err != nil {
		return cmdkit.ExitUsage, b.String(), err.Error()
	}
	return exitOK, b.String(), ""
}

func TestCheckCommand(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f.txt"), []byte("x\u202ey\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	base := filepath.Join(dir, "base.json")
	_, missing := os.Stat(base)
	lacking := errors.Unwrap(missing).Error() // in the words of this system
	for _, c := range []struct {
		name, config string
		args         []string
		code         int
		has, not     string // of what is printed, on either output
	}{
		{"findings alone fail nothing", "", []string{dir}, exitOK, "hidden", ""},
		{"a rule that fails", "", []string{"--fail-on", "partial,hidden", dir}, cmdkit.ExitFailed, "hidden", ""},
		{"a rule that does not", "", []string{"--fail-on", "refused", dir}, exitOK, "hidden", ""},
		{"one tool", "", []string{"--agents", "codex", "--format", "github", dir}, exitOK, "::U+202E", "claude"},
		{"all tools", "", []string{"--agents", "all", "--format", "markdown", dir}, exitOK, `swe\_agent`, ""},
		{"an agent", "", []string{"--agents", "codex cli", "--format", "github", dir}, exitOK, "codex_exec, codex_exec_bytes", "claude"},
		{"rules", "", []string{"--rules", "partial", "--format", "github", dir}, exitOK, "", "hidden"},
		{"left out", "", []string{"--exclude", "*.txt", dir}, exitOK, "0 files, no findings", ""},
		{"no share of nothing", "", []string{"--exclude", "*.txt", dir}, exitOK, "0      –      –      0", ""},
		{"settings", "[check]\nfail-on = [\"hidden\"]\nformat = \"github\"", []string{dir}, cmdkit.ExitFailed, "::error", ""},
		{"flags before settings", "[check]\nfail-on = [\"hidden\"]", []string{"--fail-on", "refused", dir}, exitOK, "", ""},
		{"a wrong setting", "[check]\nlimit = 3", []string{dir}, cmdkit.ExitUsage, `config.toml:2:1: check has no setting "limit"`, ""},
		{"a wrong rule", "", []string{"--fail-on", "long", dir}, cmdkit.ExitUsage, `no rule is called "long"`, ""},
		{"a rule that the settings fail on", "[check]\nfail-on = [\"hidden\"]", []string{"--rules", "partial", dir}, exitOK, "", ""},
		{"a rule that is left out", "", []string{"--fail-on", "hidden", "--rules", "partial", dir}, cmdkit.ExitUsage, "--fail-on hidden never fails", ""},
		{"a wrong agent", "", []string{"--agents", "nobody", dir}, cmdkit.ExitUsage, `"nobody"`, ""},
		{"a wrong format", "", []string{"--format", "xml", dir}, cmdkit.ExitUsage, `"xml"`, ""},
		{"no such path", "", []string{filepath.Join(dir, "none")}, cmdkit.ExitUsage, "eyeline: " + filepath.Join(dir, "none") + ": " + lacking, ""},
		{"a revision without git", "", []string{"--diff", "HEAD", dir}, cmdkit.ExitUsage, "git knows no commit", ""},
		{"an example", "", []string{"--explain", "cut-line"}, exitOK, "data.json", ""},
		{"an example of nothing", "", []string{"--explain", "x"}, cmdkit.ExitUsage, `no rule is called "x"`, ""},
		{"what is staged without git", "", []string{"--staged", dir}, cmdkit.ExitFailed, "is in no work tree", ""},
		{"what is staged and a revision", "", []string{"--staged", "--diff", "HEAD", dir}, cmdkit.ExitUsage, "--staged compares with the last commit", ""},
		{"no baseline", "", []string{"--baseline", base, dir}, cmdkit.ExitUsage, "--baseline: " + base + ": " + lacking, ""},
	} {
		code, out, said := runCheck(t, c.config, c.args...)
		if code != c.code || !strings.Contains(out+said, c.has) || c.not != "" && strings.Contains(out+said, c.not) {
			t.Errorf("%s: status %d, want %d\n%s%s", c.name, code, c.code, out, said)
		}
	}
	_, out, _ := runCheck(t, "", "--format", "json", dir)
	if !json.Valid([]byte(out)) {
		t.Fatalf("no JSON: %s", out)
	}
	if err := os.WriteFile(base, []byte(out), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := runCheck(t, "", "--baseline", base, "--fail-on", "hidden", "--format", "github", filepath.Join(dir, "f.txt")); code != exitOK || out != "" {
		t.Errorf("with a baseline: status %d\n%s", code, out)
	}
}

// TestCheckInATree: symbolic links that lead in circles are named, and without git, or with one that does not work, all
// files are checked and it is said why.
func TestCheckInATree(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no shell")
	}
	dir, bin := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"f.txt": "x\n", "sub/g.txt": "x\n", ".git/HEAD": "junk\n"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755), os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"loop": ".", "sub/up": "..", "a": "b", "b": "a"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	for _, c := range []struct{ name, git, says string }{
		{"no git", "", "executable file not found"},
		{"a git that fails", "echo fatal: out of order >&2; exit 7", "out of order; all files are checked instead"},
		{"a git that dies", "kill -9 $$", "signal: killed; all files are checked instead"},
		{"a git that talks nonsense", "printf '\\377\\0\\n\\033[2J'", ""},
	} {
		git := filepath.Join(bin, "git")
		_ = os.Remove(git)
		if c.git != "" {
			if err := os.WriteFile(git, []byte("#!/bin/sh\n"+c.git+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		t.Setenv("PATH", bin)
		code, out, said := runCheck(t, "", "--agents", "codex", dir)
		if code != exitOK || !strings.Contains(unwrapped(out+said), c.says) || strings.ContainsAny(out, "\x1b\x00") || !utf8.ValidString(out) {
			t.Errorf("%s: status %d\n%s%s", c.name, code, out, said)
		}
		if c.says == "" {
			continue
		}
		for _, want := range []string{"2 files, no findings", "loop: a symbolic link", "up: a symbolic link", "a: a symbolic link"} {
			if !strings.Contains(unwrapped(out), want) {
				t.Errorf("%s: without %q\n%s", c.name, want, out)
			}
		}
	}
}

// TestCheckSARIFNamesTheHome: what a release says of its repository's address is in the report, and a build that knows
// none makes none up.
func TestCheckSARIFNamesTheHome(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "a.txt", "caf\xe9\n", 0o644)
	for _, home := range []string{"https://example.com/eyeline", ""} {
		var out strings.Builder
		cmd := Program{Home: home, load: func() (*settingsfile.File, error) { return &settingsfile.File{}, nil }}.checkCommand()
		cmd.SetArgs([]string{"--format", "sarif", "a.txt"})
		cmd.SetOut(&out)
		if err := cmd.ExecuteContext(t.Context()); err != nil {
			t.Fatal(err)
		}
		rules := strings.Count(out.String(), `"helpUri":"https://example.com/eyeline/blob/HEAD/tui/help/check.md"`)
		named := strings.Contains(out.String(), `"informationUri":"https://example.com/eyeline"`)
		uris := strings.Contains(out.String(), "informationUri") || strings.Contains(out.String(), "helpUri")
		if home != "" && (!named || rules != len(check.RuleNames())) || home == "" && uris {
			t.Errorf("home %q: %.1500s", home, out.String())
		}
	}
}

// TestCheckQuiet: nothing is printed when nothing is wrong, and the usual report when something is.
func TestCheckQuiet(t *testing.T) {
	withSettings(t, "")
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.txt"), "fine\n", 0o644)
	if r := run(t, "check", "--quiet", dir); r.out != "" || r.status != exitOK {
		t.Errorf("%d, %q", r.status, r.out)
	}
	put(t, filepath.Join(dir, "b.txt"), "caf\xe9\n", 0o644)
	if r := run(t, "check", "--quiet", dir); !strings.Contains(r.out, "b.txt") || r.status != exitOK {
		t.Errorf("%d, %q", r.status, r.out)
	}
	if r := run(t, "check", "--quiet", "--fail-on", "hidden", dir); r.out != "" || r.status != exitOK {
		t.Errorf("%d, %q", r.status, r.out)
	}
	if r := run(t, "check", "--quiet", "--fail-on", "replaced", dir); !strings.Contains(r.out, "b.txt") || r.status != 1 {
		t.Errorf("%d, %q", r.status, r.out)
	}
}

// TestCheckQuietAboutKinds: what is not checked because of what it is, is not wrong.
func TestCheckQuietAboutKinds(t *testing.T) {
	withSettings(t, "")
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.txt"), "fine\n", 0o644)
	put(t, filepath.Join(dir, "large.txt"), strings.Repeat("fine\n", 30), 0o644)
	if err := os.Symlink("a.txt", filepath.Join(dir, "link")); err != nil {
		t.Log(err)
	}
	if _, err := exec.LookPath("git"); err == nil {
		put(t, filepath.Join(dir, ".gitattributes"), "made.txt linguist-generated\n", 0o644)
		put(t, filepath.Join(dir, "made.txt"), "fine\n", 0o644)
		if out, err := exec.Command("git", "-C", dir, "init", "-q").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	if r := run(t, "check", "--quiet", "--max-bytes", "100", dir); r.out != "" || r.status != exitOK {
		t.Errorf("%d, %q", r.status, r.out)
	}
	missed := &check.Result{Missed: 1, Skipped: []check.Skipped{{Path: "a", Why: "it kept changing while it was read"}}}
	if (&checkFlags{quiet: true}).silent(missed) {
		t.Error("what could not be checked is not said")
	}
}

// TestCheckOfAnEmptyList: a list of what has changed may have nothing, or only what is removed.
func TestCheckOfAnEmptyList(t *testing.T) {
	withSettings(t, "")
	t.Chdir(t.TempDir())
	put(t, "a.txt", "caf\xe9\n", 0o644) // which would be found
	for list, left := range map[string]string{
		"": "", "\x00": "", "gone.txt\x00": "eyeline: gone.txt is not there, and is left out\n",
		"gone.txt\x00gone.txt\x00": "eyeline: gone.txt is not there, and is left out\n",
		"a.txt\ngone.txt\x00":      "eyeline: a.txt␊gone.txt is not there, and is left out\n", // lines in a list with NULs
	} {
		withInput(t, list)
		var out, said strings.Builder
		cmd := Program{load: func() (*settingsfile.File, error) { return &settingsfile.File{}, nil }}.checkCommand()
		cmd.SetArgs([]string{"--files-from", "-", "-0"})
		cmd.SetOut(&out)
		cmd.SetErr(&said)
		if err := cmd.ExecuteContext(t.Context()); err != nil || out.String() != "" || said.String() != left {
			t.Errorf("%q: %v, %q, %q", list, err, out.String(), said.String())
		}
		withInput(t, list)
		r := run(t, "check", "--format", "json", "--files-from", "-", "-0")
		if r.status != exitOK || !strings.Contains(r.out, `"findings":[]`) {
			t.Errorf("%q: %d, %q", list, r.status, r.out)
		}
	}
}

// goneNames is a list of many names that are not there, which measures the memory at its beginning and at its end.
type goneNames struct {
	left   int
	before uint64
	kept   int64
}

func (g *goneNames) Read(p []byte) (int, error) {
	if g.before == 0 || g.left == 0 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		g.before = cmp.Or(g.before, m.HeapAlloc)
		g.kept = int64(m.HeapAlloc) - int64(g.before)
	}
	if g.left == 0 {
		return 0, io.EOF
	}
	g.left--
	return copy(p, fmt.Sprintf("gone/%d/%s\n", g.left, strings.Repeat("x", 100))), nil
}

// writes is how often something is written.
type writes int

func (w *writes) Write(p []byte) (int, error) {
	*w++
	return len(p), nil
}

// TestNamesThatAreGoneTakeNoMemory: of a list of any length.
func TestNamesThatAreGoneTakeNoMemory(t *testing.T) {
	t.Chdir(t.TempDir())
	names := &goneNames{left: 10 * maxLeftOut}
	var c checkFlags
	var cmd cobra.Command
	cmdkit.AddFlags(&cmd, c.rows())
	var said writes
	cmd.SetIn(names)
	cmd.SetErr(&said)
	if err := cmd.ParseFlags([]string{"--files-from", "-"}); err != nil {
		t.Fatal(err)
	}

	paths, err := c.named(&cmd, nil)
	if err != nil || len(paths) > 0 || said != maxSaidLeftOut+1 {
		t.Errorf("%d paths, %d said, %v", len(paths), said, err)
	}
	if names.kept > 2<<20 {
		t.Errorf("%d bytes are kept of %d names", names.kept, 10*maxLeftOut)
	}
}

// TestBlocksOfTheWorkingFolder: without a path the functions of the working folder are measured, as a check reads its
// files; of a list that is empty nothing is.
func TestBlocksOfTheWorkingFolder(t *testing.T) {
	withSettings(t, "")
	t.Chdir(t.TempDir())
	put(t, "a.py", "def f(a):\n    if a:\n        return 1\n    return 0\n", 0o644)
	for args, want := range map[string]string{
		"": `"functions":1`, ".": `"functions":1`, "--files-from -": `"functions":0`,
		"--max_levels 1": "codex --max-levels=1", "--against --max_levels=2": "codex --max-levels=2",
	} {
		withInput(t, "")
		all := append(strings.Fields("check --block codex --format json"), strings.Fields(args)...)
		if r := run(t, all...); r.status != exitOK || !strings.Contains(r.out, want) {
			t.Errorf("%q: status %d, %s", args, r.status, r.out)
		}
	}
}

// TestANameKeepsWhatIsLeftOut: a file that nobody would change for an agent is no finding where it is typed or a list
// names it, as hooks and steps of a workflow name what commits changed. With --all it is one.
func TestANameKeepsWhatIsLeftOut(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not there")
	}
	withSettings(t, "")
	t.Chdir(t.TempDir())
	if out, err := exec.Command("git", "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}

	words := strings.Repeat("// many words\n", 40_000)
	texts := map[string]string{"made.go": "// Code generated by x. DO NOT EDIT.\n" + words, "vendor/x/code.go": words}
	for name, text := range texts {
		put(t, name, text, 0o644)
		for args, want := range map[string]int{
			"--files-from -": exitOK, "--files-from - --all": 1, name: exitOK, "--all " + name: 1,
		} {
			withInput(t, name+"\n")
			fields := strings.Fields("check --agents claude_code --fail-on refused " + args)
			if r := run(t, fields...); r.status != want {
				t.Errorf("%s of %s: %d\n%s", args, name, r.status, r.out)
			}
		}
	}
}

// TestACheckSaysThatItDidNotReadAll: what the system does not let be read is named, also with --quiet, and in the status.
func TestACheckSaysThatItDidNotReadAll(t *testing.T) {
	c := checkFlags{quiet: true}
	found := &check.Result{Unread: 1, Skipped: []check.Skipped{{Path: "a", Why: "permission denied"}}}
	if got := c.status(found, nil); got != cmdkit.ExitFailed {
		t.Errorf("the status is %d", got)
	}
	c.failOn = []string{check.Hidden}
	if c.silent(found) {
		t.Error("it is silent")
	}
}

// unwrapped is a report without the breaks of its lines: where they are depends on how long the names are.
func unwrapped(report string) string { return strings.Join(strings.Fields(report), " ") }
