// Package likeness, which changes without notice, tells by words alone whether a text may have an earlier state of
// lines, or names a file but in a list.
package likeness

import (
	"strings"
	"unicode"
)

// leastWord is from how many bytes on a word says something of what a line is about.
const leastWord = 5

// MayHave reports whether a text may have an earlier state of one of some lines: two of its longer words, or the only
// one, stand in one line of the text. Lines of which none has such a word say nothing of what they replaced: any text
// may have that.
func MayHave(text string, lines []string) bool {
	text = strings.ToLower(text)
	isTold := false
	for _, line := range lines {
		words := longWords(line)
		isTold = isTold || len(words) > 0
		if len(words) > 0 && hasTogether(text, words) {
			return true
		}
	}
	return !isTold
}

// longWords are the longer words of a line, in lower case.
func longWords(line string) (words []string) {
	isBetween := func(r rune) bool { return !isLetter(r) }
	for _, word := range strings.FieldsFunc(strings.ToLower(line), isBetween) {
		if len(word) >= leastWord {
			words = append(words, word)
		}
	}
	return words
}

// hasTogether reports whether two of some words, or the only one, stand in one line of a text.
func hasTogether(text string, words []string) bool {
	least := min(2, len(words))
	for line := range strings.SplitSeq(text, "\n") {
		n := 0
		for _, word := range words {
			if strings.Contains(line, word) {
				n++
			}
		}
		if n >= least {
			return true
		}
	}
	return false
}

// Names reports whether a text has the name of a file, but in lists of files, where it may stand as one of some paths.
func Names(text, name string, paths ...string) bool {
	if !strings.Contains(text, name) {
		return false
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.Contains(line, name) && !isListing(line, paths) {
			return true
		}
	}
	return false
}

// isListing reports whether a line has one of some paths of a file and, as a list of changed files has them, at most
// two letters beside it.
func isListing(line string, paths []string) bool {
	const most = 2
	rest := strings.TrimSpace(line)
	for _, whole := range paths {
		if before, ok := strings.CutSuffix(rest, whole); ok {
			return strings.IndexFunc(before, isLetter) < 0 || len(strings.TrimSpace(before)) <= most
		}
	}
	return false
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
