// Package numberedsearch, which changes without notice, tells which file a shell command searched that printed numbers
// before lines.
package numberedsearch

import (
	"slices"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/shell"
)

// FileOf reports whether all that a command prints are the lines of searches, with their numbers, perhaps not
// all of them; of is the file where they search a single one.
// withoutRunners leaves out of words what runs a program, such as env.
func FileOf(line string, withoutRunners func([]string) []string) (of string, ok bool) {
	commands, err := shell.CommandsOf(line)
	if err != nil || folderOfItsOwn().MatchString(line) {
		return "", false
	}

	given := "" // the file that the command before gives to the next one
	for _, c := range commands {
		words := withoutRunners(c.Words)
		if len(words) == 0 {
			given = ""
			continue
		}

		switch {
		case isSearchProgram(words[0]):
			of, ok = afterSearch(words, given, of, ok)
			if !ok {
				return "", false
			}
		case words[0] == "cat" && len(words) == 2 && givenToSearch().MatchString(line):
			given = words[1]
			continue
		case words[0] == "cd" && ok: // the folder of the search is no more the one in which the command ends
			return "", false
		case !printsNoNumbers(words):
			return "", false
		}
		given = ""
	}

	return of, ok
}

// afterSearch is what FileOf knows after a further search: it is a filter of what came, or prints numbers of the same
// file.
func afterSearch(words []string, given, of string, ok bool) (string, bool) {
	file, is := numberedFile(words, given)
	switch {
	case !is:
		return of, ok && isFilter(words)
	case !ok:
		return file, true
	default:
		return of, of != "" && file == of
	}
}

// folderOfItsOwn is a part of a command that changes its own folder, and not the one of what follows.
var folderOfItsOwn = lazy.Regexp(`\(\s*cd\b`)

// givenToSearch is a file that is given to a search.
var givenToSearch = lazy.Regexp(`^[^|]*\bcat\s+[^\s|;&<>-][^\s|;&<>]*\s*\|\s*(?:rg|[ef]?grep)\b`)

func isSearchProgram(name string) bool {
	return slices.Contains([]string{"rg", "grep", "egrep", "fgrep"}, name)
}

// numberedFile is the file of a search that prints numbers; "" where it searches more. ok is false where it prints
// none, or it is not known which file they are of. given is the file that it gets as its input, "" for none.
func numberedFile(words []string, given string) (file string, ok bool) {
	files, isTold := searchedFiles(words)
	switch {
	case !isNumbered(words):
		return "", false
	case isTold && len(files) == 0 && given != "":
		return given, true
	case given != "":
		return "", false
	case isTold && len(files) == 1:
		return files[0], true
	default:
		return "", true
	}
}

// isFilter reports whether a search gives lines on as they came.
func isFilter(words []string) bool {
	files, isTold := searchedFiles(words)
	return isTold && len(files) == 0 && !slices.ContainsFunc(words[1:], func(a string) bool {
		return IsBundle(a, "HnobcLlZrRzTq") || strings.HasPrefix(a, "--")
	})
}

// printsNoNumbers reports whether a program gives lines on as they came, or prints none that begins as those of a
// search.
func printsNoNumbers(words []string) bool {
	switch words[0] {
	case "cd", "wc", "true", ":":
		return true
	case "head", "tail", "sort", "uniq": // a line of a file of their own may begin as any other
		return !slices.ContainsFunc(words[1:], isOperand)
	case "echo":
		hasNumber := func(word string) bool { return word == "" || strings.ContainsAny(word, "0123456789") }
		return !slices.ContainsFunc(words[1:], hasNumber)
	}

	return false
}

// isOperand reports whether a word is neither an option nor the number that an option has for its value.
func isOperand(word string) bool {
	return !strings.HasPrefix(word, "-") && strings.Trim(word, "+0123456789") != ""
}

// isNumbered reports whether a search prints numbers, and nothing else beside its lines but names.
func isNumbered(words []string) bool {
	changing := "hIobcLlZz"
	if words[0] == "rg" {
		changing += "r" // it prints another text in place of what it found
	}

	numbers := false
	for _, a := range words[1:] {
		switch {
		case a == "--line-number":
			numbers = true
		case IsBundle(a, changing), strings.HasPrefix(a, "--") && !slices.Contains(plainSearchOptions, cutValue(a)):
			return false
		case IsBundle(a, "n"):
			numbers = true
		}
	}
	return numbers
}

// plainSearchOptions are long options of searches that leave what a printed line begins with as it is.
var plainSearchOptions = []string{
	"--", "--hidden", "--glob", "--iglob", "--type", "--type-not", "--ignore-case", "--smart-case", "--no-ignore",
	"--include", "--exclude", "--exclude-dir", "--fixed-strings", "--word-regexp", "--max-count", "--context",
	"--after-context", "--before-context", "--no-heading", "--sort", "--color", "--regexp", "--recursive",
}

// valuedSearchOptions are the options whose value may be the word that follows.
var valuedSearchOptions = []string{
	"--glob", "--iglob", "--type", "--type-not", "--include", "--exclude", "--exclude-dir", "--max-count", "--context",
	"--after-context", "--before-context", "--sort", "--regexp",
}

func cutValue(option string) string {
	name, _, _ := strings.Cut(option, "=")
	return name
}

// searchedFiles are the files and folders that a search names after its pattern; isTold is false where its words do
// not tell them.
func searchedFiles(words []string) (files []string, isTold bool) {
	letters := "efABCmdD" // of options with values
	if words[0] == "rg" {
		letters = "efABCmdgtTrjME"
	}

	hasPattern := false
	args := words[1:]
	for i := 0; i < len(args); i++ {
		if a := args[i]; strings.HasPrefix(a, "-") {
			takesNext, isPattern := optionOf(a, letters)
			hasPattern = hasPattern || isPattern
			if takesNext {
				i++
			}
		} else {
			files = append(files, a)
		}
	}

	if !hasPattern && len(files) > 0 {
		files = files[1:]
		hasPattern = true
	}
	isUntold := slices.Contains(args, "--") || slices.Contains(args, "-") || slices.Contains(args, "--color")
	return files, hasPattern && !isUntold && !slices.Contains(files, "")
}

// optionOf reports whether the value of an option is the word that follows, and whether that is the pattern. letters
// are those of the short options with values.
func optionOf(option, letters string) (takesNext, isPattern bool) {
	if strings.HasPrefix(option, "--") {
		return slices.Contains(valuedSearchOptions, option), cutValue(option) == "--regexp"
	}
	at := strings.IndexAny(option, letters)
	return at > 0 && at == len(option)-1, at > 0 && strings.IndexByte("ef", option[at]) >= 0
}

// IsBundle reports whether an option is several short ones in one word, and has one of some letters.
func IsBundle(option, letters string) bool {
	return strings.HasPrefix(option, "-") && !strings.HasPrefix(option, "--") && strings.ContainsAny(option, letters)
}
