package claudecode

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"eyeline/reader/ospath"
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

// TestGitBash: on Windows, where Claude Code runs Git Bash, a command is answered whose output does not depend on what
// differs there, and nothing else.
func TestGitBash(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{
		"a.txt": "one\ntwo\nthree\n", "crlf.txt": "one\r\ntwo\r\n", "sub/b.txt": "deep\n", "hidden.exe": "x\n",
	})
	env := tools.Env{Root: dir, System: ospath.Windows}
	onDrive := filepath.ToSlash(dir)
	if runtime.GOOS != "windows" {
		onDrive = "C:" + onDrive
	}
	back := strings.ReplaceAll(onDrive, "/", `\`)
	const none = "(Bash completed with no output)"
	for command, want := range map[string]string{
		"cat a.txt": "one\ntwo\nthree", "cat ./sub/b.txt a.txt": "deep\none\ntwo\nthree", "cat 'a.txt' | head -n 1": "one",
		"sed -n '2,3p' a.txt": "two\nthree", "head -2 a.txt && tail -n 1 a.txt": "one\ntwo\nthree",
		"cat gone": "Exit code 1\ncat: gone: No such file or directory", "cat gone || echo no >&2": "" +
			"cat: gone: No such file or directory\nno",
		"echo a; exit 3": "Exit code 3\na", "true": none, `printf '%s\n' 'a\b'`: `a\b`,
		`cat "` + back + `\sub\b.txt"`: "deep", "cat '" + onDrive + "/sub/b.txt'": "deep", "cat A.TXT | head -c 3": "one",
	} {
		args, _ := json.Marshal(map[string]string{"command": command})
		if content, _, _ := toolstest.Ask(t, Bash, env, string(args)); content != want {
			t.Errorf("%s: %q", command, content)
		}
	}
	for _, command := range []string{
		"pwd", "cd sub && cat b.txt", "cat /a.txt", "cat /c/a.txt", "cat ~/a.txt", "cat *.txt", "cat $PWD/a.txt", `cat sub\b.txt`,
		"cat hidden", "cat sub", "cat gone/a.txt", "cat a.txt/x", "cat nul", "cat a.txt.", "cat a:b", "cat sub/../a.txt",
		"cat crlf.txt", "sed -n 1p crlf.txt", "sed 's/o/0/' a.txt", "grep one a.txt", "ls", "cat -A crlf.txt", "cat < a.txt",
		"cat a.txt > b.txt", "x=1 cat a.txt", "cat a.txt &", "cat $(echo a.txt)", `cat "$HOME"`, "if true; then echo a; fi",
		"cat \u00e4", `cat "C:\$x"`, "echo " + strings.Repeat("a", 9000), "bash -c 'cat a.txt'", "cat 'a\rb'", "printf '\\r'",
	} {
		args, _ := json.Marshal(map[string]string{"command": command})
		if content, _, _ := toolstest.Ask(t, Bash, env, string(args)); !strings.HasPrefix(content, "eyeline: what a shell prints") {
			t.Errorf("%.100s is answered: %q", command, content)
		}
	}
}
