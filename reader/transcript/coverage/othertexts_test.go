package coverage

import (
	"fmt"
	"path/filepath"
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
			run := transcripttest.ClaudeStep(1, "/w", "mcp__other__get", object{"q": "x"}, result, nil)
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
