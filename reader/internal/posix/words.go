package posix

import (
	"fmt"
	"regexp/syntax"
	"strings"
)

// The beginning and the end of a word, "\<" and "\>", are no assertions of Go. Its "\b" is both: where a part of a word
// is sure to follow it, it is the beginning of one, and where a part of a word is sure to precede it, the end. They are
// written as groups with names while that is looked into.
const (
	wordBegins = "begins"
	wordEnds   = "ends"
)

// wordEdge is the n-th beginning or end of a word.
func wordEdge(which string, n int) string { return fmt.Sprintf(`(?P<%s%d>\b)`, which, n) }

// withoutEdges is an expression in which n beginnings and ends of words are written as Go has them; ok is false where
// one of them may be the other.
func withoutEdges(source string, n int) (plain string, ok bool) {
	if n == 0 {
		return source, true
	}
	parsed, err := syntax.Parse(source, syntax.Perl)
	if err != nil || !edgesHold(parsed, wordBegins, otherSide) || !edgesHold(parsed, wordEnds, otherSide) {
		return "", false
	}
	for i := range n {
		source = strings.ReplaceAll(source, wordEdge(wordBegins, i), `\b`)
		source = strings.ReplaceAll(source, wordEdge(wordEnds, i), `\b`)
	}
	return source, true
}

// side is what may stand on one side of a place.
type side uint8

const (
	wordSide  side = 1 << iota // a part of a word
	otherSide                  // another character, or the end of the text
	emptySide                  // nothing: what stands beyond it decides
)

// edgesHold reports whether all beginnings of words have a part of one after them, or all ends one before them; beyond
// is what stands after, or before, the expression.
func edgesHold(re *syntax.Regexp, which string, beyond side) bool {
	switch re.Op {
	case syntax.OpCapture:
		if strings.HasPrefix(re.Name, which) {
			return beyond == wordSide
		}
	case syntax.OpConcat:
		for i := range re.Sub {
			sub := re.Sub[i]
			next := re.Sub[i+1:]
			if which == wordEnds {
				next = re.Sub[:i]
			}
			if !edgesHold(sub, which, instead(sideOf(next, which), beyond)) {
				return false
			}
		}

		return true
	case syntax.OpStar, syntax.OpPlus, syntax.OpRepeat:
		beyond |= instead(sideOf(re.Sub, which), beyond)
	}

	for _, sub := range re.Sub {
		if !edgesHold(sub, which, beyond) {
			return false
		}
	}

	return true
}

// instead is a side with what stands beyond it where it may be empty.
func instead(s, beyond side) side {
	if s&emptySide == 0 {
		return s
	}
	return s&^emptySide | beyond
}

// sideOf is what expressions one after the other may begin with, or, for the ends of words, end with.
func sideOf(list []*syntax.Regexp, which string) side {
	s := emptySide
	for i := range list {
		one := list[i]
		if which == wordEnds {
			one = list[len(list)-1-i]
		}
		s = instead(s, sideOfOne(one, which))
		if s&emptySide == 0 {
			break
		}
	}
	return s
}

func sideOfOne(re *syntax.Regexp, which string) side {
	switch re.Op {
	case syntax.OpLiteral:
		c := re.Rune[0]
		if which == wordEnds {
			c = re.Rune[len(re.Rune)-1]
		}
		return sideOfRange(c, c)
	case syntax.OpCharClass:
		s := side(0)
		for i := 0; i+1 < len(re.Rune); i += 2 {
			s |= sideOfRange(re.Rune[i], re.Rune[i+1])
		}
		return s
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return wordSide | otherSide
	case syntax.OpStar, syntax.OpQuest:
		return sideOf(re.Sub, which) | emptySide
	case syntax.OpRepeat:
		s := sideOf(re.Sub, which)
		if re.Min == 0 {
			s |= emptySide
		}
		return s
	case syntax.OpAlternate:
		s := side(0)
		for _, sub := range re.Sub {
			s |= sideOfOne(sub, which)
		}
		return s
	}

	return sideOf(re.Sub, which) // a group, what is repeated, or what takes no character
}

// sideOfRange is what the characters from one to another are.
func sideOfRange(from, to rune) (s side) {
	for c := from; c <= min(to, 'z'); c++ {
		if isWord(byte(c)) {
			s |= wordSide
		} else {
			s |= otherSide
		}
	}
	if to > 'z' {
		s |= otherSide
	}
	return s
}
