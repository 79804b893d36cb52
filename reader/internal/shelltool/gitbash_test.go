package shelltool_test

import (
	"encoding/json"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"eyeline/reader/ospath"
	"eyeline/reader/tools"
	"eyeline/reader/tools/agents/claudecode"
	"eyeline/reader/tools/toolstest"
)

// TestGitBash: on Windows, where Claude Code runs Git Bash, a command is answered whose output does not depend on what
// differs there, and nothing else.
func TestGitBash(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{
		"a.txt": "one\ntwo\nthree\n", "crlf.txt": "one\r\ntwo\r\n", "sub/b.txt": "deep\n", "hidden.exe": "x\n",
		"bin": "one\x00\n",
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
		"cat crlf.txt": "one\r\ntwo", "grep -n two a.txt": "2:two", "cat a.txt | grep zzz": none, "grep zzz a.txt": none,
		"test -f gone": none, "ls a.txt": "a.txt",
		"ls gone":                  "Exit code 2\nls: cannot access 'gone': No such file or directory",
		"[ -f a.txt ] && echo yes": "yes", "printf 'a\\rb'": "a\rb",
	} {
		args, _ := json.Marshal(map[string]string{"command": command})
		if content, _, _ := toolstest.Ask(t, claudecode.Bash, env, string(args)); content != want {
			t.Errorf("%s: %q", command, content)
		}
	}
	for _, command := range []string{
		"pwd", "cd sub && cat b.txt", "cat /a.txt", "cat /c/a.txt", "cat ~/a.txt", "cat *.txt", "cat $PWD/a.txt", `cat sub\b.txt`,
		"cat hidden", "cat sub", "cat gone/a.txt", "cat a.txt/x", "cat nul", "cat a.txt.", "cat a:b", "cat sub/../a.txt",
		"sed -n 1p crlf.txt", "sed 's/o/0/' a.txt", "grep one crlf.txt", "grep one gone", "grep -rn one .", "grep 'o.e' a.txt", "ls", "cat -A crlf.txt", "cat < a.txt",
		"cat a.txt > b.txt", "x=1 cat a.txt", "cat a.txt &", "cat $(echo a.txt)", `cat "$HOME"`, "if true; then echo a; fi",
		"cat \u00e4", `cat "C:\$x"`, "echo " + strings.Repeat("a", 9000), "bash -c 'cat a.txt'", "cat 'a\rb'", "test -d sub", "ls sub", "ls -l a.txt", "cat -n a.txt", "grep one bin",
	} {
		args, _ := json.Marshal(map[string]string{"command": command})
		if content, _, _ := toolstest.Ask(t, claudecode.Bash, env, string(args)); !strings.HasPrefix(content, "eyeline: what a shell prints") {
			t.Errorf("%.100s is answered: %q", command, content)
		}
	}
}
