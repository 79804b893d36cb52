package sweagent

import (
	"strings"
	"testing"

	"eyeline/reader/ospath"
	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// TestBackslashes: the commands are words of a shell, which takes a backslash for itself where the word is not quoted.
// A call that is made for a file quotes its name, so that the same file is opened.
func TestBackslashes(t *testing.T) {
	systemtest.SkipOnWindows(t, "no file can have these names")
	dir := toolstest.Tree(t, map[string]string{
		`a\b.txt`: "with one\n", `a\\b.txt`: "with two\n", `ab.txt`: "without\n", `a\"b.txt`: "with a quote\n",
	})
	for command, want := range map[string]string{
		`open a\b.txt`:      "without",
		`open a\\b.txt`:     "with one",
		`open 'a\b.txt'`:    "with one",
		`open "a\b.txt"`:    "with one",
		`open "a\\b.txt"`:   "with one",
		`open 'a\\b.txt'`:   "with two",
		`open "a\\\\b.txt"`: "with two",
	} {
		args := tools.BuildArgs(Tool, "", tools.Values{"command": command})
		if got := renderSWE(t, tools.Env{Root: dir}, string(args)); !strings.Contains(got, want) {
			t.Errorf("%s gives %q", command, got)
		}
	}
	for name, want := range map[string]string{
		`a\b.txt`: "with one", `a\\b.txt`: "with two", `ab.txt`: "without", `a\"b.txt`: "with a quote",
	} {
		args := tools.BuildArgs(Tool, name, nil)
		if got := renderSWE(t, tools.Env{Root: dir}, string(args)); !strings.Contains(got, want) {
			t.Errorf("%s, opened by %s, gives %q", name, args, got)
		}
	}
}

// TestBackslashesOfWindows: a path of Windows keeps its separators in the call that is made for it; one that is typed
// without quotes loses them, and no file is found.
func TestBackslashesOfWindows(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{"w/b.txt": "marked\n"})
	full, err := ospath.Machine{System: ospath.Windows}.Agent(dir)
	if err != nil {
		t.Skip(err)
	}
	full += `\w\b.txt`
	env := tools.Env{Root: dir, System: ospath.Windows}
	if got := renderSWE(t, env, string(tools.BuildArgs(Tool, full, nil))); !strings.Contains(got, "marked") {
		t.Errorf("the call that is made gives %q", got)
	}
	bare := tools.BuildArgs(Tool, "", tools.Values{"command": "open " + full})
	if got := renderSWE(t, env, string(bare)); strings.Contains(got, "marked") || got == "" {
		t.Errorf("the path without quotes gives %q", got)
	}
}
