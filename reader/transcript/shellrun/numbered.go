package shellrun

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/shell"
	"eyeline/reader/transcript/record"
)

// numbered takes the lines that a search printed with their numbers, where what it searched is not known: a folder that
// is not there, or a file of which the run tells less. Such a line says itself which one it is.
func (l *layer) numbered(c Command, dir string) {
	of, ok := numberedSearch(c.Line)
	if !ok {
		return
	}

	var paths []string // as the rows have them
	for row := range l.rows {
		if name, _, _, ok := nameAndNumber(l.plain[row], ":"); ok && !slices.Contains(paths, name) {
			paths = append(paths, name)
		}
	}

	for row, text := range l.plain {
		if !l.laid[row].explained {
			l.numberedRow(row, text, of, dir, paths)
		}
	}
}

// numberedRow takes a row of a search of the file of, which is "" where it has other operands, in a folder.
func (l *layer) numberedRow(row int, text, of, dir string, paths []string) {
	name, n, prefix, ok := nameAndNumber(text, ":")
	for _, one := range paths { // before and after a match, hyphens are in the places of colons
		if after, has := strings.CutPrefix(text, one+"-"); has && !ok {
			digits, _, _ := strings.Cut(after, "-")
			n, ok = lineNumber(digits)
			name = one
			prefix = len(one) + 1 + len(digits) + 1
		}
	}

	if !ok && of != "" {
		digits := text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
		n, ok = lineNumber(digits)
		ok = ok && len(text) > len(digits) && strings.IndexByte(":-", text[len(digits)]) >= 0
		name = of
		prefix = len(digits) + 1
	}
	if !ok || !strings.HasPrefix(l.text[l.rows[row].Start:l.rows[row].End], text[:prefix]) {
		return
	}

	l.laid[row] = laid{
		origin: origin{path: path.Clean(record.ResolvePath(dir, name))}, number: n, prefix: prefix,
		found: true, numbered: true, explained: true,
	}
}

// nameAndNumber is what a row of a search begins with, the name of a file and the number of a line, and how long that
// is.
func nameAndNumber(row, separator string) (name string, n int64, prefix int, ok bool) {
	name, rest, _ := strings.Cut(row, separator)
	digits, _, ended := strings.Cut(rest, separator)
	n, ok = lineNumber(digits)
	_, isNumber := lineNumber(name)
	ok = ok && ended && name != "" && !isNumber && !strings.ContainsAny(name, "\"'<>|*?\x00")
	return name, n, len(name) + 1 + len(digits) + 1, ok
}

func lineNumber(digits string) (n int64, ok bool) {
	n, err := strconv.ParseInt(digits, 10, 32)
	return n, err == nil && n > 0 && digits[0] != '+'
}

// numberedSearch reports whether all that a command prints are the lines of searches, with their numbers, perhaps not
// all of them; of is the file where they search a single one.
func numberedSearch(line string) (of string, ok bool) {
	commands, err := shell.CommandsOf(line)
	if err != nil || folderOfItsOwn().MatchString(line) {
		return "", false
	}

	given := "" // the file that the command before gives to the next one
	for _, c := range commands {
		words := withoutRunners(c.Words)
		switch {
		case len(words) == 0:
		case isSearchProgram(words[0]):
			file, is := numberedFile(words, given)
			if is && ok && (of == "" || file != of) || !is && (!ok || !isFilter(words)) {
				return "", false
			}
			if is {
				of = file
			}
			ok = true
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

// folderOfItsOwn is a part of a command that changes its own folder, and not the one of what follows.
var folderOfItsOwn = lazy.Regexp(`\(\s*cd\b`)

// givenToSearch is a file that is given to a search.
var givenToSearch = lazy.Regexp(`^[^|]*\bcat\s+[^\s|;&<>-][^\s|;&<>]*\s*\|\s*(?:rg|[ef]?grep)\b`)

func isSearchProgram(name string) bool {
	return slices.Contains([]string{"rg", "grep", "egrep", "fgrep"}, name)
}

// numberedFile is the file of a search that prints numbers; "" where it searches more. ok is false where it prints
// none, or of which file they are is not told. given is the file that it gets as its input, "" for none.
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
		return isBundle(a, "HnobcLlZrRzTq") || strings.HasPrefix(a, "--")
	})
}

// printsNoNumbers reports whether a program gives lines on as they came, or prints none that begins as those of a search.
func printsNoNumbers(words []string) bool {
	if words[0] == "echo" {
		hasNumber := func(word string) bool { return word == "" || strings.ContainsAny(word, "0123456789") }
		return !slices.ContainsFunc(words[1:], hasNumber)
	}
	return slices.Contains([]string{"cd", "head", "tail", "sort", "uniq", "wc", "true", ":"}, words[0])
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
		case isBundle(a, changing), strings.HasPrefix(a, "--") && !slices.Contains(plainSearchOptions, cutValue(a)):
			return false
		case isBundle(a, "n"):
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

// valuedSearchOptions are those of them whose value may be the word that follows.
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

	hasPattern, isEnded := false, false
	args := words[1:]
	for len(args) > 0 {
		a := args[0]
		args = args[1:]
		skips := false
		switch {
		case isEnded || !strings.HasPrefix(a, "-") || a == "-":
			if hasPattern {
				files = append(files, a)
			}
			hasPattern = true
		case a == "--":
			isEnded = true
		case strings.HasPrefix(a, "--"):
			skips = slices.Contains(valuedSearchOptions, a)
			hasPattern = hasPattern || cutValue(a) == "--regexp"
			if a == "--color" { // grep takes no value from the next word, ripgrep does
				return nil, false
			}
		default:
			at := strings.IndexAny(a[1:], letters) + 1
			skips = at > 0 && at == len(a)-1
			hasPattern = hasPattern || at > 0 && strings.IndexByte("ef", a[at]) >= 0
		}
		if skips && len(args) == 0 {
			return nil, false
		} else if skips {
			args = args[1:]
		}
	}

	isTold = hasPattern && !slices.Contains(files, "") && !slices.Contains(files, "-")
	return files, isTold
}
