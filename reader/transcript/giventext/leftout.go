package giventext

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"eyeline/reader/internal/lazy"
)

// leftOutMark is what a record of requests has in the place of a key: the word, or stars of the key's length.
var leftOutMark = lazy.Regexp(`\[key\]|\*{8,}`)

// leastKey is how many bytes a key has at least that a record leaves out.
const leastKey = 8

// maxLeftOut is how many lines with such marks are kept.
const maxLeftOut = 200

// leftOut are the lines of texts in which a record has marks in the place of keys. They are kept as patterns, since
// the line itself is not known.
type leftOut struct {
	lines    map[string]struct{}
	patterns []*regexp.Regexp
}

// KeysAreLeftOut notes that the texts are of a record of requests, which has marks in the place of keys.
func (t *Table) KeysAreLeftOut() { t.left.lines = map[string]struct{}{} }

// keepMarked keeps a line that has a mark.
func (t *Table) keepMarked(line string) {
	line = strings.TrimSpace(line)
	if _, ok := t.left.lines[line]; ok || t.left.lines == nil {
		return
	}

	pattern, ok := patternOf(line)
	if !ok {
		return
	}

	one, err := regexp.Compile("^" + pattern + "$")
	if err != nil || len(t.left.patterns) == maxLeftOut {
		t.NoteLeftOut()
		return
	}

	t.left.lines[line] = struct{}{}
	t.left.patterns = append(t.left.patterns, one)
}

// maxRepeated is how often a pattern of a regular expression may be repeated.
const maxRepeated = 1000

// patternOf is a text with marks as a regular expression; not ok without a mark.
func patternOf(text string) (pattern string, ok bool) {
	at := 0
	for _, mark := range leftOutMark().FindAllStringIndex(text, -1) {
		length := fmt.Sprintf("{%d,}", leastKey)
		if text[mark[0]] == '*' {
			length = fmt.Sprintf("{%d}", min(mark[1]-mark[0], maxRepeated))
		}

		pattern += regexp.QuoteMeta(text[at:mark[0]]) + `(?:\S` + length + `|\[key\])`
		at = mark[1]
	}

	return pattern + regexp.QuoteMeta(text[at:]), at > 0
}

// HasMarked reports whether there are lines with a mark in the place of a key.
func (t *Table) HasMarked() bool { return len(t.left.patterns) > 0 }

// FitsMarked reports whether a line may be one that stood in a text, with a key in the place of a mark.
func (t *Table) FitsMarked(line string) bool {
	line = strings.TrimSpace(line)
	return slices.ContainsFunc(t.left.patterns, func(one *regexp.Regexp) bool { return one.MatchString(line) })
}

// HasMarkedPart reports whether a part of a line that has a mark may stand in a line with another mark in its place.
func (t *Table) HasMarkedPart(part string) bool {
	if !t.HasMarked() {
		return false
	}

	pattern, ok := patternOf(strings.TrimSpace(part))
	if !ok {
		return false
	}

	one, err := regexp.Compile(pattern)
	if err != nil {
		return true // it is too long to be looked for
	}

	for line := range t.left.lines {
		if one.MatchString(line) {
			return true
		}
	}

	return false
}
