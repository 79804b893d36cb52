package check

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"eyeline/reader/check/filetext"
	"eyeline/reader/check/pathpattern"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/lists"
	"eyeline/reader/longtest"
	"eyeline/reader/loss"
	"eyeline/reader/source"
	"eyeline/reader/systemtest"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
	"eyeline/reader/window"
)

// TestMain runs the tests.
func TestMain(m *testing.M) {
	longtest.CollectLess()
	m.Run()
}

// tree writes files below a directory outside any work tree and returns it.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.ToSlash(dir) // as findings name files
}

func run(t testing.TB, o Options) *Result {
	t.Helper()
	g, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func patterns(texts ...string) []pathpattern.Pattern { return lists.Map(texts, pathpattern.Parse) }

// written is what is found in a form.
func written(t testing.TB, o Options, form func(io.Writer, *Result) error) *bytes.Buffer {
	t.Helper()
	var b bytes.Buffer
	if err := form(&b, run(t, o)); err != nil {
		t.Fatal(err)
	}
	return &b
}

// firstLines is a tool that gives the first lines of a file, each cut at a width; it does not say that more follows.
func firstLines(lines *int64, width *int64) *tools.Tool {
	tool := &tools.Tool{Name: "first_lines", Origin: tools.Origin{Agent: "Test", Version: "1", Use: tools.Current}, Params: []tools.Param{{Path: []string{"path"}, IsFile: true}, {Path: []string{"from"}, Flag: "from", Type: tools.TypeInteger}}, Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "from", Base: 1}}}
	tool.Words = func(_ tools.Env, _ string, err error) string { return err.Error() }
	tool.Run = func(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
		a := struct {
			Path string
			From int64
		}{From: 1}
		if err := json.Unmarshal(args, &a); err != nil {
			return nil, err
		}
		words := func(err error) string { return err.Error() }
		return tools.ReadFile(ctx, words, func() (*tools.File, error) { return tools.Open(ctx, env, tools.PathAny, a.Path) }, func(o *tools.File) (*tools.Result, error) {
			found, err := textfile.Scan(ctx, o, textfile.Search{First: a.From, Count: *lines, Total: true})
			if err != nil {
				return nil, err
			}
			win := found.Window(o.Size())
			r := &tools.Result{Window: win, Silent: true}
			if win.End < o.Size() {
				r.NextArgs = tools.SetArg(args, []string{"from"}, fmt.Sprint(win.Last+1))
			}
			return r.Content(o, func(s *tools.Sink) {
				s.WriteLines(o, tools.LineRange{Format: &tools.LineFormat{Limit: *width, Unit: tools.Bytes}, Start: win.Start, End: win.End, Number: a.From, Count: *lines})
			}), nil
		})
	}
	return tool
}

// Of a tool that cuts the middle the lines between are what is missing, not the end.
func TestAHoleIsFound(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"f.txt": strings.Repeat("0123456789\n", 10)})
	g := run(t, Options{Paths: []string{dir}, Tools: []*tools.Tool{toolstest.Middle("made_up")}})
	if len(g.Findings) != 1 {
		t.Fatalf("findings %+v", g.Findings)
	}
	f := g.Findings[0]
	if f.Rule != Partial || f.Level != LevelWarning || f.Line != 4 || f.LostBytes != 44 ||
		!strings.Contains(f.Message, "lines 4–7 missing (40%), the tool names no further call") {
		t.Errorf("%+v", f)
	}
	if a := g.Agents[0]; a.Files != (Files{Partial: 1}) || a.LinesSent != 6 || a.BytesSent != 66 {
		t.Errorf("sums %+v", a)
	}
}

// A tool's limits are written down in the tool alone: when they change, the findings do.
func TestFindingsFollowTheTool(t *testing.T) {
	t.Parallel()
	lines, width := int64(4), int64(6)
	dir := tree(t, map[string]string{"f.txt": strings.Repeat("0123456789\n", 10)})
	o := Options{Paths: []string{dir}, Tools: []*tools.Tool{firstLines(&lines, &width)}}
	g := run(t, o)
	if n := len(g.Findings); n != 2 {
		t.Fatalf("%d findings, want cut lines and a partial read: %+v", n, g.Findings)
	}
	part, cut := g.Findings[0], g.Findings[1]
	if cut.Rule != CutLine || cut.Line != 1 || cut.Column != 7 || cut.LostBytes != 16 || !strings.Contains(cut.Message, "4 lines cut in the first read, 16 bytes lost, no known call gives them") {
		t.Errorf("cut %+v", cut)
	}
	if part.Rule != Partial || part.Level != LevelWarning || part.Line != 5 || part.LostBytes != 66 || len(part.Shares) != 1 ||
		!strings.Contains(part.Message, "lines 5–10 missing (60%), nothing says so, 3 calls to the end leave out 40 bytes") {
		t.Errorf("partial %+v", part)
	}
	if s := part.Shares[0]; s.Tool != "first_lines" || s.Calls != 3 || s.Lost != 66 || s.Tokens == 0 {
		t.Errorf("share %+v", s)
	}
	a := g.Agents[0]
	if a.Files != (Files{Partial: 1}) || a.Lines != 10 || a.LinesSent != 4 || a.Bytes != 110 || a.BytesSent != 44-16 || a.CallsAll != 3 || a.TokensAll <= a.TokensFirst {
		t.Errorf("sums %+v", a)
	}
	lines, width = 5, 10
	g = run(t, o)
	if len(g.Findings) != 1 || g.Findings[0].Line != 6 || g.Findings[0].Shares[0].Calls != 2 {
		t.Errorf("with other limits: %+v", g.Findings)
	}
	lines = 10
	if g = run(t, o); len(g.Findings) != 0 || g.Agents[0].Files != (Files{Whole: 1}) || g.Agents[0].BytesSent != 110 {
		t.Errorf("without limits: %+v %+v", g.Findings, g.Agents)
	}
}

// Many calls are estimated, and said to be so.
func TestManyCallsAreEstimated(t *testing.T) {
	t.Parallel()
	lines, width := int64(1), int64(0)
	dir := tree(t, map[string]string{"f": strings.Repeat("x\n", 1200)})
	g := run(t, Options{Paths: []string{dir}, Tools: []*tools.Tool{firstLines(&lines, &width)}})
	if f := g.Findings[0]; f.Shares[0].Calls != 0 || !strings.Contains(f.Message, "≈1,200 calls to the end") ||
		!g.Agents[0].CallsGuessed {
		t.Errorf("%+v, %+v", f, g.Agents)
	}
}

// Every rule has an example for which some tool has a finding, and its text is safe for a terminal.
func TestExplain(t *testing.T) {
	t.Parallel()
	for _, rule := range rules {
		var b bytes.Buffer
		if err := Explain(context.Background(), &b, rule.name, Options{}); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if !strings.HasPrefix(text, rule.name+": ") || strings.Contains(text, "None of the tools") || strings.Contains(text, os.TempDir()) {
			t.Errorf("%s:\n%s", rule.name, text)
		}
		if i := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); i >= 0 {
			t.Errorf("%s: byte %d is not printable: %.200q", rule.name, i, text[i:])
		}
	}
}

// What a run finds does not depend on which file was read first.
func TestRunsAgree(t *testing.T) {
	t.Parallel()
	files, most := map[string]string{}, 60
	if !longtest.IsRequested() {
		most = 15
	}
	for i := range most {
		files[fmt.Sprintf("d%d/f%d.txt", i%7, i)] = strings.Repeat(fmt.Sprintf("line %d\r\n", i), i*100)
	}
	dir := tree(t, files)
	var first string
	for range 3 {
		b := written(t, Options{Paths: []string{dir}}, WriteJSON)
		if first == "" {
			first = b.String()
		}
		if b.String() != first {
			t.Fatal("two runs differ")
		}
	}
}

// What is not a regular file is named and not read; odd names are kept out of the terminal and in valid JSON.
func TestOddFiles(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "no file can have these names")
	dir := tree(t, map[string]string{"a\nb\x1b[2J.txt": "x\u202ey\n", "plain": "x\n", ".git-no/x": "x\n", ".hidden/x": "x\n", "bad\xff.txt": "x\n"})
	if err := os.Symlink("plain", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	o := Options{Paths: []string{dir}, Tools: tools.All(), Rules: RuleNames()}
	js, table := written(t, o, WriteJSON), written(t, o, writeTable)
	md := written(t, o, WriteMarkdown)
	var got struct {
		Version  int
		Findings []Finding
		Agents   []Agent
		Skipped  []Skipped
	}
	if err := json.Unmarshal(js.Bytes(), &got); err != nil {
		t.Fatalf("%v in %s", err, js.String())
	}
	if got.Version != jsonVersion || len(got.Agents) != len(tools.All()) || len(got.Findings) == 0 {
		t.Errorf("%+v", got)
	}
	if !slices.ContainsFunc(got.Skipped, func(s Skipped) bool { return strings.HasSuffix(s.Path, "/link") && s.Why == "a symbolic link" }) {
		t.Errorf("skipped %+v", got.Skipped)
	}
	if !slices.ContainsFunc(got.Skipped, func(s Skipped) bool { return strings.Contains(s.Why, "UTF-8") }) {
		t.Errorf("skipped %+v", got.Skipped)
	}
	if strings.Contains(js.String(), ".hidden") {
		t.Error("a hidden folder was checked")
	}
	for name, text := range map[string]string{"table": table.String(), "markdown": md.String()} {
		if i := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); i >= 0 {
			t.Errorf("%s: not printable: %.100q", name, text[i:])
		}
	}
}

// An interrupted run ends with what is known so far, in a whole object.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"f": "x\r\n"})
	many := systemtest.Many(3000, 300)
	links(t, filepath.Join(dir, "f"), "f%d", 1, many)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var progress Progress
	go func() {
		for progress.Done() == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	r, err := Run(ctx, Options{Paths: []string{dir}, Tools: tools.All(), Rules: RuleNames(), Progress: &progress})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	some := r.Files > 0 && r.Files < int64(many)
	if err := WriteJSON(&b, r); err != nil || !r.Interrupted || !some || !json.Valid(b.Bytes()) {
		t.Errorf("interrupted %v after %d files: %v, %.300s", r.Interrupted, r.Files, err, b.String())
	}
}

// links gives a file more names beside it: form with the numbers from first up to end, which is not among them. A link
// is made in a tenth of the time that a file takes.
func links(t *testing.T, file, form string, first, end int) {
	t.Helper()
	for i := first; i < end; i++ {
		if err := os.Link(file, filepath.Join(filepath.Dir(file), fmt.Sprintf(form, i))); err != nil {
			t.Fatal(err)
		}
	}
}

func runGit(t *testing.T, dir string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not here")
	}
	cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@y", "-c", "init.defaultBranch=main"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func paths(g *Result, dir string) []string {
	var found []string
	for _, f := range g.Findings {
		if p := strings.TrimPrefix(f.Path, dir+"/"); !slices.Contains(found, p) {
			found = append(found, p)
		}
	}
	slices.Sort(found)
	return found
}

// Of a named file or folder that git ignores it is said why nothing is checked, and nothing where something is.
func TestNamedAndIgnored(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := tree(t, map[string]string{
		".gitignore": "*.log\nbuild/\n", "out.log": "x\n", "kept.log": "x\n", "build/a.go": "x\n", "sub/b.go": "x\n",
	})
	runGit(t, dir, "init", "-q")
	runGit(t, dir, "add", "-f", "kept.log")
	named := func(all bool, names ...string) (skipped []string) {
		o := Options{Rules: []string{Hidden}, All: all}
		for _, name := range names {
			o.Paths = append(o.Paths, filepath.Join(dir, name))
		}
		for _, s := range run(t, o).Skipped {
			skipped = append(skipped, strings.TrimPrefix(s.Path, dir+"/")+": "+s.Why)
		}
		return skipped
	}
	got := named(false, "out.log", "kept.log", "build", "build/a.go", "sub")
	if want := []string{"out.log: " + notListed, "build: " + noneListed, "build/a.go: " + notListed}; !slices.Equal(got, want) {
		t.Errorf("skipped %q, want %q", got, want)
	}
	if got := append(named(true, "out.log", "build"), named(false, "", "sub")...); got != nil {
		t.Errorf("skipped %q", got)
	}
}

// In a work tree the files are those that git takes, without generated ones; all of them on request.
func TestGit(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	x := "x\u202e\n"
	dir := tree(t, map[string]string{
		"kept.txt": x, "new.txt": x, "out.log": x, "gen/a.go": x, "gen/b.go": x, ".ci/run": x, "sub/deep.txt": x, "gone.txt": x,
		".gitignore": "*.log\n", ".gitattributes": "gen/a.go linguist-generated\ngen/b.go linguist-vendored=true\n",
	})
	runGit(t, dir, "init", "-q")
	runGit(t, dir, "add", ".")
	runGit(t, dir, "rm", "-q", "--cached", "new.txt")
	runGit(t, dir, "commit", "-qm", "x")
	if err := os.Remove(filepath.Join(dir, "gone.txt")); err != nil {
		t.Fatal(err)
	}
	o := Options{Paths: []string{dir}, Rules: []string{Hidden}}
	check := func(what string, o Options, want ...string) *Result {
		t.Helper()
		g := run(t, o)
		if got := paths(g, dir); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
		return g
	}
	g := check("tracked and new", o, ".ci/run", "gen/a.go", "gen/b.go", "kept.txt", "new.txt", "sub/deep.txt")
	why := map[string]string{}
	for _, s := range g.Skipped {
		why[strings.TrimPrefix(s.Path, dir+"/")] = s.Why
	}
	if why["gen/a.go"] != "linguist-generated in .gitattributes" || why["gen/b.go"] != "linguist-vendored in .gitattributes" || !strings.Contains(why["gone.txt"], "no such file") {
		t.Errorf("skipped %q", why)
	}
	all := o
	all.All = true
	check("all", all, ".ci/run", "gen/a.go", "gen/b.go", "kept.txt", "new.txt", "out.log", "sub/deep.txt")
	below := o
	below.Paths = []string{filepath.Join(dir, "sub")}
	check("below", below, "sub/deep.txt")
	without := o
	without.Exclude = patterns("sub", "k*.txt", "/.ci/**")
	check("without", without, "gen/a.go", "gen/b.go", "new.txt")
	if err := os.WriteFile(filepath.Join(dir, "kept.txt"), []byte(x+x), 0o644); err != nil {
		t.Fatal(err)
	}
	since := o
	since.Since = "HEAD"
	check("changed", since, "kept.txt", "new.txt")
	since.Since = "--output=x"
	if _, err := Run(context.Background(), since); err == nil || !strings.Contains(err.Error(), "no commit") {
		t.Errorf("a revision that is none: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".git", "HEAD"), []byte("broken"), 0o644); err != nil {
		t.Fatal(err)
	}
	g = check("broken", o, "gen/a.go", "gen/b.go", "kept.txt", "new.txt", "out.log", "sub/deep.txt")
	if len(g.Skipped) == 0 || !strings.Contains(g.Skipped[0].Why, "git: ") {
		t.Errorf("a broken git is not named: %+v", g.Skipped)
	}
}

func TestPattern(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern string
		yes, no string
	}{
		{"vendor", "a/vendor/b", "a/vendors/b"},
		{"a/b", "a/b/c", "x/a/b"},
		{"*.min.js", "x/y.min.js", "x/y.js"},
		{"a/**/z", "a/b/c/z", "a/zz"},
		{"docs/**", "docs/x/y", "doc/x"},
		{"?.go", "d/x.go", "d/xy.go"},
		{"a+b", "a+b", "aab"},
		{"a[1]", "a[1]", "a1"},
		{"*.go", ".x.go", "x.go.txt"},
		{"\xff*", "\uFFFDx", "x"},
	} {
		o := Options{Exclude: patterns(c.pattern)}
		if !o.excluded(c.yes) || o.excluded(c.no) {
			t.Errorf("%s: %s %v, %s %v", c.pattern, c.yes, o.excluded(c.yes), c.no, o.excluded(c.no))
		}
	}
}

// Characters of emoji and of scripts that need joiners are not hidden ones.
func TestHidden(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"\ufeffa":                         "",
		"a\ufeff":                         "U+FEFF ZERO WIDTH NO-BREAK SPACE",
		"👨\u200d👩":                        "",
		"می\u200cخواهم":                   "",
		"a\u200db":                        "U+200D ZERO WIDTH JOINER",
		"\U000E0041":                      "U+E0041 TAG 'A'",
		"🏴\U000E0067\U000E0062\U000E007F": "",
		"x\u2066":                         "U+2066 LEFT-TO-RIGHT ISOLATE",
		"é ü ß — “quotes” … \u3000 日本":     "",
		strings.Repeat("é", 3) + "\u00adx": "U+00AD SOFT HYPHEN",
		"שלום (C++)\u200f!":                "",
		"(\u200eC++) مرحبا":                "",
		"x\u200fy":                         "U+200F RIGHT-TO-LEFT MARK",
		"שלום\nx\u200fy":                   "U+200F RIGHT-TO-LEFT MARK",
		"ภาษา\u200bไทย":                    "",
		"a\u200bb":                         "U+200B ZERO WIDTH SPACE",
		"ไทย\u200b = 1":                    "U+200B ZERO WIDTH SPACE",
		"שלום \u202ex":                     "U+202E RIGHT-TO-LEFT OVERRIDE",
	} {
		got := ""
		if found := loss.FindHidden([]byte(text), 0, 10); len(found) > 0 {
			got = found[0].Name
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A file of instructions counts together with those in the folders above.
func TestInstructions(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"AGENTS.md": strings.Repeat("x", 20<<10), "a/AGENTS.md": strings.Repeat("x", 20<<10), "b/AGENTS.md": "x", "a/other.md": strings.Repeat("x", 40<<10)})
	g := run(t, Options{Paths: []string{dir}, Rules: []string{Instructions}})
	if len(g.Findings) != 1 || !strings.HasSuffix(g.Findings[0].Path, "/a/AGENTS.md") || g.Findings[0].LostBytes != 8<<10 {
		t.Errorf("%+v", g.Findings)
	}
	if f := g.Findings[0]; f.Line != 1 || f.Agents[0] != "Codex CLI" || !strings.Contains(f.Message, "the folders above have 20,480") {
		t.Errorf("%+v", f)
	}
}

// TestOnlyTheAgentsAsked: with tools named, findings of instructions are those of their agents, and a report begins with
// the files that they do not get whole, also where a fact says it of many.
func TestOnlyTheAgentsAsked(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := tree(t, map[string]string{
		"AGENTS.md": strings.Repeat("a line of words\n", 3000), "d.csv": strings.Repeat("1,2,3\n", 9000),
	})
	for name, says := range map[string][]string{
		"gemini_cli": {"d.csv)", "gemini_cli does not get whole: "},
		"codex_exec": {"error instructions: line 2049: Codex CLI takes", "codex_exec does not get whole: "},
	} {
		tool, ok := tools.Lookup(name)
		if !ok {
			t.Fatal(name)
		}
		g := run(t, Options{Paths: []string{dir}, Tools: []*tools.Tool{tool}})
		for _, f := range g.Findings {
			if f.Rule == Instructions && f.Kind != tool.Origin.Agent {
				t.Errorf("%s: %s", name, f.Message)
			}
		}
		var table, page bytes.Buffer
		if err := errors.Join(WriteTable(&table, g, 200), WriteHTML(&page, g)); err != nil {
			t.Fatal(err)
		}
		for _, s := range says {
			if !strings.Contains(table.String(), s) {
				t.Errorf("%s lacks %q:\n%s", name, s, table.String())
			}
		}
		if !strings.Contains(page.String(), says[1]) {
			t.Errorf("the page of %s lacks %q", name, says[1])
		}
	}
	if g := run(t, Options{Paths: []string{dir}}); len(g.notWholeLists()) > 0 {
		t.Error("a list of tools that nobody named:", g.notWholeLists())
	}
}

// TestInstructionLimits: each limit counts what it is said to count, for the files that it is said to be for.
func TestInstructionLimits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path, text string
		want       string // agent and lost bytes of each finding
	}{
		{"AGENTS.md", strings.Repeat("x", 32<<10), ""},
		{"AGENTS.md", strings.Repeat("x\n", 16<<10) + "12345", "Codex CLI 5 in line 16385"},
		{"deep/AGENTS.override.md", strings.Repeat("x", 32<<10+1), "Codex CLI 1 in line 1"},
		{"deep/agents.md", strings.Repeat("x", 32<<10+1), ""},
		{"CLAUDE.md", strings.Repeat("x\n", 100000), ""},
	} {
		dir := tree(t, map[string]string{c.path: c.text})
		g := run(t, Options{Paths: []string{dir}, Rules: []string{Instructions}, All: true})
		var got []string
		for _, f := range g.Findings {
			got = append(got, fmt.Sprint(f.Agents[0], " ", f.LostBytes, " in line ", f.Line))
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s of %d bytes: %q, want %q", c.path, len(c.text), s, c.want)
		}
	}
}

// A file that is larger than what is kept in memory is read in pieces, a character across two of them too.
func TestLargeFile(t *testing.T) {
	t.Parallel()
	lines, width := int64(1<<40), int64(0)
	dir := tree(t, map[string]string{"big.txt": strings.Repeat("x", filetext.MaxSize-1) +
		"\u202e\n" + strings.Repeat("y\n", 10)})
	g := run(t, Options{Paths: []string{dir}, Tools: []*tools.Tool{firstLines(&lines, &width)}})
	if len(g.Findings) != 1 || g.Findings[0].Rule != Hidden || g.Agents[0].Lines != 11 || g.Agents[0].LinesSent != 11 {
		t.Errorf("%+v %+v", g.Findings, g)
	}
}

// TestAHiddenCharacterBetweenPieces: of a file that is not kept in memory, a character that begins in one piece of 64
// KiB and ends in the next is found.
func TestAHiddenCharacterBetweenPieces(t *testing.T) {
	t.Parallel()
	lines, width := int64(1<<40), int64(0)
	const piece, pieces = 64 << 10, sharedSize/(64<<10) + 1
	text := bytes.Repeat([]byte("x"), pieces*piece)
	for i := 1; i < pieces; i++ {
		copy(text[i*piece-1:], "\u202e")
	}
	dir := tree(t, map[string]string{"big.txt": string(text)})
	g := run(t, Options{Paths: []string{dir}, Tools: []*tools.Tool{firstLines(&lines, &width)}})
	if len(g.Findings) != 1 || g.Findings[0].Times != pieces-1 {
		t.Errorf("%+v, want one of %d times", g.Findings, pieces-1)
	}
}

// TestTokensAreThoseOfTheRule: what a tool's answer has of tokens is estimated as the tool itself counts them, with the
// numbers that it puts before lines.
func TestTokensAreThoseOfTheRule(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"f.txt": strings.Repeat("a line of text\n", 500)})
	for _, tool := range lookup(t, "codex", "claude_code", "grok_build") {
		r, err := tool.Read(t.Context(), tools.Env{Root: dir}, tools.BuildArgs(tool, filepath.Join(dir, "f.txt"), nil))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		var out bytes.Buffer
		if _, err := r.Render(t.Context(), &out); err != nil {
			t.Fatal(err)
		}
		want := tokens.ByRule(tool.Tokens, tokens.OfText(out.String()), int64(out.Len()), false).Count
		got := run(t, Options{Paths: []string{dir}, Tools: []*tools.Tool{tool}}).Agents[0].TokensFirst
		if got < want-want/5 || got > want+want/5 {
			t.Errorf("%s: %d tokens, and its answer has %d", tool.Name, got, want)
		}
	}
}

// TestManySkippedFiles: of the files that are not checked the first hundred thousand are named, and the others counted.
func TestManySkippedFiles(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{maxSkipped: "why", maxSkipped + 2: "2 more files were not checked"} {
		c := newCollector(Options{}, nil)
		for range n {
			c.add(&job{request: request{shown: "f"}, omitted: omission{why: "why"}})
		}
		if s := c.end(false).Skipped; s[len(s)-1].Why != want || len(s) != min(n, maxSkipped+1) {
			t.Errorf("%d files: %d lines, the last %+v", n, len(s), s[len(s)-1])
		}
	}
}

// TestBrief: in a short form the finding comes before the names, of which few are left where there are many.
func TestBrief(t *testing.T) {
	t.Parallel()
	same := func(n int, words string) (parts []part) {
		for i := range n {
			parts = append(parts, part{tool: fmt.Sprint("t", i), words: words, todo: "mend it"})
		}
		return parts
	}
	apart := append(same(4, "loses 1"), part{tool: "b", words: "loses 2", todo: "mend it"})
	var many []part
	for i := range 8 + 1 {
		many = append(many, part{tool: fmt.Sprint("t", i), words: fmt.Sprint("l", i)})
	}
	for want, parts := range map[string][]part{
		"lost; mend it (t0)":                                same(1, "lost"),
		"lost; mend it (t0, t1, t2)":                        same(3, "lost"),
		"lost; mend it (t0, t1 and 2 more)":                 same(4, "lost"),
		"lost; mend it (t0, t1 and 43 more)":                same(45, "lost"),
		"loses 1 (t0, t1 and 2 more); loses 2 (b); mend it": apart,
		"l0 (t0); l1 (t1); l2 (t2); l3 (t3); l4 (t4); l5 (t5); " +
			"l6 (t6); l7 (t7); others otherwise (t0, t1 and 7 more)": many,
	} {
		f := Finding{Rule: Replaced, parts: parts}
		f.finish(".")
		if got := f.Brief(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := (&Finding{Message: "lost", Agents: []string{"a", "b"}}).Brief(); got != "lost (a, b)" {
		t.Errorf("%q", got)
	}
}

// TestWordsOfTools: a finding shortens long words only.
func TestWordsOfTools(t *testing.T) {
	t.Parallel()
	holes := []window.Run{{First: 1, Last: 2}, {First: 4, Last: 5}, {First: 7, Last: 8}, {First: 10, Last: 11}}
	if three, four := missing(holes[:3]), missing(holes); three != "lines 1–2, 4–5, 7–8" || four != three+", …" {
		t.Errorf("three holes are %q, four %q", three, four)
	}
	long := strings.Repeat("é", 120)
	if textfile.Shortened(long) != long || textfile.Shortened(long+"é") != long+"…" {
		t.Errorf("%q, %q", textfile.Shortened(long), textfile.Shortened(long+"é"))
	}
}

func TestPosition(t *testing.T) {
	t.Parallel()
	data := []byte("äb\ncd\n")
	m := new(source.Memory)
	m.Reset(data)
	x, err := newText(context.Background(), m)
	if err != nil || x.Lines != 2 {
		t.Fatal(x, err)
	}
	for off, want := range map[int64][2]int64{0: {1, 1}, 2: {1, 2}, 4: {2, 1}, 6: {2, 3}, 7: {2, 1}} {
		if at := x.position(off); at.line != want[0] || at.column != want[1] {
			t.Errorf("byte %d is at %d:%d, want %v", off, at.line, at.column, want)
		}
	}
}

// A line that an answer gives a part of counts as sent, here as in the viewer.
func TestALineInPartIsSent(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "no shell is imitated")
	const lines = 4000
	for _, text := range []string{
		strings.Repeat("a line of text\n", lines),
		"a" + strings.Repeat("a line of text.\n", lines), // the text of line 1,250 is given, and its end is not
	} {
		lineInPart(t, text, lines)
	}
}

func lineInPart(t *testing.T, text string, lines int64) {
	t.Helper()
	dir := tree(t, map[string]string{"f.txt": text})
	codex, _ := tools.Lookup("codex_exec")
	r, err := codex.Read(t.Context(), tools.Env{Root: dir}, tools.BuildArgs(codex, "f.txt", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	viewer := loss.UnsentOf(loss.Runs(r.Window, tools.Stats{}), r.FileBytes, lines)
	var first, last int64
	g := run(t, Options{Paths: []string{dir}, Tools: []*tools.Tool{codex}})
	if len(g.Findings) == 1 {
		at := strings.Index(g.Findings[0].Message, "lines ")
		_, _ = fmt.Sscanf(strings.ReplaceAll(g.Findings[0].Message[at:], ",", ""), "lines %d–%d missing", &first, &last)
	}
	if named := last - first + 1; first == 0 || named != viewer.Lines {
		t.Errorf("lines %d to %d are missing, the viewer says %d of %d", first, last, viewer.Lines, viewer.OfLines)
	}
}

// A read with a hole is followed until the hole is filled.
func TestHolesAreCounted(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := tree(t, map[string]string{"f.txt": strings.Repeat("a line of text\n", 4000)})
	codex, _ := tools.Lookup("codex_exec")
	g := run(t, Options{Paths: []string{dir}, Tools: []*tools.Tool{codex}})
	if len(g.Findings) != 1 || !strings.Contains(g.Findings[0].Message, "lines 1,335–2,666 missing (33%), ") || g.Findings[0].Shares[0].Calls < 3 {
		t.Errorf("%+v", g.Findings)
	}
}
