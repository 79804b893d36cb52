package transcriptcmd

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/transcript/runcompare"
	"eyeline/reader/transcript/transcripttest"
)

// oddFile is a file whose name would be markup, an address and a cell.
const oddFile = "<script>x</script>|`b` www.evil.com.go"

// wellFormed fails unless a page is well-formed, runs nothing and takes nothing from elsewhere.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(page)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in %s", err, page)
		}
		if tag, ok := token.(xml.StartElement); ok && slices.Contains([]string{"script", "a", "b", "link", "img"}, tag.Name.Local) {
			t.Errorf("there is an element %s", tag.Name.Local)
		}
	}
}

// pagedRuns are a run that reads a line of a file twice and changes another one unseen, and one that reads all of it.
func pagedRuns(t *testing.T) (root, first, second string) {
	t.Helper()
	systemtest.SkipOnWindows(t, "no file can have this name")
	root = t.TempDir()
	transcripttest.Write(t, filepath.Join(root, oddFile), []byte("one\ntwo\nthree new\nfour\n"))
	path := "/w/" + oddFile
	edit := transcripttest.ClaudeStep(3, "/w", "Edit", object{"file_path": path}, "ok",
		object{"structuredPatch": []object{{"oldStart": 3, "oldLines": 1, "lines": []string{"-secret <b>old</b>", "+three new"}}}})
	write := func(name, text string) string {
		file := filepath.Join(t.TempDir(), name)
		transcripttest.Write(t, file, []byte(text))
		return file
	}
	first = write("first.jsonl", transcripttest.ClaudeRead(1, "/w", path, 1, "one", "two")+
		transcripttest.ClaudeRead(2, "/w", path, 1, "one")+edit)
	second = write("second.jsonl", transcripttest.ClaudeRead(1, "/w", path, 1, "one", "two", "three new", "four"))
	return root, first, second
}

// TestPageOfARun: what was blind comes first, with what was sent of each file and what was sent again; the lines of a
// file are shown only where that is asked for.
func TestPageOfARun(t *testing.T) {
	t.Parallel()
	root, run, _ := pagedRuns(t)
	for _, contents := range []bool{false, true} {
		args := []string{run, "--root", root, "--format", "html", fmt.Sprintf("--contents=%v", contents)}
		page, err := runCommand(t, "", args...)
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, page)
		at := 0
		for _, want := range []string{
			"<title>What Claude Code 2.1.330 was sent</title>",
			"1 of 1 change replaced lines that the model had not been sent as they were.",
			"Changes of what had not been sent", "&lt;script&gt;", ">3 Edit<", ">L3<", "call 1 gave the last ones: L1–L2",
			"50% of 4 lines, 1 written", "<rect class=\"given\"", "<rect class=\"written\"", ">L4<",
			"What it cost", "<rect class=\"repeated\"", "SHA-256 of the record",
		} {
			i := strings.Index(page[at:], want)
			if i < 0 {
				t.Fatalf("no %q in its place in %s", want, page)
			}
			at += i
		}
		if strings.Contains(page, "-secret &lt;b&gt;old") != contents || strings.Contains(page, "+three new") != contents {
			t.Errorf("contents %v: %s", contents, page)
		}
	}
	text, err := runCommand(t, "", run, "--root", root, "--format", "markdown", "--contents")
	if err != nil || !strings.Contains(text, "| &lt;script&gt;x&lt;/script&gt;\\|&#96;b&#96; www&#46;evil.com.go | blind | 3 Edit |") ||
		!strings.Contains(text, "```diff\n@@ line 3 @@\n-secret <b>old</b>\n+three new\n```\n") {
		t.Errorf("%v %s", err, text)
	}
}

// TestPageOfARunWithoutItsFiles: the head says which run it is and by which command the page was made; of files that are
// not here, which is said once, the lines sent are counted, and numbers are right-aligned.
func TestPageOfARunWithoutItsFiles(t *testing.T) {
	t.Parallel()
	_, run, _ := pagedRuns(t)
	page, err := runCommand(t, "", run, "--root", t.TempDir(), "--format", "html")
	if err != nil {
		t.Fatal(err)
	}
	wellFormed(t, page)
	for _, part := range []string{
		"/w · session ", "<p>transcript --", "The worst first. The files are not here", `data-name="sent">`,
		` lines</td>`, `<th class="number">reads</th>`, `<td class="number" data-name="reads">2</td>`,
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q: %s", part, page)
		}
	}
	if strings.Contains(page, ">gone<") {
		t.Error("that a file is gone is said as what was sent of it")
	}
}

// TestPageOfAReview has the verdict of the gate and its digests, and the same status.
func TestPageOfAReview(t *testing.T) {
	t.Parallel()
	root, first, second := pagedRuns(t)
	diff := fmt.Sprintf("--- a/%[1]s\n+++ b/%[1]s\n@@ -0,0 +3,2 @@\n+three new\n+four\n", oddFile)
	page, err := runCommand(t, diff, first, "--root", root, "--diff", "-", "--min", "100", "--format", "html")
	if statusOf(err) != 1 {
		t.Errorf("status %d", statusOf(err))
	}
	wellFormed(t, page)
	for _, want := range []string{"0% of the added lines were sent. That is less than the 100%", "0 of 2", "L3–L4", "the diff"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, page)
		}
	}
	text, err := runCommand(t, diff, second, "--root", root, "--diff", "-", "--min", "100", "--format", "markdown")
	if err != nil || !strings.Contains(text, "\n100% of the added lines were sent.\n") || strings.Contains(text, "not sent |") {
		t.Errorf("%v %s", err, text)
	}
}

// TestPagesNarrow: the cells of every table stand below each other where a page is narrow.
func TestPagesNarrow(t *testing.T) {
	t.Parallel()
	root, first, second := pagedRuns(t)
	diff := fmt.Sprintf("--- a/%[1]s\n+++ b/%[1]s\n@@ -0,0 +3,1 @@\n+three new\n", oddFile)
	for _, args := range [][]string{{first}, {first, "--diff", "-"}, {first, second}} {
		page, err := runCommand(t, diff, append(args, "--root", root, "--format", "html")...)
		all, texts := strings.Count(page, "<table"), strings.Count(page, `<table class="texts">`)
		if err != nil || all == 0 || texts != all {
			t.Errorf("%d of %d tables, %v: %s", texts, all, err, page)
		}
	}
}

// TestTwoRuns are laid beside each other: which lines of a file both had, or one alone, and what each cost.
func TestTwoRuns(t *testing.T) {
	t.Parallel()
	root, first, second := pagedRuns(t)
	text, err := runCommand(t, "", first, second, "--root", root, "--json")
	var c runcompare.Comparison
	if err != nil || json.Unmarshal([]byte(text), &c) != nil || len(c.Files) != 1 {
		t.Fatalf("%v %s", err, text)
	}
	f := c.Files[0]
	if fmt.Sprint(f.Compared, f.Both, f.First, f.Second, f.Reads, f.Changes, f.Blind) !=
		"true [[1 3]] [] [[4 4]] [2 1] [1 0] [1 0]" || f.Tokens[0] == 0 || f.Tokens[1] == 0 {
		t.Errorf("%+v", f)
	}
	if r := c.Runs; r[0].Blind != 1 || r[0].Again == 0 || r[1].Blind != 0 || r[1].Again != 0 || r[0].Reads != 2 {
		t.Errorf("%+v", r)
	}
	page, err := runCommand(t, "", first, second, "--root", root, "--format", "html")
	if err != nil {
		t.Fatal(err)
	}
	wellFormed(t, page)
	if !strings.Contains(page, `<td data-name="blind">1 / 0</td><td class="strip"`) { // the second cell is the red one
		t.Errorf("the changes that were blind are not beside the file: %s", page)
	}
	page, err = runCommand(t, "", first, second, "--root", t.TempDir(), "--format", "html")
	if err != nil || !strings.Contains(page, "The runs have no file whose lines can be compared.") {
		t.Errorf("%v %s", err, page)
	}
	table, err := runCommand(t, "", first, second, "--root", root)
	if err != nil || !strings.Contains(table, "4      3            -               4") && !strings.Contains(table, "4      3 ") {
		t.Errorf("%v %s", err, table)
	}
}

// TestForms: a form that is not there, or goes with nothing else that is asked for, is refused.
func TestForms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, want string }{
		{"a --format ndjson", "--format ndjson goes with --reads"},
		{"--all --format ndjson", "--format ndjson goes with --reads"},
		{"a --format pdf", `--format is html or markdown, or with --reads ndjson, not "pdf"`},
		{"a --format html --json", "--format goes with a transcript, two that are compared, or --diff"},
		{"--format html", "--format goes with a transcript, two that are compared, or --diff"},
		{"a --format html --edits", "--format goes with a transcript, two that are compared, or --diff"},
		{"a --contents", "--contents goes with --format and one transcript"},
		{"a b --format html --contents", "--contents goes with --format and one transcript"},
		{"a --tokens --format html", "--tokens goes with the report of a transcript"},
		{"a b c", "several transcripts go with --diff, --edits and --line alone; two are compared without them"},
		{"a b --calls", "several transcripts go with --diff, --edits and --line alone; two are compared without them"},
		{"--reads a --format html", `--format is ndjson, not "html"`},
		{"a --edits --calls", "--edits goes without --calls, --file and --report"},
		{"a --call 1 --file x", "--call goes without --calls, --file and --report"},
		{"a --line x:1 --report", "--line goes without --calls, --file and --report"},
		{"a --calls --file x", "--calls goes without --file and --report"},
	} {
		if _, err := runCommand(t, "", strings.Fields(c.args)...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.args, err, c.want)
		}
	}
}

// TestTokensOfCalls: with --tokens each call has its cost, and without it none.
func TestTokensOfCalls(t *testing.T) {
	t.Parallel()
	root, run, _ := pagedRuns(t)
	for _, asked := range []bool{true, false} {
		text, err := runCommand(t, "", run, "--root", root, "--calls", "--json", fmt.Sprintf("--tokens=%v", asked))
		if err != nil || strings.Count(text, `"tokens":`) != 3*asInt(asked) || strings.Contains(text, `"again":2`) != asked {
			t.Errorf("%v: %v %s", asked, err, text)
		}
		table, err := runCommand(t, "", run, "--root", root, "--calls", fmt.Sprintf("--tokens=%v", asked))
		if err != nil || strings.Contains(table, "tokens") != asked {
			t.Errorf("%v: %v %s", asked, err, table)
		}
	}
}

func asInt(is bool) int {
	if is {
		return 1
	}
	return 0
}
