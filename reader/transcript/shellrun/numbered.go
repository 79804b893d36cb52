package shellrun

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/transcript/numberedsearch"
	"eyeline/reader/transcript/record"
)

// numbered finds the rows of a search that begin with the number of a line, where what was searched is not known: a
// folder that is not there any more, or a file of which the run tells little. Such a row says itself which line it is.
func (l *matching) numbered(c Command, dir string) {
	of, ok := numberedsearch.FileOf(c.Line, withoutRunners)
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
		if !l.sources[row].explained {
			l.numberedRow(row, text, of, dir, paths)
		}
	}
}

// numberedRow takes a row as one of a search in a folder. of is the file that was searched, "" where rows begin with
// the names of their files.
func (l *matching) numberedRow(row int, text, of, dir string, paths []string) {
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

	l.sources[row] = rowSource{
		origin: origin{path: path.Clean(record.ResolvePath(dir, name))}, number: n, prefix: prefix,
		found: true, numbered: true, explained: true,
	}
}

// nameAndNumber returns the name of a file and the number of a line that a row of a search begins with, and the length
// of both: of "a.go:12:text" it is "a.go", 12 and 8.
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
