package shellrun

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"sync"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/shell"
	"eyeline/reader/transcript/numberedsearch"
)

// mayChange reports whether a command that is not imitated may have changed files, by its words: any program may, but
// those that are known to look at files alone. No words stand for what could not be read.
func mayChange(words []string) bool {
	isNone := true
	return anyProgram(words, func(one []string) bool {
		isNone = false
		return isChanging(one)
	}) || isNone
}

// MayChange reports whether a command line may change files, by the words of its commands: also where its evaluation
// would tell what it changes.
func MayChange(line string) bool {
	commands, err := shell.CommandsOf(line)
	return err != nil || lineMayChange(commands, false)
}

// IsPlainRead reports at little cost whether a command line is one program that changes no file whatever its options
// are, with plain words. Most lines for which [MayChange] is false are so, but not all.
func IsPlainRead(line []byte) bool {
	name, _, _ := bytes.Cut(line, []byte(" "))
	if _, ok := plainReaders()[string(name)]; !ok {
		return false
	}
	return PlainLength(line) == len(line)
}

// PlainLength is how many of the first bytes of a text stand for themselves in a command line, with the blanks between
// its words.
func PlainLength(text []byte) int {
	isOther := func(c byte) bool { return !shell.IsPlain(c) && c != ' ' }
	n := slices.IndexFunc(text, isOther)
	if n < 0 {
		return len(text)
	}
	return n
}

// ReadsNamedFiles reports whether a command line is plain, see [IsPlainRead], and its program reads no folder, and no
// file but those that its words name.
func ReadsNamedFiles(line []byte) bool {
	name, _, _ := bytes.Cut(line, []byte(" "))
	switch string(name) {
	case "cat", "tac", "head", "tail", "nl", "wc", "cut", "od":
		return IsPlainRead(line)
	}
	return false
}

// plainReaders are those of readers that write nothing whatever their options are, and are not words of the shell.
var plainReaders = sync.OnceValue(func() map[string]struct{} {
	names := maps.Clone(readersByName())
	for name := range names {
		if hasWritingOptions(name) || shell.IsWord(name) || isSkipped(name) {
			delete(names, name)
		}
	}
	return names
})

// lineMayChange reports whether one of the commands of a line may have changed files in a way that is not known, but
// those that were run and are not imitated, see mayChange. Of what is imitated it is known what it did, but where one
// of its words has a variable that is not known.
func lineMayChange(commands []shell.StatedCommand, isUnset bool) bool {
	isSet := slices.ContainsFunc(commands, setsVariable)
	return slices.ContainsFunc(commands, func(c shell.StatedCommand) bool {
		if len(c.Words) == 0 {
			return false
		}
		if !c.Ran && mayChange(c.Words) {
			return true
		}

		isGuess := isUnset && slices.Contains(c.Words, "")
		return anyProgram(c.Words, func(one []string) bool {
			if isSet && isCheck(one[0], one[1:]) {
				return true
			}
			return (isGuess || !isUnderstood(one)) && isChanging(one)
		})
	})
}

// isUnderstood reports whether it is known what a program did that was run here, and is imitated: not what trap and
// alias name, and not what git and the checks run, but for git mv and git rm.
func isUnderstood(words []string) bool {
	name := words[0]
	args := words[1:]
	switch name {
	case "trap", "alias":
		return false
	case "git":
		return len(args) > 0 && (args[0] == "mv" || args[0] == "rm")
	}
	return !isCheck(name, args)
}

// setsVariable reports whether a command sets a variable that programs have from then on, or one of them: it may tell
// a check to change files.
func setsVariable(c shell.StatedCommand) bool {
	sets := slices.Clone(c.Sets)
	for _, word := range c.Words {
		if !isSkipped(word) {
			break
		}

		if strings.Contains(word, "=") && !strings.HasPrefix(word, "-") {
			sets = append(sets, word)
		}
	}

	return slices.ContainsFunc(sets, func(one string) bool {
		name, _, _ := strings.Cut(one, "=")
		return !slices.Contains(plainVariables, name) && !slices.Contains(plainVariables, one)
	})
}

// plainVariables are variables that tell no program to change files, some with their values.
var plainVariables = []string{
	"CGO_ENABLED", "GOGC", "GOOS", "GOARCH", "RUST_BACKTRACE", "NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS", "LANG",
	"LC_ALL", "TZ", "PAGER=cat", "GIT_PAGER=cat", "GIT_PAGER=",
}

// anyProgram reports whether something is so of the words of a program that a command runs: its own, or one of those
// that sudo, xargs, find and the like run.
func anyProgram(words []string, is func(words []string) bool) bool {
	words = withoutRunners(words)
	if len(words) == 0 {
		return false
	}
	if is(words) {
		return true
	}

	for i, word := range words[:len(words)-1] {
		isRunning := strings.HasPrefix(word, "-exec") || strings.HasPrefix(word, "-ok")
		if words[0] == "find" && isRunning && anyProgram(words[i+1:], is) {
			return true
		}
	}

	return false
}

// withoutRunners is a command from the program on that runners, such as sudo and xargs, run in the end.
func withoutRunners(words []string) []string {
	runner := ""
	for len(words) > 0 && isSkipped(words[0]) {
		word := words[0]
		words = words[1:]
		switch {
		case slices.Contains(runners, word):
			runner = word
		case slices.Contains(valueOptions[runner], word) && len(words) > 0:
			words = words[1:] // it may look like a program: xargs -I file rm file
		}
	}

	return words
}

// valueOptions are the options of runners whose value is the word that follows.
var valueOptions = map[string][]string{
	"xargs": {
		"-I", "-a", "-E", "-P", "-d", "-n", "-L", "-s", "--arg-file", "--delimiter", "--max-args", "--max-lines",
		"--max-procs", "--max-chars", "--process-slot-var",
	},
	"env":     {"-u", "-C", "--unset", "--chdir"},
	"sudo":    {"-u", "-g", "-h", "-p", "-C", "-D", "-R", "-T", "-U", "-r", "-t", "--user", "--group", "--chdir"},
	"time":    {"-o", "-f", "--output", "--format"},
	"timeout": {"-k", "-s", "--kill-after", "--signal"},
	"nice":    {"-n", "--adjustment"},
	"stdbuf":  {"-i", "-o", "-e", "--input", "--output", "--error"},
	"exec":    {"-a"},
}

// isSkipped reports whether a word before a program is not the program: one that runs it, with its options and their
// values, or an assignment.
func isSkipped(word string) bool {
	const ofValues = "{}0123456789.sm"
	isValue := word != "" && strings.IndexByte(ofValues, word[0]) >= 0 && strings.Trim(word, ofValues) == ""
	return isValue || strings.HasPrefix(word, "-") || strings.Contains(word, "=") || slices.Contains(runners, word)
}

// runners are programs and words of the shell that run another command.
var runners = []string{
	"sudo", "env", "time", "timeout", "xargs", "nohup", "nice", "stdbuf", "command", "builtin", "exec",
}

// isChanging reports whether a program may change files, by its words. A word that is not known is empty.
func isChanging(words []string) bool {
	name := words[0][strings.LastIndexByte(words[0], '/')+1:]
	args := words[1:]
	isAsked := func(is func(option string) bool) bool { return slices.ContainsFunc(args, is) }
	switch {
	case isReader(name):
		return isAsked(func(a string) bool { return isWriting(name, a) })
	case name == "trap" || name == "alias":
		return isAsked(func(a string) bool { return textMayChange(name, a) })
	case name == "find":
		return isAsked(isChangingFind)
	case name == "uniq":
		return len(args) > 1 // the second one may be what it writes
	case name == "sed":
		return sedMayChange(args)
	case name == "awk" || name == "gawk" || name == "mawk":
		return isAsked(isChangingAwk)
	case isCheck(name, args):
		return isAsked(isMending) || runsTargets(name, args)
	}

	return true
}

// isChangingFind reports whether an argument of find may make it change files by itself.
func isChangingFind(arg string) bool {
	return arg == "" || arg == "-delete" || strings.HasPrefix(arg, "-fprint") || strings.HasPrefix(arg, "-fls")
}

// isChangingAwk reports whether an argument of awk may make it write files, or run programs.
func isChangingAwk(arg string) bool {
	if strings.HasPrefix(arg, "-") {
		return arg != "--posix" && !strings.HasPrefix(arg, "-F") && !strings.HasPrefix(arg, "-v")
	}
	return arg == "" || strings.ContainsAny(arg, ">|@") || strings.Contains(arg, "system")
}

// hasWritingOptions reports whether one of readers has an argument that may make it write a file, or run a program.
func hasWritingOptions(name string) bool {
	return slices.ContainsFunc([]string{"-o", "-w", "+", "--pre"}, func(a string) bool { return isWriting(name, a) })
}

// isWriting reports whether an argument of one of readers may make it write a file, or run a program.
func isWriting(name, option string) bool {
	has := func(long ...string) bool {
		return slices.ContainsFunc(long, func(one string) bool { return strings.HasPrefix(option, one) })
	}

	switch name {
	case "sort":
		return option == "" || numberedsearch.IsBundle(option, "o") || has("--o", "--com")
	case "tree", "less":
		return option == "" || numberedsearch.IsBundle(option, "oO") || has("--o", "--log", "--LOG", "+")
	case "rg", "ag", "bat", "batcat":
		return has("--pre", "--pager", "--hostname-bin")
	case "history", "file":
		return numberedsearch.IsBundle(option, "waC")
	}

	return false
}

// textMayChange reports whether an argument of trap or alias is a command that may change files.
func textMayChange(name, text string) bool {
	if name == "alias" {
		_, text, _ = strings.Cut(text, "=")
	}
	commands, err := shell.CommandsOf(text)
	if err != nil {
		return true
	}
	isSignal := name == "trap" && len(strings.Fields(text)) == 1 && strings.ToUpper(text) == text
	return !isSignal && (text == "" && name == "trap" || lineMayChange(commands, false))
}

// sedMayChange reports whether sed may change files, or run commands: it has an option of those that may, or a script
// that does more than is known to print alone.
func sedMayChange(args []string) bool {
	hasScript := false
	isScript := false
	return slices.ContainsFunc(args, func(a string) bool {
		isOption := !isScript && strings.HasPrefix(a, "-")
		if isOption {
			isScript = numberedsearch.IsBundle(a, "e") || a == "--expression"
			return strings.Trim(strings.TrimSuffix(a, "e"), "-nErsuz") != "" && !slices.Contains(sedOptions, a)
		}

		isOperand := hasScript && !isScript
		hasScript = true
		isScript = false
		return a == "" || !isOperand && !printingScript().MatchString(a)
	})
}

// sedOptions are long options of sed that make it change nothing.
var sedOptions = []string{
	"--quiet", "--silent", "--regexp-extended", "--debug", "--posix", "--separate", "--unbuffered", "--null-data",
	"--expression",
}

const (
	sedAddress  = `(?:\d+|\$|[+~]\d+|\d+~\d+|/(?:[^/\\]|\\.)*/I?)`
	sedReplaces = `s(?:/(?:[^/\\]|\\.)*/(?:[^/\\]|\\.)*/|\|(?:[^|\\]|\\.)*\|(?:[^|\\]|\\.)*\|)[gpIi0-9]*`
)

// printingScript is a script of sed that prints, deletes or replaces lines of its output alone.
var printingScript = lazy.Regexp(`^(?:\s*(?:` + sedAddress + `(?:,` + sedAddress + `)?)?\s*!?\s*` +
	`(?:[pdqDPnNgGhHxl=]|` + sedReplaces + `)?\s*(?:[;\n]|$))+$`)

// runsTargets reports whether one of checks is asked for more than what it is known for: make and the like run what
// their other words name.
func runsTargets(name string, args []string) bool {
	switch name {
	case "make", "gradle", "gradlew", "mvn":
		return slices.ContainsFunc(args[1:], func(a string) bool { return !strings.HasPrefix(a, "-") })
	case "tox":
		return len(args) > 0
	}
	return false
}

// readers are programs and words of the shell that change no file, but see isWriting.
var readers = []string{
	":", "exit", "return", "break", "continue", "shift", "getopts", "umask", "ulimit", "clear", "hash", "unalias",
	"tput", "sort",
	"cat", "tac", "head", "tail", "less", "more", "bat", "batcat", "nl", "wc", "grep", "egrep", "fgrep", "zgrep",
	"rg", "ag", "ls", "tree", "du", "df", "file", "stat", "cut", "tr", "comm", "paste", "column", "join", "fold",
	"rev", "od", "hexdump", "strings", "md5sum", "sha1sum", "sha256sum", "cksum", "diff", "cmp", "basename",
	"dirname", "realpath", "readlink", "seq", "echo", "printf", "pwd", "cd", "pushd", "popd", "dirs", "read",
	"mapfile", "readarray",
	"test", "[", "[[", "((", "true", "false", "let", "declare", "local", "export", "set", "unset", "shopt", "type",
	"which", "whereis", "whoami", "id", "groups", "hostname", "uname", "date", "cal", "printenv", "locale", "nproc",
	"free", "uptime", "ps", "top", "pgrep", "pkill", "kill", "killall", "lsof", "ss", "netstat", "jobs", "wait",
	"sleep", "history", "man", "jq", "mkdir", "chmod", "chown",
}

// checks are commands that test or check a program, or ask for what is known, by their first words. What they are asked
// for may make them change files, see isMending; git commit and git push run programs that may.
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
	"git stash list", "git worktree list", "git merge-base", "git check-ignore", "git add",
	"git config", "git init", "git fetch", "git tag", "gh pr view", "gh pr diff",
	"gh pr list", "gh pr checks", "gh issue view", "gh issue list", "gh run view", "gh run list", "docker ps",
	"docker logs", "docker images", "docker inspect",
}

// isReader reports whether a program is one of readers.
func isReader(name string) bool {
	_, ok := readersByName()[name]
	return ok
}

var readersByName = sync.OnceValue(func() map[string]struct{} {
	names := map[string]struct{}{}
	for _, name := range readers {
		names[name] = struct{}{}
	}
	return names
})

// isCheck reports whether a command is one of checks.
func isCheck(name string, args []string) bool {
	begins := func(check []string) bool {
		return len(check) <= len(args) && slices.Equal(check, args[:len(check)])
	}
	return slices.ContainsFunc(checksByName()[name], begins)
}

// checksByName are the further words of checks, by their first ones.
var checksByName = sync.OnceValue(func() map[string][][]string {
	all := map[string][][]string{}
	for _, check := range checks {
		words := strings.Fields(check)
		all[words[0]] = append(all[words[0]], words[1:])
	}
	return all
})

// isMending reports whether an option of a check may make it change files.
func isMending(option string) bool {
	if !strings.HasPrefix(option, "-") {
		return option == ""
	}

	for _, word := range []string{
		"fix", "write", "update", "snapshot", "output", "bless", "regen", "accept", "record", "approve", "generate",
		"-mod",
	} {
		if strings.Contains(option, word) {
			return true
		}
	}

	return option == "-u" || option == "-o" || option == "-w"
}
