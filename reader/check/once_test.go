package check

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"eyeline/reader/loss"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// A file is counted once, however many of the paths name it and in whichever way, and each tool's row sums up to the
// files that are counted.
func TestFilesAreCountedOnce(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{
		"README.md":   "text\n",
		"a/b.go":      "package b\n",
		"a/c/d.go":    "package d\n",
		"list.csv":    "1,2\n",
		"vendor/x.go": "package x\n",
	})
	systemtest.Symlink(t, "a", filepath.Join(dir, "link"))
	at := func(names ...string) (paths []string) {
		for _, name := range names {
			paths = append(paths, dir+"/"+name)
		}
		return paths
	}
	want := run(t, Options{Paths: at("."), Tools: lookup(t, "claude_code", "gemini_cli")}).Files
	for _, paths := range [][]string{
		at("README.md", "./README.md", "."), at(".", ".", "a"), at("a/c/d.go", "a/c", "a", "."),
		at("link", "a", "."), at("a/../a", "."),
	} {
		r := run(t, Options{Paths: paths, Tools: lookup(t, "claude_code", "gemini_cli")})
		if r.Files != want {
			t.Errorf("%v: %d files, want %d", paths, r.Files, want)
		}
		for _, a := range r.Agents {
			f := a.Files
			if n := f.Whole + f.Partial + f.Cut + f.Refused + f.NotText + f.NotKnown; n != r.InSums() {
				t.Errorf("%v: %s has %d files, not %d", paths, a.Name, n, r.InSums())
			}
		}
		said := fmt.Sprintf("\n%d files, ", r.InSums())
		table := written(t, Options{Paths: paths, Tools: lookup(t, "claude_code")}, writeTable).String()
		if !strings.Contains(table, said) {
			t.Errorf("%v: not %q in %s", paths, said, table)
		}
	}
}

// Characters that mislead are found in whatever is put aside, and behind what the first reads give; all hidden ones in
// instructions, and where a long line alone makes a file data.
func TestMisleadingCharactersAreFoundEverywhere(t *testing.T) {
	t.Parallel()
	line := strings.Repeat("x", 9000) + "\n"
	misleads, unseen := "a\u202eb\u2066c\n", "a\u200bb\n"
	dir := tree(t, map[string]string{
		"testdata/a.go":     misleads,
		"fixtures/b.md":     misleads,
		"vendor/c.go":       misleads,
		"d.min.js":          strings.Repeat("y;", 4000) + misleads,
		"e.csv":             misleads,
		"CHANGELOG.md":      misleads,
		"tests/data/f":      misleads,
		"last.txt":          strings.Repeat("a line\n", 60_000) + misleads,
		"many.txt":          strings.Repeat(unseen, 300) + misleads,
		"AGENTS.md":         "# Rules\n" + line + unseen,
		"sub/CLAUDE.md":     line + unseen,
		"code.go":           "package p // " + line + unseen,
		"testdata/clean.go": unseen,
		"vendor/clean.go":   unseen,
	})
	found := map[string]string{}
	o := Options{
		Paths: []string{dir}, Tools: lookup(t, "claude_code", "copilot_cli", "codex_exec"), Rules: []string{Hidden},
	}
	for _, f := range run(t, o).Findings {
		found[strings.TrimPrefix(f.Path, dir+"/")] += f.Kind[:6]
	}
	for name, want := range map[string]string{
		"testdata/a.go":     "U+202EU+2066",
		"fixtures/b.md":     "U+202EU+2066",
		"vendor/c.go":       "U+202EU+2066",
		"d.min.js":          "U+202EU+2066",
		"e.csv":             "U+202EU+2066",
		"CHANGELOG.md":      "U+202EU+2066",
		"tests/data/f":      "U+202EU+2066",
		"last.txt":          "U+202EU+2066",
		"AGENTS.md":         "U+200B",
		"sub/CLAUDE.md":     "U+200B",
		"code.go":           "U+200B",
		"testdata/clean.go": "",
		"vendor/clean.go":   "",
	} {
		if found[name] != want {
			t.Errorf("%s: %q, want %q", name, found[name], want)
		}
	}
	if got := found["many.txt"]; !strings.Contains(got, "U+202E") || !strings.Contains(got, "U+200B") {
		t.Errorf("behind many others: %q", got)
	}
}

// Misleading characters are found in UTF-16 and UTF-32 too, at their places, and where every tool refuses the file.
func TestMisleadingCharactersOfOtherText(t *testing.T) {
	t.Parallel()
	little := func(s string) string {
		out := []byte("\xff\xfe")
		for _, u := range utf16.Encode([]rune(s)) {
			out = append(out, byte(u), byte(u>>8))
		}
		return string(out)
	}
	big := func(s string) string {
		out := []byte("\xfe\xff")
		for _, u := range utf16.Encode([]rune(s)) {
			out = append(out, byte(u>>8), byte(u))
		}
		return string(out)
	}
	wide := func(s string) string {
		out := []byte("\xff\xfe\x00\x00")
		for _, r := range s {
			out = append(out, byte(r), byte(r>>8), byte(r>>16), 0)
		}
		return string(out)
	}
	text := "one 漢\n😀 a\u202eb \U000E0041\n"
	dir := tree(t, map[string]string{
		"little.txt":       little(text),
		"big.txt":          big(text),
		"wide.txt":         wide(text),
		"testdata/big.txt": big(text),
		"far.txt":          little(strings.Repeat("漢 line\n", 50_000) + text),
		"clean.txt":        little("one 漢 \u0a0a \ufffd\n😀\n"),
		"picture.png":      "no picture a\u202eb\n",
	})
	found := map[string][]string{}
	o := Options{Paths: []string{dir}, Tools: lookup(t, "claude_code", "gemini_cli"), Rules: []string{Hidden}}
	for _, f := range run(t, o).Findings {
		name := strings.TrimPrefix(f.Path, dir+"/")
		found[name] = append(found[name], fmt.Sprint(f.Kind[:6], " ", f.Line, ":", f.Column))
	}
	for _, name := range []string{"little.txt", "big.txt", "wide.txt", "testdata/big.txt"} {
		if got := strings.Join(found[name], ", "); got != "U+202E 2:4, U+E004 2:7" {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := strings.Join(found["picture.png"], ", "); got != "U+202E 1:13" {
		t.Errorf("in a file that is refused: %q", got)
	}
	if len(found["far.txt"]) != 2 || found["clean.txt"] != nil {
		t.Errorf("far: %q, clean: %q", found["far.txt"], found["clean.txt"])
	}
}

// What is not imitated is not known: no refusal, no finding, and in no other number of the tool.
func TestWhatIsNotImitatedIsNotKnown(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := tree(t, map[string]string{
		"big.txt":   strings.Repeat("a line of text\n", 100_000),
		"small.txt": "text\n",
	})
	r := run(t, Options{Paths: []string{dir}, Tools: lookup(t, "claude_code_bash")})
	a := r.Agents[0]
	if (a.Files != Files{Whole: 1, NotKnown: 1}) || a.Bytes != 5 || len(r.Findings) != 0 || len(r.Worst) != 0 {
		t.Errorf("%+v, %v, %v", a, r.Findings, r.Worst)
	}
	if got, want := r.NotKnown(), "claude_code_bash 1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A check says of each first read what the account of that read says.
func TestACheckSaysWhatTheReadSays(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{
		"long.json": `{"a": "` + strings.Repeat("word ", 40_000) + `"}`,
		"lines.txt": strings.Repeat("a line of text\n", 4000),
		"longs.txt": strings.Repeat(strings.Repeat("x", 5000)+"\n", 30),
		"bom.txt":   "\ufeffa\nb\n",
		"crlf.txt":  strings.Repeat("a\r\n", 3000),
	})
	for _, tool := range tools.All() {
		r := run(t, Options{Paths: []string{dir}, Tools: []*tools.Tool{tool}, All: true, Listed: RuleNames()})
		lost := map[string]int64{}
		for _, f := range r.Findings {
			if f.Rule == Partial || f.Rule == CutLine || f.Rule == NotText || f.Rule == Outline {
				lost[strings.TrimPrefix(f.Path, dir+"/")] += f.LostBytes
			}
		}
		for name, said := range lost {
			file := name
			if tool.Paths == tools.PathAbsolute {
				file = filepath.Join(dir, name)
			}
			one, err := tool.Read(t.Context(), tools.Env{Root: dir, Bare: true}, tools.BuildArgs(tool, file, nil))
			if err != nil {
				continue // a refusal whose parts other calls give
			}
			stats, err := one.Render(t.Context(), io.Discard)
			if err != nil {
				t.Fatal(err)
			}
			if want := loss.AccountOf(one, stats).Lost(); said != want {
				t.Errorf("%s of %s: %d lost, the read says %d", tool.Name, name, said, want)
			}
			_ = one.Close()
		}
	}
}
