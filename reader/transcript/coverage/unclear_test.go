package coverage

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"eyeline/reader/transcript/transcripttest"
	"eyeline/reader/transcript/unclear"
)

// afterARead is what is said of an edit of a text that stands nowhere, after a read of all of the file and some calls:
// whether it is blind, and whether that is not known.
func afterARead(t *testing.T, between []step) string {
	t.Helper()
	read := reads(1, "alpha one here", "beta two here", "}", "", "gamma five here")
	input := object{"file_path": "/w/a", "old_string": "beta  two formatted", "new_string": "x"}
	run := ""
	for i, s := range append(append([]step{read}, between...), on("Edit", input, "ok")) {
		run += s(i + 1)
	}
	all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	edits := all.Edits(false)
	last := edits[len(edits)-1]
	return fmt.Sprint(last.IsBlind(), last.UnplacedUnknown)
}

// TestChangesAfterWhatIsNotUnderstood: after a program that is not imitated, and that is not known to look at files
// alone, it is not known what stands in a file: an edit of a text that stands nowhere is not called blind, wherever the
// program stands in its command, until all of the file is given or written again.
func TestChangesAfterWhatIsNotUnderstood(t *testing.T) {
	all := on("Write", object{"file_path": "/w/a", "content": "alpha one here\nbeta two here\n"}, "ok")
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
		"what needs no path":          {[]step{on("TodoWrite", object{"todos": "go on"}, "ok")}, blind},
		"an unknown tool above":       {[]step{tool("/w")}, unknown},
		"a tool without a path":       {[]step{on("mcp__ide__format_all", object{}, "done")}, unknown},
		"a formatter, then a write":   {[]step{shell("make fmt"), all}, blind},
		"lost, then written":          {[]step{shell("myfmt x > a"), all}, blind},
	} {
		if got := afterARead(t, c.between); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestChangesAfterCommandsThatMayChangeFiles: what a command may have changed is not known: where it stands in a part
// of its line that was not run here, is given to another program, comes from a variable, or moves what is not known.
func TestChangesAfterCommandsThatMayChangeFiles(t *testing.T) {
	const sed = `sed -i -E 's/(beta) (two) here/\1  \2 formatted/' a`
	for _, command := range []string{
		// a write and another command that is not understood, in one line
		"cat > a <<'E'\nalpha one here\nE\nmyfmt -w a", "tee a <<'E'\nalpha one here\nE\nmake fmt",
		"printf 'alpha one here' > a; make fmt",
		// what was not run here
		"[ -f go.mod ] && " + sed, "test -f none && " + sed, `if [ -n "$CI" ]; then ` + sed + "; fi",
		"test -f none && python3 -c 'x'", "test -f none && python3 - <<'E'\nx\nE", "test -f none && bash -c 'make fmt'",
		"test -f none && eval 'make fmt'", "test -f none && $X -w a", "test -f none && perl -pi -e s/two/three/ a",
		"test -f none && mv b a", "test -f none && cp b a", "test -f none && echo x | tee a",
		"test -f none && echo y > a",
		"test -f none && echo 'make fmt' | sh", "bash -c 'test -f none && make fmt'", "eval 'test -f none && make fmt'",
		"trap 'make fmt' EXIT", "alias ls='make fmt'; ls",
		"grep -rl none . | xargs sed -i s/two/three/", "find . -name none -exec sed -Ei s/two/three/ {} +",
		// what depends on a variable
		"$FMT", `sed -Ei "$SCRIPT" a`, `sed -i "$SCRIPT" a`, `echo x > "$OUT"`, "go test $FLAGS ./...",
		"UPDATE_EXPECT=1 cargo test", "env UPDATE_GOLDEN=1 go test ./...", "export UPDATE_GOLDEN=1; go test ./...",
		// what its options and words make it do
		"git ls-files | xargs sed -Ei 's/two/three/'", "git ls-files | xargs sed -n -f x.sed",
		"ls | xargs awk -f x.awk",
		"grep -rl x . | xargs gawk -i inplace '{print}'", "sort -uo a a", "tree -o a", "make test fmt", "tox -e format",
		"git commit -qam x",
		// what is not known, in place of the file
		"cp b a", "mv b a", "git mv -f b a", "cp -r ../t/. .", "mv other/* .", "rsync b a", "install b a", "ln -f b a",
		"dd if=b of=a",
		// what no output tells: a revision, what a pattern fitted, a variable that is not imitated
		"git show HEAD:a > o; mv o a", "git cat-file -p HEAD:a > o && cp o a", "git show HEAD:b >> a",
		"git show HEAD:b > o; cat o >> a", "for f in x*; do sed -i s/two/three/ \"$f\"; done",
		"mapfile x < a; printf '%s' \"${x[@]}\" > a", "x[0]=1; echo ${x[0]} > a",
		"read -n 3 l < a; echo \"$l\" > b; mv b a", "printf -v s '%s' x; echo \"$s\" > a",
		"while read -r f; do sed -i s/two/three/ \"$f\"; done < list",
		"mapfile -t fs < list; sed -i s/two/three/ \"${fs[@]}\"",
	} {
		shell := on("Bash", object{"command": command}, "")
		tool := on("mcp__shell__run", object{"command": command}, "done")
		for _, by := range []step{shell, tool} {
			if got := afterARead(t, []step{by}); got != "false true" {
				t.Errorf("%q: %s", command, got)
			}
		}
	}
	for _, command := range []string{
		"test -f none && { cat a; sed -n 2p a; } || exit 1", "CGO_ENABLED=0 go test ./... > /dev/null 2>&1", "mv b c",
		"trap 'echo x' EXIT; alias ll='ls -l'", "bash -c 'test -f none && cat a'", "ls | xargs -n 1 wc -l",
		"for f in a b; do test -f $f || continue; grep x $f 2>&1; done", "mapfile -t x < a; echo \"${x[0]}\"",
		"while read -r l; do echo \"$l\"; done < a", "mapfile -t fs < <(ls); cat \"${fs[@]}\"",
	} {
		if got := afterARead(t, []step{on("Bash", object{"command": command}, "")}); got != "true false" {
			t.Errorf("%q: %s", command, got)
		}
	}
}

// TestChangesInFoldersThatAreEmptyNow: a command that changes what it finds in a folder changed the files that the run
// had told of, also where the folder as it is now does not have them any more.
func TestChangesInFoldersThatAreEmptyNow(t *testing.T) {
	read := reads(1, "alpha one here", "beta two here")
	edit := on("Edit", object{"file_path": "/w/a", "old_string": "beta three here", "new_string": "x"}, "ok")
	for _, command := range []string{
		"for f in *; do sed -i s/two/three/ \"$f\"; done", "fs=$(ls); sed -i s/two/three/ $fs",
		"mapfile -t fs < <(ls); for f in \"${fs[@]}\"; do sed -i s/two/three/ \"$f\"; done",
		"ls | while read -r f; do sed -i s/two/three/ \"$f\"; done", "sed -i s/two/three/ $(grep -rl two .)",
		"find . -name a -exec sed -i s/two/three/ {} +",
	} {
		run := read(1) + on("Bash", object{"command": command}, "")(2) + edit(3)
		all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		edits := all.Edits(false)
		if last := edits[len(edits)-1]; last.IsBlind() {
			t.Errorf("%q: %+v", command, last.Change)
		}
	}
}

// TestAnUnknownToolOnWindows: a tool that is not known may have changed what it names, also by a path of Windows, whose
// drive may have another case, and what lies below a folder that it names.
func TestAnUnknownToolOnWindows(t *testing.T) {
	const root, file = `C:\w`, `C:\w\sub\a.go`
	read := transcripttest.ClaudeRead(1, root, file, 1, "alpha one here", "beta two here")
	for named, want := range map[string]bool{
		file: true, "C:/w/sub/a.go": true, `c:\w\sub\a.go`: true, `sub\a.go`: true, `C:\w\sub`: true, `C:\w\other.go`: false,
		"file:///C:/w/sub/a.go": true, "file:///c%3A/w/sub/a.go": true, `\\?\C:\w\sub\a.go`: true,
		`C:\W\Sub\A.go`:          true,
		"/cygdrive/c/w/sub/a.go": true, "C:": true, `C:\`: true, `C:\W\Other.go`: false,
	} {
		tool := transcripttest.ClaudeStep(2, root, "mcp__refactor__rename", object{"file": named}, "done", nil)
		s := transcripttest.Decode(t, "s.jsonl", read+tool)
		if got := unclear.MayHaveMade(t.Context(), s, t.TempDir(), file, slices.Collect(s.Calls())); got != want {
			t.Errorf("after a tool that names %s: %t, want %t", named, got, want)
		}
	}
}

// TestWhatAToolIsGiven: only where an argument of a tool that is not known is wholly one path, no other file may be
// what the tool changed; a text that names the file among other words, or any file, says that it may be that one.
func TestWhatAToolIsGiven(t *testing.T) {
	const unknown, blind = "false true", "true false"
	for _, c := range []struct {
		input object
		want  string
	}{
		{object{"message": "Fix all lint errors."}, unknown},
		{object{"version": "1.2"}, unknown},
		{object{"url": "https://example.com/x"}, unknown},
		{object{"glob": "**/*.go"}, unknown},
		{object{"pattern": "*.go"}, unknown},
		{object{"q": "a b.go"}, unknown},
		{object{"location": "/w/a:12:3"}, unknown},
		{object{"location": "a:12"}, unknown},
		{object{"path": "/w/a#L3"}, unknown},
		{object{"path": "@/w/a"}, unknown},
		{object{"path": "/"}, unknown},
		{object{"path": "file:///w/a"}, unknown},
		{object{"dir": "/elsewhere", "patch": "--- a/a\n+++ b/a\n"}, unknown},
		{object{"dir": "/elsewhere", "text": "see ./a, please"}, unknown},
		{object{"path": "/w/b:12:3"}, blind},
		{object{"path": "file:///w/b"}, blind},
		{object{"path": "sub/b"}, blind},
		{object{"dir": "/elsewhere", "patch": "--- a/b\n+++ b/b\n"}, blind},
	} {
		if got := afterARead(t, []step{on("mcp__x__format", c.input, "done")}); got != c.want {
			t.Errorf("%v: %s, want %s", c.input, got, c.want)
		}
		run := reads(1, "alpha one here", "beta two here")(1) + on("mcp__x__format", c.input, "done")(2)
		s := transcripttest.Decode(t, "s.jsonl", run)
		if got := unclear.MayHaveMade(t.Context(), s, t.TempDir(), "/w/a", slices.Collect(s.Calls())); got != (c.want == unknown) {
			t.Errorf("%v: may have made %t", c.input, got)
		}
	}
}

// TestOneFileInOtherLettersOnWindows: a file of Windows is one file in whichever letters calls name it.
func TestOneFileInOtherLettersOnWindows(t *testing.T) {
	const root = `C:\w`
	input := object{"file_path": `C:\W\A.go`, "old_string": "alpha one here", "new_string": "x"}
	run := transcripttest.ClaudeRead(1, root, `C:\w\a.go`, 1, "alpha one here", "beta two here") +
		transcripttest.ClaudeStep(2, root, "Edit", input, "ok", nil)
	all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if edits := all.Edits(false); len(all.Files) != 1 || len(edits) != 1 || edits[0].IsBlind() {
		t.Errorf("%+v", all.Files)
	}
}

// TestOneFileByTwoNames: where the file system has one file under names in other letters, or with letters composed in
// another way, as that of macOS, what was sent by either name was sent of the file. A second name stands for that here.
func TestOneFileByTwoNames(t *testing.T) {
	for name, other := range map[string]string{"a.go": "A.go", "zo\u00eb.go": "zoe\u0308.go"} {
		dir := t.TempDir()
		transcripttest.Write(t, filepath.Join(dir, name), []byte("one is here\ntwo is here\n"))
		if err := os.Link(filepath.Join(dir, name), filepath.Join(dir, other)); err != nil {
			t.Skip(err)
		}
		run := transcripttest.ClaudeRead(1, "/w", "/w/"+name, 1, "one is here") +
			transcripttest.ClaudeRead(2, "/w", "/w/"+other, 2, "two is here")
		all, err := Of(t.Context(), transcripttest.Decode(t, "s.jsonl", run), dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(all.Files) != 1 || all.Files[0].Sent.Count() != 2 || all.Files[0].Reads != 2 {
			t.Errorf("%q and %q: %+v", name, other, all.Files)
		}
	}
}
