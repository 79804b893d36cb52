package shellrun

import (
	"path"
	"slices"
	"strconv"
	"strings"

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

// numberedSearch reports whether all that a command prints are the lines of one search, with their numbers, perhaps
// not all of them; of is the file where it searches a single one.
func numberedSearch(line string) (of string, ok bool) {
	commands, err := shell.CommandsOf(line)
	if err != nil {
		return "", false
	}

	for _, c := range commands {
		words := withoutRunners(c.Words)
		switch {
		case len(words) == 0:
		case slices.Contains([]string{"rg", "grep", "egrep", "fgrep"}, words[0]):
			if ok || !isNumbered(words[1:]) {
				return "", false
			}
			of = singleOperand(words[1:])
			ok = true
		case !slices.Contains([]string{"cd", "head", "tail", "sort", "true", ":"}, words[0]):
			return "", false
		}
	}

	return of, ok
}

// isNumbered reports whether a search prints numbers, and nothing else beside its lines but names.
func isNumbered(args []string) bool {
	numbers := false
	for _, a := range args {
		switch {
		case a == "--line-number":
			numbers = true
		case isBundle(a, "hIobcLlZ"), strings.HasPrefix(a, "--") && !slices.Contains(plainSearchOptions, cutValue(a)):
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

func cutValue(option string) string {
	name, _, _ := strings.Cut(option, "=")
	return name
}

// singleOperand is the file or folder of a search that has a pattern and one operand without options that take values.
func singleOperand(args []string) string {
	var plain []string
	for _, a := range args {
		if !strings.HasPrefix(a, "-") {
			plain = append(plain, a)
		} else if isBundle(a, "eABCmgtTf") && len(a) == 2 || strings.HasPrefix(a, "--") && !strings.Contains(a, "=") {
			return "" // the word that follows may be its value
		}
	}
	if len(plain) != 2 || plain[1] == "" {
		return ""
	}
	return plain[1]
}
