package check

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"unicode"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
)

// The name of a file makes no link and no cell in a report.
func TestMarkdownReport(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "no file can have these names")
	dir := tree(t, map[string]string{
		`a\[click](http:evil.com).md`: "x\u202ey\n", `b\|c.md`: "x\u202ey\n",
	})
	b := written(t, Options{Paths: []string{dir}}, WriteMarkdown)
	for _, want := range []string{`a&#92;\[click\](http:evil.com).md:1`, `b&#92;\|c.md:1`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in %s", want, b.String())
		}
	}
}

// TestOneHead: the rows have one head before the first of them, however long they are; without rows there is none.
func TestOneHead(t *testing.T) {
	t.Parallel()
	const head = "### What agents miss\n\n| place | level | rule | tools | what |\n"
	long := Finding{Rule: Hidden, Path: "f", Message: strings.Repeat("long ", 2000)}
	for _, found := range [][]Finding{nil, {long}, {long, long, long}} {
		var b strings.Builder
		if err := WriteMarkdown(&b, &Result{Findings: found}); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), head); n != min(len(found), 1) || n > 0 && !strings.HasPrefix(b.String(), head) {
			t.Errorf("%d heads of %d rows", n, len(found))
		}
	}
}

// TestNoLineIsACommand: a path that begins a line is no command in a log of GitHub.
func TestNoLineIsACommand(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"::error file=m::all is lost": "./::error file=m::all is lost:1", "##[group]x": "./##[group]x:1", "  ::x": "./  ::x:1", "a::b": "a::b:1",
	} {
		if got := where(Finding{Path: path, Line: 1}); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

// TestJSONObeysNoName: no character of a name steers a terminal that the JSON is printed on, and the name is the
// same.
func TestJSONObeysNoName(t *testing.T) {
	t.Parallel()
	name := "\u009b31mRED\u0085\u007f\u202e\u2066 é\u200b"
	var out bytes.Buffer
	if err := WriteJSON(&out, &Result{Findings: []Finding{{Path: name, Rule: "hidden", Message: name}}}); err != nil {
		t.Fatal(err)
	}
	if i := bytes.IndexFunc(out.Bytes(), func(r rune) bool { return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) }); i >= 0 {
		t.Errorf("%q is printed", out.Bytes()[i:i+3])
	}
	if !json.Valid(out.Bytes()) {
		t.Errorf("no JSON: %s", out.Bytes())
	}
	var back string
	if err := json.Unmarshal(tools.JSON(name), &back); err != nil || back != name {
		t.Errorf("%q (%v), want %q", back, err, name)
	}
}

// A comment of any number of findings has at most as many bytes as GitHub takes, and ends with a whole line.
func TestACommentIsNotTooLong(t *testing.T) {
	t.Parallel()
	many := &Result{}
	for i := range 3000 {
		many.Findings = append(many.Findings, Finding{Rule: Hidden, Level: LevelError, Path: strings.Repeat("long/", 300), Line: int64(i)})
	}
	var b bytes.Buffer
	if err := WriteMarkdown(&b, many); err != nil {
		t.Fatal(err)
	}
	if n := b.Len(); n > 65_536 || n < 32_768 || !strings.HasSuffix(b.String(), "|\n\nThe rest is left out, since a comment takes no more.\n") {
		t.Errorf("%d bytes, which end with %q", n, b.String()[max(n-200, 0):])
	}
}

// Where there are more findings than a form takes, the gravest are shown, and the number of the others is said.
func TestTheGravestAreShown(t *testing.T) {
	t.Parallel()
	many := &Result{More: 5}
	for range 6000 {
		many.Findings = append(many.Findings, Finding{Rule: Partial, Level: LevelWarning, Path: "f", Agents: []string{"x"}})
	}
	for name, c := range map[string]struct {
		form  func(io.Writer, *Result) error
		each  string
		shown int
		said  string
	}{
		"table":    {writeTable, "warning partial", maxBlocks, "4,005 more findings"},
		"html":     {WriteHTML, `<tr class="warning">`, maxHTML, "5,005 more findings"},
		"markdown": {WriteMarkdown, "| warning |", maxMarkdown, "5,905 more findings not shown"},
		"json":     {WriteJSON, `"level":"warning"`, 6000, `"more":5`},
	} {
		var b bytes.Buffer
		if err := c.form(&b, many); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), c.each); n != c.shown || !strings.Contains(b.String(), c.said) {
			t.Errorf("%s: %d findings of %d, %.300q", name, n, c.shown, b.String()[max(b.Len()-300, 0):])
		}
	}
}
