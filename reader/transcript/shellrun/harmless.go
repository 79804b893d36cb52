package shellrun

import (
	"slices"
	"strings"

	"eyeline/reader/internal/shell"
)

// mayChange reports whether a command that is not imitated may have changed files, by its words: any program may, but
// those that are known to look at files alone. No words stand for what could not be read.
func mayChange(words []string) bool {
	programs := programsIn(words)
	return len(programs) == 0 || slices.ContainsFunc(programs, isChanging)
}

// mayChangeUnseen is mayChange of a command that need not have been looked at: of what is imitated it is known what it
// did.
func mayChangeUnseen(sh *shell.Shell, words []string) bool {
	return slices.ContainsFunc(programsIn(words), func(one []string) bool {
		isGit := one[0] == "git" && !isCheck("git", one[1:])
		return one[0] != "" && (isGit || !sh.Imitates(one[0])) && isChanging(one)
	})
}

// programsIn are the words of the programs that a command runs: its own, or those that sudo, xargs, find and the like
// run.
func programsIn(words []string) (programs [][]string) {
	isSkipped := func(word string) bool {
		isValue := word != "" && strings.Trim(word, "{}0123456789.sm") == "" // of an option
		return isValue || strings.HasPrefix(word, "-") || strings.Contains(word, "=") || slices.Contains(runners, word)
	}
	first := slices.IndexFunc(words, func(word string) bool { return !isSkipped(word) })
	if first < 0 {
		return nil
	}
	if words = words[first:]; words[0] != "find" {
		return [][]string{words}
	}
	programs = [][]string{words}
	for i, word := range words[:len(words)-1] {
		if strings.HasPrefix(word, "-exec") || strings.HasPrefix(word, "-ok") {
			programs = append(programs, programsIn(words[i+1:])...)
		}
	}
	return programs
}

// runners are programs and words of the shell that run another command.
var runners = []string{
	"sudo", "env", "time", "timeout", "xargs", "nohup", "nice", "stdbuf", "command", "builtin", "exec",
}

// isChanging reports whether a program may change files, by its words.
func isChanging(words []string) bool {
	name, args := words[0][strings.LastIndexByte(words[0], '/')+1:], words[1:]
	isAsked := func(is func(option string) bool) bool { return slices.ContainsFunc(args, is) }
	switch {
	case slices.Contains(readers, name):
		return false
	case name == "find":
		return isAsked(func(a string) bool {
			return a == "-delete" || strings.HasPrefix(a, "-fprint") || strings.HasPrefix(a, "-fls")
		})
	case name == "sort":
		return isAsked(func(a string) bool { return strings.HasPrefix(a, "-o") || strings.HasPrefix(a, "--output") })
	case name == "sed":
		return isAsked(func(a string) bool {
			return strings.HasPrefix(a, "-i") || strings.HasPrefix(a, "--in-place") || strings.Contains(a, "w ")
		})
	case name == "awk" || name == "gawk" || name == "mawk":
		return isAsked(func(a string) bool { return strings.ContainsAny(a, ">|") || strings.Contains(a, "system") })
	case isCheck(name, args):
		return isAsked(isMending)
	}
	return true
}

// readers are programs and words of the shell that change no file, whatever they are asked for.
var readers = []string{
	"cat", "tac", "head", "tail", "less", "more", "bat", "batcat", "nl", "wc", "grep", "egrep", "fgrep", "zgrep",
	"rg", "ag", "ls", "tree", "du", "df", "file", "stat", "cut", "tr", "comm", "paste", "column", "join", "fold",
	"rev", "od", "hexdump", "strings", "md5sum", "sha1sum", "sha256sum", "cksum", "diff", "cmp", "basename",
	"dirname", "realpath", "readlink", "seq", "echo", "printf", "pwd", "cd", "pushd", "popd", "dirs", "read",
	"test", "[", "[[", "((", "true", "false", "let", "declare", "local", "export", "set", "unset", "shopt", "type",
	"which", "whereis", "whoami", "id", "groups", "hostname", "uname", "date", "cal", "printenv", "locale", "nproc",
	"free", "uptime", "ps", "top", "pgrep", "pkill", "kill", "killall", "lsof", "ss", "netstat", "jobs", "wait",
	"sleep", "history", "man", "jq", "mkdir", "chmod", "chown",
}

// checks are commands that test or check a program, or ask for what is known, by their first words, and those of git
// that are imitated. What they are asked for may make them change files, see isMending.
var checks = []string{
	"go test", "go vet", "go build", "go list", "go version", "go env", "go doc", "staticcheck",
	"golangci-lint run", "cargo test", "cargo nextest", "cargo check", "cargo build", "cargo clippy", "cargo tree",
	"cargo metadata", "npm test", "npm t", "npm run test", "npm ls", "npm view", "npm run typecheck", "yarn test",
	"pnpm test", "pnpm run test", "bun test", "deno test", "deno check", "node --test", "node --check",
	"node --version", "jest", "vitest", "mocha", "npx jest", "npx vitest", "npx mocha", "npx tsc --noEmit",
	"tsc --noEmit", "npx eslint", "eslint", "pytest", "python -m pytest", "python3 -m pytest", "python -m unittest",
	"python3 -m unittest", "python --version", "python3 --version", "python -m py_compile", "python3 -m py_compile",
	"tox", "mypy", "pyright", "flake8", "pylint", "ruff check", "make test", "make check", "ctest", "mvn test",
	"gradle test", "gradlew test", "dotnet test", "rspec", "phpunit", "shellcheck", "git status", "git log",
	"git diff", "git show", "git blame", "git branch", "git ls-files", "git ls-tree", "git rev-parse",
	"git rev-list", "git remote", "git describe", "git shortlog", "git reflog", "git grep", "git cat-file",
	"git stash list", "git worktree list", "git merge-base", "git check-ignore", "git add", "git commit",
	"git config", "git init", "git fetch", "git tag", "git push", "git mv", "git rm", "gh pr view", "gh pr diff",
	"gh pr list", "gh pr checks", "gh issue view", "gh issue list", "gh run view", "gh run list", "docker ps",
	"docker logs", "docker images", "docker inspect",
}

// isCheck reports whether a command is one of checks.
func isCheck(name string, args []string) bool {
	line := strings.Join(append([]string{name}, args...), " ") + " "
	return slices.ContainsFunc(checks, func(check string) bool { return strings.HasPrefix(line, check+" ") })
}

// isMending reports whether an option of a check may make it change files.
func isMending(option string) bool {
	if !strings.HasPrefix(option, "-") {
		return false
	}
	for _, word := range []string{"fix", "write", "update", "snapshot", "output", "bless"} {
		if strings.Contains(option, word) {
			return true
		}
	}
	return option == "-u" || option == "-o" || option == "-w"
}
