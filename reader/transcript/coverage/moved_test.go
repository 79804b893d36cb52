package coverage

import (
	"fmt"
	"path/filepath"
	"testing"

	"eyeline/reader/transcript/transcripttest"
)

// on is a call on a file of /w by a tool of Claude Code, of which only the arguments are recorded.
func on(tool string, input object, result string) step {
	return func(n int) string { return transcripttest.ClaudeStep(n, "/w", tool, input, result, nil) }
}

// TestChangesAfterMovesAndCommands: what was sent of a file is sent of the one that it is moved or copied to, and what
// the agent's own edits and commands made of lines is known to it, also where no text has them as they are.
func TestChangesAfterMovesAndCommands(t *testing.T) {
	const content = "alpha one here\nbeta two here\n}\n\ngamma five here\n"
	read := reads(1, "alpha one here", "beta two here", "}", "", "gamma five here")
	shell := func(command string) step { return on("Bash", object{"command": command}, "") }
	edit := func(file, old string) step {
		return on("Edit", object{"file_path": "/w/" + file, "old_string": old, "new_string": "x"}, "ok")
	}
	part := on("Edit", object{"file_path": "/w/a", "old_string": "two", "new_string": "2"}, "ok")
	dir := t.TempDir()
	transcripttest.Write(t, filepath.Join(dir, "sub/c"), []byte(content))
	for name, c := range map[string]struct {
		run  []step
		file string
		want string // of the last change: whether lines of it were not sent, and whether that is not known
	}{
		"moved": {[]step{read, shell("mv a z"), edit("z", "}\n\ngamma")}, "z", "false false"},
		"moved by git": {
			[]step{read, shell("git mv a sub/z"), edit("sub/z", "beta two here")},
			"sub/z", "false false",
		},
		"copied": {
			[]step{read, shell("cp -p a z && rm a"), edit("z", "}\n\ngamma")},
			"z", "false false",
		},
		"moved by two": {
			[]step{read, shell("mv a t; mv t z"), edit("z", "beta two here\n}")},
			"z", "false false",
		},
		"changed, then moved": {
			[]step{read, shell("sed -i s/beta/BETA/ a && mv a z"), edit("z", "BETA two here")},
			"z", "false false",
		},
		"moved, then changed": {
			[]step{read, shell("mv a z && sed -i s/beta/BETA/ z"), edit("z", "BETA two here")},
			"z", "false false",
		},
		"moved without a read": {[]step{shell("mv a z"), edit("z", "beta two here")}, "z", "true false"},
		"moved away": {
			[]step{read, shell("mv a z"), shell("mv b a"), edit("a", "beta one of b")},
			"a", "true false",
		},
		"lost, then moved": {
			[]step{read, shell("if make; then sed -i 2d a; fi"), shell("mv a z"), edit("z", "beta  two formatted")},
			"z", "false true",
		},
		"a part changed": {[]step{read, part, edit("a", "beta 2 here")}, "a", "false false"},
		"across a part":  {[]step{read, part, edit("a", "2 here\n}\n\ngam")}, "a", "false false"},
		"after sed": {
			[]step{read, shell("sed -i 2d a"), edit("a", "}\n\ngamma")},
			"a", "false false",
		},
		"by a program": {
			[]step{read, shell("perl -pi -e 's/beta/BETA/' a"), edit("a", "BETA two here")}, "a", "false false",
		},
		"after a computed line": {
			[]step{read, shell(`python3 -c "open('a','a').write('com'+'puted line\n')"`), edit("a", "computed line")},
			"a", "false false",
		},
		"another line": {
			[]step{reads(1, "alpha one here"), part, edit("a", "gamma five here")},
			"a", "true false",
		},
	} {
		run := ""
		for i, s := range c.run {
			run += s(i + 1)
		}
		got := "no file"
		if all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), dir); err != nil {
			t.Fatal(err)
		} else if f := all.File(c.file); f != nil && len(f.Changes) > 0 {
			last := f.Changes[len(f.Changes)-1]
			got = fmt.Sprint(last.IsBlind(), last.UnplacedUnknown || len(last.UnknownThen) > 0)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
