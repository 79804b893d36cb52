package check

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
)

// baselineOf is what a run finds, written as a report and read again.
func baselineOf(t *testing.T, o Options) *Baseline {
	t.Helper()
	known, err := ReadBaseline(written(t, o, WriteJSON))
	if err != nil || known == nil {
		t.Fatalf("%v %v", known, err)
	}
	return known
}

// The ratchet: what moves or becomes less is no news, what is lost besides is, and so is one more of what is known by
// its text.
func TestBaseline(t *testing.T) {
	t.Parallel()
	count, width := int64(50), int64(100)
	first := firstLines(&count, &width)
	lines := func(n int) string { return strings.Repeat("a line of forty characters, which is some\n", n) }
	long := strings.Repeat("x", 300) + "\n"
	const secret = "tw\u202eo\n"
	for _, c := range []struct {
		name, before, after string
		want                string // rule:line of the findings that are new
		says                string
	}{
		{"nothing", lines(100), lines(100), "", ""},
		{"a line on top", lines(100), "new\n" + lines(100), "", ""},
		{"less is lost", lines(100), lines(60), "", ""},
		{"nothing is lost any more", lines(100), lines(10), "", ""},
		{"2,000 lines more", lines(100), lines(2100), "partial:51", "more than before: 86,100 bytes, and was 2,100"},
		{"within a tenth", lines(2050), lines(2200), "", ""},
		{"beyond a tenth", lines(2050), lines(2300), "partial:51", ", more than before"},
		{"cut for the first time", lines(10), lines(100), "partial:51", "lines 51–100 missing"},
		{"a cut line moves", long, "one\n" + long, "", ""},
		{"a cut line is broken", long + long, long, "", ""},
		{"a line is cut far more", long, strings.Repeat("x", 3000) + "\n", "cut-line:1", "2,900 bytes, and was 200"},
		{"many more are cut", long, strings.Repeat(long, 8), "cut-line:1", "1,600 bytes, and was 200"},
		{"a hidden character moves", secret, "zero\none\n" + secret, "", ""},
		{"another hidden character", "one\n" + secret, "zero\none\n" + secret + "thr\u200bee\n", "hidden:4", "U+200B"},
		{"the same line once more", secret, secret + "one\n" + secret, "hidden:1", "2 times, and was 1"},
		{"the same line once less", secret + secret, secret, "", ""},
		{"one more after many", strings.Repeat(secret, 30), strings.Repeat(secret, 30) + "thr\u200bee\n", "hidden:31", "U+200B"},
		{"one more in a line", secret, "tw\u202eo\u200b\n", "hidden:1", "U+200B"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := tree(t, map[string]string{"f.txt": c.before})
			o := Options{Paths: []string{dir}, Tools: []*tools.Tool{first}}
			o.Known = baselineOf(t, o)
			if err := os.WriteFile(filepath.Join(dir, "f.txt"), []byte(c.after), 0o644); err != nil {
				t.Fatal(err)
			}
			var got []string
			said := ""
			for _, f := range run(t, o).Findings {
				got = append(got, fmt.Sprintf("%s:%d", f.Rule, f.Line))
				said += f.Message + "\n"
			}
			if strings.Join(got, " ") != c.want || !strings.Contains(said, c.says) {
				t.Errorf("%q, want %q\n%s", got, c.want, said)
			}
		})
	}
}

// A finding is known for each of its tools by itself, and goes on for the others; a fact is known too.
func TestBaselineByTool(t *testing.T) {
	t.Parallel()
	known := &Baseline{map[subject]int64{}, map[Fact]bool{{Rule: Altered, Tool: "a", Message: "tabs"}: true}}
	known.add(Finding{Rule: Hidden, Kind: "U+200B", Path: "f", Agents: []string{"a"}})
	known.add(Finding{
		Rule: Partial, Path: "f", Agents: []string{"a", "b"}, LostBytes: 49_000,
		Shares: []Share{{Tool: "a", Lost: 3_000}, {Tool: "b", Lost: 49_000}},
	})
	for _, c := range []struct {
		f    Finding
		want string // tools for which it is news
	}{
		{Finding{Rule: Hidden, Kind: "U+200B", Path: "f", parts: []part{{tool: "a"}, {tool: "b"}}}, "b"},
		{Finding{Rule: Hidden, Kind: "U+200B", Path: "f", Times: 2, parts: []part{{tool: "a"}}}, "a"},
		{Finding{Rule: Hidden, Kind: "U+202E", Path: "f", parts: []part{{tool: "a"}}}, "a"},
		{Finding{Rule: Partial, Path: "f", parts: []part{{tool: "a", Share: Share{Lost: 10_000}}, {tool: "b", Share: Share{Lost: 50_000}}}}, "a"},
		{Finding{Rule: Altered, Kind: "tabs", Path: "g", parts: []part{{tool: "a", cause: "tabs"}, {tool: "b", cause: "tabs"}}}, "b"},
	} {
		var got []string
		known.dropKnown(&c.f, "")
		for _, p := range c.f.parts {
			got = append(got, p.tool)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%+v is news for %q, want %q", c.f, s, c.want)
		}
	}
}

// A baseline is one report, in which each key is there once and each finding can be known; anything else is refused
// in one sentence.
func TestBaselinesThatAreNone(t *testing.T) {
	t.Parallel()
	const good = `{"version": 3, "findings": [{"rule": "partial", "path": "f", "agents": ["a"], "fingerprint": "a", "lost_bytes": 4},` +
		` {"rule": "hidden", "path": "f", "agents": ["a", "b"], "kind": "x"}], "agents": []}`
	if known, err := ReadBaseline(strings.NewReader(good + "\n")); err != nil || len(known.amounts) != 3 {
		t.Errorf("%v %v", known, err)
	}
	const none = `{"version": 3, "findings": []}`
	if known, err := ReadBaseline(strings.NewReader(none)); err != nil || known == nil {
		t.Errorf("%v %v", known, err)
	}
	const version = `{"version": 3`
	rest := strings.TrimPrefix(good, version)
	for text, want := range map[string]string{
		good + "x":  `there is more after it: "x"`,
		good + good: "there is more after it",
		strings.Replace(good, `], "agents"`, `], "findings"`, 1):  `the key "findings" is there twice`,
		strings.Replace(good, `], "agents"`, `], "Findings"`, 1):  `the key "Findings" is there twice`,
		strings.Replace(good, `"path"`, `"rule"`, 1):              `the key "rule" is there twice`,
		strings.Replace(good, `"path": "f"`, `"path": ""`, 1):     "finding 1 lacks its rule, its path or its agents",
		strings.Replace(good, `["a", "b"]`, "[]", 1):              "finding 2 lacks its rule, its path or its agents",
		strings.Replace(good, `"lost_bytes": 4`, `"line": {}`, 1): "cannot unmarshal",
		strings.Replace(good, `"version": 3`, `"version": 2`, 1):  "it is of an older eyeline: write it anew with eyeline check --format json",
		strings.Replace(good, `"version": 3`, `"version": 4`, 1):  "a report of version 4, not 3",
		good[:40]:                                "EOF",
		"":                                       "EOF",
		"[]":                                     "cannot unmarshal",
		"{}":                                     "a report of version 0, not 3",
		`{"version": 3}`:                         "it has no findings",
		`{"version": 3, "findings": null}`:       "no",
		`{"version": 3, "findings": {}}`:         "its findings are no list",
		`{"version": "2.1.0", "runs": []}`:       "cannot unmarshal",
		`{"version": 3, "findings": [null]}`:     "finding 1 lacks",
		strings.Repeat("[", 1000):                "nested too deeply",
		`"` + strings.Repeat("x", 2<<20) + `"`:   "it is larger than 1 MiB",
		version + `, "more": 64000` + rest:       "it lacks 64,000 findings that were found",
		version + `, "interrupted": true` + rest: "of a check that was interrupted",
	} {
		known, err := readBaseline(strings.NewReader(text), 1<<20)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60q: %v, %v", text, known, err)
		}
	}
}

// TestBaselineOfAnotherFolder: a report that was written in one folder of a work tree is a baseline in each other one,
// and the fingerprints of its findings are the same.
func TestBaselineOfAnotherFolder(t *testing.T) {
	count, width := int64(50), int64(100)
	dir := tree(t, map[string]string{"top.txt": longText, "sub/in.txt": longText, "sub/deep/in.txt": longText})
	runGit(t, dir, "init", "-q")
	inFolder := func(folder string) Options {
		t.Chdir(filepath.Join(dir, folder))
		return Options{Paths: []string{dir}, Tools: []*tools.Tool{firstLines(&count, &width)}}
	}
	folders := []string{".", "sub", "sub/deep"}
	prints := map[string]bool{}
	for _, from := range folders {
		o := inFolder(from)
		known := baselineOf(t, o)
		for _, f := range run(t, o).Findings {
			prints[f.Fingerprint] = true
		}
		for _, to := range folders {
			o = inFolder(to)
			o.Known = known
			if found := run(t, o).Findings; len(found) > 0 {
				t.Errorf("the report of %s in %s: %+v", from, to, found)
			}
		}
	}
	if len(prints) != 3 {
		t.Errorf("%d fingerprints of 3 findings: they differ by folder", len(prints))
	}
}

// longText is more than firstLines gives.
var longText = strings.Repeat("a line\n", 100)

// TestBaselineOfWindows: PowerShell writes a report with a byte order mark, in UTF-8 or UTF-16.
func TestBaselineOfWindows(t *testing.T) {
	t.Parallel()
	report := `{"version":` + fmt.Sprint(jsonVersion) + `,"findings":[]}`
	wide := "\xff\xfe"
	for _, c := range []byte(report) {
		wide += string([]byte{c, 0})
	}
	for _, text := range []string{report, "\ufeff" + report, wide} {
		if known, err := ReadBaseline(strings.NewReader(text)); err != nil || known == nil {
			t.Errorf("%q: %v, %v", text, known, err)
		}
	}
}
