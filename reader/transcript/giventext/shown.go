package giventext

import (
	"iter"
	"strings"

	"eyeline/reader/internal/lazy"
)

// farthest is how many bytes what stands before a line of a file may have: a path, and a number.
const farthest = 512

// parts are what may be a line of a file within a line of a text: what follows the marks of quotes and lists, what is
// quoted, and the line without its colours.
func parts(line string, quotes []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if strings.IndexByte(line, '\x1b') >= 0 {
			line = colours().ReplaceAllString(line, "")
			for plain := range shown(line, false) {
				if !yield(plain) {
					return
				}
			}
		}

		if bare := withoutMarks(line); bare == "" || yield(bare) {
			quoted(line, quotes)(yield)
		}
	}
}

// colours are what a terminal takes for the colours of what follows.
var colours = lazy.Regexp(`\x1b\[[0-9;]*[mK]`)

// written are the marks that people put before a line that they quote, list or take out by a comment.
var written = []string{"> ", ">", "- ", "* ", "+ ", "• ", "| ", "│ ", "// ", "# ", "-- "}

// withoutMarks is a line without the marks of quotes and lists before it; "" where it has none.
func withoutMarks(line string) string {
	rest := strings.TrimLeft(line, " \t")
	bare := rest
	for _, mark := range written {
		for strings.HasPrefix(bare, mark) {
			bare = strings.TrimLeft(bare[len(mark):], " \t")
		}
	}
	if len(bare) == len(rest) {
		return ""
	}

	return bare
}

// between stand between two lines that a program printed as one.
const between = "\t\r|"

// quotes stand around a line that stands in another one, in a text, a table or an element, or between two.
var quotes = []string{between, `"`, "'", "`", "<>", "()"}

// maxQuoted is in how many bytes of a line quoted parts are looked for.
const maxQuoted = 8 << 10

// quoted are the parts of a line between quotation marks, or tabs, that are long enough to be told from other lines. A
// part may begin or end with the line, since what is quoted may have several.
func quoted(line string, quotes []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		head := strings.TrimSpace(line[:min(len(line), maxQuoted)])
		for _, quote := range quotes {
			rest := head
			for more := strings.ContainsAny(head, quote); more; {
				var part string
				part, rest, more = cutAny(rest, quote)
				if len(part) > distinctiveLetters && IsDistinctive(part) && !yield(part) {
					return
				}
			}
		}
	}
}

// cutAny cuts a text at the first of some bytes; more tells whether there is one.
func cutAny(text, chars string) (before, after string, more bool) {
	at := strings.IndexAny(text, chars)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+1:], true
}

// shown are the ways to read a line of a text as a line of a file: as it is, and without what programs and tools put
// before it: a number, a path, the mark of a diff, a word such as "Output: ".
func shown(line string, isDiff bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		if line == "" || !yield(line) {
			return
		}

		if heading, ok := strings.CutPrefix(line, "@@ -"); ok && isDiff {
			_, text, _ := strings.Cut(heading, " @@ ") // the line above that git shows
			yield(text)
			return
		}

		if isDiff && strings.IndexByte("+- ", line[0]) >= 0 && !yield(line[1:]) {
			return
		}
		if rest, ok := strings.CutPrefix(line, "Output: "); ok && !yield(rest) {
			return
		}

		if rest, ok := afterNumber(line); ok {
			yield(rest)
			return
		}

		afterFile(line)(yield)
	}
}

// afterFile is what follows the name of a file at the beginning of a line, in the forms in which searches print it.
func afterFile(line string) iter.Seq[string] {
	return func(yield func(string) bool) {
		head := line[:min(len(line), farthest)]
		if colon := strings.IndexByte(head, ':'); colon > 0 {
			rest := line[colon+1:]
			numbered, ok := afterNumber(rest)
			if ok && !yield(numbered) {
				return
			}
			// A number may be of the line itself.
			if isPath(head[:colon]) && (!yield(rest) || !yield(strings.TrimPrefix(rest, " "))) {
				return
			}
		}

		afterNamed(head, line)(yield)
	}
}

// separators stand between a number and a line.
var separators = []string{"\t", "→", ": ", ":", " | ", "|", "- ", "-", ". ", ") ", " "}

// afterNumber is what follows a number at the beginning of a line.
func afterNumber(line string) (string, bool) {
	digits := strings.TrimLeft(line, " ")
	rest := strings.TrimLeft(digits, "0123456789")
	if n := len(digits) - len(rest); n == 0 || n > 12 {
		return "", false
	}
	for _, sep := range separators {
		if after, ok := strings.CutPrefix(rest, sep); ok {
			return after, true
		}
	}

	return "", false
}

// maxDashes is how many dashes of a line are looked at that may end a path.
const maxDashes = 8

// afterNamed is what follows a path and a number with dashes, as grep has it for the lines around a match: or, without
// a number, what follows the dash after a path. A path may have dashes and numbers itself, and so may the text, so that
// each dash may be the one after the path.
func afterNamed(head, line string) iter.Seq[string] {
	return func(yield func(string) bool) {
		looked := 0
		for i := range len(head) {
			if head[i] != '-' || !isPath(head[:i]) {
				continue
			}
			if looked == maxDashes {
				return
			}

			looked++
			rest := line[i+1:]
			if numbered, ok := afterNumber(rest); ok && !yield(numbered) || !yield(rest) {
				return
			}
		}
	}
}

// isPath reports whether a text looks like a path: it has no blank, and a slash or a dot.
func isPath(text string) bool {
	return !strings.ContainsAny(text, " \t\"'(){}<>|") && strings.ContainsAny(text, "/.")
}
