package coverage

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// runs is a shell command with what it printed.
func runs(command, printed string) step {
	return func(n int) string {
		return transcripttest.ClaudeStep(n, "/w", "Bash", object{"command": command}, printed, nil)
	}
}

// refused is an edit that the agent refuses.
func refused(old, put string) step {
	return func(n int) string {
		input := object{"file_path": "/w/a", "old_string": old, "new_string": put}
		call := transcripttest.ClaudeStep(n, "/w", "Edit", input, "not read", nil)
		return strings.ReplaceAll(call, `"type":"tool_result"`, `"type":"tool_result","is_error":true`)
	}
}

const (
	first  = "the first line of the file"
	second = "the second line of the file"
	third  = "the third line of the file"
	other  = "another line that stands nowhere else"
)

// readsAnother is a read of all of another file.
func readsAnother(lines ...string) step {
	return func(n int) string { return transcripttest.ClaudeRead(n, "/w", "/w/another", 1, lines...) }
}

// TestLinesThatAreFoundByTheirText: what a program prints of a file is known by the text alone; of a line that stands
// nowhere it is known that it was not sent.
func TestLinesThatAreFoundByTheirText(t *testing.T) {
	all := strings.Join([]string{first, second, third, other}, "\n") + "\n"
	for name, c := range map[string]struct {
		run  []step
		file string
		want string // sent, written, never, unsure, found
	}{
		"a program prints it": {
			[]step{runs("python show.py a", first+"\n"+second+"\n"+third+"\n")},
			all, "[[1 3]] [] [[4 4]] [] [[1 3]]",
		},
		"with numbers and a word before them": {
			[]step{runs("python show.py a", "Output: "+first+"\n  2\t"+second+"\na.c:3:"+third)},
			all, "[[1 3]] [] [[4 4]] [] [[1 3]]",
		},
		"without the blanks around": {
			[]step{runs("python show.py a", first)},
			"\t" + first + "  \n" + other + "\n", "[[1 1]] [] [[2 2]] [] [[1 1]]",
		},
		"lines too short to be told from others": {
			[]step{runs("python show.py b", "}\nx"), reads(1, first)},
			first + "\n}\n" + second + "\n", "[[1 1]] [] [[3 3]] [[2 2]] []",
		},
		"three short lines in their order": {
			[]step{runs("python show.py a", "a = 1\nb = 2\nc = 3\n")},
			other + "\na = 1\nb = 2\nc = 3\n", "[[2 4]] [] [[1 1]] [] [[2 4]]",
		},
		"what the model wrote": {
			[]step{runs("python write.py a <<E\n"+first+"\n"+second+"\nE", "")},
			first + "\n" + second + "\n" + other + "\n", "[] [[1 2]] [[3 3]] [] [[1 2]]",
		},
		"a line whose text stands elsewhere, and was sent there": {
			[]step{reads(1, first, second)},
			first + "\n" + second + "\n" + other + "\n" + first + "\n", "[[1 2]] [] [[3 3]] [[4 4]] []",
		},
		"lines of another file": {
			[]step{readsAnother("preferredModeName,", "ten bytes", first), reads(3, third)},
			"preferredModeName,\nten bytes\n" + third + "\n" + other + "\n", "[[3 3]] [] [[2 2] [4 4]] [[1 1]] []",
		},
		"what it wrote in vain": {
			[]step{refused(first, second)},
			all, "[] [] [[1 4]] [] []",
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := fileAfter(t, c.run, c.file)
			got := fmt.Sprint(f.Sent, f.Written, f.Never, f.Unsure, f.Found)
			if got != c.want {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestNoFalseAccusation: a text that was replaced, and that stands in an earlier result, was sent.
func TestNoFalseAccusation(t *testing.T) {
	for name, c := range map[string]struct {
		run  []step
		want string // sent then, not sent then, not known then, found in, whether it is blind
	}{
		"found in what a program printed": {
			[]step{runs("python show.py", other+"\n"+first), edits(7, "-"+first, "+new")},
			"[[7 7]] [] [] [1] false",
		},
		"found nowhere": {
			[]step{runs("pytest show.py", first), edits(7, "-"+second, "+new")},
			"[] [[7 7]] [] [] true",
		},
		"too short to be told": {
			[]step{runs("python show.py", "}\n"+first), edits(7, "-}", "+new")},
			"[] [] [[7 7]] [] false",
		},
		"a line of another file": {
			[]step{readsAnother("ten bytes", first), edits(7, "-ten bytes", "+new")},
			"[] [] [[7 7]] [] false",
		},
		"changed back by hand": {
			[]step{reads(7, first), edits(7, "-"+first, "+"+second), edits(7, "-"+first, "+"+third)},
			"[[7 7]] [] [] [1] false",
		},
		"a part of a line": {
			[]step{runs("python show.py", "- "+first+" -"), replaces(first, "new")},
			"[] [] [] [1] false",
		},
		"a part that stands nowhere": {
			[]step{reads(1, first), replaces(second, "new")},
			"[] [] [] [] true",
		},
		"a command may have changed it": {
			[]step{reads(7, first), runs("sed -i 7s/x/y/ /w/a", ""), edits(7, "-"+second, "+new")},
			"[] [] [[7 7]] [] false",
		},
		"written before, and refused": {
			[]step{refused(first, "x"), edits(7, "-"+first, "+new")},
			"[] [[7 7]] [] [] true",
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := fileAfter(t, c.run, "")
			last := f.Changes[len(f.Changes)-1]
			got := fmt.Sprint(last.SentThen, last.BlindThen, last.UnknownThen, last.FoundIn, last.IsBlind())
			if got != c.want {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestWhatIsNotShownAsText: of a file that was given as a picture, or of a notebook whose cells were, it is not known
// which lines an edit replaces that had not been sent.
func TestWhatIsNotShownAsText(t *testing.T) {
	const cell = "    \"" + first + "\\n\","
	step := func(n int, tool string, input object, result any) string {
		return transcripttest.ClaudeStep(n, "/w", tool, input, result, nil)
	}
	edit := func(name string) string {
		return step(2, "Edit", object{"file_path": "/w/" + name, "old_string": cell, "new_string": "x"}, "ok")
	}
	root := t.TempDir()
	transcripttest.Write(t, filepath.Join(root, "b.ipynb"), []byte(cell+"\n"))
	picture := []object{{"type": "image", "source": object{"type": "base64", "data": "AA"}}}
	for name, run := range map[string]string{
		"a.ipynb":  step(1, "Read", object{"file_path": "/w/a.ipynb"}, `<cell id="1">`+first+"</cell>"),
		"b.ipynb":  step(1, "Bash", object{"command": "jq -r '.cells[].source[]' b.ipynb"}, first),
		"a.svg":    step(1, "Read", object{"file_path": "/w/a.svg"}, picture),
		"other.md": step(1, "Read", object{"file_path": "/w/other.md"}, "     1\t"+second),
	} {
		c, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run+edit(name)), root)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := c.Edits(false)[0].IsBlind(), name == "other.md"; got != want {
			t.Errorf("%s: blind %t", name, got)
		}
	}
}

// fileAfter is what is known of the file a after a run.
func fileAfter(t *testing.T, run []step, file string) *File {
	t.Helper()
	var text strings.Builder
	for i, one := range run {
		text.WriteString(one(i + 1))
	}
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "a"), []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Of(context.Background(), transcripttest.Decode(t, "s.jsonl", text.String()), root)
	if err != nil {
		t.Fatal(err)
	}
	f := c.File("a")
	if f == nil {
		t.Fatalf("no such file: %+v", c.Files)
	}
	return f
}

// TestPartsOfLinesPutIn: a text that was put somewhere wrote the lines that it has whole. Of a line of which it is a
// part the agent may know the rest.
func TestPartsOfLinesPutIn(t *testing.T) {
	const file = "first = alpha + beta // sum\nsecond = beta\n\tthird = gamma\nfourth = delta\n"
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte(file))
	for put, want := range map[string]string{
		"alpha":                               "[] [[1 1]] [[2 4]]",
		"second = beta":                       "[[2 2]] [] [[1 1] [3 4]]",
		"third = gamma":                       "[[3 3]] [] [[1 2] [4 4]]",
		"beta // sum\nsecond = beta\n\tthird": "[[2 2]] [[1 1] [3 3]] [[4 4]]",
		"nowhere":                             "[] [] [[1 4]]",
	} {
		edit := object{"file_path": "/w/a", "old_string": "another text", "new_string": put}
		run := transcripttest.ClaudeStep(1, "/w", "Edit", edit, "ok", nil)
		c, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), dir)
		if err != nil {
			t.Fatal(err)
		}
		f := c.File("a")
		if got := fmt.Sprint(f.Written, f.Unsure, f.Never); got != want {
			t.Errorf("%q: %s, want %s", put, got, want)
		}
	}
}

// TestLettersOfPowerShell: an edit of a line that PowerShell may have printed in other letters is not called blind.
func TestLettersOfPowerShell(t *testing.T) {
	const line = "premi\u00e8re ligne \u2014 \u00e9t\u00e9"
	for _, printed := range []string{
		"premi\u00c3\u00a8re ligne \u00e2\u20ac\u201d \u00c3\u00a9t\u00c3\u00a9",
		"premi?re ligne ? ?t?", "premi\ufffdre ligne \ufffd \ufffdt\ufffd",
		"premi\u0413\u0401re ligne \u0432\u0402\u201d \u0413\u00a9t\u0413\u00a9",
		"premi\u732bre ligne \u9225?\u8305t\u8305",
	} {
		for _, edit := range []step{replaces(line, "new"), edits(1, "-"+line, "+new")} {
			for _, now := range []string{line, "new"} {
				dir := t.TempDir()
				transcripttest.Write(t, filepath.Join(dir, "a"), []byte(now+"\n"+second+"\n"))
				text := runs("Get-Content a", printed+"\r\n"+second+"\r\n")(1) + edit(2)
				c, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", text), dir)
				if err != nil {
					t.Fatal(err)
				}

				all := c.Edits(true)
				f := c.File("a")
				if len(all) != 1 || all[0].IsBlind() || f == nil || f.Never.Has(1) || f.Never.Has(2) {
					t.Errorf("%q printed, %q now: %+v", printed, now, c.Files)
				}
			}
		}
	}
}
