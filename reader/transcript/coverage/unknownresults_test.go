package coverage

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestLinesWithinOtherTexts: a line that stands within the result of a tool that is not known may have been sent, in a
// review and where it is replaced.
func TestLinesWithinOtherTexts(t *testing.T) {
	const line, other = "alpha one here is a line of text", "beta two is another line here"
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte(line+"\n"+other+"\n}\n"))
	for result, want := range map[string]string{
		line:                              "[[1 1]] [] [[2 3]] false false",
		"content: " + line:                "[] [[1 1]] [[2 3]] false true",
		`{"content":"` + line + `\n"}`:    "[[1 1]] [] [[2 3]] false false",
		`[{"n":1,"text":"` + line + `"}]`: "[] [[1 1]] [[2 3]] false true",
		"<p>" + line + "</p>":             "[] [[1 1]] [[2 3]] false true",
		line + `\n` + other:               "[] [[1 2]] [[3 3]] false true",
		"- " + line:                       "[] [[1 1]] [[2 3]] false true",
		"nothing of it, but }":            "[] [] [[1 3]] true false",
	} {
		got := ""
		for _, file := range []string{"b", "a"} { // an edit of another file, and none
			run := transcripttest.ClaudeStep(1, "/w", "mcp__other__get", object{"of": "docs/x"}, result, nil)
			if file == "b" {
				hunk := object{"oldStart": 1, "oldLines": 1, "lines": []string{"-" + line, "+x"}}
				side := object{"structuredPatch": []object{hunk}}
				run += transcripttest.ClaudeStep(2, "/w", "Edit", object{"file_path": "/w/b"}, "ok", side)
			}
			c, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), dir, "/w/a")
			if err != nil {
				t.Fatal(err)
			}
			f := c.File(file)
			switch {
			case file == "b":
				change := f.Changes[0]
				got = fmt.Sprint(change.IsBlind(), len(change.UnknownThen) > 0)
			case f == nil:
				got = "[] [] [[1 3]] " + got
			default:
				got = fmt.Sprint(f.Sent, f.Unsure, f.Never, " ", got)
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s", result, got, want)
		}
	}
}

// TestLinesInLongTexts: a result of a tool that is not known may have any line where it is too long to be kept, and a
// short line where that stands in it.
func TestLinesInLongTexts(t *testing.T) {
	const line = "alpha one here is a line of text"
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte("the first line of it\n"+line+"\n"))
	for name, c := range map[string]struct{ result, old, want string }{
		"too long":                {strings.Repeat("content: x\n", (2<<20)/20), line, "[[2 2]] [] false true"},
		"not too long":            {"content: x", line, "[] [[2 2]] true false"},
		"a short line, there":     {"content: foo(x)", "foo(x)", "[] [[2 2]] false true"},
		"a short line, not there": {"content: bar(x)", "foo(x)", "[] [[2 2]] true false"},
	} {
		hunk := object{"oldStart": 1, "oldLines": 1, "lines": []string{"-" + c.old, "+x"}}
		run := transcripttest.ClaudeStep(1, "/w", "mcp__other__get", object{"of": "docs/x"}, c.result, nil) +
			transcripttest.ClaudeRead(2, "/w", "/w/a", 1, "the first line of it") +
			transcripttest.ClaudeStep(3, "/w", "Edit", object{"file_path": "/w/b"}, "ok", object{"structuredPatch": []object{hunk}})
		of, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), dir)
		if err != nil {
			t.Fatal(err)
		}
		f, change := of.File("a"), of.File("b").Changes[0]
		if got := fmt.Sprint(f.Unsure, f.Never, " ", change.IsBlind(), len(change.UnknownThen) > 0); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestShortLinesWithinWhatIsNotUnderstood: a line that says too little to be told from others, and that stands within
// what a command printed that is not understood, is not called not sent, also where it is replaced.
func TestShortLinesWithinWhatIsNotUnderstood(t *testing.T) {
	const file = "def f(x):\n\telse:\n\treturn 2\n"
	for name, printed := range map[string]string{
		"blame":   "^1a2b3c4 (Ada 2026-01-02 10:00:00 +0000 1) \telse:\n^1a2b3c4 (Ada 2026-01-02 10:00:00 +0000 2) \treturn 2\n",
		"columns": "\telse:\t\t\treturn 2\n",
		"marks":   "[1] else:\n[2] return 2\n",
		"drives":  "C:\\w\\a:2:else:\nC:\\w\\a:3:return 2\n",
	} {
		for _, line := range []int{2, 3} {
			text := strings.Split(file, "\n")[line-1]
			f := fileAfter(t, []step{runs("./show", printed), edits(1, "-def f(x):", "+def f(x):")}, file)
			if f.Never.Has(int64(line)) {
				t.Errorf("%s: line %d is called not sent", name, line)
			}
			f = fileAfter(t, []step{runs("./show", printed), edits(line, "-"+text, "+new")}, file)
			if last := f.Changes[len(f.Changes)-1]; last.IsBlind() {
				t.Errorf("%s: the change of line %d is called blind: %s", name, line, last.Why)
			}
		}
	}
}
