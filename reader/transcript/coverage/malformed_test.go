package coverage

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/transcripttest"
)

// TestEditsAfterMalformedLines: what a malformed line had may have been sent, so that of an edit after it nothing is
// called blind that no text proves; one before it is judged as ever, and so is one before a last line that is still
// being written.
func TestEditsAfterMalformedLines(t *testing.T) {
	read := reads(1, "alpha one here", "beta two here")(1)
	lines := strings.SplitAfter(reads(3, "gamma three here", "delta four here")(2), "\n")
	result := lines[len(lines)-2]
	placed := edits(3, "-gamma three here", "+x")(3)
	loose := on("Edit", object{"file_path": "/w/a", "old_string": "gamma three here", "new_string": "x"}, "ok")(3)
	sent := edits(1, "-alpha one here", "+x")(3)
	over := on("Write", object{"file_path": "/w/a", "content": "x\n"}, "ok")(3)
	half := result[:len(result)/2]
	hole := result[:len(result)/3] + strings.Repeat("\x00", 90) + result[len(result)/2:]
	const blind, unknown, known = "true true", "false false", "false true"
	for name, c := range map[string]struct{ run, want string }{
		"no malformed line":                {read + placed, blind},
		"no malformed line, no place":      {read + loose, blind},
		"cut before":                       {read + lines[0] + half + "\n" + placed, unknown},
		"cut before, no place":             {read + lines[0] + half + "\n" + loose, unknown},
		"cut before, joined with the next": {read + lines[0] + half + lines[0] + placed, unknown},
		"the call cut":                     {read + lines[0][:40] + "\n" + result + placed, unknown},
		"the end alone is left":            {read + lines[0] + result[len(result)/2:] + placed, unknown},
		"a hole of NULs":                   {read + lines[0] + hole + placed, unknown},
		"NULs alone":                       {read + strings.Repeat("\x00", 500) + "\n" + placed, unknown},
		"the first line":                   {half + "\n" + read + placed, unknown},
		"no object":                        {read + lines[0] + "[" + strings.TrimSpace(result) + "]\n" + placed, unknown},
		"a number":                         {read + lines[0] + "0\n" + placed, unknown},
		"lines that were sent":             {read + half + "\n" + sent, known},
		"over all of it":                   {half + "\n" + read + over, known},
		"cut after":                        {read + placed + half + "\n", blind},
		"cut after, no place":              {read + loose + half + "\n" + read, blind},
		"the last line is being written":   {read + placed + half, blind},
	} {
		run := transcripttest.Decode(t, "s.jsonl", c.run)
		all, err := Of(t.Context(), run, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		made := all.Edits(false)
		if len(made) != 1 {
			t.Errorf("%s: %d changes", name, len(made))
			continue
		}
		last := made[0]
		if got := fmt.Sprint(last.IsBlind(), last.IsKnown()); got != c.want {
			t.Errorf("%s: %s, want %s: %+v", name, got, c.want, last.Change)
		}
		for step, err := range Steps(t.Context(), run, "") {
			for _, change := range step.Changes {
				if got := fmt.Sprint(change.IsBlind(), change.IsKnown()); err != nil || got != c.want {
					t.Errorf("%s, by itself: %s, want %s", name, got, c.want)
				}
			}
		}
	}
}

// TestFilesOfMalformedRuns: lines that no call gave are not known once a line of the record is malformed, wherever it
// stands.
func TestFilesOfMalformedRuns(t *testing.T) {
	root, read := t.TempDir(), reads(1, "alpha one here")(1)
	transcripttest.Write(t, filepath.Join(root, "a"), []byte("alpha one here\nbeta two here\n"))
	for _, c := range []struct{ run, want string }{
		{read, "[[1 1]] [[2 2]] []"},
		{read + read[:30], "[[1 1]] [[2 2]] []"},
		{read + read[:30] + "\n", "[[1 1]] [] [[2 2]]"},
		{read[:30] + "\n" + read, "[[1 1]] [] [[2 2]]"},
	} {
		all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", c.run), root)
		if err != nil {
			t.Fatal(err)
		}
		f := all.File("a")
		if got := fmt.Sprint(f.Sent, f.Never, f.Unsure); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// TestMalformedWords: one line is not many.
func TestMalformedWords(t *testing.T) {
	for lines, want := range map[int]string{0: "", 1: "1 malformed line was skipped", 2: "2 malformed lines were skipped"} {
		if got, _, _ := strings.Cut(record.MalformedWords(lines), ":"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
