package check

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/check/filetext"
	"eyeline/reader/longtest"
	"eyeline/reader/source"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

func lookup(t *testing.T, names ...string) (found []*tools.Tool) {
	t.Helper()
	for _, name := range names {
		tool, ok := tools.Lookup(name)
		if !ok {
			t.Fatalf("no tool %s", name)
		}
		found = append(found, tool)
	}
	return found
}

// What is so of a tool and many files is said once, and each finding where the rule is asked for.
func TestFacts(t *testing.T) {
	t.Parallel()
	files := map[string]string{"long.txt": strings.Repeat("a line\n", 30_000)}
	for i := range 40 {
		files[fmt.Sprintf("f%d.go", i)] = "\tx\n"
	}
	dir := tree(t, files)
	o := Options{Paths: []string{dir}, Tools: lookup(t, "anthropic_editor", "claude_code")}
	g := run(t, o)
	if !slices.Equal(paths(g, dir), []string{"long.txt"}) {
		t.Errorf("findings %+v", g.Findings)
	}
	want := []string{
		"altered anthropic_editor 40 tabs are shown as spaces", "numbers claude_code 40 " + lineAfterEnd,
		"numbers anthropic_editor 40 " + lineAfterEnd,
	}
	var got []string
	for _, f := range g.Facts {
		got = append(got, fmt.Sprint(f.Rule, " ", f.Tool, " ", f.Files, " ", f.Message))
	}
	slices.Sort(want)
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("facts %q", got)
	}
	table := written(t, o, writeTable).String()
	if strings.Count(table, "tabs are shown") != 1 ||
		!strings.Contains(table, "altered: tabs are shown as spaces: anthropic_editor 40\n") {
		t.Error(table)
	}
	for _, o := range []Options{
		{Paths: o.Paths, Tools: o.Tools, Rules: []string{Altered}},
		{Paths: o.Paths, Tools: o.Tools, Listed: []string{Altered}},
	} {
		altered := 0
		for _, f := range run(t, o).Findings {
			if f.Rule == Altered {
				altered++
			}
		}
		if altered != 40 {
			t.Errorf("%d of 40 findings with %v, %v", altered, o.Rules, o.Listed)
		}
	}
}

// A file is one finding of a rule, which says of each tool what it loses, and is at the place where the best one
// ends.
func TestOneFindingSaysItOfAllTools(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := tree(t, map[string]string{"f.txt": strings.Repeat("a line of text\n", 4000)})
	g := run(t, Options{Paths: []string{dir}, Tools: lookup(t, "gemini_cli", "codex_exec", "swe_agent", "claude_code")})
	if len(g.Findings) != 1 {
		t.Fatalf("%+v", g.Findings)
	}
	f := g.Findings[0]
	if f.Rule != Partial || len(f.Shares) != 3 || f.Line != 2001 || f.LostBytes != f.Shares[2].Lost ||
		f.Shares[0].Lost != 15*2000 {
		t.Errorf("%+v", f)
	}
	for _, words := range []string{
		"gemini_cli: lines 2,001–4,000 missing (50%), 2 calls to the end", "; swe_agent: lines 101–4,000 missing (97%)",
	} {
		if !strings.Contains(f.Message, words) {
			t.Errorf("no %q in %q", words, f.Message)
		}
	}
}

// Nothing is said of bytes that are no text, however much a tool makes of them.
func TestOnlyTextIsJudged(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{
		"a.pdf": "%PDF-1.4\n" + strings.Repeat("1 0 obj\n", 9000), "a.png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\u202e", "b.der": "\x30\x82\x01\x0a\xff\xfe\x02\r\n\u200b", "c": strings.Repeat("\x00\n", 9000),
	})
	if g := run(t, Options{Paths: []string{dir}, Tools: tools.All(), Rules: RuleNames()}); len(g.Findings) > 0 ||
		g.Files != 4 {
		t.Errorf("%+v", g.Findings)
	}
	dir = tree(t, map[string]string{"utf16": "\xff\xfex\x00.\x20\n\x00", "latin1": "caf\xe9\u202e\n"})
	if g := run(t, Options{Paths: []string{dir}, Tools: tools.All(), Rules: RuleNames()}); len(paths(g, dir)) != 2 {
		t.Errorf("%+v", g.Findings)
	}
}

// Nobody misses a file of so few bytes, whatever a tool makes of its name.
func TestNothingIsMissedOfAFewBytes(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"empty.jpg": "", "small.pdf": "no PDF\n"})
	if g := run(t, Options{Paths: []string{dir}, Tools: tools.All()}); len(g.Findings) > 0 {
		t.Errorf("%+v", g.Findings)
	}
}

// Without a word about tools those are asked that most people use, and those whose agents the repository has files
// for.
func TestUsualTools(t *testing.T) {
	t.Parallel()
	usual := []string{"claude_code", "codex_exec", "gemini_cli", "opencode", "copilot_chat", "copilot_cli"}
	for mark, more := range map[string]string{"f": "", ".clinerules/a.md": "cline", ".roo/x": "roo_code", "QWEN.md": "qwen_code", "sub/QWEN.md": ""} {
		var names []string
		for _, a := range run(t, Options{Paths: []string{tree(t, map[string]string{mark: "x\n"})}}).Agents {
			names = append(names, a.Name)
		}
		want := slices.DeleteFunc(append(slices.Clone(usual), more), func(s string) bool { return s == "" })
		slices.Sort(names)
		if slices.Sort(want); !slices.Equal(names, want) {
			t.Errorf("%s: %q", mark, names)
		}
	}
}

// A finding that loses nothing loses less than any number of bytes.
func TestMinLost(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"f": "x\r\ny\n", "long": strings.Repeat("x\n", 30_000)})
	o := Options{Paths: []string{dir}, Tools: lookup(t, "gemini_cli"), MinLost: 1}
	if g := run(t, o); len(g.Findings) != 1 || g.Findings[0].Rule != Partial {
		t.Errorf("%+v", g.Findings)
	}
}

// TestNothingIsGivenOfAFile: no lines are named where all are missing, and one line is no range.
func TestNothingIsGivenOfAFile(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := tree(t, map[string]string{"one.json": strings.Repeat("[1, 2], ", 75_000) + "\n"})
	var said []string
	for _, f := range run(t, Options{Paths: []string{dir}, Tools: lookup(t, "codex_exec", "copilot_cli")}).Findings {
		said = append(said, f.Message)
	}
	if all := strings.Join(said, "\n"); !strings.Contains(all, "none of it in the first read, ") || strings.Contains(all, "lines 1") {
		t.Errorf("%s", all)
	}
	if got := missing([]window.Run{{Start: 4, End: 8, First: 2, Last: 2}}); got != "line 2" {
		t.Errorf("one line: %q", got)
	}
}

// Levels: what nobody sees and instructions that are cut off are errors, what nothing tells the model of is a
// warning.
func TestLevels(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{
		"hidden": "x\u202ey\n", "AGENTS.md": strings.Repeat("x\n", 40_000), "refused.csv": strings.Repeat("1,2,3\n", 50_000), "crlf": "x\r\ny\n",
		"long": strings.Repeat("a line of some length, as most are\n", 4000),
	})
	levels := map[string]string{}
	var order []string
	for _, f := range run(t, Options{Paths: []string{dir}, Tools: lookup(t, "claude_code", "gemini_cli")}).Findings {
		// A refusal is no finding of its own where another tool gives a part: the cause is the same.
		if f.Rule == Partial && strings.HasSuffix(f.Path, "refused.csv") && (len(f.Agents) != 2 || !strings.Contains(f.Message, "claude_code: refused: File content")) {
			t.Errorf("%+v", f)
		}
		// All the same it is called one.
		rule, words := f.OfTool("claude_code")
		if f.Rule == Partial && strings.HasSuffix(f.Path, "refused.csv") &&
			(f.Word() != "refused, partial" || rule != Refused || !strings.HasPrefix(words, "refused: File content")) {
			t.Errorf("a refusal is called %q in %q: %q", rule, f.Word(), words)
		}
		if f.Rule == Partial && strings.HasSuffix(f.Path, "refused.csv") && (f.Shares[0].Calls != 26 || f.Shares[0].Tokens == 0) {
			t.Errorf("%+v", f.Shares)
		}
		if levels[f.Rule] == "" {
			order = append(order, f.Level)
		}
		levels[f.Rule] = f.Level
	}
	for rule, want := range map[string]string{
		Hidden: LevelError, Refused: "", Altered: LevelNote, Partial: LevelNote,
	} {
		if levels[rule] != want {
			t.Errorf("%s is %q, want %q", rule, levels[rule], want)
		}
	}
	if !slices.Equal(order, []string{LevelError, LevelNote, LevelNote}) {
		t.Errorf("the order is %q", order)
	}
	never := &tools.Tool{Name: "never", Params: firstLines(nil, nil).Params}
	never.Run = func(context.Context, tools.Env, []byte) (*tools.Result, error) { return nil, tools.Refuse("no") }
	g := run(t, Options{Paths: []string{dir}, Tools: []*tools.Tool{never}})
	if len(g.Findings) == 0 || g.Findings[len(g.Findings)-1].Level != LevelWarning {
		t.Errorf("a tool that refuses whatever it is asked: %+v", g.Findings)
	}
}

// A tool that says of a long file only how to read it does so of every long file.
func TestNothingAtFirstIsAFact(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"f.txt": strings.Repeat("a line of text\n", 2000)})
	o := Options{Paths: []string{dir}, Tools: lookup(t, "copilot_cli")}
	g := run(t, o)
	if len(g.Findings) > 0 || len(g.Facts) != 1 || g.Facts[0] != (Fact{Partial, "copilot_cli", nothingAtFirst, 1}) {
		t.Errorf("%+v %+v", g.Findings, g.Facts)
	}
	o.Listed = []string{Partial}
	if g = run(t, o); len(g.Findings) != 1 || len(g.Facts) > 0 {
		t.Errorf("asked for: %+v %+v", g.Findings, g.Facts)
	}
}

// What is cut from the end of a read on is no loss of the lines before it, and a cut line has its number, also in an
// answer that has none.
func TestCutsAreCountedOnce(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"f.json": strings.Repeat("x", 80_000) + "\n"})
	g := run(t, Options{Paths: []string{dir}, Tools: lookup(t, "claude_code")})
	if a := g.Agents[0]; a.BytesSent < 40_000 || a.BytesSent > 45_000 {
		t.Errorf("%d of 80,000 bytes are said to be sent", a.BytesSent)
	}
	dir = tree(t, map[string]string{"f.txt": strings.Repeat("a\n", 141) + strings.Repeat("x", 6000) + "\n" + strings.Repeat("b\n", 100)})
	tool := lookup(t, "gemini_cli")[0]
	r, err := tool.Read(t.Context(), tools.Env{Root: dir}, tools.BuildArgs(tool, "f.txt", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if stats, err := r.Render(t.Context(), io.Discard); err != nil || len(stats.Cuts) != 1 || stats.Cuts[0].Line != 142 {
		t.Errorf("%v, %v", stats.Cuts, err)
	}
}

// What nobody keeps by hand has no findings but of hidden characters that mislead.
func TestOnlyWhatIsKeptByHand(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a line of text with a character\u202e\n", 4000)
	unseen, entries := "// x\u200by\n", &strings.Builder{}
	for i := range 900 {
		fmt.Fprintf(entries, "\t\"name%d\": \"%s\",\n", i, strings.Repeat("x", 90))
	}
	files := map[string]string{
		"vendor/unseen.go": unseen, "unseen_test.go": unseen, "test/unseen.go": unseen, "names.go": "package p\n\nvar names = map[string]string{\n" + entries.String() + "}\n",
		"api/record.txt": strings.ReplaceAll(entries.String(), "\t", "pkg p, "), "test/bug123.go": strings.Repeat("var x int\n", 9000),
		"a.go": long, "b/gen.go": "// Code generated by x. DO NOT EDIT.\n" + long, "c.pb.cc": "// Generated by the protocol buffer compiler.\n// DO NOT EDIT!\n" + long,
		"vendor/d.go": long, "x/node_modules/e.js": long, "testdata/f.txt": long, "deps/g.c": long, "sub/deps/h.c": long,
		"i.min.js": strings.Repeat("x", 5000) + "\u200b", "about.md": "How files are generated.\n" + long, "go.sum": long, "tests/data/x.json": long, "tests/y.go": long, "docs/History.md": long, "a.bin": "\x00" + long, "history/z.md": long,
		"logo.svg": long, "table.h": "// t\n\"" + strings.Repeat("x", 9000) + "\"\n" + long,
		"benches/r.txt": long, "cmplx.go": "// # generated by cmplx.c\n" + long, "empty/.gitkeep": "", "x_test.go": "// a\n" + strings.Repeat("// "+strings.Repeat("word ", 600)+"\n", 3),
	}
	dir := tree(t, files)
	o := Options{Paths: []string{dir}, Tools: lookup(t, "gemini_cli")}
	rules := func(o Options) string {
		var got []string
		for _, f := range run(t, o).Findings {
			got = append(got, strings.TrimPrefix(f.Path, dir+"/")+" "+f.Rule)
		}
		slices.Sort(got)
		return strings.Join(got, ", ")
	}
	want := "a.go hidden, a.go partial, about.md hidden, about.md partial, b/gen.go hidden, " +
		"benches/r.txt hidden, c.pb.cc hidden, cmplx.go hidden, deps/g.c hidden, docs/History.md hidden, " +
		"go.sum hidden, history/z.md hidden, history/z.md partial, logo.svg hidden, sub/deps/h.c hidden, " +
		"sub/deps/h.c partial, table.h hidden, testdata/f.txt hidden, tests/data/x.json hidden, " +
		"tests/y.go hidden, tests/y.go partial, vendor/d.go hidden, x/node_modules/e.js hidden"
	if got := rules(o); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if table := written(t, o, writeTable).String(); !strings.Contains(strings.ReplaceAll(table, "\n", " "), "is given: 5 generated, 4 vendored, 4 test data, 1 changelog, 4 data, 1 not text ") {
		t.Error(table)
	}
	if js := written(t, o, WriteJSON).String(); !strings.Contains(js, `"aside":{"changelog":1,"data":4,"generated":5,"not text":1,"test data":4,"vendored":4}`) {
		t.Error(js)
	}
	for _, o := range []Options{
		{Paths: o.Paths, Tools: o.Tools, All: true, Listed: []string{Partial}},
		{Paths: []string{filepath.Join(dir, "testdata")}, Tools: o.Tools},
		{Paths: []string{filepath.Join(dir, "testdata", "f.txt")}, Tools: o.Tools},
	} {
		if got := rules(o); !strings.Contains(got, "testdata/f.txt partial") {
			t.Errorf("%s", got)
		}
	}
	// A file that is named is left out, too: what commits changed is named by hooks.
	for name, rule := range map[string]string{"x_test.go": "cut-line", "table.h": "partial"} {
		named := Options{Paths: []string{filepath.Join(dir, name)}, Tools: o.Tools}
		if got := rules(named); strings.Contains(got, rule) {
			t.Errorf("%s", got)
		}
		named.All = true
		if got := rules(named); !strings.Contains(got, name+" "+rule) {
			t.Errorf("%s", got)
		}
	}
}

// TestTabsOfAFileWithOtherLineEnds: that all line ends of a file are shown otherwise is a fact about the tool, and
// hides nothing else that is.
func TestTabsOfAFileWithOtherLineEnds(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"f.txt": "\ta line\r\n\tanother line\r\n"})
	g := run(t, Options{Paths: []string{dir}, Tools: lookup(t, "anthropic_editor")})
	if !slices.ContainsFunc(g.Findings, func(f Finding) bool {
		return f.Rule == Altered && strings.Contains(f.Message, "tabs are shown as spaces")
	}) {
		t.Errorf("findings %+v, facts %+v", g.Findings, g.Facts)
	}
}

// What the calls leave out that read on is said, however many they are; what another call gives is no warning.
func TestReadingOnIsTrue(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat("a line of text, as long as they are in files\n", 30) + strings.Repeat("x", 2500) + "\n"
	dir := tree(t, map[string]string{
		"few": strings.Repeat(lines, 40), "some": strings.Repeat(lines, 15), "one.json": strings.Repeat("x", 80_000) + "\n",
		"short": strings.Repeat("a line of text\n", 1500),
	})
	for _, c := range []struct{ file, tool, level, words string }{
		{"few", "opencode", LevelNote, "leave out 20,000 bytes"},
		{"one.json", "claude_code", LevelNote, "the tool names no further call"},
		{"some", "copilot_cli", LevelNote, "4 calls to the end leave out "},
		{"few", "copilot_cli", LevelNote, "9 calls to the end leave out "},
		{"short", "claude_code", "", ""},
	} {
		o := Options{
			Paths: []string{filepath.Join(dir, c.file)}, Tools: lookup(t, c.tool), Rules: []string{Partial}, All: true,
		}
		g := run(t, o)
		if c.level == "" {
			if len(g.Findings) > 0 {
				t.Errorf("%s, %s: %+v", c.file, c.tool, g.Findings)
			}
			continue
		}
		if len(g.Findings) != 1 || g.Findings[0].Level != c.level || !strings.Contains(g.Findings[0].Message, c.words) {
			t.Errorf("%s, %s: %+v", c.file, c.tool, g.Findings)
		}
	}
}

// A line is given by another call where all of it is, and not its beginning.
func TestALongLineIsInNoCall(t *testing.T) {
	t.Parallel()
	short := "short line\n"
	dir := tree(t, map[string]string{"f": strings.Repeat(short, 168) + strings.Repeat("y", 70_000) + "\n" + strings.Repeat(short, 400)})
	g := run(t, Options{Paths: []string{dir}, Tools: lookup(t, "cline"), Rules: []string{CutLine}, All: true})
	if len(g.Findings) != 1 || g.Findings[0].Level != LevelWarning || !strings.Contains(g.Findings[0].Message, "no known call") {
		t.Errorf("%+v", g.Findings)
	}
}

// The only tool of several that gives a part of a file, says so and how to read on, is a fact, and a finding alone.
func TestReadingOnAloneIsAFact(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := tree(t, map[string]string{"f": strings.Repeat("a line of text, as long as they are in files\n", 1500)})
	o := Options{Paths: []string{dir}, Tools: lookup(t, "gemini_cli", "codex_exec", "claude_code")}
	g := run(t, o)
	if !slices.Contains(g.Facts, Fact{Partial, "codex_exec", readsOnAlone, 1}) || len(g.Findings) > 0 {
		t.Errorf("%+v %+v", g.Facts, g.Findings)
	}
	o.Tools = lookup(t, "codex_exec")
	if g = run(t, o); len(g.Findings) != 1 {
		t.Errorf("%+v", g.Findings)
	}
}

// So is a tool that leaves out little of a file, or less than half of a test, and says how to read on.
func TestLeavingLittleIsAFact(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{
		"little": strings.Repeat("x\n", 2700), "more": strings.Repeat("x\n", 2900),
		"a_test.go": strings.Repeat("x\n", 3900), "b_test.go": strings.Repeat("x\n", 4100), "test/a.c": strings.Repeat("x\n", 3900),
		// Of a long line in what is read on a part is lost.
		"c_test.go": strings.Repeat("x\n", 2600) + strings.Repeat("x ", 1100) + "\n", "long": strings.Repeat("x\n", 2002) + strings.Repeat("x", 2100) + "\n" + strings.Repeat("longer\n", 1500),
	})
	g := run(t, Options{Paths: []string{dir}, Tools: lookup(t, "gemini_cli", "copilot_chat")})
	if !slices.Contains(g.Facts, Fact{Partial, "gemini_cli", leavesLittle, 4}) ||
		!slices.Equal(paths(g, dir), []string{"b_test.go", "long", "more"}) {
		t.Errorf("%+v %+v", g.Facts, g.Findings)
	}
}

// A finding that stands names each tool that loses something of the file, also those of which it is a fact, since who
// is not named is taken to give all of it.
func TestAFindingNamesAllThatLose(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := tree(t, map[string]string{"f": strings.Repeat("a line of text, as long as they are in files\n", 2400), "short": strings.Repeat("x\n", 2400)})
	names := []string{"codex_exec", "copilot_cli", "gemini_cli", "opencode", "claude_code"}
	o := Options{Paths: []string{dir}, Tools: lookup(t, names...)}
	g := run(t, o)
	if !slices.Equal(paths(g, dir), []string{"f"}) || !slices.Equal(g.Findings[0].Agents, names) || len(g.Findings[0].Shares) != 5 {
		t.Errorf("%+v", g.Findings)
	}
	// A baseline that has the finding leaves out all of its tools.
	o.Known = baselineOf(t, o)
	if len(run(t, o).Findings) > 0 {
		t.Errorf("%+v", run(t, o).Findings)
	}
}

// What is cut out of a line of any length is looked at for a table of numbers in memory that does not grow with it.
func TestALongRowIsNotKept(t *testing.T) {
	longtest.SkipMemoryUnderRace(t)
	row := "1, 2" + strings.Repeat(" 0x1fA -12", 1<<20)
	for line, want := range map[string]bool{
		row: true, row + "z": false, "z" + row: false, row[4:]: false, row[4:] + ";": true,
	} {
		path := filepath.Join(tree(t, map[string]string{"a": line}), "a")
		src, err := source.OpenFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file := &filetext.Text{Bytes: source.Fixed(src, src.Snapshot())}
		is := false
		taken := longtest.Allocated(func() {
			is = file.IsRow(t.Context(), 0, int64(len(line)))
		})
		if is != want {
			t.Errorf("%.10q…%q: %t", line, line[len(line)-10:], is)
		}
		if taken > 1<<20 {
			t.Errorf("%d bytes are allocated for a line of %d", taken, len(line))
		}
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Nobody breaks a line with a picture, a minified script or a table of numbers in it.
func TestCutPicturesAreNoFindings(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("M12.5,3 ", 400)
	dir := tree(t, map[string]string{
		"a.php": "<link href=\"data:image/svg+xml," + long + "\">\n", "b.vue": "a\n/*! reset */ " + long + "\n", "c.php": long + "\n",
		"d.php": "/*! reset */ " + long + "\n" + long + "\n",
		"e.go":  "var zetas = []int{" + strings.Repeat("0x1fA, -12, ", 400) + "}\n", "f.go": "var s = \"" + strings.Repeat("12;a()", 600) + "\"\n",
	})
	for all, want := range map[bool][]string{false: {"c.php", "d.php", "f.go"}, true: {"a.php", "b.vue", "c.php", "d.php", "e.go", "f.go"}} {
		o := Options{Paths: []string{dir}, Tools: lookup(t, "gemini_cli", "copilot_chat"), Rules: []string{CutLine}, All: all}
		if g := run(t, o); !slices.Equal(paths(g, dir), want) {
			t.Errorf("%t: %+v", all, g.Findings)
		}
	}
}
