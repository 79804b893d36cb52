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

// TestChangesAfterWhatIsNotUnderstood: after a program that is not imitated, and that is not known to look at files
// alone, it is not known what stands in a file: an edit of a text that stands nowhere is not called blind, wherever the
// program stands in its command, until all of the file is given or written again.
func TestChangesAfterWhatIsNotUnderstood(t *testing.T) {
	read := reads(1, "alpha one here", "beta two here", "}", "", "gamma five here")
	all := on("Write", object{"file_path": "/w/a", "content": "alpha one here\nbeta two here\n"}, "ok")
	const formatted = "beta  two formatted"
	edit := on("Edit", object{"file_path": "/w/a", "old_string": formatted, "new_string": "x"}, "ok")
	shell := func(command string) step { return on("Bash", object{"command": command}, "") }
	tool := func(path string) step { return on("mcp__refactor__rename", object{"file": path}, "done") }
	const unknown, blind = "false true", "true false"
	for name, c := range map[string]struct {
		between []step
		want    string // of an edit after it: whether it is blind, and whether that is not known
	}{
		"nothing":                     {nil, blind},
		"a formatter":                 {[]step{shell("myfmt -w a")}, unknown},
		"of all files":                {[]step{shell("make fmt")}, unknown},
		"before a move":               {[]step{shell("make fmt && mv b c")}, unknown},
		"into a file that is moved":   {[]step{shell("myfmt < a > a2; mv a2 a")}, unknown},
		"before an edit":              {[]step{shell("make fmt; sed -i s/alpha/ALPHA/ a")}, unknown},
		"after an edit":               {[]step{shell("sed -i s/alpha/ALPHA/ a && make fmt")}, unknown},
		"in a condition":              {[]step{shell("test -f none && make fmt")}, unknown},
		"for files that are found":    {[]step{shell("find . -name 'a*' -exec myfmt {} +")}, unknown},
		"for words":                   {[]step{shell("ls | xargs -n 1 myfmt")}, unknown},
		"by git":                      {[]step{shell("git stash pop")}, unknown},
		"by git, in a condition":      {[]step{shell("test -f none && git -C . checkout x")}, unknown},
		"a command that is not read":  {[]step{shell("myfmt a; cat <<'E")}, unknown},
		"a check that mends":          {[]step{shell("npx eslint --fix .")}, unknown},
		"a stream editor by variable": {[]step{shell("sed -i \"$SCRIPT\" a; $FMT a")}, unknown},
		"an unknown tool":             {[]step{tool("/w/a")}, unknown},
		"an unknown tool elsewhere":   {[]step{tool("/w/b")}, blind},
		"tests":                       {[]step{shell("go test ./... && npm test; ls -l | xargs grep -P x")}, blind},
		"what git knows":              {[]step{shell("git status && git diff --stat")}, blind},
		"a search":                    {[]step{shell("find . -name a -exec rg --weird x {} +")}, blind},
		"a function":                  {[]step{shell("f() { cat \"$1\"; }; test -f none && f a")}, blind},
		"a formatter, then a write":   {[]step{shell("make fmt"), all}, blind},
		"lost, then written":          {[]step{shell("myfmt x > a"), all}, blind},
	} {
		run := ""
		for i, s := range append(append([]step{read}, c.between...), edit) {
			run += s(i + 1)
		}
		all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		last := all.Edits(false)
		one := last[len(last)-1]
		if got := fmt.Sprint(one.IsBlind(), one.UnplacedUnknown); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
