package claudecode

import (
	"cmp"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
)

// TestUgrep: ugrep, which is grep in Claude Code's shell, complains first of all files that there are not, and fails
// then; it names no file beside one that is left, and searches no binary file. What it does with folders is not
// imitated.
func TestUgrep(t *testing.T) {
	systemtest.SkipOnWindows(t, "no shell is imitated")
	dir := toolstest.Tree(t, map[string]string{
		"a.txt": "one\ntwo\n", "my-reader.log": "grep: gone\n", "d/b.txt": "one\n", "bin": "\x00\none\n",
		"late": strings.Repeat("\n", 70_000) + "one\x00\n", "loop": "-> loop",
	})
	const gone, none = "ugrep: warning: gone: No such file or directory", "(Bash completed with no output)"
	for command, want := range map[string]string{
		"grep one a.txt": "one", "grep -n t a.txt | head -1": "2:two", "grep one a.txt | tac": "one",
		"grep zzz gone": "Exit code 2\n" + gone, "grep one a.txt gone": "Exit code 2\n" + gone + "\none",
		"grep -c o gone a.txt my-reader.log": "Exit code 2\n" + gone + "\na.txt:2\nmy-reader.log:1",
		"grep -Hq one a.txt gone":            "Exit code 2\n" + gone, "grep -s one a.txt gone": "Exit code 2\none",
		"grep -H one a.txt gone": "Exit code 2\n" + gone + "\na.txt:one", "grep one gone | wc -l": gone + "\n0",
		"grep one a.txt/x loop": "Exit code 2\nugrep: warning: a.txt/x: Not a directory\n" +
			"ugrep: warning: loop: Too many levels of symbolic links",
		"egrep one gone":  "Exit code 2\ngrep: gone: No such file or directory",
		"grep -c one bin": none, "grep -n one bin a.txt": "a.txt:1:one", "grep -ac one bin": "1", "grep -c one late": "1",
		"grep one d": "", "grep one a.txt d": "", "grep -rn one .": "", "grep one late": "", "cat bin | grep one": "",
		"grep --include=*.txt -r one d": "", "grep one < d": "", "grep one a.txt -": "",
		"cat gone": "Exit code 1\ncat: gone: No such file or directory", "cat my-reader.log": "grep: gone",
		"grep --line-number gone my-reader.log": "1:grep: gone",
	} {
		content, _, _ := toolstest.Ask(t, Bash, tools.Env{Root: dir}, `{"command":"`+command+`"}`)
		if content != cmp.Or(want, content) || want == "" && !strings.HasPrefix(content, "eyeline runs no command") {
			t.Errorf("%s: %s", command, content)
		}
	}
}
