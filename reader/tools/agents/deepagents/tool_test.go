package deepagents

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// expected is what the tool gives for a file that is UTF-8, by its rules and with all of the file at once.
func expected(file string, offset, limit int64) string {
	if js.Trim(file) == "" {
		return emptyNotice
	}
	lines := strings.Split(strings.TrimSuffix(file, "\n"), "\n")
	from, total := max(offset, 0), int64(len(lines))
	if from >= total {
		return fmt.Sprintf("Error: Line offset %d exceeds file length (%d lines)", from, total)
	}
	notices := ""
	if offset < 0 {
		notices = fmt.Sprintf("[Requested offset %d is before the start of the file; read from line 1 instead.]\n", offset)
	}
	if limit <= 0 {
		return notices + fmt.Sprintf("@@ lines %d-%d @@\n", from+1, from+1)
	}
	page := lines[from:min(from+limit, total)]
	head := func(n int64, more string) string {
		text := fmt.Sprintf("@@ lines %d-%d of %d", from+1, from+n, total)
		if from+n < total && !strings.Contains(more, "mid-line") {
			text += fmt.Sprintf(" | next offset %d", from+n)
		}
		return notices + text + more + " @@\n"
	}
	n := int64(len(page))
	if whole := head(n, "") + strings.Join(page, "\n"); js.Length(whole) < 80000 {
		return whole
	}
	notices += truncated("f") + "\n"
	units := js.Length(strings.Join(page, "\n"))
	for ; n > 0; n-- {
		if before := head(n, " | truncated due to size"); js.Length(before)+units <= 80000 {
			return before + strings.Join(page[:n], "\n")
		}
		units -= js.Length(page[n-1]) + 1
	}
	length := js.Length(page[0])
	mark := func(shown int64) string {
		return head(1, fmt.Sprintf(" | truncated mid-line | %d of %d chars", shown, length))
	}
	shown := min(length, 80000-js.Length(mark(length)))
	text := js.Prefix(page[0], shown)
	if js.Length(text) < shown {
		text += "\uFFFD"
	}
	return mark(shown) + text
}

// Files of all kinds of lines are given as the tool gives them.
func TestRandomFiles(t *testing.T) {
	pieces := []string{
		"a line\n", "\n", "\r\n", "end\r", "no end", "日本\n", "\x00", "   ", "\ufeff", strings.Repeat("many\n", 9000),
		strings.Repeat("🚢", 41000), strings.Repeat("x", 79000) + "\n", strings.Repeat("wide line of text\n", 3000),
		strings.Repeat("y", 79400), strings.Repeat("é", 500) + "\n",
	}
	random := rand.New(rand.NewPCG(3, 4))
	root := t.TempDir()
	for range 100 {
		var file strings.Builder
		for range random.IntN(9) {
			file.WriteString(pieces[random.IntN(len(pieces))])
		}
		offset, limit := random.Int64N(30)-6, random.Int64N(20000)-100
		if random.IntN(3) == 0 {
			limit = random.Int64N(30) - 3
		}
		env := tools.Env{Root: root, Stream: toolstest.View(file.String())}
		args := fmt.Sprintf(`{"file_path":"f","offset":%d,"limit":%d}`, offset, limit)
		got, r, _ := toolstest.Ask(t, Tool, env, args)
		if want := expected(file.String(), offset, limit); got != want {
			t.Fatalf("%s of %.100q:\n got %.300q\nwant %.300q", args, file.String(), got, want)
		}
		if r == nil || r.Window.First == 0 {
			continue
		}
		p, ok := Tool.ParseContent([]byte(args), got)
		if !ok || p.Lines[0].Number != r.Window.First || p.Lines[len(p.Lines)-1].Number != r.Window.Last {
			t.Fatalf("%s: parsed %t, window %+v", args, ok, r.Window)
		}
	}
}

// What the system says of a path is said; a link is not followed, nor is a folder or a device a file.
func TestPaths(t *testing.T) {
	systemtest.SkipOnWindows(t, "the cases are errors of POSIX")
	dir := toolstest.Tree(t, map[string]string{
		"f": "x\n", "to": "-> f", "in/g": "y\n", "way": "-> in", "gone": "-> no", "p.MOV": "m",
	})
	const reading = "Error: Error reading file '"
	for path, want := range map[string]string{
		"to":        reading + "to': ELOOP: too many symbolic links encountered, open 'ROOT/to'",
		"way/g":     "@@ lines 1-1 of 1 @@\ny",
		"gone":      reading + "gone': ENOENT: no such file or directory, stat 'ROOT/gone'",
		"in":        "Error: File 'in' not found",
		"/dev/null": "Error: File '/dev/null' not found",
		"f/x":       reading + "f/x': ENOTDIR: not a directory, stat 'ROOT/f/x'",
		"p.MOV":     "",
	} {
		got, _, _ := toolstest.Ask(t, Tool, tools.Env{Root: dir}, `{"path":`+js.Quote(path)+`}`)
		if got != strings.ReplaceAll(want, "ROOT", dir) {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

// What is not a number is made one, as JavaScript does.
func TestArguments(t *testing.T) {
	env := tools.Env{Root: t.TempDir(), Stream: toolstest.View("a\nb\nc\n")}
	const (
		wrong  = "[exception] Received tool input did not match expected schema\n\n✖ Invalid input: expected "
		before = "[Requested offset -0.5 is before the start of the file; read from line 1 instead.]\n"
	)
	for args, want := range map[string]string{
		`{"file_path":"f","offset":[],"limit":true}`:    "@@ lines 1-1 of 3 | next offset 1 @@\na",
		`{"file_path":"f","offset":["1"],"limit":1.9}`:  "@@ lines 2-2 of 3 | next offset 2 @@\nb",
		`{"file_path":"f","offset":-0.5,"limit":"0x1"}`: before + "@@ lines 1-1 of 3 | next offset 1 @@\na",
		`{"file_path":"f","offset":1e300}`:              "Error: Line offset 1e+300 exceeds file length (3 lines)",
		`{"path":5,"offset":"x"}`: wrong + "string, received number\n  → at file_path\n" +
			"✖ Invalid input: expected number, received NaN\n  → at offset",
		`{"file_path":"f","limit":1e999}`: wrong + "number, received Infinity\n  → at limit",
		`{"file_path":null,"path":"f"}`:   wrong + "string, received null\n  → at file_path",
	} {
		if got, _, _ := toolstest.Ask(t, Tool, env, args); got != want {
			t.Errorf("%s:\n got %q\nwant %q", args, got, want)
		}
	}
}
