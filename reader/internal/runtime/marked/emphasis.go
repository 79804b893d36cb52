package marked

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"eyeline/reader/internal/lazy"
)

// class is what the character beside a run of asterisks is.
type class uint8

const (
	space class = iota
	punct
	other
)

func classOf(c rune) class {
	switch {
	case c == 0 || unicode.IsSpace(c):
		return space
	case unicode.IsPunct(c) || unicode.IsSymbol(c):
		return punct
	}
	return other
}

var skipped = lazy.Regexp(`\[[^\[\]]*\]\((?:\\[^\n]|[^\\()\n]|\((?:\\[^\n]|[^\\()\n])*\))*\)|` +
	"`[^`]*`" + `|<[^ <>][^<>]*>|\\[!-/:-@\[-` + "`" + `{-~]`)

// mask is a text in which links, code, tags and escaped characters look like letters.
func mask(src string) string {
	return skipped().ReplaceAllStringFunc(src, func(m string) string {
		if m[0] == '\\' {
			return "++"
		}
		return "[" + strings.Repeat("a", len(m)-2) + "]"
	})
}

// emphasis is text between asterisks or underscores.
func (t *texts) emphasis() int {
	rest := t.src[t.at:]
	mark := rest[0]
	size := len(rest) - len(strings.TrimLeft(rest, rest[:1]))
	next, _ := utf8.DecodeRuneInString(rest[size:])
	if size == len(rest) || classOf(next) == space {
		return 0
	}

	before := classOf(t.before)
	bounded := t.before == 0 || before != other && t.before != '*' && t.before != '_'
	if classOf(next) == punct && !bounded || mark == '_' && classOf(next) == other && isWord(t.before) {
		return 0
	}
	if t.masked == "" {
		t.masked = mask(t.src)
	}

	end, close := t.closing(mark, size)
	if end == 0 {
		return 0
	}

	width := 2
	if min(size, close)%2 == 1 {
		width = 1
	}

	text := rest[width : end-width]
	return t.add(kindEmphasis, end, text, t.inline(text))
}

func isWord(c rune) bool { return c != 0 && (unicode.IsLetter(c) || unicode.IsNumber(c)) }

// closing finds the run that closes one of some size at t.at: the offset behind what it closes, and how many of its
// characters do; 0 without such a run.
func (t *texts) closing(mark byte, size int) (end, closes int) {
	s := t.masked[t.at:]
	open := size
	middle := 0
	for at := size; at < len(s); {
		i := strings.IndexByte(s[at:], mark)
		if i < 0 || !t.step(i+1) {
			return 0, 0
		}

		at += i
		n := len(s[at:]) - len(strings.TrimLeft(s[at:], s[at:at+1]))
		before, _ := utf8.DecodeLastRuneInString(s[:at])
		after, _ := utf8.DecodeRuneInString(s[at+n:])
		if at+n == len(s) {
			after = 0
		}

		left, right := sides(classOf(before), classOf(after))
		start := at
		at += n

		switch {
		case left && !right:
			open += n
		case left && mark == '_' && classOf(before) == other, !right: // it neither opens nor closes
		case left && size%3 != 0 && (size+n)%3 == 0:
			middle += n
		case open > n:
			open -= n
		default:
			n = min(n, open+middle)
			return start + n, n
		}
	}

	return 0, 0
}

// sides reports whether a run between characters of two classes may open emphasis, and whether it may close it.
func sides(before, after class) (left, right bool) {
	switch {
	case before == space:
		return after != space, false
	case after == space:
		return false, true
	case before == after:
		return true, true
	}
	return before == punct, after == punct
}
