package desktopcommander

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// numbered is a text of lines that begin with their numbers, from one to another, and have a length.
func numbered(from, to, length int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		line := fmt.Sprintf("%06d ", i) + strings.Repeat("lorem dolor ", 30)
		b.WriteString(line[:length-1] + "\n")
	}
	return b.String()
}

// From 10 MiB on the place of a line is estimated by the length of the first ones, and the label says the line asked
// for. The server gave those of the even file.
func TestEstimatedPlaces(t *testing.T) {
	systemtest.SkipOnWindows(t, "each answer has a remark")
	even := numbered(1, 87382, 120)
	uneven := numbered(1, 60000, 60) + numbered(60001, 130000, 100)
	for _, c := range []struct {
		file          string
		offset, first int64
		label         string
	}{
		{even, 900, 901, "[Reading 3 lines from line 900]"},
		{even, 1000, 1001, "[Reading 3 lines from line 1000]"},
		{even, 1500, 1502, "[Reading 3 lines from line 1500]"},
		{even, 80000, 80002, "[Reading 3 lines from line 80000]"},
		{uneven, 59000, 59002, "[Reading 3 lines from line 59000]"},
		{uneven, 120000, 96002, "[Reading 3 lines from line 120000]"},
	} {
		env := tools.Env{Root: t.TempDir(), Stream: toolstest.View(c.file)}
		got, r, _ := toolstest.Ask(t, Tool, env, fmt.Sprintf(`{"path":"f","offset":%d,"length":3}`, c.offset))
		if want := fmt.Sprintf("%s\n\n%06d lorem", c.label, c.first); !strings.HasPrefix(got, want) {
			t.Errorf("offset %d: %.80q, want %q", c.offset, got, want)
		}
		if w := r.Window; w.First != c.first || w.Last != c.first+2 || (r.Aside != "") != (c.first != c.offset+1) ||
			(w.Renumbered > 0) != (r.Aside != "") {
			t.Errorf("offset %d: window %+v, %q", c.offset, r.Window, r.Aside)
		}
		if given := c.file[r.Window.Start:r.Window.End]; !strings.HasSuffix(got, strings.TrimSuffix(given, "\n")) {
			t.Errorf("offset %d: the window is not what is given", c.offset)
		}
	}
	env := tools.Env{Root: t.TempDir(), Stream: toolstest.View(even)}
	got, _, _ := toolstest.Ask(t, Tool, env, `{"path":"f","offset":87382,"length":3}`)
	if got != "[Reading 0 lines from line 87382]\n\n" {
		t.Errorf("after the end: %.100q", got)
	}
}

// The last lines of a file of more than 10 MiB are read in pieces from its end: the empty text after the last line
// feed is a line, and a character that lies in two pieces is lost.
func TestLastLinesOfALargeFile(t *testing.T) {
	line := strings.Repeat("é", 5000) + "\n"
	file := "\n" + strings.Repeat(line, 1100)
	env := tools.Env{Root: t.TempDir(), Stream: toolstest.View(file)}
	got, r, _ := toolstest.Ask(t, Tool, env, `{"path":"f","offset":-2}`)
	if want := "[Reading last 2 lines]\n\n" + line; len(file)%2 == 0 || r.Window.First != 1101 || r.Window.Last != 1101 {
		t.Errorf("window %+v", r.Window)
	} else if got == want || strings.Count(got, "\uFFFD") != 2 || len(got) != len(want)+4 {
		t.Errorf("%d bytes, %d replaced", len(got), strings.Count(got, "\uFFFD"))
	}
	got, r, _ = toolstest.Ask(t, Tool, env, `{"path":"f","offset":-101}`)
	want := "[Reading last 101 lines]\n\n" + strings.TrimSuffix(strings.Repeat(line, 101), "\n")
	if got != want || r.Window.First != 1001 {
		t.Errorf("%.100q, window %+v", got, r.Window)
	}
}

// What the tool does not know is named in a part of its own.
func TestUnknownArguments(t *testing.T) {
	env := tools.Env{Root: t.TempDir(), Stream: toolstest.View("a\nb\n")}
	r, err := Tool.Read(t.Context(), env, []byte(`{"path":"f","zzz":1,"length":1,"yy":2}`))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var b bytes.Buffer
	stats, err := r.Render(t.Context(), &b)
	const warning = "You sent parameters not supported by this tool, which were ignored: zzz, yy. " +
		"Supported parameters for read_file: path, isUrl, offset, length, sheet, range, options, origin."
	want := warning + "[Reading 1 lines from start (total: 2 lines, 1 remaining)]\n\na"
	if err != nil || b.String() != want || len(stats.Parts) != 2 || stats.Parts[0] != int64(len(warning)) {
		t.Errorf("%q, parts %v, %v", b.String(), stats.Parts, err)
	}
	p, ok := Tool.ParseContent(nil, b.String())
	if l := p.Lines; !ok || len(l) != 1 || b.String()[l[0].Start:l[0].End] != "a" || p.Total != 2 {
		t.Errorf("parsed %+v", p)
	}
}

// Each argument of a wrong type has an issue of zod's.
func TestIssues(t *testing.T) {
	env := tools.Env{Root: t.TempDir(), Stream: toolstest.View("a\n")}
	got, _, refused := toolstest.Ask(t, Tool, env, `{"path":5,"options":null,"origin":"x"}`)
	const want = `Error: [
  {
    "code": "invalid_type",
    "expected": "string",
    "received": "number",
    "path": [
      "path"
    ],
    "message": "Expected string, received number"
  },
  {
    "code": "invalid_type",
    "expected": "object",
    "received": "null",
    "path": [
      "options"
    ],
    "message": "Expected object, received null"
  },
  {
    "received": "x",
    "code": "invalid_enum_value",
    "options": [
      "ui",
      "llm"
    ],
    "path": [
      "origin"
    ],
    "message": "Invalid enum value. Expected 'ui' | 'llm', received 'x'"
  }
]`
	if !refused || got != want {
		t.Errorf("%s", got)
	}
	for _, offset := range []string{"-1.5", "-0.5", "-1e12"} {
		got, _, _ := toolstest.Ask(t, Tool, env, `{"path":"f","offset":`+offset+`}`)
		if got != "Error: Invalid array length" {
			t.Errorf("offset %s: %q", offset, got)
		}
	}
}

// Folders are listed with those in them, a hundred entries of each; links are followed, also those of folders on the
// way to what is not there.
func TestPaths(t *testing.T) {
	systemtest.SkipOnWindows(t, "the cases are errors of POSIX")
	tree := map[string]string{
		"a/b/c": "x\n", "a/.h": "x\n", "z": "x\n", "to": "-> a", "gone": "-> no", "f": "x\n", "loop": "-> loop",
	}
	for i := range 103 {
		tree[fmt.Sprintf("many/%03d", i)] = "x\n"
	}
	dir := toolstest.Tree(t, tree)
	env := tools.Env{Root: dir, Home: dir}
	const folder = "This is a directory, not a file. Use the list_directory tool instead of read_file for directories.\n\n"
	got, _, _ := toolstest.Ask(t, Tool, env, `{"path":"~"}`)
	head := folder + "[DIR] a\n[FILE] a/.h\n[DIR] a/b\n[FILE] f\n[FILE] gone\n[FILE] loop\n[DIR] many\n[FILE] many/000\n"
	tail := "\n[FILE] many/099\n[WARNING] many: 3 items hidden (showing first 100 of 103 total)\n[FILE] to\n[FILE] z"
	if !strings.HasPrefix(got, head) || !strings.HasSuffix(got, tail) {
		t.Errorf("%q", got)
	}
	const resolve = "Error: Failed to resolve symlink for path: "
	for path, want := range map[string]string{
		"to/b":      folder + "[FILE] c",
		"to/no/x":   "Error: ENOENT: no such file or directory, stat 'ROOT/a/no/x'",
		"gone":      "Error: ENOENT: no such file or directory, stat 'ROOT/gone'",
		"to/no.png": "Error: ENOENT: no such file or directory, open 'ROOT/a/no.png'",
		"f/x":       resolve + "ROOT/f/x. Error: ENOTDIR: not a directory, realpath 'ROOT/f/x'",
		"loop":      resolve + "ROOT/loop. Error: ELOOP: too many symbolic links encountered, realpath 'ROOT/loop'",
		"":          "Error: Invalid file path provided",
		"f/":        "[Reading 1 lines from start (total: 1 lines, 0 remaining)]\n\nx",
	} {
		got, _, _ := toolstest.Ask(t, Tool, env, `{"path":`+js.Quote(path)+`}`)
		if got != strings.ReplaceAll(want, "ROOT", dir) {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}
