package searchtext

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/transcript/record"
)

// shown are the lines of reads: "path 2=text", a cut line with "~", one that lacks white space at its ends with "-".
func shown(reads []record.Read) (lines []string) {
	for i := range reads {
		r := &reads[i]
		for _, l := range r.Lines {
			sign := "="
			switch {
			case l.Cut:
				sign = "~"
			case r.Trimmed:
				sign = "-"
			}
			lines = append(lines, fmt.Sprintf("%s %d%s%s", r.Path, l.Number, sign, r.Text[l.Start:l.End]))
		}
	}
	return lines
}

// TestTextThatBeginsWithANumber: a time, a date or a port before a colon or a dash is no number of a line, and one such
// line in a folder's search does not make it that of one file.
func TestTextThatBeginsWithANumber(t *testing.T) {
	for _, c := range []struct {
		name   string
		search Search
		want   string
	}{
		{"times", Search{In: "app.log", Text: "10:32:11 INFO start\n10:32:12 INFO stop\n"}, ""},
		{"times, numbered", Search{In: "app.log", Prints: Numbered, Text: "4:10:32:11 start\n"}, "/w/app.log 4=10:32:11 start"},
		{"rising times, asked without numbers", Search{In: "app.log", Prints: Unnumbered, Text: "10:32 a\n11:32 b\n"}, ""},
		{"a time between other lines", Search{In: "app.log", Text: "10:32 a\n  at x\n11:32 b\n"}, ""},
		{"one port", Search{In: "compose.txt", Text: "8080:80 mapping\n"}, ""},
		{"one date", Search{In: "CHANGELOG.md", Text: "2024-05-01 release\n"}, ""},
		{"one date, numbered", Search{In: "CHANGELOG.md", Prints: Numbered, Text: "2024-05-01 release\n"}, ""},
		{"dates", Search{In: "CHANGELOG.md", Text: "2023-05-01 one\n2024-05-01 two\n"}, ""},
		{"rising times", Search{In: "app.log", Text: "10:32 a\n11:32 b\n"}, ""},
		{"the folder itself", Search{In: ".", Text: "1:a\n2:b\n"}, ""},
		{"one of a folder", Search{Text: "a.txt:10:32:11 INFO start\n"}, ""},
		{"times of a folder", Search{Text: "a.txt:10:32:11 start\na.txt:10:32:12 stop\n"}, ""},
		{"a folder without numbers", Search{Prints: Unnumbered, Text: "a.txt:10:32 a\na.txt:11:32 b\n"}, ""},
		{
			"a number first in a folder",
			Search{In: "/w/src", Prints: Numbered, Text: "src/a.go:12:x\n5:30 is a line\n"},
			"/w/src/a.go 12=x",
		},
		{
			"names with numbers",
			Search{In: "b.v2", Prints: Numbered, Text: "1-intro.md:3:x\n2-setup.md:9:x\n"},
			"/w/1-intro.md 3=x; /w/2-setup.md 9=x",
		},
	} {
		c.search.Dir = "/w"
		if got := strings.Join(shown(c.search.Reads()), "; "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestReads: the layouts of the agents' searches. What only looks like a path and a number is none.
func TestReads(t *testing.T) {
	for _, c := range []struct {
		name   string
		search Search
		want   []string
	}{
		{
			"paths",
			Search{Dir: "/w", Prints: Numbered, Text: "a.txt:2:alpha\nsub/b.txt:10:beta\n"},
			[]string{"/w/a.txt 2=alpha", "/w/sub/b.txt 10=beta"},
		},
		{
			"lines around",
			Search{Dir: "/w", Text: "a.txt-1-one\na.txt:2:two\na.txt-3-three\n--\nb.txt:7:x\nb.txt-8-y"},
			[]string{"/w/a.txt 1=one", "/w/a.txt 2=two", "/w/a.txt 3=three", "/w/b.txt 7=x", "/w/b.txt 8=y"},
		},
		{
			"dates in names",
			Search{Dir: "/w", Text: "p/2026-07-24-plan.md-11-one\np/2026-07-24-plan.md:12:two\n" +
				"p/2026-07-24-plan.md-13-a-1-b\n"},
			[]string{
				"/w/p/2026-07-24-plan.md 11=one", "/w/p/2026-07-24-plan.md 12=two", "/w/p/2026-07-24-plan.md 13=a-1-b",
			},
		},
		{
			"dates in names, cut before the match",
			Search{Dir: "/w", Text: "p/2026-07-24-plan.md-11-one\np/2026-07-24-plan.md-12-two\n"},
			[]string{"/w/p/2026-07-24-plan.md 11=one", "/w/p/2026-07-24-plan.md 12=two"},
		},
		{
			"a number in the name of one of two files",
			Search{Dir: "/w", Text: "a-1-b:7:x\na-1-b-8-y\n--\na:4:x\na-5-b-8-y\n"},
			[]string{"/w/a-1-b 7=x", "/w/a-1-b 8=y", "/w/a 4=x", "/w/a 5=b-8-y"},
		},
		{
			"a number in the name of one of two files, before the match",
			Search{Dir: "/w", Prints: Numbered, Text: "a-1-b-6-y\na-1-b:7:x\n--\na:4:x\n"},
			[]string{"/w/a-1-b 6=y", "/w/a-1-b 7=x", "/w/a 4=x"},
		},
		{
			"two files that fit",
			Search{Dir: "/w", Prints: Numbered, Text: "a:4:x\na-5-b-8-y\na-5-b:9:x\n"},
			[]string{"/w/a 4=x", "/w/a-5-b 9=x"},
		},
		{"names alone", Search{Dir: "/w", Text: "docs/2026-07-24-plan.md\ndocs/plan-12-b.md\na.txt"}, nil},
		{"lines without numbers", Search{Dir: "/w", In: "dist", Text: `dist/a.js:*/const x=["path",{d:"M16 21",e:4:5}]`}, nil},
		{"prose with numbers", Search{Dir: "/w", In: "sub", Text: `  at "x":12: no`}, nil},
		{
			"one file",
			Search{Dir: "/w", In: "a.txt", Text: "3-see b.txt:9:x\n4:at 1:2: b-5-c\n\n[Showing results]"},
			[]string{"/w/a.txt 3=see b.txt:9:x", "/w/a.txt 4=at 1:2: b-5-c"},
		},
		{
			"one file, cut before the match",
			Search{Dir: "/w", In: "a.txt", Prints: Numbered, Text: "3-x\n4-y"},
			[]string{"/w/a.txt 3=x", "/w/a.txt 4=y"},
		},
		{
			"a drive",
			Search{Dir: "C:/w", Windows: true, Prints: Numbered, Text: `c:\w\sub\a.ts:4:x` + "\n" + `sub\b.ts-5-y` + "\n" + `sub\b.ts:6:z`},
			[]string{"c:/w/sub/a.ts 4=x", "C:/w/sub/b.ts 5=y", "C:/w/sub/b.ts 6=z"},
		},
		{
			"Gemini",
			Search{Dir: "/w", In: ".hid/", Text: "Found 3 matches for pattern \"x\" in path \".hid/\":\n---\nFile: s/a.txt\n" +
				"L2: x one\nL3- y\n---\nFile: b.txt\nL4: x\n---"},
			[]string{"/w/.hid/s/a.txt 2-x one", "/w/.hid/s/a.txt 3-y", "/w/.hid/b.txt 4-x"},
		},
		{
			"Gemini, all folders",
			Search{Dir: "/w", Text: "Found 1 match for pattern \"x\" in the workspace directory (filter: \"*.c\"):\n" +
				"---\nFile: s/a.txt\nL2: x one\n---"},
			[]string{"/w/s/a.txt 2-x one"},
		},
		{
			"Gemini, a file",
			Search{Dir: "/w", In: "s/a.txt", Text: "Found 1 match for pattern \"x\" in path \"s/a.txt\":\n---\n" +
				"File: a.txt\nL2: x one\n---"},
			[]string{"/w/s/a.txt 2-x one"},
		},
		{
			"Gemini on Windows, no folder known",
			Search{Text: "Found 1 match for pattern \"x\" in path \".\":\n---\n" +
				`File: !\s\a.txt` + "\nL2: x one\n---"},
			[]string{"!/s/a.txt 2-x one"},
		},
		{
			"opencode",
			Search{Text: "Found 2 matches\n/w/a.txt:\n  Line 2: one\n  Line 3:   two:\n\n/w/b.txt:\n  Line 7: three"},
			[]string{"/w/a.txt 2=one", "/w/a.txt 3=  two:", "/w/b.txt 7=three"},
		},
		{
			"Crush",
			Search{Dir: "C:/w", Windows: true, In: "sub", Text: "Found 2 matches\nsub/dir\\a.py:\n  Line 117:     x=y,\n" +
				"  Line 118, Char 3: a:b\n"},
			[]string{"C:/w/sub/dir/a.py 117-    x=y,", "C:/w/sub/dir/a.py 118-a:b"},
		},
		{
			"Cline's extension",
			Search{Dir: "/w", In: "src", Text: "Found 2 results.\n\nsrc/a.ts\n│----\n│  appId: \"1:243:web:ae\"\n│};\n│----\n"},
			nil,
		},
		{
			"Roo Code",
			Search{Dir: "/w", Text: "Found 1 result.\n\n# src/a.ts\n  1 | one\n  2 | tw [truncated...]\n----\n"},
			[]string{"/w/src/a.ts 1-one", "/w/src/a.ts 2~tw"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := shown(c.search.Reads()); !slices.Equal(got, c.want) {
				t.Errorf("got %s\nwant %s", strings.Join(got, "; "), strings.Join(c.want, "; "))
			}
		})
	}
}

// TestManyFiles: a file is found among those that came before by its path, and not by going through them: with as many
// as a search of a large folder finds, that would take minutes.
func TestManyFiles(t *testing.T) {
	const files = 100_000
	var text strings.Builder
	for round := range 2 {
		for i := range files {
			fmt.Fprintf(&text, "d%d.go:%d:x\n", i, round+1)
		}
	}

	s := Search{Dir: "/w", Text: text.String(), Prints: Numbered}
	f := &finds{search: &s, lines: record.SplitLines(s.Text), readOf: map[string]int{}}
	f.plain()
	if len(f.reads) != files || len(f.readOf) != files {
		t.Fatalf("%d files, and %d that are found by their paths", len(f.reads), len(f.readOf))
	}
	for path, i := range f.readOf {
		if r := f.reads[i]; r.Path != path || len(r.Lines) != 2 {
			t.Fatalf("%s is taken for %s, with %d lines", path, r.Path, len(r.Lines))
		}
	}
}

// TestLinesThatACapCuts: the dots behind a line of the length at which opencode or Crush cuts are a mark, those of any
// other line are its own.
func TestLinesThatACapCuts(t *testing.T) {
	for _, c := range []struct {
		before string
		length int
		isCut  bool
	}{
		{"  Line 3: ", 2000, true},
		{"  Line 3: ", 1999, true}, // where the last character has two units
		{"  Line 3: ", 1998, false},
		{"  Line 3: ", 497, false},
		{"  Line 3, Char 9: ", 497, true},
		{"  Line 3, Char 9: ", 496, false},
		{"  Line 3, Char 9: ", 10, false},
	} {
		line := strings.Repeat("x", c.length)
		want := "/w/a.txt 3=" + line + "..."
		switch {
		case c.isCut:
			want = "/w/a.txt 3~" + line
		case strings.Contains(c.before, "Char"):
			want = "/w/a.txt 3-" + line + "..."
		}
		search := Search{Dir: "/w", Text: "Found 1 matches\n/w/a.txt:\n" + c.before + line + "...\n"}
		if got := shown(search.Reads()); len(got) != 1 || got[0] != want {
			t.Errorf("%s%d: %.40q, want %.40q", c.before, c.length, got, want)
		}
	}
}
