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
	"eyeline/reader/tools/agents/geminicli"
	"eyeline/reader/tools/agents/kimicode"
	"eyeline/reader/tools/agents/opencode"
	"eyeline/reader/tools/toolstest"
)

// ask makes a call with a command line.
func ask(t *testing.T, tool *tools.Tool, env tools.Env, command string) string {
	t.Helper()
	args, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		t.Fatal(err)
	}
	content, _, _ := toolstest.Ask(t, tool, env, string(args))
	return content
}

// notKnown is what begins the refusal of a command.
const notKnown = "eyeline: what a shell prints"

// onDrive is the path of a folder as an agent on Windows has it, with slashes.
func onDrive(dir string) string {
	if runtime.GOOS == "windows" {
		return filepath.ToSlash(dir)
	}
	return "C:" + dir
}

// TestGitBash: on Windows, where Claude Code runs Git Bash, a command is answered whose output does not depend on what
// differs there.
func TestGitBash(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{
		"a.txt": "one\ntwo\nthree\n", "crlf.txt": "one\r\ntwo\r\n", "sub/b.txt": "deep\n",
	})
	env := tools.Env{Root: dir, System: ospath.Windows}
	back := strings.ReplaceAll(onDrive(dir), "/", `\`)
	const none = "(Bash completed with no output)"
	for command, want := range map[string]string{
		"cat a.txt":                            "one\ntwo\nthree",
		"cat ./sub/b.txt a.txt":                "deep\none\ntwo\nthree",
		"cat 'a.txt' | head -n 1":              "one",
		"sed -n '2,3p' a.txt":                  "two\nthree",
		"head -2 a.txt && tail -n 1 a.txt":     "one\ntwo\nthree",
		"cat gone":                             "Exit code 1\ncat: gone: No such file or directory",
		"cat gone || echo no >&2":              "cat: gone: No such file or directory\nno",
		"echo a; exit 3":                       "Exit code 3\na",
		"true":                                 none,
		`printf '%s\n' 'a\b'`:                  `a\b`,
		"printf 'a\\rb'":                       "a\rb",
		`cat "` + back + `\sub\b.txt"`:         "deep",
		"cat '" + onDrive(dir) + "/sub/b.txt'": "deep",
		"cat A.TXT | head -c 3":                "one",
		"cat crlf.txt":                         "one\r\ntwo",
		"grep -n two a.txt":                    "2:two",
		"cat a.txt | grep zzz":                 none,
		"test -f gone":                         none,
		"[ -f a.txt ] && echo yes":             "yes",
		"ls a.txt":                             "a.txt",
		"ls gone":                              "Exit code 2\nls: cannot access 'gone': No such file or directory",
	} {
		if content := ask(t, claudecode.Bash, env, command); content != want {
			t.Errorf("%s: %q", command, content)
		}
	}
}

// TestNotKnownInGitBash: what depends on the folder, on a program that is another one there, or on the shell of an agent
// that has another one, is not known.
func TestNotKnownInGitBash(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{
		"a.txt": "one\n", "crlf.txt": "one\r\n", "sub/b.txt": "deep\n", "hidden.exe": "x\n", "bin": "one\x00\n",
	})
	env := tools.Env{Root: dir, System: ospath.Windows}
	for _, command := range []string{
		"pwd", "cd sub && cat b.txt", "ls", "ls sub", "ls -l a.txt", "test -d sub", "bash -c 'cat a.txt'",
		"cat /a.txt", "cat /c/a.txt", "cat ~/a.txt", "cat *.txt", "cat $PWD/a.txt", `cat "$HOME"`, `cat "C:\$x"`,
		`cat sub\b.txt`, "cat sub", "cat sub/../a.txt", "cat gone/a.txt", "cat a.txt/x", "cat hidden",
		"cat nul", "cat a.txt.", "cat a:b", "cat \u00e4", "cat 'a\rb'", "cat -n a.txt", "cat -A crlf.txt",
		"sed -n 1p crlf.txt", "sed 's/o/0/' a.txt",
		"grep one crlf.txt", "grep one gone", "grep -rn one .", "grep 'o.e' a.txt", "grep one bin",
		"cat < a.txt", "cat a.txt > b.txt", "x=1 cat a.txt", "cat a.txt &", "cat $(echo a.txt)",
		"if true; then echo a; fi", "echo " + strings.Repeat("a", 9000),
	} {
		if content := ask(t, claudecode.Bash, env, command); !strings.HasPrefix(content, notKnown) {
			t.Errorf("%.100s is answered: %q", command, content)
		}
	}
	for _, tool := range []*tools.Tool{opencode.Bash, geminicli.Shell} {
		if content := ask(t, tool, env, "cat a.txt"); !strings.HasPrefix(content, notKnown) {
			t.Errorf("%s answers: %q", tool.Name, content)
		}
	}
}

// TestKimiCodeInGitBash: Kimi Code has the same shell; where its output is saved, the path is one of Windows.
func TestKimiCodeInGitBash(t *testing.T) {
	dir := toolstest.Tree(t, map[string]string{"a.txt": "one\n", "long.txt": strings.Repeat("0123456789\n", 6000)})
	env := tools.Env{Root: dir, Home: dir, System: ospath.Windows}
	if content := ask(t, kimicode.Bash, env, "cat a.txt"); !strings.HasSuffix(content, " seconds\none\n") {
		t.Errorf("%q", content)
	}
	saved := strings.ReplaceAll(onDrive(dir), "/", `\`) + `\.kimi-code\output.log`
	if content := ask(t, kimicode.Bash, env, "cat long.txt"); !strings.Contains(content, "output_path: "+saved+"\n") {
		t.Errorf("%.600q", content)
	}
}
