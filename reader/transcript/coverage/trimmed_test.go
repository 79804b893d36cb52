package coverage

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestTrimmedLines: some search tools cut white space off the ends of the lines that they print. Such a line was sent,
// and no part of it is missing that anybody would look for; what has another text now has changed. Where the file is
// gone, nothing is known to be missing.
func TestTrimmedLines(t *testing.T) {
	const gemini = "Found 3 matches for pattern \"x\" in path \"a\":\n---\nFile: a\nL2: x one\nL4: }\nL5: x two\n---"
	for name, c := range map[string]struct {
		file, want string
		change     string // the old text of a change after the search; "" for no change
	}{
		"indented":            {"first\n\t\tx one  \nthird\n    }\n\tx two\nsixth\n", "[[2 2] [4 5]] [] []", ""},
		"not indented":        {"first\nx one\nthird\n}\nx two\nsixth\n", "[[2 2] [4 5]] [] []", ""},
		"another text":        {"first\n\t\tx one\nthird\n\t}\n\ty\nsixth\n", "[[2 2] [4 4]] [] [[5 5]]", ""},
		"moved":               {"new\nfirst\n\tx one\nthird\n\t}\n\tx two\n", "[[3 3] [5 6]] [] []", ""},
		"gone":                {"", "[[2 2] [4 5]] [] []", ""},
		"changed by the call": {"first\n\t\tx one\nthird\n\t}\nput in\nsixth\n", "[[2 2] [4 4]] [] []", "\tx two"},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			if c.file != "" {
				transcripttest.Write(t, filepath.Join(root, "a"), []byte(c.file))
			}

			response := object{"functionResponse": object{
				"id": "7", "name": "grep_search", "response": object{"output": gemini},
			}}
			search := object{"id": "8", "type": "gemini", "toolCalls": []any{object{
				"id": "7", "name": "grep_search", "args": object{"pattern": "x", "path": "a"}, "status": "success",
				"result": []any{response},
			}}}
			run := geminiWith(search)
			if c.change == "" {
				run = run[:strings.LastIndex(strings.TrimSuffix(run, "\n"), "\n")+1]
			}

			run = strings.ReplaceAll(run, `"OLD"`, strings.TrimSpace(transcripttest.JSON(c.change)))
			all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), root)
			if err != nil || all.File("a") == nil {
				t.Fatal(err, all)
			}

			f := all.File("a")
			if got := fmt.Sprint(f.Sent, f.Cut, f.Changed); got != c.want || len(f.CutIn) > 0 || f.Partly() != "" {
				t.Errorf("sent, cut and changed %s, want %s; cut in %v, %q", got, c.want, f.CutIn, f.Partly())
			}
			for _, one := range f.Changes {
				if one.IsBlind() || one.SentThen.Count() != 1 {
					t.Errorf("the change: %+v", one)
				}
			}
		})
	}
}

// TestTrimmedLinesAgain: a search that prints lines without the white space around them, after a read of them, is
// understood, so that lines which no call gave are known not to have been sent.
func TestTrimmedLinesAgain(t *testing.T) {
	const file = "first\n\t\tx one  \nthird\n    }\n\tx two\nsixth\n"
	call := func(id, tool string, args object, output string) object {
		response := object{"functionResponse": object{"id": id, "name": tool, "response": object{"output": output}}}
		return object{"id": "m" + id, "type": "gemini", "toolCalls": []any{object{
			"id": id, "name": tool, "args": args, "status": "success", "result": []any{response},
		}}}
	}

	lines := strings.SplitAfter(file, "\n")
	const head = "\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines 1-5 of 6 total lines.\n" +
		"\n--- FILE CONTENT (truncated) ---\n"
	read := call("5", "read_file", object{"file_path": "/w/a", "offset": 0, "limit": 5},
		head+strings.TrimSuffix(strings.Join(lines[:5], ""), "\n"))
	search := call("7", "grep_search", object{"pattern": "x", "path": "a"},
		"Found 3 matches for pattern \"x\" in path \"a\":\n---\nFile: a\nL2: x one\nL4: }\nL5: x two\n---")

	root := t.TempDir()
	transcripttest.Write(t, filepath.Join(root, "a"), []byte(strings.Replace(file, "sixth", "put in", 1)))
	run := strings.ReplaceAll(geminiWith(read, search), `"OLD"`, `"sixth"`)
	all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), root)
	if err != nil || all.File("a") == nil {
		t.Fatal(err, all)
	}

	f := all.File("a")
	if f.Unknown > 0 || f.Again != 1 || fmt.Sprint(f.Sent) != "[[1 5]]" || !f.Changes[0].IsBlind() {
		t.Errorf("%d reads not understood, %d again, sent %v, %+v", f.Unknown, f.Again, f.Sent, f.Changes[0])
	}
}
