package check

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/tools"
)

// baselineOf is what a run finds, written as a report and read again.
func baselineOf(t *testing.T, o Options) Baseline {
	t.Helper()
	var b bytes.Buffer
	if err := Run(context.Background(), o, NewJSON(&b)); err != nil {
		t.Fatal(err)
	}
	known, err := ReadBaseline(&b)
	if err != nil || known == nil {
		t.Fatalf("%v %v", known, err)
	}
	return known
}

// The ratchet: what moves or becomes less is no news, what is lost besides is, and so is one more of what is known by
// its text.
func TestBaseline(t *testing.T) {
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
		{"2,000 lines more", lines(100), lines(2100), "partial:51", "first_lines loses 86,100 bytes of this file, and lost 2,100"},
		{"within a tenth", lines(2050), lines(2200), "", ""},
		{"beyond a tenth", lines(2050), lines(2300), "partial:51", "; more than in the baseline"},
		{"cut for the first time", lines(10), lines(100), "partial:51", "the first read gives"},
		{"a cut line moves", long, "one\n" + long, "", ""},
		{"a cut line is broken", long + long, long, "", ""},
		{"a line is cut far more", long, strings.Repeat("x", 3000) + "\n", "cut-line:1", "first_lines loses 2,900 bytes of this file, and lost 200"},
		{"many more are cut", long, strings.Repeat(long, 8), "cut-line:1 cut-line:2 cut-line:3 cut-line:4 cut-line:5 cut-line:6 cut-line:7 cut-line:8", "loses 1,600 bytes"},
		{"a hidden character moves", secret, "zero\none\n" + secret, "", ""},
		{"another hidden character", "one\n" + secret, "zero\none\n" + secret + "thr\u200bee\n", "hidden:4", "U+200B"},
		{"the same line once more", secret, secret + "one\n" + secret, "hidden:1 hidden:3", "such a line is there 2 times, and was 1"},
		{"the same line once less", secret + secret, secret, "", ""},
		{"one more after many", strings.Repeat(secret, 30), strings.Repeat(secret, 30) + "thr\u200bee\n", "hidden:31", "U+200B"},
		{"one more in a line", secret, "tw\u202eo\u200b\n", "hidden:1 hidden:1", ""},
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
			for _, f := range run(t, o).findings {
				got = append(got, fmt.Sprintf("%s:%d", f.Rule, f.Line))
				said += f.Message + "\n"
			}
			if strings.Join(got, " ") != c.want || !strings.Contains(said, c.says) {
				t.Errorf("%q, want %q\n%s", got, c.want, said)
			}
		})
	}
}

// A finding is known for each of its agents by itself, and goes on for the others; a share says what one of them loses.
func TestBaselineByAgent(t *testing.T) {
	hidden := Finding{Rule: Hidden, Path: "f", Agents: []string{"a", "b"}, TextHash: "1"}
	part := Finding{
		Rule: Partial, Path: "f", Agents: []string{"a", "b"}, LostBytes: 50_000,
		Shares: []Share{{"a", 10_000}, {"b", 50_000}},
	}
	known := Baseline{}
	known.add(Finding{Rule: Hidden, Path: "f", Agents: []string{"a"}, TextHash: "1"})
	known.add(Finding{Rule: Partial, Path: "f", Agents: []string{"a"}, LostBytes: 3_000})
	known.add(Finding{Rule: Partial, Path: "f", Agents: []string{"b"}, LostBytes: 49_000})
	got := known.news([]Finding{hidden, part})
	if len(got) != 2 || fmt.Sprint(got[0].Agents) != "[b]" || fmt.Sprint(got[1].Agents, got[1].Shares) != "[a] [{a 10000}]" ||
		got[1].Message != "; more than in the baseline: a loses 10,000 bytes of this file, and lost 3,000" {
		t.Errorf("%+v", got)
	}
	if len(hidden.Agents) != 2 || len(part.Shares) != 2 {
		t.Error("a finding that is given is changed")
	}
}

// A baseline is one report, in which each key is there once and each finding can be known; anything else is refused in
// one sentence.
func TestBaselinesThatAreNone(t *testing.T) {
	const good = `{"version": 1, "findings": [{"rule": "partial", "path": "f", "agents": ["a"], "fingerprint": "a", "lost_bytes": 4},` +
		` {"rule": "hidden", "path": "f", "agents": ["a", "b"], "text_hash": "x"}], "agents": []}`
	if known, err := ReadBaseline(strings.NewReader(good + "\n")); err != nil || len(known) != 3 {
		t.Errorf("%v %v", known, err)
	}
	const none = `{"version": 1, "findings": []}`
	if known, err := ReadBaseline(strings.NewReader(none)); err != nil || known == nil {
		t.Errorf("%v %v", known, err)
	}
	for text, want := range map[string]string{
		good + "x":  `there is more after it: "x"`,
		good + good: "there is more after it",
		strings.Replace(good, `], "agents"`, `], "findings"`, 1):  `the key "findings" is there twice`,
		strings.Replace(good, `], "agents"`, `], "Findings"`, 1):  `the key "Findings" is there twice`,
		strings.Replace(good, `"path"`, `"rule"`, 1):              `the key "rule" is there twice`,
		strings.Replace(good, `"text_hash"`, `"fingerprint"`, 1):  "finding 2 (hidden) has no text_hash, as an older eyeline wrote it; write the baseline anew with eyeline check --format json",
		strings.Replace(good, `"path": "f"`, `"path": ""`, 1):     "finding 1 lacks its rule, its path or its agents",
		strings.Replace(good, `["a", "b"]`, "[]", 1):              "finding 2 lacks its rule, its path or its agents",
		strings.Replace(good, `"lost_bytes": 4`, `"line": {}`, 1): "cannot unmarshal",
		strings.Replace(good, `"version": 1`, `"version": 2`, 1):  "a report of version 2, not 1",
		good[:40]:                            "EOF",
		"":                                   "EOF",
		"[]":                                 "cannot unmarshal",
		"{}":                                 "a report of version 0, not 1",
		`{"version": 1}`:                     "it has no findings",
		`{"version": 1, "findings": null}`:   "no",
		`{"version": 1, "findings": {}}`:     "its findings are no list",
		`{"version": "2.1.0", "runs": []}`:   "cannot unmarshal",
		`{"version": 1, "findings": [null]}`: "finding 1 lacks",
		strings.Repeat("[", 1000):            "nested too deeply",
		`"` + strings.Repeat("x", mostBaseline) + `"`: "it is larger than 64 MiB",
	} {
		if known, err := ReadBaseline(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60q: %v, %v", text, known, err)
		}
	}
}
