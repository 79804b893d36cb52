// Package likeness, which changes without notice, tells by words alone whether a text may have an earlier state of
// lines, or names a file but in a list.
package likeness

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"eyeline/reader/transcript/giventext"
)

// leastWord is from how many bytes on a word says something of what a line is about.
const leastWord = 5

// MayHave reports whether a text may have an earlier state of one of some lines: two of its longer words, or the only
// one, stand in one line of the text. If none of the lines has such a word, they say nothing about what they replaced:
// any text may have that.
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

// maxTyped is up to how many bytes a text may have a line of a file anywhere. A longer one has many lines if it has a
// part of a file: some of those that were not replaced, too.
const maxTyped = 2 << 10

// leastStem is from how many bytes on the name of a file without its ending says that a text is about the file.
const leastStem = 3

// MayQuote reports whether a text that a model was given may have a line of a file in any words: it is as short as what
// people type, and one of its lines is told from others, or it has the name of the file without its ending, but in the
// name itself, or one of some 1-based numbers of lines. What programs tell a model by themselves has none.
func MayQuote(text, name string, numbers []int64) bool {
	lower := strings.ToLower(text)
	name = strings.ToLower(name)
	stem, _, _ := strings.Cut(name, ".")
	inLists := strings.ReplaceAll(lower, name, "")
	if len(stem) >= leastStem && hasWord(inLists, stem) {
		return true
	}
	if slices.ContainsFunc(numbers, func(n int64) bool { return hasLineNumber(lower, strconv.FormatInt(n, 10)) }) {
		return true
	}
	if len(text) > maxTyped || isElement(text) {
		return false
	}

	for line := range strings.SplitSeq(text, "\n") {
		if giventext.IsDistinctive(line) && !isElement(line) && !strings.HasPrefix(line, `{"type":"`) {
			return true
		}
	}
	return false
}

// hasLineNumber reports whether a text in lower case names the line of a number, as "line 3" or "a:3", but no time.
func hasLineNumber(text, number string) bool {
	for _, before := range []string{"line ", ":"} {
		for rest := range afterEach(text, before) {
			head := text[:len(text)-len(rest)-len(before)]
			after, ok := strings.CutPrefix(rest, number)
			isTime := head != "" && isDigit(head[len(head)-1])
			if ok && !isTime && (after == "" || !isDigit(after[0])) {
				return true
			}
		}
	}

	return false
}

// hasWord reports whether a text in lower case has a word that no ASCII letter stands beside.
func hasWord(text, word string) bool {
	isLatin := func(c byte) bool { return c >= 'a' && c <= 'z' }
	for rest := range afterEach(text, word) {
		head := text[:len(text)-len(rest)-len(word)]
		isPart := head != "" && isLatin(head[len(head)-1]) || rest != "" && isLatin(rest[0])
		if !isPart {
			return true
		}
	}
	return false
}

// afterEach is what follows each of some places in a text where another one stands.
func afterEach(text, mark string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			_, rest, is := strings.Cut(text, mark)
			if !is || !yield(rest) {
				return
			}
			text = rest
		}
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isElement reports whether a text is one element, as programs write what they tell a model: its name has several
// words, or its tags have lines of their own.
func isElement(text string) bool {
	rest, isTag := strings.CutPrefix(strings.TrimSpace(text), "<")
	name, inner, isEnded := strings.Cut(rest, ">")
	isPrograms := strings.ContainsAny(name, "_- ") || strings.HasPrefix(inner, "\n")
	return isTag && isEnded && isPrograms && strings.HasSuffix(inner, "</"+name+">")
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
