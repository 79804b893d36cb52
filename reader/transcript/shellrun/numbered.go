package shellrun

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/transcript/numberedsearch"
	"eyeline/reader/transcript/record"
)

// numbered takes the lines that a search printed with their numbers, where what it searched is not known: a folder that
// is not there, or a file of which the run tells less. Such a line says itself which one it is.
func (l *layer) numbered(c Command, dir string) {
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
