package coverage

import (
	"fmt"
	"path/filepath"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// TestLinesThatWereSentEarlier: of a line that was sent word for word it is not said that it never was, whatever came
// between the read and the file as it is: a command that puts there what is not known, or one that brings it back.
func TestLinesThatWereSentEarlier(t *testing.T) {
	shell := func(command string) step { return on("Bash", object{"command": command}, "") }
	some := func(file string, lines int) step {
		return func(n int) string {
			all := []string{"package b", "func other() {}"}
			return transcripttest.ClaudeRead(n, "/w", "/w/"+file, 1, all[:lines]...)
		}
	}
	for name, c := range map[string]struct {
		between []step
		never   string
	}{
		"a copy of a file that is not there": {[]step{shell("cp a.orig a")}, "[]"},
		"a copy of one that is":              {[]step{shell("cp b a")}, "[]"},
		"a copy into the folder":             {[]step{shell("cp -f ../o/a .")}, "[]"},
		"a move":                             {[]step{shell("mv c a")}, "[]"},
		"a copy of one that was read":        {[]step{some("b", 2), shell("cp b a")}, "[]"},
		"an older version":                   {[]step{shell("git show HEAD:a > a")}, "[]"},
		"an older version, by a pipe":        {[]step{shell("git show HEAD:a | tee a")}, "[]"},
		"an object of git":                   {[]step{shell("git cat-file -p HEAD:a > a || true")}, "[]"},
		"emptied, and brought back":          {[]step{shell("> a; git checkout a")}, "[]"},
		"written, and brought back":          {[]step{shell("printf '1\\n2\\n3\\n' > a"), shell("git checkout a")}, "[]"},
		"written by a tool":                  {[]step{on("Write", object{"file_path": "/w/a", "content": "x"}, "ok")}, "[]"},
		"removed, and brought back":          {[]step{shell("rm a"), shell("git checkout a")}, "[]"},
		"a line removed, and brought back":   {[]step{shell("sed -i 2d a"), shell("git checkout a")}, "[]"},
		"lines removed, moved, brought back": {
			[]step{shell("sed -i 1d a && mv a z"), shell("mv z a; git checkout a")}, "[]",
		},
		"nothing": {nil, "[]"},
	} {
		dir := t.TempDir()
		content := "alpha one here\nbeta two here\n}\n\n}\n"
		transcripttest.Write(t, filepath.Join(dir, "a"), []byte(content))
		transcripttest.Write(t, filepath.Join(dir, "b"), []byte("b\n"))
		read := reads(1, "alpha one here", "beta two here", "}", "", "}")
		run := ""
		for i, s := range append([]step{read}, c.between...) {
			run += s(i + 1)
		}
		all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), dir)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(all.File("a").Never); got != c.never {
			t.Errorf("%s: never %s, want %s: %+v", name, got, c.never, all.File("a"))
		}
	}
}

// TestLinesThatWereNeverSent: what was sent of a file and taken out of it says nothing of its other lines.
func TestLinesThatWereNeverSent(t *testing.T) {
	dir := t.TempDir()
	content := "alpha one here\n}\nbeta two here\n}\n\n}\ngamma\n"
	transcripttest.Write(t, filepath.Join(dir, "a"), []byte(content))
	run := transcripttest.ClaudeRead(1, "/w", "/w/a", 1, "alpha one here", "}") +
		on("Bash", object{"command": "sed -i 2d a"}, "")(2) + on("Bash", object{"command": "git checkout a"}, "")(3)
	all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(all.File("a").Never); got != "[[2 7]]" {
		t.Errorf("never %s", got)
	}
}

// TestEditsAfterAnOlderVersion: after a command that writes a version of a file which git does not give here, an edit
// of a line that was read is not blind.
func TestEditsAfterAnOlderVersion(t *testing.T) {
	for _, command := range []string{"git show HEAD:a > a", "git show HEAD:a | tee a", "cp b a", "mv b a"} {
		hunk := object{
			"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1, "lines": []string{"-alpha one here", "+x"},
		}
		change := object{"filePath": "/w/a", "structuredPatch": []object{hunk}}
		input := object{"file_path": "/w/a", "old_string": "alpha one here", "new_string": "x"}
		run := reads(1, "alpha one here", "beta two here")(1) + on("Bash", object{"command": command}, "")(2) +
			transcripttest.ClaudeStep(3, "/w", "Edit", input, "ok", change)
		all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		edits := all.Edits(false)
		if last := edits[len(edits)-1]; last.Tool != "Edit" || last.IsBlind() || len(last.LinesThen) == 0 {
			t.Errorf("%s: %+v", command, last.Change)
		}
	}
}
